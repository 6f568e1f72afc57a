internal import ArgumentParser
internal import ControlChannel
internal import Glibc
internal import MockEngine
internal import SystemPackage

/// `mockd service`: the daemon as a user service of systemd.
struct ServiceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "Runs mockd as a user service of systemd, one instance a project.",
        subcommands: [Install.self, Uninstall.self, ShowStatus.self, Print.self]
    )

    /// What the subcommands have in common.
    struct Options: ParsableArguments {
        @Argument(help: ProjectRootArgument.help)
        var root: String?

        @Option(name: .long, help: "Whether to colour the output.")
        var color = ColorChoice.auto

        var console: Console { Console.ofProcess(verbosity: 0, colors: color, environment: ProcessEnvironment.all) }

        /// The unit of the project for the program that runs.
        func unit() throws -> ServiceUnit {
            let console = console
            do {
                let root = try RootDirectory.canonical(FilePath(root ?? ProjectRootArgument.nearest(console)))
                let project = try discoverProject(root: root)
                let outputs = project.modules.compactMap(\.output).map { output in
                    if case .file(let file) = output { file.removingLastComponent() } else { output.path }
                }
                let elsewhere = Set(outputs.filter { !$0.starts(with: root) })
                return ServiceUnit(
                    root: root, program: Self.program, outputsElsewhere: elsewhere.sorted { $0.string < $1.string })
            } catch let error as ConfigurationError {
                for problem in error.problems { console.error("\(problem)") }
                throw ExitCode(ExitStatus.configuration)
            } catch let error as PlacementError {
                console.error("error: \(error)")
                throw ExitCode(error.exitStatus)
            }
        }

        func installation() throws -> ServiceInstallation {
            let variables = ProcessEnvironment.all
            let home = FilePath(variables["HOME"] ?? "/")
            let configuration = variables["XDG_CONFIG_HOME"].map { FilePath($0) } ?? home.appending(".config")
            return ServiceInstallation(
                unit: try unit(), folder: configuration.appending("systemd").appending("user"), console: console)
        }

        /// Reports why something could not be done.
        func reporting(_ work: () throws(ServiceInstallation.Failure) -> Void) throws {
            do {
                try work()
            } catch {
                console.error("error: \(error)")
                throw ExitCode(error.exitStatus)
            }
        }

        /// The path of this program.
        private static var program: String {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink("/proc/self/exe", &buffer, buffer.count)
            return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : "mockd"
        }
    }

    struct Install: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "install", abstract: "Writes the unit for this program, enables and starts it.")

        @OptionGroup var options: Options

        func run() throws {
            let installation = try options.installation()
            try options.reporting(installation.install)
        }
    }

    struct Uninstall: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "uninstall", abstract: "Stops and disables the service, and removes what 'install' wrote.")

        @OptionGroup var options: Options

        func run() throws {
            let installation = try options.installation()
            try options.reporting(installation.uninstall)
        }
    }

    struct ShowStatus: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Shows what systemd knows of the service.",
            discussion: "Exit status: that of 'systemctl status', 3 when the service does not run.")

        @OptionGroup var options: Options

        func run() throws {
            let name = try options.unit().name
            let status = SystemProgram.run("systemctl", ["--user", "--no-pager", "status", name])
            if status != 0 { throw ExitCode(status) }
        }
    }

    struct Print: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "print", abstract: "Prints the unit that 'install' would write; writes nothing.")

        @OptionGroup var options: Options

        func run() throws {
            let unit = try options.unit()
            for line in unit.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                options.console.result(String(line))
            }
            guard let dropIn = unit.dropIn else { return }
            options.console.result("\n# \(unit.dropInFolder)/outputs.conf")
            options.console.result(String(dropIn.dropLast()))
        }
    }
}
