import ControlChannel
import Foundation
import MockModel
import Testing

@testable import mockd

/// A terminal, the journal and a script each get their own form of the output.
@Suite struct TerminalTests {
    @Test(arguments: [
        ([:], false), (["TERM": "xterm"], true), (["TERM": "dumb"], false), (["TERM": ""], false),
        (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "xterm", "NO_COLOR": ""], true),
    ])
    func `a capable terminal gets colours unless NO_COLOR is set`(variables: [String: String], colors: Bool) {
        #expect(LineStyle.wantsColors(isTerminal: true, variables) == colors)
    }

    @Test(arguments: [
        (["TERM": "xterm"], false), (["CLICOLOR_FORCE": "1"], true), (["CLICOLOR_FORCE": "0"], false),
        (["CLICOLOR_FORCE": ""], false), (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    ])
    func `a file or a pipe gets colours only by force`(variables: [String: String], colors: Bool) {
        #expect(LineStyle.wantsColors(isTerminal: false, variables) == colors)
    }

    @Test func `a line stays one line, and its control characters are escaped`() {
        let line = "Sources/A\nB\u{1B}[2J\r\u{7F}\u{9B}x\t.swift:1:1: error: no"
        let escaped = "Sources/A\\nB\\u{1b}[2J\\r\\u{7f}\\u{9b}x\t.swift:1:1: error: no"
        #expect(LineStyle.plain.format(line, .error) == escaped)
        #expect(LineStyle.journal.format(line, .error) == "<3>" + escaped)
        #expect(
            LineStyle.colored.format("A.swift:1:1: error: no", .error) == "A.swift:1:1: \u{1B}[1;31merror:\u{1B}[0m no")
        #expect(LineStyle.colored.format("warning: it", .warning) == "\u{1B}[1;35mwarning:\u{1B}[0m it")
    }

    @Test func `severities map to five priorities of the journal`() {
        let severities: [mockd.Severity] = [.error, .warning, .notice, .info, .debug]
        #expect(severities.map { LineStyle.journal.format("x", $0) } == ["<3>x", "<4>x", "<5>x", "<6>x", "<7>x"])
    }

    @Test func `a quick scan shows no progress, a slow one ten times a second on one line`() {
        var progress = ScanProgress(isRewritten: true)
        #expect(progress.text(after: .milliseconds(299), .init(found: 10, read: 5)) == nil)
        #expect(progress.text(after: .milliseconds(300), .init(found: 4120, read: 0)) == "scanning 4,120 files")
        #expect(progress.text(after: .milliseconds(399), .init(found: 4120, read: 1000)) == nil)
        #expect(
            progress.text(after: .milliseconds(400), .init(found: 4120, read: 2514)) == "scanning 4,120 files, 61 %")
        #expect(progress.text(after: .milliseconds(500), .init(found: 1, read: 1)) == "scanning 1 file, 100 %")
    }

    @Test func `progress never goes back, and shows its stage`() {
        var progress = ScanProgress(isRewritten: true)
        #expect(progress.text(after: .seconds(1), .init(found: 100, read: 98)) == "scanning 100 files, 98 %")
        // The first files import others, which were found meanwhile.
        #expect(progress.text(after: .seconds(2), .init(found: 150, read: 102)) == "scanning 150 files, 98 %")
        #expect(progress.text(after: .seconds(3), .init(found: 150, read: 149)) == "scanning 150 files, 99 %")
        let state = ScanProgress.State(found: 150, read: 150, outputs: 1204, made: 301)
        #expect(progress.text(after: .seconds(4), state) == "generating 1,204 mock files, 25 %")
    }

    @Test func `progress names the modules whose interfaces are printed`() {
        var progress = ScanProgress(isRewritten: true)
        var state = ScanProgress.State(found: 2, read: 2, outputs: 1, modules: ["Foundation"])
        #expect(progress.text(after: .seconds(1), state) == "reading the interface of Foundation")
        state.modules.append("FoundationNetworking")
        #expect(
            progress.text(after: .seconds(2), state) == "reading the interfaces of Foundation, FoundationNetworking")
        state.modules = []
        #expect(progress.text(after: .seconds(3), state) == "generating 1 mock file")
    }

    @Test func `each result has its own colour`() {
        func shown(_ line: String) -> String {
            LineStyle.colored.format(line, .info)
                .replacing("\u{1B}[32m", with: "<green>").replacing("\u{1B}[33m", with: "<yellow>")
                .replacing("\u{1B}[31m", with: "<red>").replacing("\u{1B}[0m", with: "<>")
        }
        #expect(
            shown("12:00:01 Sources/Cook.swift -> MockCook written (3 ms)")
                == "12:00:01 Sources/Cook.swift -> MockCook <green>written<> (3 ms)")
        #expect(
            shown("12:00:01 9 changed -> 12 mocks written, Cook.mocks.swift removed, 1 failed, 2 errors (3 ms)")
                == "12:00:01 9 changed -> 12 mocks <green>written<>, Cook.mocks.swift <yellow>removed<>, 1 <red>failed<>, <red>2 errors<> (3 ms)"
        )
        #expect(
            shown("12:00:01 A.swift -> nothing written, 1,204 errors (3 ms)")
                == "12:00:01 A.swift -> nothing written, <red>1,204 errors<> (3 ms)")
        #expect(shown("12:00:01 the root is back") == "12:00:01 <green>the root is back<>")
        #expect(shown("ready in 3 ms: 1 file") == "<green>ready<> in 3 ms: 1 file")
        #expect(shown("12:00:01 no errors left") == "12:00:01 <green>no errors left<>")
        #expect(shown("12:00:01 no warnings left") == "12:00:01 <green>no warnings left<>")
        #expect(shown("watching written and removed files") == "watching written and removed files")
    }

    @Test func `files and mocks are counted if their names are too long`() {
        let short = BatchNames(sources: ["A.swift", "B.swift", "C.swift"], written: ["MockA", "MockB"])
        #expect(short.changed == "A.swift, B.swift, C.swift")
        #expect(short.outcomes == ["MockA, MockB written"])
        let long = ["Oven", "Stove"].map { "Sources/Kitchen/Equipment/Heating/\($0).swift" }
        #expect(BatchNames(sources: long).changed == nil)
        #expect(BatchNames(sources: [String(repeating: "long/", count: 20) + "A.swift"]).changed != nil)
        #expect(
            BatchNames(sources: ["A", "B", "C", "D"], removed: ["A", "B", "C", "D"]).outcomes == ["4 files removed"])
    }

    @Test func `where lines cannot be rewritten, progress prints one every five seconds if it has changed`() {
        var progress = ScanProgress(isRewritten: false)
        #expect(progress.text(after: .milliseconds(4999), .init(found: 0, read: 0)) == nil)
        #expect(progress.text(after: .seconds(5), .init(found: 0, read: 0)) == "scanning")
        var generating = ScanProgress(isRewritten: false)
        let state = ScanProgress.State(found: 10, read: 10, outputs: 10)
        #expect(generating.text(after: .seconds(5), state) == "generating 10 mock files")
        #expect(progress.text(after: .seconds(10), .init(found: 0, read: 0)) == nil)
        #expect(progress.text(after: .seconds(15), .init(found: 10, read: 5)) == "scanning 10 files, 50 %")
        #expect(progress.text(after: .seconds(19), .init(found: 10, read: 6)) == nil)
        #expect(progress.text(after: .seconds(20), .init(found: 10, read: 7)) == "scanning 10 files, 70 %")
    }

    // MARK: Real terminals

    /// Runs a command in a terminal of its own and returns the output.
    private func onTerminal(_ package: PackageFixture, _ command: String, _ variables: String = "TERM=xterm")
        async throws
        -> String
    {
        // `swift test` sets NO_COLOR for its tests if it does not write to a terminal itself.
        let script =
            "env -u NO_COLOR \(variables) script -qefc '\(command.replacing("'", with: "'\\''"))' /dev/null </dev/null"
        return try await package.shell(script).output
    }

    @Test(arguments: [
        ("TERM=xterm", true), ("TERM=xterm NO_COLOR=1", false), ("TERM=dumb", false),
        ("TERM=xterm COLUMNS=20 LANG=C", true),
    ])
    func `an error on a terminal is red if colours are wanted`(variables: String, isRed: Bool) async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook {\n    func ramen(\n")
        let text = try await onTerminal(package, "$BIN/mockd generate", variables)
        let word = isRed ? "\u{1B}[1;31merror:\u{1B}[0m" : "error:"
        #expect(
            text.contains("Sources/Kitchen/Cook.swift:3:16: \(word) expected ')' to end parameter clause [syntax]\r\n"))
        let forced = try await package.shell("$BIN/mockd generate --color always 2>&1")
        #expect(forced.output.contains("\u{1B}[1;31merror:"))
        let piped = try await package.shell("$BIN/mockd generate 2>&1")
        #expect(!piped.output.contains("\u{1B}"))
    }

    @Test func `an error on a terminal that shows links leads to its file and line`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook {\n    func ramen(\n")
        let place = "Sources/Kitchen/Cook.swift:3:16"
        let root = package.root.path().replacing(/\/$/, with: "")
        func isLinked(_ text: String) -> Bool {
            text.contains("\u{1B}]8;;file://")
                && text.contains("\(root)/Sources/Kitchen/Cook.swift#3\u{1B}\\\(place)\u{1B}]8;;\u{1B}\\: ")
        }
        let linking = "TERM=xterm-kitty"
        for command in ["mockd generate", "mockctl errors"] {
            let text = try await onTerminal(package, "$BIN/\(command)", linking)
            #expect(isLinked(text), "\(command): \(text)")
            let plain = try await onTerminal(package, "$BIN/\(command) --color never", linking)
            #expect(plain.contains(place) && !plain.contains("\u{1B}]8"), "\(plain)")
            let piped = try await package.shell("$BIN/\(command) 2>&1")
            #expect(piped.output.contains(place) && !piped.output.contains("\u{1B}"), "\(piped)")
        }
        let watched = try await onTerminal(package, "timeout -s INT 20 $BIN/mockd watch --idle-exit 1s", linking)
        #expect(isLinked(watched), "\(watched)")
        try package.write(".mockd.yml", "modules: 3\n")
        let refused = try await onTerminal(package, "$BIN/mockd watch", linking)
        #expect(refused.contains(".mockd.yml#1\u{1B}\\.mockd.yml:1:"), "\(refused)")
    }

    @Test(.enabled(if: Tools.has("strace"), "strace is not installed"))
    func `a slow first scan shows its progress on one line, cut to the width, and removes it`() async throws {
        let package = try PackageFixture.kitchen()
        for number in 0..<40 { try package.write("Sources/Kitchen/F\(number).swift", "// @mockable\n") }
        let command = Tools.delayingOpens(byMilliseconds: 50, of: "$BIN/mockd generate -j 1")
        let text = try await onTerminal(package, command, "TERM=xterm COLUMNS=21")
        #expect(text.contains("\r\u{1B}[Kscanning 41 files, 1"))
        #expect(
            text.contains(
                "\r\u{1B}[Kwrote Tests/KitchenTests/Mocks/Cook.mocks.swift\r\n1 written, 0 unchanged, 0 removed ("))
    }

    @Test func `quiet prints errors alone, and -v the written files`() async throws {
        let package = try PackageFixture.kitchen()
        #expect(try await package.run("mockd", "generate", "--quiet").errors == "")
        let daemon = try package.startReadingErrors("mockd", "watch", ".", "-v")
        #expect(await daemon.line { $0.hasPrefix("ready in ") } != nil)
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        #expect(await daemon.line { $0 == "wrote Tests/KitchenTests/Mocks/Cook.mocks.swift" } != nil)
        try FileManager.default.removeItem(at: package.url("Sources/Kitchen/Cook.swift"))
        #expect(await daemon.line { $0 == "removed Tests/KitchenTests/Mocks/Cook.mocks.swift" } != nil)
        #expect(await daemon.stop() == 0)
    }

    @Test func `a project with nothing to mock gets the first step, unless an error says why`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Cook.swift", "protocol Cook {}\n")
        let firstStep = "nothing asks for a mock yet: write '/// @mockable' on the line above a protocol"
        let generated = try await package.run("mockd", "generate").errors
        #expect(
            generated.hasPrefix("0 written, 0 unchanged, 0 removed (") && generated.hasSuffix(" ms)\n\(firstStep)\n"))
        let daemon = try package.startReadingErrors("mockd", "watch")
        #expect(await daemon.line { $0 == firstStep } != nil)
        #expect(await daemon.stop() == 0)
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nfinal class Cook {}\n")
        #expect(try await !package.run("mockd", "generate").errors.contains(firstStep))
        // A note about something else gives no reason.
        try package.write("Sources/Kitchen/Cook.swift", "protocol Cook {}\n")
        try package.write(
            "Package.swift",
            PackageFixture.manifest(tests: "\"Kitchen\"").replacing(
                ".target(name: \"Kitchen\")", with: ".target(name: \"Kitchen\"), .target(name: \"Pantry\")"))
        let noted = try await package.run("mockd", "generate").errors
        #expect(noted.contains("[target-without-folder]") && noted.hasSuffix("\n\(firstStep)\n"))
    }

    @Test func `a test target without the library of its mocks is a warning until it has it`() async throws {
        let warning = """
            Package.swift:7:1: warning: the mocks in 'KitchenTests' import Mocking, which that target does not depend \
            on; add '.package(url: …, from: …, traits: [])' for mockd to the package's dependencies, and add .product(name: \
            "Mocking", package: "mockd") to the target's dependencies; 'mockd init' shows and makes the change [missing-library]
            """
        let package = try PackageFixture.kitchen()
        try package.write("Package.swift", PackageFixture.manifest(tests: "\"Kitchen\""))
        try package.write("Sources/Kitchen/Cook.swift", "protocol Cook {}\n")
        #expect(try await !package.run("mockd", "generate").errors.contains("Mocking"))
        let daemon = try package.startReadingErrors("mockd", "watch")
        #expect(await daemon.line { $0.hasPrefix("ready in ") } != nil)
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)
        #expect(await daemon.line { $0 == warning } != nil)
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(try await package.run("mockctl", "errors").output.contains(warning))
        #expect(try await package.run("mockctl", "doctor").output.contains("library"))
        try package.write("Package.swift", PackageFixture.manifest())
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(await daemon.line { $0.hasSuffix(" no warnings left") } != nil)
        #expect(try await !package.run("mockctl", "doctor").output.contains("library"))
        // It is named again if it is lost again.
        try package.write("Package.swift", PackageFixture.manifest(tests: "\"Kitchen\""))
        #expect(await daemon.line { $0 == warning } != nil)
        #expect(await daemon.stop() == 0)
        let change = try await package.run("mockd", "init")
        #expect(
            change.output.contains(
                "\n+        .testTarget(name: \"KitchenTests\", dependencies: [\"Kitchen\", .product("))
        #expect(!change.errors.contains("missing-library"))
        try package.write(
            "Package.swift",
            PackageFixture.manifest(tests: "\"Kitchen\"").replacing("version: 6.3", with: "version: 6.0"))
        #expect(
            try await package.run("mockd", "generate").errors.contains(
                "depend on; raise Package.swift to '// swift-tools-version: 6.1' or newer, and add '.package("))
    }

    @Test func `a dependency that makes tests compile all of mockd is named at its line`() async throws {
        let package = try PackageFixture.kitchen()
        let manifest = PackageFixture.manifest()
        func errors(_ dependency: String) async throws -> String {
            let text = manifest.replacing("    targets: [", with: "    dependencies: [\(dependency)],\n    targets: [")
            try #require(text != manifest)
            try package.write("Package.swift", text)
            return try await package.run("mockd", "generate").errors
        }
        let plain = try await errors(".package(path: \"../mockd\")")
        #expect(
            plain.contains(
                """
                Package.swift:5:1: warning: a build of the tests compiles all of mockd, because 'traits:' is left out \
                here; add 'traits: []' to '.package(…)' [library-with-tools]
                """), "\(plain)")
        for traits in ["[]", "[\"Other\"]"] {
            let quiet = try await errors(".package(path: \"../mockd\", traits: \(traits))")
            #expect(!quiet.contains("library-with-tools"), "\(quiet)")
        }
        for traits in ["[.defaults]", "[\"Other\", .defaults]", "[.trait(name: \"default\")]"] {
            let loud = try await errors(".package(path: \"../mockd\", traits: \(traits))")
            #expect(loud.contains("library-with-tools"), "\(loud)")
        }
    }

    @Test func `a mock that a file no longer holds is named`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.startReadingErrors("mockd", "watch")
        #expect(await daemon.line { $0.hasPrefix("ready in ") } != nil)
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("Cook", with: "Chef"))
        #expect(await daemon.line { $0.contains("Cook.swift -> MockChef written, MockCook removed (") } != nil)
        // It has only moved to another file.
        let both = PackageFixture.cook + PackageFixture.cook.replacing("Cook", with: "Chef")
        try package.write("Sources/Kitchen/Cook.swift", both)
        #expect(await daemon.line { $0.contains("Cook.swift -> MockCook, MockChef written (") } != nil)
        #expect(await daemon.stop() == 0)
    }

    @Test func `the file of a seam is named, because it is to be committed`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.startReadingErrors("mockd", "watch")
        #expect(await daemon.line { $0.hasPrefix("ready in ") } != nil)
        try package.write("Sources/Kitchen/Oven.swift", "struct Oven { func heat() {} }\n")
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable(seam: Heating)\nextension Oven {}\n")
        #expect(await daemon.line { $0.contains("-> MockHeating, Seams.swift written") } != nil)
        #expect(await daemon.stop() == 0)
    }

    @Test(arguments: [
        #""Kitchen", "Mocking""#, #""Kitchen", "Support""#, #""Kitchen", .product(name: "Fakes", package: "fakes")"#,
        #""Kitchen", .product(name: "Gone", package: "gone")"#,
    ])
    func `a test target may have the library from a target or a package in between`(
        dependencies: String
    ) async throws {
        let package = try PackageFixture.kitchen()
        try package.write(
            "Package.swift",
            PackageFixture.manifest(tests: dependencies).replacing(
                ".target(name: \"Kitchen\")",
                with: ".target(name: \"Kitchen\"), .target(name: \"Support\", dependencies: [\"Mocking\"])"
            ).replacing(
                "targets: [",
                with: """
                    dependencies: [
                        .package(path: "fakes"), .package(url: "https://x.y/gone.git", from: "1.0.0"),
                    ],
                    targets: [
                    """))
        try package.write("Sources/Support/Support.swift", "")
        try package.write(
            "fakes/Package.swift",
            """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "fakes", products: [.library(name: "Fakes", targets: ["Fakes"])],
                targets: [.target(name: "Fakes", dependencies: ["Mocking"]), .target(name: "Mocking")])
            """)
        try package.write("fakes/Sources/Fakes/Fakes.swift", "")
        try package.write("fakes/Sources/Mocking/Mocking.swift", "")
        #expect(try await !package.run("mockd", "generate").errors.contains("import Mocking"))
    }

    @Test func `a reader that goes away, a closed or a full stream does not end a run`() async throws {
        let package = try PackageFixture.kitchen()
        let head = try await package.shell("$BIN/mockd generate --check | head -c 0; echo ${PIPESTATUS[0]}")
        #expect(["2\n", "141\n"].contains(head.output))
        #expect(try await package.shell("$BIN/mockd generate >&- 2>&-").status == 0)
        #expect(package.read(PackageFixture.mockPath) != nil)
        #expect(try await package.shell("$BIN/mockd generate >/dev/full 2>/dev/full").status == 0)
    }

    @Test func `generate --check --diff shows what would change and exits with 2`() async throws {
        let package = try PackageFixture.kitchen()
        _ = try await package.run("mockd", "generate")
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("-> Bool", with: "-> Int"))
        let result = try await package.run("mockd", "generate", "--check", "--diff")
        #expect(result.status == 2)
        let path = PackageFixture.mockPath
        #expect(result.output.hasPrefix("--- a/\(path)\n+++ b/\(path)\n@@ -1,"))
        let change = "\n-    func ramen(bowls: Int) -> Bool {\n+    func ramen(bowls: Int) -> Int {\n"
        #expect(result.output.contains(change))
        #expect(package.read(path)?.contains("-> Bool") == true)
    }

    @Test(
        .enabled(if: Tools.has("git", "patch"), "needs git and patch"),
        arguments: ["git apply", "patch -p1 --quiet"])
    func `the patch that --diff prints makes the mocks current when it is applied`(tool: String) async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Table Cloth.swift", "/// @mockable\nprotocol TableCloth {}\n")
        try package.write("Sources/Kitchen/Gone.swift", "/// @mockable\nprotocol Gone {}\n")
        _ = try await package.run("mockd", "generate")
        // Changes both ends of a file, adds one, removes one, and leaves out the last newline of one.
        let members = (0..<20).map { "    func step\($0)()\n" }.joined()
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook {\n\(members)}\n")
        _ = try await package.run("mockd", "generate")
        let edited = members.replacing("step0()", with: "start()").replacing("step19()", with: "end()")
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook {\n\(edited)}\n")
        try package.write("Sources/Kitchen/Oven.swift", "/// @mockable\nprotocol Oven {}\n")
        try package.write("Sources/Kitchen/Gone.swift", "")
        let cloth = "Tests/KitchenTests/Mocks/Table Cloth.mocks.swift"
        try package.write(cloth, String(try #require(package.read(cloth)).dropLast()))
        let applied = try await package.shell("$BIN/mockd generate --check --diff --force | \(tool) && echo applied")
        #expect(applied.output == "applied\n", "\(applied)")
        let check = try await package.run("mockd", "generate", "--check")
        #expect(check.status == 0, "\(check)")
        #expect(check.output.isEmpty)
    }

    @Test(arguments: ["umask 0077", "umask 0", "export LC_ALL=C TZ=Asia/Kathmandu", "export LANG=tr_TR.UTF-8 TZ=UTC"])
    func `mocks are the same bytes under any umask, language and time zone`(setting: String) async throws {
        let package = try PackageFixture.kitchen()
        _ = try await package.run("mockd", "generate")
        let plain = try #require(package.read(PackageFixture.mockPath))
        try FileManager.default.removeItem(at: package.url(PackageFixture.mockPath))
        #expect(try await package.shell("\(setting); $BIN/mockd generate").status == 0)
        #expect(package.read(PackageFixture.mockPath) == plain)
    }

    @Test(arguments: ["0077", "0022", "0", "0777"])
    func `a new mock can be read and an old one keeps its mode under any umask`(umask: String) async throws {
        let package = try PackageFixture.kitchen()
        let path = package.url(PackageFixture.mockPath).path()
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        // The folders exist already: folders created by mockd follow the umask.
        _ = try await package.run("mockd", "generate")
        try FileManager.default.removeItem(atPath: path)
        #expect(try await package.shell("umask \(umask); $BIN/mockd generate --cache none").status == 0)
        #expect(try mode() == 0o644)
        for own in [0o664, 0o600] {
            #expect(chmod(path, mode_t(own)) == 0)
            try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook { func serve\(own)() }\n")
            #expect(try await package.shell("umask \(umask); $BIN/mockd generate --cache none").status == 0)
            #expect(try mode() == own)
            #expect(package.read(PackageFixture.mockPath)?.contains("serve\(own)") == true)
        }
    }
}
