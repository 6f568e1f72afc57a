import Foundation
import Testing

/// `mockctl pause` holds back all generation, whatever leads to it, and `resume` does what was held back.
@Suite struct PauseTests {
    @Test func `while generation is paused nothing is written, and afterwards everything`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let good = package.read(PackageFixture.mockPath)
        _ = try await package.run("mockctl", "pause", "--for", "5m", "--name", "git rebase")
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        // The rescan is queued behind the change, so its answer comes after the change was processed.
        let rescan = try await package.run("mockctl", "rescan")
        #expect(rescan.status == 0, "\(rescan)")
        #expect(package.read(PackageFixture.mockPath) == good)
        let sync = try await package.run("mockctl", "sync")
        #expect(sync.status == 75)
        #expect(sync.errors == "generation is held back by 'git rebase'; go on with: mockctl resume\n")
        let status = try await package.run("mockctl", "status")
        #expect(status.output.contains("State: paused since "))
        #expect(status.output.contains("generation is held back by 'git rebase' until "))
        #expect(try await package.run("mockctl", "status", "--json").output.contains(#""idle":false"#))

        let resume = try await package.run("mockctl", "resume")
        #expect(resume.output == "resumed; generation was held back by 'git rebase'\n")
        _ = try await package.run("mockctl", "sync")
        #expect(package.read(PackageFixture.mockPath)?.contains("func ramen(cups: Int) -> Bool") == true)
        #expect(try await package.idleStatus().contains(#""state":"ready""#))
        _ = await daemon.stop()
    }

    @Test func `a configuration that is read during a pause is in force after it, and removes what it must`()
        async throws
    {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Oven.swift", "/// @mockable\nprotocol Oven {}\n")
        let daemon = try await package.watch()
        let mocks = [PackageFixture.mockPath, "Tests/KitchenTests/Mocks/Oven.mocks.swift"]
        let good = mocks.map(package.read)
        _ = try await package.run("mockctl", "pause", "--for", "5m")
        try package.write(".mockd.yml", "name: \"Fake{name}\"\n")
        // A second one replaces the first.
        _ = try await package.run("mockctl", "reload")
        let folder = "Tests/KitchenTests/Fakes"
        try package.write(
            ".mockd.yml", "modules:\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n    output: \(folder)\n")
        let reload = try await package.run("mockctl", "reload")
        #expect(reload.status == 0, "\(reload)")
        #expect(mocks.map(package.read) == good)
        #expect(try await package.run("mockctl", "outputs").output.split(separator: "\n").count == 2)

        _ = try await package.run("mockctl", "resume")
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(mocks.map(package.read) == [nil, nil])
        #expect(package.read("\(folder)/Cook.mocks.swift")?.contains("final class MockCook") == true)
        _ = await daemon.stop()
    }

    @Test func `mocks that a request asks for are generated during a pause, with the configuration of now`()
        async throws
    {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        _ = try await package.run("mockctl", "pause", "--for", "5m")
        try package.write(".mockd.yml", "name: \"Fake{name}\"\n")
        _ = try await package.run("mockctl", "reload")
        let generate = try await package.run("mockctl", "generate")
        #expect(generate.status == 0, "\(generate)")
        #expect(package.read(PackageFixture.mockPath)?.contains("final class FakeCook") == true)
        let resume = try await package.run("mockctl", "resume")
        #expect(resume.status == 0)
        _ = await daemon.stop()
    }

    @Test(.enabled(if: Tools.has("strace"), "needs strace"))
    func `a source that is deleted and written again during a pause keeps its mock`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Oven.swift", "/// @mockable\nprotocol Oven {}\n")
        // The engine is busy while the source returns and the pause ends, so both wait in its queue.
        let result = try await package.shell(
            """
            "$BIN/mockd" watch . -j 1 --json > out & daemon=$!
            until grep -q '"state":"ready"' out; do sleep 0.05; done
            # It is written again later.
            echo >> Tests/KitchenTests/Mocks/Oven.mocks.swift; "$BIN/mockctl" sync > /dev/null 2>&1
            "$BIN/mockctl" pause --for 5m > /dev/null
            cp Sources/Kitchen/Cook.swift Cook.txt; rm Sources/Kitchen/Cook.swift
            until "$BIN/mockctl" status --json | grep -q '"pending":1'; do sleep 0.05; done
            strace -f -qq -o /dev/null -p $daemon -e trace=renameat -e inject=renameat:delay_enter=60000000 2> /dev/null &
            tracer=$!
            until [ -z "$(grep -L "TracerPid:	$tracer" /proc/$daemon/task/*/status)" ]; do sleep 0.05; done
            "$BIN/mockctl" generate --force Sources/Kitchen/Oven.swift > /dev/null & client=$!
            # A thread is stopped for a moment when the tracer attaches, too, so a file tells that the engine writes.
            until find Tests/KitchenTests/Mocks -name '.*.tmp' | grep -q .; do sleep 0.05; done
            mv Cook.txt Sources/Kitchen/Cook.swift
            until "$BIN/mockctl" status --json | grep -q '"inFlight":[23]'; do sleep 0.05; done
            "$BIN/mockctl" resume > /dev/null
            kill -KILL $tracer; wait $client
            "$BIN/mockctl" sync > /dev/null; echo "synced with $?"
            ls Tests/KitchenTests/Mocks
            kill -TERM $daemon; wait $daemon; echo "ended with $?"
            """)
        #expect(
            result.output == """
                synced with 0
                Cook.mocks.swift
                Oven.mocks.swift
                ended with 0

                """)
    }

    @Test func `a pause before the first scan holds that back, too`() async throws {
        let package = try PackageFixture.kitchen()
        let folder = package.base.appending(path: "bin").path()
        // A watcher that waits for a file.
        let result = try await package.shell(
            """
            mkdir \(folder) && { ln "$BIN/mockd" \(folder) || cp "$BIN/mockd" \(folder); }
            printf '#!/bin/sh\nuntil [ -e %s ]; do sleep 0.05; done\nexec %s\n' "$PWD/go" "$BIN/mockd-watcher" > \(folder)/mockd-watcher
            chmod +x \(folder)/mockd-watcher
            \(folder)/mockd watch . --json > out & daemon=$!
            until "$BIN/mockctl" pause --for 5m > /dev/null 2>&1; do sleep 0.05; done
            touch go
            until "$BIN/mockctl" status --json | grep -q '"files":[1-9]'; do sleep 0.05; done
            # Its answer comes after the scan.
            "$BIN/mockctl" outputs
            ls Tests/KitchenTests
            "$BIN/mockctl" resume > /dev/null; "$BIN/mockctl" sync > /dev/null; echo "synced with $?"
            ls Tests/KitchenTests/Mocks
            kill -TERM $daemon; wait $daemon; echo "ended with $?"
            grep -c '"state":"ready"' out
            """)
        #expect(
            result.output == """
                KitchenTests.swift
                synced with 0
                Cook.mocks.swift
                ended with 0
                1

                """)
    }

    @Test(.enabled(if: Tools.has("strace", "pgrep"), "needs strace and pgrep"))
    func `a sync is not refused by a pause that has ended, though the engine has yet to follow`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Oven.swift", "/// @mockable\nprotocol Oven {}\n")
        // The engine is busy while the watcher answers the sync and the pause ends, so both wait in its queue.
        let result = try await package.shell(
            """
            "$BIN/mockd" watch . -j 1 --json > out & daemon=$!
            until grep -q '"state":"ready"' out; do sleep 0.05; done
            echo >> Tests/KitchenTests/Mocks/Oven.mocks.swift; "$BIN/mockctl" sync > /dev/null 2>&1
            watcher=$(pgrep -P $daemon mockd-watcher)
            folder=$(dirname "$XDG_RUNTIME_DIR"/mockd/*/control.sock)
            sed -i s/bowls/cups/ Sources/Kitchen/Cook.swift
            kill -STOP $watcher; before=$(stat -c %y "$folder")
            "$BIN/mockctl" sync --timeout 60s & client=$!
            until [ "$(stat -c %y "$folder")" != "$before" ]; do sleep 0.05; done
            "$BIN/mockctl" pause --for 5m > /dev/null
            until "$BIN/mockctl" status --json | grep -q '"state":"paused"'; do sleep 0.05; done
            strace -f -qq -o /dev/null -p $daemon -e trace=renameat -e inject=renameat:delay_enter=60000000 2> /dev/null &
            tracer=$!
            until [ -z "$(grep -L "TracerPid:	$tracer" /proc/$daemon/task/*/status)" ]; do sleep 0.05; done
            "$BIN/mockctl" generate --force Sources/Kitchen/Oven.swift > /dev/null & busy=$!
            until find Tests/KitchenTests/Mocks -name '.*.tmp' | grep -q .; do sleep 0.05; done
            kill -CONT $watcher
            until "$BIN/mockctl" status --json | grep -q '"inFlight":[2-9]' || ! [ -e /proc/$client ]; do sleep 0.05; done
            "$BIN/mockctl" resume > /dev/null
            kill -KILL $tracer; wait $busy
            wait $client; echo "synced with $?"
            grep -c cups Tests/KitchenTests/Mocks/Cook.mocks.swift
            kill -TERM $daemon; wait $daemon; echo "ended with $?"
            """)
        #expect(result.output.hasPrefix("synced with 0\n"), "\(result)")
        #expect(result.output.hasSuffix("\nended with 0\n") && !result.output.contains("\n0\n"), "\(result)")
    }

    @Test(.enabled(if: Tools.has("pgrep"), "needs pgrep"))
    func `a sync that waits is refused when a pause begins`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let result = try await package.shell(
            """
            watcher=$(pgrep -P \(daemon.pid) mockd-watcher)
            folder=$(dirname "$XDG_RUNTIME_DIR"/mockd/*/control.sock)
            kill -STOP $watcher
            before=$(stat -c %y "$folder")
            "$BIN/mockctl" sync --timeout 20s 2> errors & client=$!
            # The sync has left its mark among the events of the kernel.
            until [ "$(stat -c %y "$folder")" != "$before" ]; do sleep 0.05; done
            "$BIN/mockctl" pause --for 5m --name rebase > /dev/null
            kill -CONT $watcher
            wait $client; echo $?; cat errors
            """)
        #expect(result.output == "75\ngeneration is held back by 'rebase'; go on with: mockctl resume\n")
        _ = await daemon.stop()
    }
}
