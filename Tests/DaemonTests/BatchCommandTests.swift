import Foundation
import Testing

/// The command of `mockd watch --exec`.
@Suite struct BatchCommandTests {
    /// Edits the protocol, so that its mock is written anew.
    private func edit(_ package: PackageFixture, _ parameter: String) throws {
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: parameter))
    }

    @Test func `the command runs in the root after each batch that wrote mocks, and its status is shown`() async throws
    {
        let package = try PackageFixture.kitchen()
        let daemon = try package.startReadingErrors(
            "mockd", "watch", "--exec", "pwd; grep -o 'func ramen([a-z]*' \(PackageFixture.mockPath) | head -1; exit 3")
        let first = await daemon.line { $0.contains("ended with 3 after ") }
        #expect(
            first?.hasSuffix(" s: pwd; grep -o 'func ramen([a-z]*' \(PackageFixture.mockPath) | head -1; exit 3")
                == true)
        #expect(
            daemon.lines.contains(package.root.path()) || daemon.lines.contains(String(package.root.path().dropLast())))
        #expect(daemon.lines.contains("func ramen(bowls"))
        try package.write("Sources/Kitchen/Cook.swift", "// A comment that changes no mock.\n" + PackageFixture.cook)
        _ = try await package.run("mockctl", "sync")
        try edit(package, "cups")
        _ = await daemon.line(number: 2) { $0.contains("ended with 3 after ") }
        #expect(daemon.lines.count { $0.contains(" running: ") || $0.hasPrefix("running: ") } == 2)
        #expect(daemon.lines.contains("func ramen(cups"))
        daemon.send(SIGTERM)
        #expect(await daemon.finish() == 0)
    }

    /// Starts a daemon whose command runs until a file with its number is there.
    private func startBusy(_ package: PackageFixture, _ policy: String) async throws -> RunningProcess {
        let daemon = try package.startReadingErrors(
            "mockd", "watch", "--exec-busy", policy, "--exec",
            "n=$(($(ls ../begun | wc -l) + 1)); mkdir -p ../begun/$n; echo begun $n; while ! [ -e ../go$n ]; do :; done"
        )
        _ = await daemon.line { $0 == "begun 1" }
        for (number, parameter) in ["cups", "plates"].enumerated() {
            try edit(package, parameter)
            _ = try await package.run("mockctl", "sync")
            // A command that is ended before it has said so would not be seen.
            if policy == "restart" { _ = await daemon.line { $0 == "begun \(number + 2)" } }
        }
        return daemon
    }

    private func makeFolder(_ package: PackageFixture) throws {
        try FileManager.default.createDirectory(
            at: package.base.appending(path: "begun"), withIntermediateDirectories: true)
    }

    private func release(_ package: PackageFixture, _ number: Int) throws {
        try Data().write(to: package.base.appending(path: "go\(number)"))
    }

    @Test func `batches that end while the command runs lead to one more run`() async throws {
        let package = try PackageFixture.kitchen()
        try makeFolder(package)
        let daemon = try await startBusy(package, "queue")
        #expect(!daemon.lines.contains("begun 2"))
        try release(package, 1)
        try release(package, 2)
        _ = await daemon.line(number: 2) { $0.contains("done in ") }
        #expect(daemon.lines.filter { $0.hasPrefix("begun ") } == ["begun 1", "begun 2"])
        daemon.send(SIGTERM)
        #expect(await daemon.finish() == 0)
    }

    @Test func `with skip they are ignored`() async throws {
        let package = try PackageFixture.kitchen()
        try makeFolder(package)
        let daemon = try await startBusy(package, "skip")
        try release(package, 1)
        _ = await daemon.line { $0.contains("done in ") }
        try release(package, 2)
        try edit(package, "bottles")
        _ = await daemon.line(number: 2) { $0.contains("done in ") }
        #expect(daemon.lines.filter { $0.hasPrefix("begun ") } == ["begun 1", "begun 2"])
        daemon.send(SIGTERM)
        #expect(await daemon.finish() == 0)
    }

    @Test func `with restart the command is ended and begins again`() async throws {
        let package = try PackageFixture.kitchen()
        try makeFolder(package)
        let daemon = try await startBusy(package, "restart")
        try release(package, 3)
        _ = await daemon.line { $0.contains("done in ") }
        #expect(!daemon.lines.contains { $0.contains("ended by signal") })
        daemon.send(SIGTERM)
        #expect(await daemon.finish() == 0)
    }

    /// The second command ends at once, and what it started does not.
    @Test(arguments: [
        "trap '' TERM; sleep 1000 & echo $$ $!; wait; wait",
        "(trap '' TERM; exec sleep 1000) & echo $$ $!; wait; wait",
    ])
    func `the command ends with the daemon, and with it all that it started`(command: String) async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.startReadingErrors("mockd", "watch", "--exec", command)
        let numbers = await daemon.line { $0.wholeMatch(of: #/\d+ \d+/#) != nil }
        daemon.send(SIGTERM)
        #expect(await daemon.finish() == 0)
        for number in try #require(numbers).split(separator: " ") {
            // A process that has ended stays listed until its parent, or the first process, has noticed.
            let status = try? String(contentsOf: URL(filePath: "/proc/\(number)/stat"), encoding: .utf8)
            #expect(status?.contains(") Z ") != false, "\(status ?? "")")
        }
    }

    /// A package whose two targets have a test target each; one source has a space in its name.
    private func kitchenWithPantry() throws -> PackageFixture {
        let package = try PackageFixture()
        let mocking = #".product(name: "Mocking", package: "mockd")"#
        try package.write(
            "Package.swift",
            """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "Kitchen",
                targets: [
                    .target(name: "Kitchen"), .target(name: "Pantry"),
                    .testTarget(name: "KitchenTests", dependencies: ["Kitchen", \(mocking)]),
                    .testTarget(name: "Pantry-Tests", dependencies: ["Pantry", \(mocking)]),
                ]
            )
            """)
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)
        try package.write("Sources/Pantry/Top Shelf.swift", "/// @mockable\nprotocol Shelf { func take() }\n")
        try package.write("Tests/KitchenTests/KitchenTests.swift", "")
        try package.write("Tests/Pantry-Tests/PantryTests.swift", "")
        return package
    }

    /// Replaces a source with one event: after Foundation's own way, a second one may belong to the next batch.
    private func move(_ text: String, to path: String, _ package: PackageFixture) throws {
        try package.write("../next", text)
        try #require(
            rename(package.base.appending(path: "next").path(), package.url(path).path(percentEncoded: false)) == 0)
    }

    private static let shelfMocks = "Tests/Pantry-Tests/Mocks/Top Shelf.mocks.swift"

    @Test func `variables name the written files, the sources and the tests of the batch`() async throws {
        let package = try kitchenWithPantry()
        let command = #"printf '<%s>\n' "$MOCKD_MOCKS" "$MOCKD_SOURCES" "$MOCKD_TEST_FILTER"; echo "that is all""#
        let daemon = try package.startReadingErrors("mockd", "watch", "--quiet", "--exec", command)
        _ = await daemon.line(number: 1) { $0 == "that is all" }
        try package.replace("Sources/Pantry/Top Shelf.swift", "/// @mockable\nprotocol Shelf { func put() }\n")
        _ = await daemon.line(number: 2) { $0 == "that is all" }
        // Its mocks are removed: neither file is there any more.
        try FileManager.default.removeItem(at: package.url("Sources/Pantry/Top Shelf.swift"))
        _ = await daemon.line(number: 3) { $0 == "that is all" }
        #expect(
            daemon.lines == [
                "<Tests/KitchenTests/Mocks/Cook.mocks.swift", Self.shelfMocks + ">",
                "<Sources/Kitchen/Cook.swift", "Sources/Pantry/Top Shelf.swift>",
                #"<^(KitchenTests|Pantry_Tests)\.>"#, "that is all",
                "<" + Self.shelfMocks + ">", "<Sources/Pantry/Top Shelf.swift>", #"<^Pantry_Tests\.>"#, "that is all",
                "<>", "<>", #"<^Pantry_Tests\.>"#, "that is all",
            ])
        #expect(await daemon.stop() == 0)
    }

    /// The first run is about everything. The second one is about `Cook`, and while it runs, `Top Shelf` changes.
    @Test(arguments: [
        ("queue", "begun 3: Sources/Pantry/Top Shelf.swift"),
        ("restart", "begun 3: Sources/Kitchen/Cook.swift Sources/Pantry/Top Shelf.swift"),
    ])
    func `a run is about all batches since the last one that was not restarted`(
        policy: String, third: String
    ) async throws {
        let package = try kitchenWithPantry()
        try makeFolder(package)
        try release(package, 1)
        let daemon = try package.startReadingErrors(
            "mockd", "watch", "--exec-busy", policy, "--exec",
            "n=$(($(ls ../begun | wc -l) + 1)); mkdir ../begun/$n; echo begun $n: $MOCKD_SOURCES; while ! [ -e ../go$n ]; do :; done"
        )
        _ = await daemon.line { $0.contains("done in ") }
        try move(PackageFixture.cook.replacing("bowls", with: "cups"), to: "Sources/Kitchen/Cook.swift", package)
        #expect(await daemon.line { $0.hasPrefix("begun 2") } == "begun 2: Sources/Kitchen/Cook.swift")
        try move("/// @mockable\nprotocol Shelf { func put() }\n", to: "Sources/Pantry/Top Shelf.swift", package)
        _ = try await package.run("mockctl", "sync")
        try release(package, 2)
        let last = await daemon.line { $0.hasPrefix("begun 3") }
        #expect(last == third, "\(daemon.lines)")
        try release(package, 3)
        #expect(await daemon.stop() == 0)
    }

    @Test func `a list that is too long for a variable is not set`() async throws {
        let package = try PackageFixture.kitchen()
        let name = String(repeating: "Long", count: 50)
        for number in 0..<300 {
            try package.write("Sources/Kitchen/\(name)\(number).swift", "/// @mockable\nprotocol Cook\(number) {}\n")
        }
        // The command of another mockd may have started this one. Bytes that are no UTF-8 stay as they are.
        let daemon = try await package.shell(
            #"""
            export MOCKD_MOCKS=other MOCKD_SOURCES=other OWN=$(printf 'a\377b')
            $BIN/mockd watch --exec 'echo "${MOCKD_MOCKS-unset} ${MOCKD_SOURCES-unset} $MOCKD_TEST_FILTER"
            printf %s "$OWN" | od -An -tx1; kill $PPID' 2>&1
            """#)
        #expect(daemon.output.contains("unset unset ^KitchenTests\\.\n 61 ff 62\n"), "\(daemon)")
    }

    @Test func `a daemon ends unused when its command has ended, not before`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.startReadingErrors(
            "mockd", "watch", "--idle-exit", "1s", "--exec", "sleep 4; echo over")
        #expect(await daemon.finish() == 0)
        let (over, end) = (
            daemon.lines.firstIndex(of: "over"),
            daemon.lines.firstIndex { $0.hasSuffix("ends, because it was not used for 1s") }
        )
        #expect(try #require(over, "\(daemon.lines)") < #require(end, "\(daemon.lines)"))
    }

    @Test func `standard output stays a stream of events`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.start("mockd", "watch", "--json", "--exec", "echo noise")
        // The command's output is no event, and what a batch began is reported as done, whatever ends last.
        #expect(await daemon.line { $0.contains("\"type\":\"settled\"") } != nil)
        daemon.send(SIGTERM)
        #expect(await daemon.finish() == 0)
        #expect(daemon.lines.allSatisfy { $0.hasPrefix("{") }, "\(daemon.lines)")
    }
}
