internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Finds the daemon of the project that a directory is in.
package struct DaemonFinder {
    /// No daemon watches the project that the directory is in.
    package struct NotWatched: Error, Hashable, Sendable, CustomStringConvertible {
        package var directory: String
        /// False if neither the directory nor one above it is the root of a project.
        package var isInProject: Bool
        /// The root of a daemon above the project: it answers for its own project alone.
        package var outerRoot: String?

        package var description: String {
            let advice =
                isInProject
                ? "start one with: mockd watch \(Self.quoted(directory))"
                : "it is in no package; go to one, or prepare this folder with: mockd init"
            let outer = outerRoot.map { "; the one of \($0) is for another project" } ?? ""
            return "no mockd is watching \(directory)\(outer); \(advice)"
        }

        /// Quotes the text for a shell.
        package static func quoted(_ text: String) -> String {
            let plain = text.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "/._-+,:@%".utf8.contains(byte)
            }
            if plain { return text }
            return text.shellQuoted
        }
    }

    /// A daemon that answers.
    package struct Running {
        package var root: String
        package var client: ControlClient
    }

    /// The environment variables that the finder reads.
    package static let variables = ["MOCKD_SOCKET"] + RuntimeDirectory.variables

    private let environment: [String: String]
    let directories: [RuntimeDirectory]

    package init(environment: [String: String]) {
        self.environment = environment
        self.directories = RuntimeDirectory.existing(environment: environment)
    }

    /// Connects to the given socket, else to `$MOCKD_SOCKET`, else to the daemon of the project that `directory` is in.
    ///
    /// - Throws: ``NotWatched`` or a ``ClientFailure``.
    package func connect(
        from directory: String, socket: String? = nil, within limit: Duration = ControlClient.ordinaryLimit
    ) throws -> ControlClient {
        if let named = named(socket) {
            return try ControlClient(connectingTo: named, limit: limit)
        }
        return try connect(watching: directory, within: limit)
    }

    /// Connects to the daemon of the project that `directory` is in; ignores `$MOCKD_SOCKET`.
    ///
    /// The nearest project counts: a daemon above its root knows nothing of it, so it could only be wrong about it.
    /// Outside of projects the nearest folder with a daemon counts, which may have been given a configuration.
    ///
    /// - Throws: ``NotWatched`` or a ``ClientFailure``.
    package func connect(
        watching directory: String, within limit: Duration = ControlClient.ordinaryLimit
    ) throws -> ControlClient {
        guard var root = try? RootDirectory.canonical(FilePath(directory)) else {
            throw NotWatched(directory: directory, isInProject: true)
        }
        let project = ProjectRoot.nearest(from: root, ofAnyone: true)
        repeat {
            if let client = try client(of: root, limit) { return client }
        } while root != project && root.removeLastComponent()
        var failure = NotWatched(directory: directory, isInProject: project != nil)
        // The question is not for an outer daemon, so its errors do not matter.
        while failure.outerRoot == nil, root.removeLastComponent() {
            if (try? client(of: root, limit)) != nil { failure.outerRoot = root.string }
        }
        throw failure
    }

    /// Returns all daemons of this user that answer.
    package func running(within limit: Duration = ControlClient.ordinaryLimit) -> [Running] {
        directories.flatMap { $0.registeredRoots() }.compactMap { directory in
            guard let client = try? ControlClient(connectingTo: directory.socketPath, limit: limit) else { return nil }
            return Running(root: directory.root.string, client: client)
        }
    }

    /// Returns the path of the socket that an argument or the environment names.
    func named(_ socket: String?) -> String? {
        socket ?? environment["MOCKD_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    }

    private func client(of root: FilePath, _ limit: Duration) throws(ClientFailure) -> ControlClient? {
        for directory in directories {
            do throws(ClientFailure) {
                return try ControlClient(
                    connectingTo: directory.rootDirectory(for: root).socketPath, limit: limit)
            } catch ClientFailure.notRunning {
                continue
            }
        }
        return nil
    }
}
