internal import ArgumentParser
internal import Glibc
internal import LinuxSystem
internal import MockEngine
internal import SystemPackage

/// `mockd worker`: answers the requests of a build system, each a call of `generate` or `index`.
struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Answers requests of a build system in one process that lasts.",
        usage: """
            mockd worker --persistent_worker [--protocol <protocol>] [-j <n>] [--memory <MiB>]
            mockd worker @<file>
            """,
        discussion: """
            With --persistent_worker, Bazel's protocol for workers is spoken on standard input and output. Each request \
            has the arguments of 'mockd generate' or 'mockd index', and the same result. Inputs with a known digest are \
            not read again.

            With @FILE it runs one such command, whose arguments are the lines of the file.

            Exit status: 0 the requests ended, 1 they could not be told apart any more; with @FILE that of the command.
            """
    )

    /// In MiB, of what is kept between requests. With the program itself and the work on requests, the process stays
    /// below 128 MiB.
    private static let ordinaryMemory = 48
    private static let largestFlagFile = 64 << 20

    @Flag(name: .customLong("persistent_worker"), help: "Read requests from standard input, and last.")
    var isPersistent = false

    @Option(name: .customLong("protocol"), help: "The form of requests and answers.")
    var format: WorkerFormat = .proto

    @Option(
        name: .customShort("j"),
        help: ArgumentHelp(
            "The number of requests to work on side by side; else that of the processors.", valueName: "n"))
    var parallelism: Int?

    @Option(help: ArgumentHelp("The memory for what is kept between requests.", valueName: "MiB"))
    var memory = Self.ordinaryMemory

    @Flag(help: .hidden)
    var supervised = false

    @Argument(help: ArgumentHelp("A file with a command, one argument a line.", valueName: "@file"))
    var file: String?

    func validate() throws {
        guard isPersistent != (file != nil) else {
            throw ValidationError("Pass --persistent_worker, or one file with a command, such as @arguments.")
        }
        guard file.map({ FlagFile.path(in: $0) != nil }) ?? true else {
            throw ValidationError("Write '@' in front of the file with the arguments.")
        }
        guard parallelism.map({ (1...1024).contains($0) }) ?? true else {
            throw ValidationError("-j takes a number from 1 to 1024.")
        }
        guard (1...1 << 20).contains(memory) else {
            throw ValidationError("--memory takes a number of MiB from 1 to \(1 << 20).")
        }
    }

    func run() async throws {
        if let path = file.flatMap(FlagFile.path) { return try await runCommand(in: FilePath(path)) }
        guard let streams = WorkerStreams.ofProcess() else {
            Console().error("error: there are no descriptors for the streams of a worker; raise the limit: ulimit -n")
            throw ExitCode(ExitStatus.failed)
        }
        let failure = supervised ? await perform(streams) : supervise(streams)
        if let failure {
            Console().error("error: the requests cannot be read: \(failure)")
            Glibc.exit(ExitStatus.failed)
        }
        Glibc.exit(0)
    }

    private func perform(_ streams: WorkerStreams) async -> String? {
        let pool = ModulePool(room: memory << 20)
        let worker = Worker(format, RequestPerformer(root: FilePath(".").absolute, pool: pool), streams)
        return await worker.run(parallelism: parallelism ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    /// Performs the requests in another process, whose end is not that of this one.
    private func supervise(_ streams: WorkerStreams) -> String? {
        var command = ["/proc/self/exe", "worker", "--persistent_worker", "--supervised", "--memory", "\(memory)"]
        if let parallelism { command += ["-j", "\(parallelism)"] }
        return WorkerSupervisor(format, streams, command: command).run()
    }

    /// Runs the command in a file as a process of its own would: where no worker can last, build systems start it so.
    private func runCommand(in file: FilePath) async throws {
        let arguments: [String]
        do throws(RegularFileError) {
            arguments = FlagFile.arguments(in: try RegularFile.bytes(of: file, atMost: Self.largestFlagFile))
        } catch {
            Console().error("error: cannot read \(file): \(error)")
            throw ExitCode(ExitStatus.configuration)
        }
        guard !arguments.isEmpty, arguments.first != Self.configuration.commandName else {
            Console().error("error: \(file) has no command; begin it with a line 'generate' or 'index'")
            throw ExitCode(ExitStatus.configuration)
        }
        var command = try Mockd.parseAsRoot(arguments)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }
}

extension WorkerFormat: ExpressibleByArgument {}
