internal import ControlChannel
internal import MockEngine
internal import MockModel
internal import SystemPackage

/// The options of a daemon from its command line and environment.
struct DaemonOptions: Sendable {
    /// The longest time that printing a module may take, in milliseconds: systemd ends a daemon that shows no progress for
    /// 30 s.
    static let printLimit = 20_000

    /// The file that was named instead of ROOT/.mockd.yml.
    var configuration: FilePath?
    var parallelism: Int
    /// The command that runs after each batch that wrote or removed mocks.
    var command: String?
    var commandBusyPolicy = BatchCommand.BusyPolicy.queue
    /// The file that gets the places of all problems, for an editor.
    var locations: FilePath?
    /// The time without work and clients after which the daemon ends.
    var idleLimit: Duration?
    var cache: EngineCache?
    var interfaces: ModuleInterfaces
    /// The command line allows mocks outside of the project.
    var allowsOutside: Bool
    /// The folder of SwiftPM's builds that the command line names.
    var scratchPath: String?
    /// Asks SwiftPM about a manifest that reading does not suffice for.
    var manifests: ManifestRunner
    /// The same with the origin of each value, for `mockctl config`.
    var settings: [ProjectSetting]

    /// Reads the configuration as it is on the disk now.
    ///
    /// - Parameter lock: The lock of the daemon that would use it. An output that another daemon writes to is an error
    ///   of the configuration.
    func project(of root: FilePath, besides lock: InstanceLock) throws(ConfigurationError) -> Project {
        let user = try UserConfiguration(
            allowsOutside: allowsOutside, manifests: manifests, scratchPath: scratchPath,
            environment: ProcessEnvironment.all)
        let project = try discoverProject(root: root, configuration: configuration, user: user)
        do throws(InstanceLock.Failure) {
            try lock.check(project.outputPaths)
        } catch {
            throw project.problem(with: error)
        }
        return project
    }
}

extension Project {
    /// The folders and files that mocks are written to.
    var outputPaths: [FilePath] { modules.compactMap(\.output?.path) }

    /// Turns another daemon's claim into an error at the line of the output.
    func problem(with failure: InstanceLock.Failure) -> ConfigurationError {
        guard case .sharedOutput(let path, _, _) = failure,
            let module = modules.first(where: { $0.output?.path.string == path }),
            let setting = settingsWithOrigins.first(where: { $0.key == "modules.\(module.name).output" })
        else {
            let problem = ConfigurationError.Problem(file: nil, message: "\(failure)", code: "config-registered")
            return ConfigurationError([problem], evidence: evidence)
        }
        var position: SourcePosition?
        var file: String?
        if case .file(let name, let line) = setting.origin {
            (file, position) = (name, SourcePosition(line: line, column: 1))
        }
        let problem = ConfigurationError.Problem(
            file: file, position: position, key: setting.key, message: "\(failure)", code: "config-shared-output")
        return ConfigurationError([problem], evidence: evidence)
    }
}
