import Foundation
import Testing

/// Daemons that `mockctl sync --start` starts, and that end unused.
@Suite(.timeLimit(.minutes(10))) struct StartedDaemonTests {
    private func stop(_ package: PackageFixture) async throws {
        let stopped = try await package.run("mockctl", "stop")
        #expect(stopped.status == 0, "\(stopped)")
    }

    @Test func `sync starts a daemon that outlives it, and the next one finds that`() async throws {
        let package = try PackageFixture.kitchen()
        let first = try await package.run("mockctl", ["sync", "--start", "Sources/Kitchen"], variables: ["CI": ""])
        #expect(first.status == 0, "\(first)")
        #expect(
            first.errors.wholeMatch(of: #/started mockd \(pid \d+\); it ends when it is not used for 30m\n/#) != nil)
        #expect(package.read(PackageFixture.mockPath)?.contains("bowls") == true)
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        let second = try await package.run("mockctl", ["sync", "--start"], variables: ["CI": ""])
        #expect(second.status == 0 && second.errors.isEmpty, "\(second)")
        #expect(package.read(PackageFixture.mockPath)?.contains("cups") == true)
        try await stop(package)
    }

    @Test func `two that start at the same time share one daemon`() async throws {
        let package = try PackageFixture.kitchen()
        let start = "$BIN/mockctl sync --start"
        let both = try await package.shell("export CI=; \(start) & one=$!; \(start); two=$?; wait $one; echo $? $two")
        #expect(both.output == "0 0\n", "\(both)")
        let list = try await package.run("mockctl", "list")
        let own = list.output.split(separator: "\n").filter { $0.contains(package.root.path()) }
        #expect(own.count == 1, "\(list)")
        try await stop(package)
    }

    @Test func `a daemon of another project that writes to the same place is not waited for`() async throws {
        let package = try PackageFixture.kitchen()
        for (name, output) in ["One": "Two/Shared", "One/Two": "Shared"] {
            try package.write("\(name)/Sources/Cook.swift", PackageFixture.cook)
            try package.write(
                "\(name)/.mockd.yml", "modules:\n  - {name: Kitchen, sources: [Sources], output: \(output)}\n")
        }
        let daemon = try package.start("mockd", "watch", "One", "--json")
        _ = await daemon.event("state-changed", containing: "\"state\":\"ready\"")
        // A wait would end at the time limit of the test.
        let started = try await package.run(
            "mockctl", ["sync", "--start", "--timeout", "1h", "One/Two"], variables: ["CI": ""])
        #expect(started.status == 75, "\(started)")
        #expect(
            started.errors.contains("writes its mocks to \(package.url("One/Two/Shared").path()), too; "), "\(started)")
        _ = await daemon.stop()
    }

    @Test func `in CI, and where no daemon can run, mocks are generated once`() async throws {
        let package = try PackageFixture.kitchen()
        let inCI = try await package.run("mockctl", ["sync", "--start"], variables: ["CI": "true"])
        #expect(inCI.status == 0, "\(inCI)")
        #expect(package.read(PackageFixture.mockPath)?.contains("bowls") == true)
        let none = try await package.run("mockctl", "status")
        #expect(none.status == 3)
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        let without = try await package.run(
            "mockctl", ["sync", "--start"], variables: ["CI": "", "RUNTIME_DIRECTORY": "/dev/null/run"])
        #expect(without.status == 0, "\(without)")
        #expect(without.errors.contains("\nno daemon can run here, so the mocks are generated once\n"), "\(without)")
        #expect(package.read(PackageFixture.mockPath)?.contains("cups") == true)
        try package.write(".mockd.yml", "bogus: 1\n")
        let wrong = try await package.run("mockctl", ["sync", "--start"], variables: ["CI": "1"])
        #expect(wrong.status == 78, "\(wrong)")
        let named = try await package.run("mockctl", "sync", "--start", "--socket", "/run/none")
        #expect(named.status == 64)
    }

    @Test func `a daemon that is not used ends, and one with a client does not`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.startReadingErrors("mockd", "watch", "--idle-exit", "4s")
        _ = await daemon.line { $0.contains("ready in ") }
        // The time is what is tested: a client stays connected for longer than the limit, which leaves it enough to start.
        let client = try await package.shell("$BIN/mockctl pause -- sh -c 'sleep 5; $BIN/mockctl status'")
        #expect(client.output.contains("State: paused"), "\(client)")
        #expect(await daemon.line { $0.hasSuffix("ends, because it was not used for 4s") } != nil)
        #expect(await daemon.finish() == 0)
        let short = try await package.run("mockd", "watch", "--idle-exit", "1ms")
        #expect(short.errors.hasPrefix("Error: --idle-exit takes at least 1s.\n"))
    }
}
