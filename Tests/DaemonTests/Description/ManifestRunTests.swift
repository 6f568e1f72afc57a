import Foundation
import Testing

/// A manifest whose targets show only when it runs: SwiftPM is asked, in bubblewrap.
@Suite(.enabled("bubblewrap is not installed, or may not run here") { try await Tools.canSandbox() })
struct ManifestRunTests {
    /// The targets are the folders of Sources.
    private static let computed = """
        // swift-tools-version: 6.3
        import Foundation
        import PackageDescription
        let folder = URL(filePath: Context.packageDirectory).appending(path: "Sources").path()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let tests = names.map { Target.testTarget(name: "\\($0)Tests", dependencies: [.target(name: $0)]) }
        let package = Package(name: "Kitchen", targets: names.map { .target(name: $0) } + tests)

        """
    private static let asked =
        "Package.swift:5:17: note: this cannot be known without running the manifest, so SwiftPM was asked what it "
        + "describes [manifest-run]"
    private static let waiting = "asking SwiftPM what Package.swift describes"
    private static let unknown =
        "Package.swift:5:17: warning: 'FileManager.default.contentsOfDirectory(atPath: folder)' cannot be known without "
        + "running the manifest, so targets may be missing; describe the modules in .mockd.yml, which 'mockd init --config' starts for you "
        + "[manifest-not-static]"

    private static func untold(_ reason: String) -> String {
        "Package.swift:5:17: note: SwiftPM did not tell what this manifest describes: \(reason) [manifest-not-run]"
    }

    private func package(_ manifest: String = computed) throws -> PackageFixture {
        let package = try PackageFixture.kitchen()
        try package.write("Package.swift", manifest)
        return package
    }

    /// The diagnostics of a run, without its summary.
    private func diagnostics(_ result: RunningProcess.Result) -> [String] {
        result.errors.split(separator: "\n").map(String.init).filter { $0.hasPrefix("Package.swift:") }
    }

