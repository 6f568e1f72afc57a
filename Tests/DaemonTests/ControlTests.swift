import ControlChannel
import Foundation
import Testing

/// Commands of `mockctl` control a running daemon.
@Suite struct ControlTests {
    @Test func `the daemon describes its interface as Texts/openapi.json does`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let list = try await package.run("mockctl", "list", "--json").output
        let socket = try #require(list.firstMatch(of: #/"socket":"([^"]*)"/#)?.1)
        let client = try ControlClient(connectingTo: String(socket))
        let described = try JSONValue(parsing: client.exchange(.openAPI))
        let texts = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../ControlChannelTests/Texts/openapi.json")
        #expect(try described == JSONValue(parsing: Array(Data(contentsOf: texts))))
        _ = await daemon.stop()
    }

    @Test func `show prints what tests can write with a mock`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let typed = try await package.run("mockctl", "show", "Cook")
        #expect(
            typed.output == """
                // MockCook mocks Cook of Kitchen: Tests/KitchenTests/Mocks/Cook.mocks.swift
                final class MockCook: Cook, ProtocolMock
                    func ramen(bowls: Int) -> Bool
                given(mock), verify(mock), calls(mock)
                    func ramen(bowls: Matcher<Int> = .any) -> Clause<MockMode, Int, Bool, Never>
                let mock = MockCook()
                    given(mock).ramen(bowls: .any).willReturn(true)
                    verify(mock).ramen(bowls: .any).wasCalled()

                """)
        try package.write(".mockd.yml", "style: spy\n")
        _ = try await package.run("mockctl", "reload")
        let spy = try await package.run("mockctl", "show", "MockCook")
        #expect(spy.output.contains("\n    private(set) var ramenCallCount: Int\n"), "\(spy)")
        #expect(!spy.output.contains("given"))
        let missing = try await package.run("mockctl", "show", "Oven")
        #expect(missing.status == 1)
        #expect(missing.errors == "there is no mock of 'Oven'; mockctl explain 'Oven'\n")
        let misspelled = try await package.run("mockctl", "show", "MockCock")
        #expect(misspelled.errors == "there is no mock of 'MockCock'; did you mean 'MockCook'?\n")
        let graph = try await package.run("mockctl", "graph")
        #expect(
            graph.output == """
                flowchart LR
                    n0["Sources/Kitchen/Cook.swift"]
                    n1["Tests/KitchenTests/Mocks/Cook.mocks.swift"]
                    n0 --> n1

                """)
        _ = await daemon.stop()
    }

    @Test func `the configuration in force is shown with its origins, and a wrong one changes nothing`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let config = try await package.run("mockctl", "config")
        #expect(config.output.hasPrefix("mock "))
        #expect(config.output.contains(#/name +Mock\{name\} +default\n/#))
        try package.write(".mockd.yml", "bogus: 1\n")
        let reload = try await package.run("mockctl", "reload")
        #expect(reload.status == 78)
        #expect(reload.errors.hasPrefix(".mockd.yml:1:1: error: the configuration has no key 'bogus'; "))
        #expect(reload.errors.hasSuffix("\nthe configuration from before stays in force\n"))
        let doctor = try await package.run("mockctl", "doctor")
        #expect(doctor.status == 1)
        #expect(doctor.output.contains("BAD configuration "))
        try FileManager.default.removeItem(at: package.url(".mockd.yml"))
        let mended = try await package.run("mockctl", "reload")
        #expect(mended.status == 0)
        let well = try await package.run("mockctl", "doctor")
        #expect(well.status == 0, "\(well.output)")
        _ = await daemon.stop()
    }

    @Test func `the status reports the use of the cache, and why it was not used`() async throws {
        let package = try PackageFixture.kitchen()
        let cache = { (status: String) in status.firstMatch(of: #/"cache":(\{.*?\})/#).map { String($0.1) } ?? "" }
        func statusOfRun() async throws -> String {
            let daemon = try await package.watch()
            let status = try await package.run("mockctl", "status", "--json").output
            #expect(await daemon.stop() == 0)
            return cache(status)
        }
        let first = try await statusOfRun()
        #expect(first.contains(#""entries":1,"hits":0,"misses":1"#) && !first.contains("recovered"), "\(first)")
        let path = try #require(first.firstMatch(of: #/"path":"(.*?)"/#).map { String($0.1) })
        let second = try await statusOfRun()
        #expect(second.contains(#""entries":1,"hits":1,"misses":0"#) && !second.contains("recovered"), "\(second)")
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: URL(filePath: path))
        let damaged = try await statusOfRun()
        #expect(damaged.contains(#/"recovered":"it was damaged after \d+ of \d+ bytes"/#), "\(damaged)")
        bytes[0] ^= 1
        try bytes.write(to: URL(filePath: path))
        let foreign = try await statusOfRun()
        #expect(
            foreign.contains(
                #""recovered":"it was written by another build of mockd or for another configuration""#), "\(foreign)")
        #expect(foreign.contains(#""hits":0,"misses":1"#))
    }

    @Test func `inputs lists the parse time of sources that this daemon parsed itself`() async throws {
        let package = try PackageFixture.kitchen()
        let parseTime = #/"lastParseMs":[1-9]/#
        var daemon = try await package.watch()
        let parsed = try await package.run("mockctl", "inputs", "--json")
        #expect(parsed.output.contains(parseTime), "\(parsed)")
        #expect(await daemon.stop() == 0)
        daemon = try await package.watch()
        let remembered = try await package.run("mockctl", "inputs", "--json")
        #expect(remembered.output.contains(#""path":"Sources/Kitchen/Cook.swift""#), "\(remembered)")
        #expect(!remembered.output.contains("lastParseMs"), "\(remembered)")
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook { func bake() }\n")
        _ = try await package.run("mockctl", "sync")
        let again = try await package.run("mockctl", "inputs", "--json")
        #expect(again.output.contains(parseTime), "\(again)")
        #expect(await daemon.stop() == 0)
    }

    @Test func `generate --force overwrites the mocks it is asked for and nothing else`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Oven.swift", "/// @mockable\nprotocol Oven {}\n")
        let daemon = try await package.watch()
        let other = "Tests/KitchenTests/Mocks/Oven.mocks.swift"
        let good = try #require(package.read(PackageFixture.mockPath))
        let otherEdited = try #require(package.read(other)) + "// mine\n"
        try package.write(PackageFixture.mockPath, good + "// mine\n")
        try package.write(other, otherEdited)
        _ = try await package.run("mockctl", "sync")
        let forced = try await package.run("mockctl", "generate", "--force", "Sources/Kitchen/Cook.swift")
        #expect(forced.output == "written \(PackageFixture.mockPath)\n")
        #expect(package.read(PackageFixture.mockPath) == good)
        #expect(package.read(other) == otherEdited)
        let drifted = try await package.run("mockctl", "outputs", "--drifted", "--exit-code")
        #expect(drifted.status == 2)
        #expect(drifted.output == "edited  \(other)  Oven\n")
        let unknown = try await package.run("mockctl", "generate", "Nowhere.swift")
        #expect(unknown.status == 1)
        #expect(
            unknown.errors
                == "\(package.root.path())/Nowhere.swift is neither a source nor an output; mockctl inputs and mockctl outputs list them\n"
        )
        _ = await daemon.stop()
    }

    @Test(.enabled(if: Tools.has("prlimit", "strace"), "needs prlimit and strace"))
    func `without a free descriptor a client waits, and the daemon retries at intervals`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let result = try await package.shell(
            """
            prlimit --pid \(daemon.pid) --nofile=3:4096
            strace -f -qq -ttt -e trace=accept4 -o accepts -p \(daemon.pid) 2> /dev/null & tracer=$!
            until [ -z "$(grep -L "TracerPid:	$tracer" /proc/\(daemon.pid)/task/*/status)" ]; do sleep 0.05; done
            "$BIN/mockctl" status > answer & client=$!
            for _ in $(seq 600); do [ "$(grep -c EMFILE accepts)" -ge 4 ] && break; sleep 0.05; done
            prlimit --pid \(daemon.pid) --nofile=4096:4096
            wait $client; echo "answered with $?"
            kill -KILL $tracer; wait $tracer 2> /dev/null
            # In which hundredth of a second of the run each attempt was made.
            awk '/EMFILE/ { if (!first) first = $2; print int(($2 - first) * 100) }' accepts | head -n 4
            """)
        let lines = result.output.split(separator: "\n")
        #expect(lines.first == "answered with 0")
        let attempts = lines.dropFirst().compactMap { Int($0) }
        try #require(attempts.count == 4)
        #expect(zip(attempts, attempts.dropFirst()).allSatisfy { $1 - $0 >= 10 }, "\(attempts)")
        #expect(await daemon.stop() == 0)
    }

    @Test func `of five daemons started at the same instant one watches, and the others end with 75`() async throws {
        let package = try PackageFixture.kitchen()
        for _ in 0..<8 {
            let contenders = try (0..<5).map { _ in try package.start("mockd", "watch", ".", "--json") }
            let statuses = await withTaskGroup(of: Int32.self) { group in
                for contender in contenders { group.addTask { await contender.finish() } }
                var ended: [Int32] = []
                for await status in group {
                    ended.append(status)
                    // Only the daemon that watches is left; it answers, and ends in order.
                    if ended.count == contenders.count - 1 {
                        let stop = try? await package.run("mockctl", "stop")
                        #expect(stop?.status == 0)
                    }
                }
                return ended
            }
            #expect(statuses.sorted() == [0, 75, 75, 75, 75])
        }
    }

    @Test func `a root inside of a watched one is watched, too, and the other way round`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Examples/Bar/Package.swift", package.read("Package.swift") ?? "")
        try package.write("Examples/Bar/Sources/Kitchen/Cook.swift", PackageFixture.cook)
        try package.write("Examples/Bar/Tests/KitchenTests/Empty.swift", "")
        for roots in [[".", "Examples/Bar"], ["Examples/Bar", "."]] {
            var daemons: [RunningProcess] = []
            for root in roots {
                daemons.append(try package.start("mockd", "watch", root, "--json"))
                #expect(await daemons.last?.event("state-changed", containing: "\"state\":\"ready\"") != nil)
            }
            for root in roots {
                let status = try await package.run("mockctl", "status", root, "--json")
                let path = package.url(root).standardizedFileURL.resolvingSymlinksInPath().path()
                #expect(status.output.contains("\"root\":\"\(path.hasSuffix("/") ? String(path.dropLast()) : path)\""))
            }
            for daemon in daemons { #expect(await daemon.stop() == 0) }
        }
    }

    @Test func `two roots that write to the same place are refused`() async throws {
        let package = try PackageFixture.kitchen()
        for name in ["One", "Two"] {
            try package.write("\(name)/Sources/Cook.swift", PackageFixture.cook)
            try package.write(
                "\(name)/.mockd.yml",
                "modules:\n  - name: Kitchen\n    sources: [Sources]\n    output: \(package.root.path())/Shared\n")
        }
        let first = try package.start("mockd", "watch", "One", "--json", "--allow-outside")
        _ = await first.event("state-changed", containing: "\"state\":\"ready\"")
        let second = try await package.run("mockd", "watch", "Two", "--allow-outside")
        #expect(second.status == 75)
        #expect(
            second.errors == """
                error: the mockd of \(package.root.path())/One (pid \(first.pid)) writes its mocks to \
                \(package.root.path())/Shared, too; give one of them another output

                """)
        _ = await first.stop()
    }
}
