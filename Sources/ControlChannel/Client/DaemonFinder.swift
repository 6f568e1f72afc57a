internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// Finds the daemon that watches a directory, or one above it.
package struct DaemonFinder {
    /// No daemon watches the directory or one above it.
    package struct NotWatched: Error, Hashable, Sendable, CustomStringConvertible {
        package var directory: String
        /// False if neither the directory nor one above it is the root of a project.
        package var isInProject: Bool

        package var description: String {
            let advice =
                isInProject
                ? "start one with: mockd watch \(Self.quoted(directory))"
                : "it is in no package; go to one, or prepare this folder with: mockd init"
            return "no mockd is watching \(directory); \(advice)"
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

    /// The files that make a folder the root of a project.
    private static let projectFiles = [".mockd.yml", "Package.swift"]

    private let environment: [String: String]
    let directories: [RuntimeDirectory]

    package init(environment: [String: String]) {
        self.environment = environment
        self.directories = RuntimeDirectory.existing(environment: environment)
    }

    /// Connects to the given socket, else to `$MOCKD_SOCKET`, else to the daemon of the nearest root at or above
    /// `directory` that has one.
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

    /// Connects to the daemon of the nearest root at or above `directory` that has one; ignores `$MOCKD_SOCKET`.
    ///
    /// - Throws: ``NotWatched`` or a ``ClientFailure``.
    package func connect(
        watching directory: String, within limit: Duration = ControlClient.ordinaryLimit
    ) throws -> ControlClient {
        guard var root = try? RootDirectory.canonical(FilePath(directory)) else {
            throw NotWatched(directory: directory, isInProject: true)
        }
        var isInProject = false
        repeat {
            if let client = try client(of: root, limit) { return client }
            isInProject = isInProject || Self.projectFiles.contains { (try? root.appending($0).stat()) != nil }
        } while root.removeLastComponent()
        throw NotWatched(directory: directory, isInProject: isInProject)
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
