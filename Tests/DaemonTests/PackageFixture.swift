import Foundation

/// A Swift package in a temporary folder, with a runtime folder of its own, and the programs under test.
final class PackageFixture: Sendable {
    let root: URL
    let base: URL

    /// The folder of mockd, mockctl and mockd-watcher: that of this test's own binary.
    static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    static var repository: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    init() throws {
        base = FileManager.default.temporaryDirectory.appending(path: "mockd-tests-\(UUID().uuidString.prefix(8))")
        root = base.appending(path: "Kitchen").standardizedFileURL
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            at: base.appending(path: "run"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: base) }

    /// Returns a package with a library, its tests, and a protocol that asks for a mock.
    static func kitchen() throws -> PackageFixture {
        let fixture = try PackageFixture()
        try fixture.write("Package.swift", manifest())
        try fixture.write("Sources/Kitchen/Cook.swift", cook)
        try fixture.write("Tests/KitchenTests/KitchenTests.swift", "")
        return fixture
    }

    /// Returns the manifest of that package.
    ///
    /// - Parameter dependencies: those of the test target.
    static func manifest(
        tests dependencies: String = #""Kitchen", .product(name: "Mocking", package: "mockd")"#
    ) -> String {
        """
        // swift-tools-version: 6.3
        import PackageDescription
        let package = Package(
            name: "Kitchen",
            targets: [
                .target(name: "Kitchen"),
                .testTarget(name: "KitchenTests", dependencies: [\(dependencies)]),
            ]
        )
        """
    }

    static let cook = """
        /// @mockable
        protocol Cook {
            func ramen(bowls: Int) -> Bool
        }

        """

    static let mockPath = "Tests/KitchenTests/Mocks/Cook.mocks.swift"

    func url(_ path: String) -> URL { root.appending(path: path) }

    func write(_ path: String, _ text: String) throws {
        try FileManager.default.createDirectory(
            at: url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url(path))
    }

    /// Replaces a file at once. One that is written in place may be read before it is closed, and the close is a batch of
    /// its own.
    func replace(_ path: String, _ text: String) throws {
        try Data(text.utf8).write(to: url(path), options: .atomic)
    }

    func read(_ path: String) -> String? { try? String(contentsOf: url(path), encoding: .utf8) }

    func modified(_ path: String) -> Date? {
        try? FileManager.default.attributesOfItem(atPath: url(path).path())[.modificationDate] as? Date
    }

    /// Returns the settings that `mockctl config` printed, one a line and with single spaces.
    static func settings(in output: String) -> [String] {
        output.replacing("\n    ", with: " ").split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
    }

    // MARK: Programs

    func start(_ program: String, _ arguments: String...) throws -> RunningProcess {
        try RunningProcess(
            Self.products.appending(path: program).path(), arguments, in: root, variables: variables)
    }

    /// Starts `mockd watch --json` through a command that replaces itself with the daemon, as `env` does.
    func startDaemon(through wrapper: [String]) throws -> RunningProcess {
        let command = wrapper + [Self.products.appending(path: "mockd").path(), "watch", root.path(), "--json"]
        // Runs outside of the root: a process whose current folder is in a mount keeps the mount busy.
        return try RunningProcess("/usr/bin/env", command, in: URL(filePath: "/"), variables: variables)
    }

    func startReadingErrors(
        _ program: String, _ arguments: String..., variables more: [String: String] = [:]
    ) throws -> RunningProcess {
        try RunningProcess(
            Self.products.appending(path: program).path(), arguments, in: root,
            variables: variables.merging(more) { $1 }, readsErrors: true)
    }

    func run(_ program: String, _ arguments: String...) async throws -> RunningProcess.Result {
        try await run(program, arguments)
    }

    func run(
        _ program: String, _ arguments: [String], variables more: [String: String] = [:]
    ) async throws -> RunningProcess.Result {
        try await RunningProcess.run(
            Self.products.appending(path: program).path(), arguments, in: root,
            variables: variables.merging(more) { $1 })
    }

    /// Runs a program of the system.
    func runTool(_ tool: String, _ arguments: String...) async throws -> RunningProcess.Result {
        try await RunningProcess.run("/usr/bin/env", [tool] + arguments, in: root, variables: variables)
    }

    /// Starts the daemon and returns when its first scan is done.
    func watch() async throws -> RunningProcess {
        let daemon = try start("mockd", "watch", ".", "--json")
        _ = await daemon.line { $0.contains("\"type\":\"state-changed\"") && $0.contains("\"state\":\"ready\"") }
        return daemon
    }

    /// Starts a program with more variables in its environment.
    func start(_ program: String, _ arguments: String..., variables more: [String: String]) throws -> RunningProcess {
        try RunningProcess(
            Self.products.appending(path: program).path(), arguments, in: root,
            variables: variables.merging(more) { $1 })
    }

    /// Runs a program with more variables in its environment to its end.
    func run(
        _ program: String, _ arguments: String..., variables more: [String: String]
    ) async throws -> RunningProcess.Result {
        try await RunningProcess.run(
            Self.products.appending(path: program).path(), arguments, in: root,
            variables: variables.merging(more) { $1 })
    }

    /// The status as JSON once nothing is left to do: until the daemon has looked at the events of its own writes, its
    /// state may be `generating`.
    func idleStatus() async throws -> String { try await run("mockctl", "status", "--wait", "idle", "--json").output }

    /// Runs a script in bash; `$BIN` is the folder of the programs.
    func shell(_ script: String) async throws -> RunningProcess.Result {
        try await RunningProcess.run(
            "/usr/bin/env", ["timeout", "--kill-after=10", Self.longestShell, "bash", "-c", script], in: root,
            variables: variables.merging(["BIN": Self.products.path()]) { $1 })
    }

    /// In seconds: a script that waits for what never comes ends with status 124, and all that it started with it.
    private static let longestShell = "1200"

    var variables: [String: String] {
        [
            "XDG_RUNTIME_DIR": base.appending(path: "run").path(),
            "XDG_CACHE_HOME": base.appending(path: "cache").path(),
            "XDG_CONFIG_HOME": base.appending(path: "config").path(),
            // Where these tests run in GitHub Actions, programs would print for it.
            "GITHUB_ACTIONS": "",
        ]
    }
}

extension RunningProcess {
    /// Waits for an event of a daemon that runs with `--json`.
    func event(_ type: String, containing text: String = "") async -> String? {
        await line { $0.contains("\"type\":\"\(type)\"") && $0.contains(text) }
    }

    func stop() async -> Int32 {
        send(SIGTERM)
        return await finish()
    }
}
