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

    /// The options that the subcommands have in common.
    struct Options: ParsableArguments {
        @Argument(help: ProjectRootArgument.help)
        var root: String?

        @Option(name: .long, help: "When to colour the output.")
        var color = ColorChoice.auto

        static let allowOutsideHelp: ArgumentHelp =
            "Let the project's configuration put mocks outside of the project, and into other packages."
        static let onDemandHelp = ArgumentHelp(
            "Start the daemon with the first mockctl that asks it, and end it when it is not used for "
                + "\(ServiceUnit.idleLimit), instead of running it as long as you are logged in.")

        var console: Console { Console.ofProcess(verbosity: 0, colors: color, environment: ProcessEnvironment.all) }

        /// Describes the unit of the project, which starts this program.
        func unit(allowsOutside: Bool, trustsManifest: Bool, isOnDemand: Bool) throws -> ServiceUnit {
            let console = console
            let root = try name().root
            let project: Project
            do throws(ConfigurationError) {
                let environment = ProcessEnvironment.all
                let cache = CacheFolder(nil, environment: environment).path
                let user = try UserConfiguration(
                    allowsOutside: allowsOutside,
                    manifests: ManifestRunner(
                        cache: cache, environment: environment, trustsManifest: trustsManifest),
                    environment: environment)
                project = try discoverProject(root: root, user: user)
            } catch {
                for problem in error.problems { console.error("\(problem)") }
                throw ExitCode(ExitStatus.configuration)
            }
            let outputs = project.outsideOutputs
            do throws(ServiceUnit.Refusal) {
                return try ServiceUnit(
                    root: root, program: .file(Self.program),
                    outsideOutputs: Set(outputs.map(\.folder)).sorted { $0.string < $1.string },
                    allowsOutside: allowsOutside, trustsManifest: trustsManifest, isOnDemand: isOnDemand)
            } catch {
                let origin = outputs.first { $0.folder == error.path }?.origin
                console.error((origin.map { "\($0): " } ?? "") + "error: \(error)")
                throw ExitCode(error.exitStatus)
            }
        }

        /// Returns the names of the unit, which do not depend on the project's configuration.
        func name() throws -> ServiceName {
            let console = console
            do throws(PlacementError) {
                let root = FilePath(root ?? ProjectRootArgument.root(console))
                return ServiceName(root: try RootDirectory.canonical(root))
            } catch {
                console.error("error: \(error)")
                throw ExitCode(error.exitStatus)
            }
        }

        func installation(of name: ServiceName) -> ServiceInstallation {
            let variables = ProcessEnvironment.all
            let home = FilePath(variables["HOME"] ?? "/")
            let configuration = variables["XDG_CONFIG_HOME"].map { FilePath($0) } ?? home.appending(".config")
            return ServiceInstallation(
                name: name, folder: configuration.appending("systemd").appending("user"), console: console)
        }

        /// Prints the failure of `work` and ends the command with its status.
        func reporting(_ work: () throws(ServiceInstallation.Failure) -> Void) throws {
            do {
                try work()
            } catch {
                console.error("error: \(error)")
                throw ExitCode(error.exitStatus)
            }
        }

        /// The path of this program.
        private static var program: FilePath {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
            return count > 0 ? FilePath(platformString: buffer) : "mockd"
        }
    }

    struct Install: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "install", abstract: "Writes the unit for this program, enables and starts it.")

        @OptionGroup var options: Options

        @Flag(name: .long, help: Options.allowOutsideHelp)
        var allowOutside = false

        @Flag(name: .long, help: EngineOptions.trustManifestHelp)
        var trustManifest = false

        @Flag(name: .long, help: Options.onDemandHelp)
        var onDemand = false

        func run() throws {
            let unit = try options.unit(
                allowsOutside: allowOutside, trustsManifest: trustManifest, isOnDemand: onDemand)
            let installation = options.installation(of: unit.name)
            try options.reporting { () throws(ServiceInstallation.Failure) in try installation.install(unit) }
        }
    }

    struct Uninstall: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "uninstall", abstract: "Stops and disables the service, and removes what 'install' wrote.")

        @OptionGroup var options: Options

        func run() throws {
            let installation = options.installation(of: try options.name())
            try options.reporting(installation.uninstall)
        }
    }

    struct ShowStatus: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Shows systemd's status of the service.",
            discussion:
                "Exit status: that of 'systemctl status', 3 when the service does not run, 4 when it is not installed.")

        @OptionGroup var options: Options

        func run() throws {
            let name = try options.name()
            try options.reporting(options.installation(of: name).checkThatItIsInstalled)
            let status = SystemProgram.run("systemctl", ["--user", "--no-pager", "status", name.unit])
            if status != 0 { throw ExitCode(status) }
        }
    }

    struct Print: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "print", abstract: "Prints the unit that 'install' would write; writes nothing.")

        @OptionGroup var options: Options

        @Flag(name: .long, help: Options.allowOutsideHelp)
        var allowOutside = false

        @Flag(name: .long, help: EngineOptions.trustManifestHelp)
        var trustManifest = false

        @Flag(name: .long, help: Options.onDemandHelp)
        var onDemand = false

        func run() throws {
            let unit = try options.unit(
                allowsOutside: allowOutside, trustsManifest: trustManifest, isOnDemand: onDemand)
            for line in unit.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                options.console.result(String(line))
            }
            let others = [
                ("\(unit.name.dropInFolderName)/outputs.conf", unit.dropIn), (unit.name.socketUnit, unit.socket),
            ]
            for case (let file, let text?) in others {
                options.console.result("\n# \(file)")
                options.console.result(String(text.dropLast()))
            }
        }
    }
}

extension Project {
    /// Lists the output folders outside the root, each with the configuration line that names it.
    fileprivate var outsideOutputs: [(folder: FilePath, origin: String)] {
        let settings = settingsWithOrigins
        return modules.compactMap { module in
            guard let output = module.output, !output.path.starts(with: root) else { return nil }
            let setting = settings.first { $0.key == "modules.\(module.name).output" }
            let folder = if case .file(let file) = output { file.removingLastComponent() } else { output.path }
            return (folder, setting?.origin.description ?? module.name)
        }
    }
}