    /// Makes a toolchain whose SwiftPM is a script; returns the `PATH` that leads to it.
    private func toolchain(_ package: PackageFixture, _ script: String) throws -> [String: String] {
        for (name, text) in [("swift-synthesize-interface", "exit 1"), ("swift", script)] {
            let path = "../toolchain/\(name)"
            try package.write(path, "#!/bin/bash\n\(text)\n")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: package.url(path).standardizedFileURL.path())
        }
        return ["PATH": package.base.appending(path: "toolchain").path() + ":/usr/bin:/bin"]
    }

    /// The command lines of all processes that contain a text.
    private func processes(containing text: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { Int($0) != nil }.compactMap {
            try? Data(contentsOf: URL(filePath: "/proc/\($0)/cmdline"))
        }
        .map { String(decoding: $0, as: UTF8.self).replacing("\0", with: " ") }.filter { $0.contains(text) }
    }

    // MARK: The answer

    @Test func `it is described by SwiftPM, which is asked once`() async throws {
        let package = try package()
        let first = try await package.run("mockd", "generate")
        #expect((first.status, diagnostics(first)) == (0, [Self.asked]))
        #expect(first.errors.hasPrefix("\(Self.waiting)\n"))
        #expect(package.read(PackageFixture.mockPath) != nil)
        let folder = package.base.appending(path: "cache/mockd/manifests")
        let answers = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        let answer = try #require(answers.first)
        #expect(answers.count == 1)
        let time = package.modified("../cache/mockd/manifests/\(answer)")
        let second = try await package.run("mockd", "generate", "--check")
        #expect((second.status, diagnostics(second)) == (0, [Self.asked]))
        #expect(!second.errors.contains(Self.waiting))
        #expect(package.modified("../cache/mockd/manifests/\(answer)") == time)
        // The folder in which it ran is removed.
        let caches = try FileManager.default.contentsOfDirectory(atPath: folder.deletingLastPathComponent().path())
        #expect(caches.filter { $0.hasPrefix("manifest-") } == [])
    }

    @Test func `another value of a variable that it names is another question`() async throws {
        let package = try package()
        try package.write("Package.swift", Self.computed + "let oven = Context.environment[\"OVEN\"]\n")
        let dump = """
            {"name":"Kitchen", "toolsVersion":{"_version":"6.3.0"}, "products":[], "dependencies":[], "targets":[
            {"name":"Kitchen", "type":"regular", "path":"'$OVEN'", "exclude":[], "dependencies":[], "settings":[]}]}
            """
        let path = try toolchain(package, "echo '\(dump)'")
        for oven in ["gas", "wood"] {
            let result = try await package.run("mockd", "generate", variables: path.merging(["OVEN": oven]) { $1 })
            #expect(result.errors.contains("its folder '\(oven)' does not exist"))
        }
    }

    /// Each expression is true if an attack fails.
    private static let defences = [
        "no file of the package can be written":
            #"fails { try "x".write(toFile: root + "/x", atomically: false, encoding: .utf8) }"#,
        "no file of the package can be removed": #"unlink(root + "/Package.swift") < 0"#,
        "no mode can be changed": #"chmod(root + "/Package.swift", 0o777) < 0"#,
        "no time can be changed": #"utimes(root + "/Package.swift", nil) < 0"#,
        "no owner can be changed": #"chown(root + "/Package.swift", 1, 1) < 0"#,
        "there is no terminal": #"open("/dev/tty", O_RDWR) < 0"#,
        "there is no terminal of others":
            #"fails { if try FileManager.default.contentsOfDirectory(atPath: "/dev/pts").contains("0") { return }; throw CocoaError(.fileNoSuchFile) }"#,
        "there is no other process":
            #"(try! FileManager.default.contentsOfDirectory(atPath: "/proc")).filter { Int($0) != nil }.count < 12"#,
        "there is no socket of the user's": #"!FileManager.default.fileExists(atPath: "SOCKET")"#,
        "there is no network":
            #"(try! String(contentsOfFile: "/proc/net/dev", encoding: .utf8)).split(separator: "\n").count <= 3"#,
        "there is no secret among the variables": #"ProcessInfo.processInfo.environment["OVEN_" + "TOKEN"] == nil"#,
        "there is no capability":
            #"(try! String(contentsOfFile: "/proc/self/status", encoding: .utf8)).contains("CapEff:\t0000000000000000")"#,
        "a temporary folder can be written":
            #"!fails { try "x".write(toFile: NSTemporaryDirectory() + "/x", atomically: false, encoding: .utf8) }"#,
    ]

    @Test(.enabled(if: Tools.has("socat"), "socat is not installed"))
    func `it can read files, but changes nothing and reaches nothing`() async throws {
        let package = try package()
        // The folder of temporary files is hidden, and with it this socket.
        let socket = package.base.appending(path: "oven.sock").path()
        let checks = Self.defences.sorted { $0.key < $1.key }.map { name, attack in
            "if !(\(attack.replacing("SOCKET", with: socket))) { failed.append(\"\(name)\") }\n"
        }
        try package.write(
            "Package.swift",
            Self.computed.replacing(
                "let folder",
                with: """
                    let root = Context.packageDirectory
                    func fails(_ body: () throws -> Void) -> Bool { do { try body(); return false } catch { return true } }
                    var failed: [String] = []
                    \(checks.joined())
                    if !failed.isEmpty { print("error: " + failed.joined(separator: ", ")); exit(1) }
                    let folder
                    """
            ))
        let before = package.modified("Package.swift")
        let result = try await package.shell(
            """
            socat UNIX-LISTEN:\(socket),fork - & listener=$!
            until [ -S \(socket) ]; do sleep 0.05; done
            OVEN_TOKEN=secret "$BIN/mockd" generate
            kill -KILL $listener
            """)
        #expect(diagnostics(result).count == 1 && result.errors.contains("[manifest-run]"), "\(result.errors)")
        #expect(package.read(PackageFixture.mockPath) != nil)
        #expect(package.modified("Package.swift") == before)
    }

    @Test func `without bubblewrap it is not run, unless the user trusts it`() async throws {
        let package = try package()
        let dump = """
            {"name":"Kitchen", "toolsVersion":{"_version":"6.3.0"}, "products":[], "dependencies":[], "targets":[
            {"name":"Kitchen", "type":"regular", "path":"gas", "exclude":[], "dependencies":[], "settings":[]}]}
            """
        _ = try toolchain(package, "echo '\(dump)'")
        let path = ["PATH": package.base.appending(path: "toolchain").path()]
        let wayOut =
            ", so it was not run; install it (apt install bubblewrap), or have this manifest run without it: "
            + "--trust-manifest, or its folder under 'trustManifests' in your own config.yml"
        #expect(
            diagnostics(try await package.run("mockd", ["generate"], variables: path))
                == [Self.unknown, Self.untold("bubblewrap is not installed" + wayOut)])
        let answered = "its folder 'gas' does not exist"
        let trusted = try await package.run("mockd", ["generate", "--trust-manifest"], variables: path)
        #expect(trusted.errors.contains(answered), "\(trusted.errors)")

        try package.write("Package.swift", Self.computed + "\n")
        try package.write("../config/mockd/config.yml", "trustManifests: [/elsewhere]\n")
        let others = try await package.run("mockd", ["generate"], variables: path)
        #expect(others.errors.contains("bubblewrap is not installed"), "\(others.errors)")
        try package.write("../config/mockd/config.yml", "trustManifests: ['\(package.root.path())']\n")
        let own = try await package.run("mockd", ["generate"], variables: path)
        #expect(own.errors.contains(answered), "\(own.errors)")
        try package.write("../config/mockd/config.yml", "trustManifests: [Kitchen]\n")
        let wrong = try await package.run("mockd", ["generate"], variables: path)
        #expect(wrong.status == 78)
        #expect(
            wrong.errors.contains(
                "'Kitchen' is not the whole path of a folder; write it from the root, or from your home folder as "
                    + "~/work/Kitchen"), "\(wrong.errors)")
        try package.write("../config/mockd/config.yml", "trustManifests: []\n")

        // An answer that is known needs no bubblewrap.
        try package.write("Package.swift", Self.computed + "\n\n")
        try package.write(
            "../toolchain/bwrap", "#!/bin/bash\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
        _ = try await package.shell("chmod +x ../toolchain/bwrap")
        #expect(
            diagnostics(try await package.run("mockd", ["generate"], variables: path)).last
                == Self.untold(
                    "bubblewrap does not work here (bwrap: No permissions to create new namespace)" + wayOut))
    }

    @Test func `a mistake that only the compiler finds counts as a broken manifest`() async throws {
        let package = try package()
        #expect(try await package.run("mockd", "generate").status == 0)
        try package.write("Package.swift", Self.computed + "let stove: Int = \"gas\"\n")
        let broken = try await package.run("mockd", "generate")
        #expect(broken.status == 78)
        #expect(
            broken.errors == """
                \(Self.waiting)
                Package.swift:8:18: error: this manifest is not valid Swift: cannot convert value of type 'String' to \
                specified type 'Int'; mend it; no mock is removed until then [manifest-broken]

                """)
        #expect(package.read(PackageFixture.mockPath) != nil)
    }

    // MARK: No answer

    @Test func `without permission, toolchain or answer it is read as far as possible, and a note says why`()
        async throws
    {
        let package = try package()
        try package.write("../config/mockd/config.yml", "runManifest: false\n")
        #expect(diagnostics(try await package.run("mockd", "generate")) == [Self.unknown])
        try package.write("../config/mockd/config.yml", "runManifest: true\n")
        let plain = ["PATH": "/usr/bin:/bin"]
        #expect(
            diagnostics(try await package.run("mockd", "generate", variables: plain))
                == [Self.unknown, Self.untold("there is no Swift toolchain in PATH")])
        #expect(
            diagnostics(try await package.run("mockd", "generate", "--cache", "none"))
                == [Self.unknown, Self.untold("without a cache there is no folder to run it in")])
        let failing = try toolchain(package, "echo 'error: no stove' >&2; exit 1")
        #expect(
            diagnostics(try await package.run("mockd", "generate", variables: failing))
                == [Self.unknown, Self.untold("error: no stove")])
        let silent = try toolchain(package, "exit 1")
        #expect(
            diagnostics(try await package.run("mockd", "generate", variables: silent))
                == [Self.unknown, Self.untold("it failed, or took longer than 60 s")])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `another user's repository is not run`() async throws {
        let package = try package()
        for path in [package.url("Package.swift").path(), package.root.path()] {
            #expect(chown(path, 12345, 12345) == 0)
            let shown = URL(filePath: path).path()
            let result = try await package.run("mockd", "generate")
            #expect(diagnostics(result).first == Self.unknown)
            #expect(diagnostics(result).last?.contains(" belongs to uid 12345, not to uid 0 ") == true, "\(shown)")
            #expect(chown(path, 0, 0) == 0)
        }
    }

    @Test func `a repository cannot permit it`() async throws {
        let package = try package()
        try package.write(".mockd.yml", "runManifest: true\n")
        let result = try await package.run("mockd", "generate")
        #expect(result.status == 78)
        #expect(result.errors.contains("'runManifest' is for the user to decide, not for a repository"))
    }

    // MARK: The daemon

    @Test func `a daemon takes the answer over when it is there, and sync waits for it`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        try package.write("Sources/Pantry/Shelf.swift", "/// @mockable\nprotocol Shelf {}\n")
        try package.write("Tests/PantryTests/PantryTests.swift", "")
        try package.write("Package.swift", Self.computed)
        let sync = try await package.run("mockctl", "sync", "--timeout", "60s")
        #expect((sync.status, sync.errors) == (0, ""))
        #expect(package.read("Tests/PantryTests/Mocks/Shelf.mocks.swift") != nil)
        #expect(package.read(PackageFixture.mockPath) != nil)
        #expect(try await package.run("mockctl", "errors").output == Self.asked + "\n")
        #expect(await daemon.stop() == 0)
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `while SwiftPM is at work the description of before holds, and the end of the daemon ends it`(
        signal: Int32
    ) async throws {
        let package = try PackageFixture.kitchen()
        // The second process tries to leave the group of the first.
        let mark = "9\(Int.random(in: 10_000...99_999))"
        let path = try toolchain(package, "setsid sleep \(mark).1 & exec sleep \(mark).2")
        let daemon = try package.start("mockd", "watch", ".", "--json", variables: path)
        #expect(await daemon.event("state-changed", containing: "\"state\":\"ready\"") != nil)
        try package.write("Package.swift", Self.computed)
        let reload = try await package.run("mockctl", "reload")
        #expect(reload.status == 78)
        #expect(
            reload.errors.contains(
                "Package.swift: error: SwiftPM is being asked what this manifest describes; ask again in a moment "
                    + "[manifest-pending]"), "\(reload.errors)")
        while processes(containing: "sleep \(mark)").count < 2 { await Task.yield() }
        let sync = try await package.run("mockctl", "sync", "--timeout", "300ms")
        #expect(sync.status != 0)
        #expect(sync.errors.hasPrefix("the mocks were not current after 300 ms"), "\(sync)")
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        #expect(await daemon.line(number: 2) { $0.contains("batch-finished") && $0.contains("\"written\":1") } != nil)
        #expect(package.read(PackageFixture.mockPath)?.contains("cups") == true)
        #expect(try await package.run("mockctl", "errors").output == "")
        daemon.send(signal)
        #expect(await daemon.finish() == (signal == SIGKILL ? SIGKILL : 0))
        while !processes(containing: "sleep \(mark)").isEmpty { await Task.yield() }
    }
}
