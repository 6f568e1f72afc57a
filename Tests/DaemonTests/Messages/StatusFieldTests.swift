import ControlChannel
import Foundation
import Testing

@testable import mockd

/// A running daemon reports figures and reasons that no other suite checks.
@Suite struct StatusFieldTests {
    private func status(_ package: PackageFixture) async throws -> Status {
        let answer = try await package.run("mockctl", "status", "--json")
        return try WireFormat.decode(Status.self, from: Array(answer.output.utf8))
    }

    private func idleStatus(_ package: PackageFixture) async throws -> Status {
        try WireFormat.decode(Status.self, from: Array(await package.idleStatus().utf8))
    }

    @Test func `a batch tells how long it took from the first event on, and each of its files is an event`()
        async throws
    {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        #expect(try await status(package).pipeline?.lastBatch?.latencyMs == nil)
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        _ = try await package.run("mockctl", "sync")
        let batch = try #require(try await status(package).pipeline?.lastBatch)
        #expect(try #require(batch.latencyMs) >= batch.ms)
        #expect(await daemon.event("input-changed", containing: "\"path\":\"Sources/Kitchen/Cook.swift\"") != nil)
        let digest = SHA256.hexDigest(of: Array((package.read(PackageFixture.mockPath) ?? "").utf8))
        let written = try #require(await daemon.event("output-written", containing: "\"sha256\":\"\(digest)\""))
        #expect(written.contains("\"reason\":\"Sources/Kitchen/Cook.swift changed\""), "\(written)")
        let outputs = try await package.run("mockctl", "outputs", "--json").output
        #expect(outputs.contains("\"sha256\":\"\(digest)\""), "\(outputs)")
        #expect(await daemon.stop() == 0)
    }

    @Test func `a change of the configuration is the cause of its batch, and the cache of the start is still fine`()
        async throws
    {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        #expect(try await status(package).pipeline?.lastBatch?.scan == "start")
        try package.write(".mockd.yml", "name: \"Fake{name}\"\n")
        _ = try await package.run("mockctl", "sync")
        let changed = try await status(package)
        #expect(changed.pipeline?.lastBatch?.scan == "configuration")
        #expect(changed.cache?.recovered == nil)
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        _ = try await package.run("mockctl", "sync")
        #expect(try await status(package).pipeline?.lastBatch?.scan == nil)
        #expect(await daemon.stop() == 0)
    }

