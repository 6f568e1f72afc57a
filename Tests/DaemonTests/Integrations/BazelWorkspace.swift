import Foundation
import Testing

/// Checkouts of the workspace beside this file, and the Bazel servers that built in them.
actor BazelWorkspace {
    static let isPossible =
        Tools.has("bazel", "python3") && FileManager.default.fileExists(atPath: "/usr/share/bazel/embedded_tools")

    /// A process that Bazel ran, or whose result it found in the cache.
    struct Spawn: Decodable, Sendable {
        struct Output: Decodable {
            struct Digest: Decodable { var hash: String }
            var path: String
            var digest: Digest
        }

        var mnemonic: String
        var runner: String
        var remoteCacheHit: Bool
        var actualOutputs: [Output]

        /// The output's path below the folder of all outputs.
        var output: String { actualOutputs[0].path.components(separatedBy: "/bin/").last ?? "" }
    }

    struct Build: Sendable {
        var status: Int32
        var messages: String
        var spawns: [Spawn]

        /// The outputs that mockd made in this build.
        var made: [String] { mocks.filter { !$0.remoteCacheHit }.map(\.output).sorted() }
        /// The outputs of mockd that came from the cache.
        var found: [String] { mocks.filter(\.remoteCacheHit).map(\.output).sorted() }
        /// The digests of mockd's outputs.
        var digests: [String: String] {
            let outputs = mocks.map { ($0.output, $0.actualOutputs[0].digest.hash) }
            return Dictionary(outputs) { first, _ in first }
        }

        /// The names of what ran mockd.
        var runners: Set<String> { Set(mocks.map(\.runner)) }

        private var mocks: [Spawn] { spawns.filter { $0.mnemonic.hasPrefix("Mockd") } }
    }

    private let fixture: PackageFixture
    private var servers: [(checkout: String, base: String)] = []
    private var cache: RunningProcess?

    private init() throws { fixture = try PackageFixture() }

    /// Calls the function with a workspace, and stops all servers at its end.
    static func use(_ body: (BazelWorkspace) async throws -> Void) async throws {
        let workspace = try BazelWorkspace()
        do {
            try await body(workspace)
        } catch {
            try? await workspace.shutDown()
            throw error
        }
        try await workspace.shutDown()
    }

    /// Makes a checkout in a folder of that name.
    func checkOut(_ checkout: String) throws {
        let source = URL(filePath: #filePath).deletingPathExtension()
        try FileManager.default.createDirectory(
            at: fixture.url(checkout).deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: source, to: fixture.url(checkout))
        try edit("\(checkout)/WORKSPACE.bazel") {
            $0.replacing("REPOSITORY", with: PackageFixture.repository.path().trimming("/"))
                .replacing("PRODUCTS", with: PackageFixture.products.path().trimming("/"))
        }
    }

    func edit(_ path: String, _ change: (String) -> String) throws {
        let text = try #require(fixture.read(path))
        let changed = change(text)
        #expect(changed != text, "\(path)")
        try fixture.write(path, changed)
    }

    func read(_ path: String) -> String? { fixture.read(path) }

    /// Starts a remote cache and returns its address.
    func startCache() async throws -> String {
        let folder = fixture.base.appending(path: "remote")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = URL(filePath: #filePath).deletingPathExtension().appending(path: "cache_server.py")
        let server = try RunningProcess(
            "/usr/bin/env", ["python3", script.path(), folder.path()], in: fixture.root)
        cache = server
        return "http://127.0.0.1:\(try #require(await server.line { _ in true }))"
    }

    /// Runs a command of Bazel in a checkout.
    ///
    /// - Parameter base: The name of the folder for all outputs.
    func bazel(_ arguments: [String], in checkout: String, base: String) async throws -> Build {
        if !servers.contains(where: { $0 == (checkout, base) }) { servers.append((checkout, base)) }
        let log = fixture.base.appending(path: "execution.json")
        try? FileManager.default.removeItem(at: log)
        let command = [arguments[0], "--execution_log_json_file=\(log.path())"] + arguments.dropFirst()
        let result = try await run(command, in: checkout, base: base)
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        // The log is a row of objects without anything between them.
        let objects = Data("[\(text.replacing("\n}{\n", with: "\n},{\n"))]".utf8)
        return Build(
            status: result.status, messages: result.output + result.errors,
            spawns: try JSONDecoder().decode([Spawn].self, from: objects))
    }

    private func shutDown() async throws {
        for (checkout, base) in servers {
            #expect(try await run(["shutdown"], in: checkout, base: base).status == 0)
        }
        cache?.send(SIGKILL)
        // Bazel takes away the right to write.
        _ = try await fixture.shell("chmod -R u+w '\(fixture.base.path())'")
    }

    /// Starts a process without the descriptors that it inherited.
    private static let closingDescriptors = [
        "python3", "-c", "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))",
    ]

    /// Foundation notices the end of a process when nothing has a certain descriptor any more. Bazel's server inherits
    /// it, and ends only when it was idle for some time; until then each command would seem to run.
    private func run(_ command: [String], in checkout: String, base: String) async throws -> RunningProcess.Result {
        let options = [
            "--nohome_rc", "--output_user_root=\(fixture.base.path())/user",
            "--output_base=\(fixture.base.path())/\(base)",
        ]
        return try await RunningProcess.run(
            "/usr/bin/env", Self.closingDescriptors + ["bazel"] + options + command, in: fixture.url(checkout),
            variables: fixture.variables)
    }
}

extension String {
    fileprivate func trimming(_ end: Character) -> String { last == end ? String(dropLast()) : self }
}
