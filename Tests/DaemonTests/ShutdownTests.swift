import Foundation
import Testing

/// The daemon ends in order, at once, or by force.
@Suite(.serialized) struct ShutdownTests {
    private static let count = 300
    private static let mocks = "Tests/KitchenTests/Mocks"

    /// Returns a package whose first scan takes a while.
    private func large() throws -> PackageFixture {
        let package = try PackageFixture.kitchen()
        let body = (0..<40).map { "    func boil\($0)(water: Int, salt: String) -> Bool\n" }.joined()
        for number in 0..<Self.count {
            try package.write("Sources/Kitchen/P\(number).swift", "/// @mockable\nprotocol P\(number) {\n\(body)}\n")
        }
        return package
    }

    private func temporaries(_ package: PackageFixture) -> [String] {
        let all = FileManager.default.enumerator(atPath: package.root.path())?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(".tmp") || $0.contains(".mockd-") }
    }

    @Test func `SIGTERM in the middle of the first scan ends it at once, with whole files`() async throws {
        let package = try large()
        let daemon = try package.start("mockd", "watch", ".", "--json")
        let mocks = { try? FileManager.default.contentsOfDirectory(atPath: package.url(Self.mocks).path()) }
        while (mocks() ?? []).isEmpty { await Task.yield() }
        let start = ContinuousClock.now
        #expect(await daemon.stop() == 0)
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(temporaries(package) == [])
        // Waits for the end of the output.
        _ = await daemon.line { _ in false }
        let announced = daemon.lines.count { $0.contains("\"type\":\"output-written\"") }
        #expect(announced == mocks()?.count)
        let isSettled = daemon.lines.contains { $0.contains("\"type\":\"settled\"") }
        #expect(announced == Self.count + 1 || !isSettled)
        let check = try await package.run("mockd", "generate", "--check")
        #expect(!check.output.contains("edited") && !check.output.contains("stale"), "\(check.output)")
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `SIGTERM and SIGINT end it with status 0, and the next one starts`(signal: Int32) async throws {
        let package = try PackageFixture.kitchen()
        for _ in 0..<2 {
            let daemon = try await package.watch()
            daemon.send(signal)
            #expect(await daemon.finish() == 0)
        }
        #expect(try await package.run("mockctl", "status").status == 3)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "strace is not installed"))
    func `the second SIGINT ends at once a daemon that hangs`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            "$BIN/mockd" watch . --json > out & daemon=$!
            until grep -q '"state":"ready"' out; do sleep 0.05; done
            strace -f -qq -o /dev/null -p $daemon -e trace=openat -e inject=openat:delay_enter=30000000 2> /dev/null &
            tracer=$!
            until [ -z "$(grep -L "TracerPid:	$tracer" /proc/$daemon/task/*/status)" ]; do sleep 0.05; done
            echo >> Sources/Kitchen/Cook.swift
            until grep -q "^State:	t" /proc/$daemon/task/*/status; do sleep 0.05; done
            kill -INT $daemon
            until ! [ -e /proc/$daemon ] || grep -q "^State:	Z" /proc/$daemon/status; do
                sleep 0.05; kill -INT $daemon
            done
            kill -KILL $tracer
            wait $daemon; echo $?
            """)
        #expect(result.output == "130\n")
    }

    /// Reads the order of the steps from a trace of the system calls.
    @Test(.enabled(if: Tools.has("strace", "socat", "curl"), "needs strace, socat and curl"))
    func `the steps of an end are in order`() async throws {
        let package = try PackageFixture.kitchen()
        for number in 1...6 {
            try package.write("Sources/Kitchen/P\(number).swift", "/// @mockable\nprotocol P\(number) {}\n")
        }
        let result = try await package.shell(
            """
            socat -u UNIX-RECVFROM:"$PWD/notify",fork OPEN:notified,creat,append & listener=$!
            until [ -S notify ]; do sleep 0.05; done
            NOTIFY_SOCKET="$PWD/notify" "$BIN/mockd" watch . -j 1 --json > out & daemon=$!
            until grep -q '"state":"ready"' out; do sleep 0.05; done
            socket=$("$BIN/mockctl" list --json | sed 's/.*"socket":"\\([^"]*\\)".*/\\1/')
            curl -sN --unix-socket "$socket" http://mockd/v1/events > events & client=$!
            until grep -q hello events; do sleep 0.05; done
            strace -f -qq -yy -o trace -p $daemon -e trace=sendto,close,renameat,unlink,flock \\
                -e inject=renameat:delay_enter=300000 2> /dev/null & tracer=$!
            until [ -z "$(grep -L "TracerPid:	$tracer" /proc/$daemon/task/*/status)" ]; do sleep 0.05; done
            for n in 1 2 3 4 5 6; do echo '/// @mockable
            protocol P'$n' { func f() }' > Sources/Kitchen/P$n.swift; done
            until grep -q 'renameat(.*mocks.swift' trace; do sleep 0.05; done
            kill -TERM $daemon; wait $daemon; echo "ended with $?"; wait $client; echo "the stream with $?"
            wait $tracer; kill -KILL $listener
            grep -Eo 'STOPPING=1|close\\([0-9]+<UNIX-STREAM:\\[[0-9]+,"[^"]*control.sock[^"]*"\\]>|unlink\\("[^"]*control.sock"|flock\\([0-9]+<[^>]*/lock>, LOCK_UN' trace |
                sed 's/(.*control.sock.*/ socket/; s/flock.*/unlock/' | uniq
            awk '/STOPPING/ { ends = 1 } ends && /renameat\\(/ { late++ } /unlink.*control.sock/ { over = 1 }
                 over && /renameat/ { never = 1 } END { print late <= 1, never + 0 }' trace
            """)
        // The one thread that writes finishes the mock it has begun, and begins no other.
        #expect(
            result.output == """
                ended with 0
                the stream with 0
                STOPPING=1
                close socket
                unlink socket
                unlock
                1 0

                """, "\(result.output) \(package.read("trace") ?? "")")
        let events = (package.read("events") ?? "").split(separator: "\n")
        let last = events.last { $0.contains("state-changed") }
        #expect(last?.contains("\"state\":\"stopping\"") == true, "\(events)")
        #expect(temporaries(package) == [])
    }

    /// The kernel holds the daemon up in a system call; its end must not wait for that.
    @Test(
        .enabled(if: Tools.has("strace"), "strace is not installed"),
        arguments: ["openat", "renameat", "getdents64"])
    func `SIGTERM ends it in time during any system call`(call: String) async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            "$BIN/mockd" watch . --json > out & daemon=$!
            until grep -q '"state":"ready"' out; do sleep 0.05; done
            strace -f -qq -o /dev/null -p $daemon -e trace=\(call) -e inject=\(call):delay_enter=60000000 2> /dev/null &
            tracer=$!
            until [ -z "$(grep -L "TracerPid:	$tracer" /proc/$daemon/task/*/status)" ]; do sleep 0.05; done
            mkdir Sources/Kitchen/New; cp Sources/Kitchen/Cook.swift Sources/Kitchen/New/Other.swift
            echo '/// @mockable
            protocol Oven {}' > Sources/Kitchen/Oven.swift
            [ \(call) = getdents64 ] && kill -HUP $daemon && "$BIN/mockctl" rescan > /dev/null 2>&1 &
            until grep -q "^State:	t" /proc/$daemon/task/*/status; do sleep 0.05; done
            begin=$(date +%s%3N)
            kill -TERM $daemon
            until ! [ -e /proc/$daemon ] || grep -q "^State:	Z" /proc/$daemon/status; do sleep 0.05; done
            echo "$(( $(date +%s%3N) - begin < 5000 ))"
            kill -KILL $tracer
            wait $daemon; echo $?
            """)
        #expect(result.output == "1\n0\n")
    }

    @Test func `a storm of SIGHUP is answered and ends in a daemon that works`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        for _ in 0..<500 { daemon.send(SIGHUP) }
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(package.read(PackageFixture.mockPath)?.contains("cups") == true)
        #expect(await daemon.stop() == 0)
    }

    /// `MOCKD_KILL_ROUNDS=500` asks for 500 rounds, which take minutes.
    @Test func `after kill -9 at any moment every mock is whole, and nothing temporary is left`() async throws {
        let package = try PackageFixture.kitchen()
        let rounds = ProcessInfo.processInfo.environment["MOCKD_KILL_ROUNDS"] ?? "50"
        let result = try await package.shell(
            """
            # Each file, in each round: one that is the same at a second kill would be quarantined.
            edit() {
                for name in Cook P1 P2 P3 P4 P5 P6 P7 P8; do
                    printf '/// @mockable\\nprotocol %s { func round%s(a: Int) -> Bool }\\n' $name "$1" > Sources/Kitchen/$name.swift
                done
            }
            RANDOM=7
            for round in $(seq \(rounds)); do
                edit "${round}a"
                "$BIN/mockd" watch . --quiet & daemon=$!
                sleep 0.$(printf %02d $((RANDOM % 20)))
                edit "${round}b"
                sleep 0.$(printf %02d $((RANDOM % 20)))
                kill -KILL $daemon; wait $daemon 2> /dev/null
                # A file that is torn, or that is not as its second line says, counts as edited or foreign.
                "$BIN/mockd" generate --check > check 2> errors
                if grep -Eq 'edited|conflict' check || grep -q 'error:' errors; then
                    echo "round $round"; cat check errors
                fi
            done
            "$BIN/mockd" generate --quiet || echo failed
            "$BIN/mockd" generate --check || echo drifted
            find . -name '*.tmp' -o -name '.*mockd-*'
            """)
        #expect(result.output == "")
        #expect(temporaries(package) == [])
    }
}