    @Test func `mockctl waits for a daemon that was just started`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.start("mockd", "watch", ".")
        let ready = try await package.run("mockctl", "status", "--wait", "ready", "--json")
        #expect(ready.status == 0, "\(ready)")
        #expect(ready.output.contains("\"ready\":true"))
        #expect(await daemon.stop() == 0)
        // A daemon that ends with an error never gets there.
        try package.write(".mockd.yml", "mocks: all\n")
        let wrong = try package.start("mockd", "watch", ".")
        #expect(try await package.run("mockctl", "status", "--wait", "ready").status == 3)
        #expect(await wrong.finish() == 78)
    }

    @Test func `a removed mock, and one restored after a stop, have a reason`() async throws {
        let package = try PackageFixture.kitchen()
        let first = try await package.watch()
        try package.write("Sources/Kitchen/Cook.swift", "protocol Cook {}\n")
        #expect(await first.event("output-removed", containing: "\"reason\":\"no mocks left\"") != nil)
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)
        _ = try await package.run("mockctl", "sync")
        #expect(await first.stop() == 0)
        try FileManager.default.removeItem(at: package.url(PackageFixture.mockPath))
        let second = try await package.watch()
        #expect(await second.event("output-written", containing: "\"reason\":\"it was not as it should be\"") != nil)
        #expect(await second.stop() == 0)
    }

    @Test func `an error keeps the time at which it began`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook { func ramen(bowls: }\n")
        let daemon = try await package.watch()
        let first = try #require(try await status(package).errors?.first?.since)
        try package.write("Sources/Kitchen/Oven.swift", "/// @mockable\nfinal class Oven {}\n")
        _ = try await package.run("mockctl", "sync")
        let answer = try await package.run("mockctl", "errors", "--json").output
        let all = try WireFormat.decode(DiagnosticsAnswer.self, from: Array(answer.utf8)).diagnostics
        #expect(all.filter { $0.file.hasSuffix("Cook.swift") }.allSatisfy { $0.since == first })
        #expect(all.filter { $0.file.hasSuffix("Oven.swift") }.allSatisfy { $0.since.map { $0 > first } ?? false })
        #expect(await daemon.stop() == 0)
    }

    @Test func `the state has the time at which it began`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let ready = try await idleStatus(package)
        let since = try #require(ready.stateSince)
        #expect(since >= ready.startedAt)
        // Work interrupts a state, and does not begin it anew.
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        _ = try await package.run("mockctl", "sync")
        #expect(try await idleStatus(package).stateSince == since, "\(daemon.lines)")
        let answer = try await package.run("mockctl", "pause", "--json").output
        let lease = try WireFormat.decode(Lease.self, from: Array(answer.utf8))
        let paused = try #require(try await status(package).stateSince)
        #expect(paused >= lease.since && paused > since)
        let lines = try await package.run("mockctl", "status").output.split(separator: "\n")
        #expect(lines[1].hasPrefix("      State: paused since \(paused.localText); "), "\(lines)")
        #expect(
            lines[2].hasPrefix("             generation is held back by 'mockctl pause' until "), "\(lines)")
        #expect(
            lines.contains("   Main PID: \(daemon.pid) (mockd 0.1.0), started \(ready.startedAt.localText)"),
            "\(lines)")
        _ = try await package.run("mockctl", "resume")
        #expect(try #require(try await status(package).stateSince) > paused)
        #expect(await daemon.stop() == 0)
    }

    @Test func `the watches of the kernel and the number of rescans`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        for number in 1...2 {
            let answer = try await package.run("mockctl", "rescan", "--json").output
            #expect(answer.contains("\"rescanId\":\(number)"), "\(answer)")
        }
        let watch = try #require(try await status(package).watch)
        // The kernel also watches the parent of the root and the folder of cookies.
        #expect(watch.kernelWatches == watch.directories + 2)
        #expect(await daemon.stop() == 0)
    }

    @Test func `config lists which settings come from flags and from the environment`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("other.yml", "mock: all\n")
        func settings(_ arguments: [String]) async throws -> [String] {
            let daemon = try RunningProcess(
                PackageFixture.products.appending(path: "mockd").path(), ["watch", ".", "--json"] + arguments,
                in: package.root, variables: package.variables)
            _ = await daemon.event("state-changed", containing: "\"state\":\"ready\"")
            let answer = try await package.run("mockctl", "config").output
            #expect(await daemon.stop() == 0)
            return PackageFixture.settings(in: answer).suffix(3)
        }
        let caches = package.base.appending(path: "cache").path()
        #expect(
            try await settings([]) == [
                "config .mockd.yml default", "cache \(caches)/mockd $XDG_CACHE_HOME", "jobs 8 default",
            ])
        #expect(
            try await settings(["--config", "other.yml", "--cache", "none", "-j", "2"]) == [
                "config other.yml --config", "cache none --cache", "jobs 2 -j",
            ])
    }

    @Test func `an output folder that another daemon writes to is refused at a reload`() async throws {
        let package = try PackageFixture.kitchen()
        let shared = package.root.path() + "/Shared"
        func configure(_ name: String, output: String) throws {
            try package.write("\(name)/Sources/Cook.swift", PackageFixture.cook)
            try package.write(
                "\(name)/.mockd.yml", "modules:\n  - name: Kitchen\n    sources: [Sources]\n    output: \(output)\n")
        }
        try configure("One", output: shared)
        try configure("Two", output: "Mocks")
        let first = try package.start("mockd", "watch", "One", "--json", "--allow-outside")
        _ = await first.event("state-changed", containing: "\"state\":\"ready\"")
        let second = try package.start("mockd", "watch", "Two", "--json", "--allow-outside")
        _ = await second.event("state-changed", containing: "\"state\":\"ready\"")
        try configure("Two", output: shared)
        let message =
            ".mockd.yml:4:1: error: the mockd of \(package.root.path())/One (pid \(first.pid)) writes its mocks to "
            + "\(shared), too; give one of them another output"
        #expect(await second.event("state-changed", containing: "\"message\":\"\(message)\"") != nil)
        for arguments in ["reload", "config --check"] {
            let refused = try await package.shell("cd Two && \"$BIN/mockctl\" \(arguments)")
            #expect(refused.status == 78)
            #expect(
                refused.errors == "\(message) [config-shared-output]\nthe configuration from before stays in force\n")
        }
        // The daemon that was there first has the folder, also if it moved there at a reload.
        #expect(await first.stop() == 0)
        let reloaded = try await package.shell("cd Two && \"$BIN/mockctl\" reload")
        #expect(reloaded.output == "configuration read again: modules.Kitchen.output changed\n")
        let third = try await package.run("mockd", "watch", "One", "--allow-outside")
        #expect(third.status == 75)
        #expect(third.errors.hasPrefix("error: the mockd of \(package.root.path())/Two (pid \(second.pid)) writes"))
        #expect(await second.stop() == 0)
    }

    @Test func `a missing root, a name that is not UTF-8, and leases of a connection`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.startReadingErrors("mockd", "watch", package.root.path())
        #expect(await daemon.line { $0.hasPrefix("ready in ") } != nil)
        _ = try await package.shell("cp Sources/Kitchen/Cook.swift $'Sources/Kitchen/\\xff.swift'")
        #expect(
            await daemon.line {
                $0.hasSuffix(
                    ": warning: the file's name is not UTF-8, so it is left out; rename it [name-not-utf8]")
            } != nil)
        _ = try await package.shell("cd / && mv \(package.root.path()) \(package.base.path())/away")
        #expect(
            await daemon.line { $0 == "warning: the root is gone; put it back; the mocks stay [root-missing]" }
                != nil)
        _ = try? FileManager.default.moveItem(
            atPath: package.base.path() + "/away", toPath: package.root.path())
        #expect(await daemon.line { $0.wholeMatch(of: /\d\d:\d\d:\d\d the root is back/) != nil } != nil)
        #expect(await daemon.stop() == 0)
        let lease = Lease(id: 1, name: "git", since: Timestamp(millisecondsSince1970: 0), until: nil)
        #expect(lease.reason.message == "generation is held back by 'git' as long as it is connected")
        #expect(ControlError.stopping.description == "mockd is stopping; start it again first")
    }
}
