import Foundation
import Testing

/// The disk below the mocks of a running daemon is full, read-only or broken.
@Suite(.serialized, .enabled(if: geteuid() == 0, "mounting needs root")) struct DiskFaultDaemonTests {
    private static let hasStrace = FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")

    /// Runs a script in a mount namespace of its own, with the functions that these tests share.
    private func run(_ script: String) async throws -> RunningProcess.Result {
        let package = try PackageFixture.kitchen()
        let functions = """
            set -u
            M=Tests/KitchenTests/Mocks
            watch() {
                "$BIN/mockd" watch . 2> errors & daemon=$!
                until grep -q '^ready in' errors; do sleep 0.05; done
            }
            # The shell writes line by line, and the daemon must not read half of it.
            cook() {
                printf '/// @mockable\\nprotocol Cook {\\n    func %s(bowls: Int) -> Bool\\n}\\n' "$1" > cook.new
                mv cook.new Sources/Kitchen/Cook.swift
            }
            state() { "$BIN/mockctl" status "$@" --json | grep -o '"state":"[a-z-]*"' | head -1; }
            told() { grep -Ev '^ready| -> | failed \\([0-9]+ ms\\)$' errors | sed -e 's/^..:..:.. /TIME /' -e "s|$PWD|ROOT|g"; }
            leftovers() { find . -name '*.tmp' -o -name '.*mockd-*'; }
            # The daemon may be trying again just now, with a file that it removes.
            temporaries() { for _ in {1..100}; do [ -n "$(leftovers)" ] || return 0; sleep 0.1; done; leftovers; }

            """
        try package.write("script", functions + script)
        return try await package.runTool(
            "unshare", "--mount", "--propagation", "private", "env",
            "BIN=\(PackageFixture.products.path())", "bash", "script")
    }

    @Test func `a full disk keeps the old mock, is reported once, and recovers when there is space`() async throws {
        let result = try await run(
            """
            mkdir -p $M; mount -t tmpfs -o size=64k tmpfs $M
            watch; cp $M/Cook.mocks.swift /dev/shm/old.$$
            dd if=/dev/zero of=$M/filler bs=1k 2> /dev/null
            cook stew; "$BIN/mockctl" sync; state
            cmp $M/Cook.mocks.swift /dev/shm/old.$$ && echo old; rm /dev/shm/old.$$
            echo >> Sources/Kitchen/Cook.swift; "$BIN/mockctl" sync
            temporaries
            rm $M/filler
            until grep -q 'again' errors; do sleep 0.1; done
            grep -o 'func stew' $M/Cook.mocks.swift | head -1; state --wait idle
            kill $daemon; wait $daemon; echo $?
            told
            """)
        #expect(
            result.output == """
                "state":"degraded"
                old
                func stew
                "state":"ready"
                0
                error: cannot write ROOT/Tests/KitchenTests/Mocks/Cook.mocks.swift: No space left on device
                TIME all mocks could be written again
                TIME stopped

                """, "\(result)")
    }

    @Test func `a mount over the mocks that appears or disappears is noticed, and the visible mocks are current`()
        async throws
    {
        let result = try await run(
            """
            watch
            for round in 1 2 3; do
                mount -t tmpfs tmpfs $M; "$BIN/mockctl" sync; ls $M
                cook stew$round; "$BIN/mockctl" sync; grep -o "func stew$round" $M/Cook.mocks.swift | head -1
                umount $M; "$BIN/mockctl" sync; grep -o "func stew$round" $M/Cook.mocks.swift | head -1
                "$BIN/mockd" generate --check 2> /dev/null; echo $?
            done
            state; kill $daemon; wait $daemon; echo $?
            """)
        let rounds = (1...3).map { "Cook.mocks.swift\nfunc stew\($0)\nfunc stew\($0)\n0\n" }.joined()
        #expect(result.output.hasPrefix(rounds), "\(result)")
        #expect(result.output.hasSuffix("\"state\":\"ready\"\n0\n"), "\(result)")
    }

    @Test(arguments: ["$PWD", "$PWD/.."])
    func `a mount that comes over the root, or over a folder above it, is noticed by the next sync`(
        place: String
    ) async throws {
        let result = try await run(
            """
            root=$PWD; folder=$(realpath \(place)); other=$(mktemp -d)
            cp -r $folder/. $other
            sed -i 's/ramen/stew/' $other/$(realpath --relative-to=$folder $root)/Sources/Kitchen/Cook.swift
            # The folder of the daemon's socket lies in the one above the root, and stays visible.
            mkdir -p $other/run; mount --bind ../run $other/run
            watch
            cd /; mount --rbind $other $folder; cd $root
            "$BIN/mockctl" sync; echo $?; grep -o 'func stew' $M/Cook.mocks.swift | head -1
            "$BIN/mockd" generate --check 2> /dev/null; echo $?
            cd /; umount -R $folder; cd $root
            "$BIN/mockctl" sync; echo $?; grep -o 'func ramen' $M/Cook.mocks.swift | head -1; state
            kill $daemon; wait $daemon; echo $?; umount $other/run; rm -r $other
            """)
        #expect(result.output == "0\nfunc stew\n0\n0\nfunc ramen\n\"state\":\"ready\"\n0\n", "\(result)")
    }

    @Test func `a write to a file that is mounted over a source is seen by a sync`() async throws {
        let result = try await run(
            """
            sed 's/ramen/stew/' Sources/Kitchen/Cook.swift > ../Other.swift
            mount --bind ../Other.swift Sources/Kitchen/Cook.swift
            watch
            grep -o 'func stew' $M/Cook.mocks.swift | head -1
            sed 's/stew/broth/' ../Other.swift > ../Changed.swift; cat ../Changed.swift > ../Other.swift
            "$BIN/mockctl" sync; echo $?; grep -o 'func broth' $M/Cook.mocks.swift | head -1
            kill $daemon; wait $daemon; echo $?; umount Sources/Kitchen/Cook.swift
            """)
        #expect(result.output == "func stew\n0\nfunc broth\n0\n", "\(result)")
    }

    @Test func `a read-only folder is the state of the daemon until it is writable again`() async throws {
        let result = try await run(
            """
            mkdir -p $M; mount --bind $M $M
            watch
            mount -o remount,ro,bind $M
            cook stew; "$BIN/mockctl" sync; state
            "$BIN/mockctl" status --json | grep -o '"reasons":[^]]*]'
            mount -o remount,rw,bind $M
            cook roast; "$BIN/mockctl" sync; state --wait idle
            grep -o 'func roast' $M/Cook.mocks.swift | head -1; temporaries
            kill $daemon; wait $daemon; echo $?
            told
            """)
        #expect(
            result.output == """
                "state":"read-only-output"
                "reasons":[{"code":"output-read-only","fix":"make the folder of the mocks writable; mockd tries again by \
                itself","message":"1 mock cannot be written: Read-only file system"}]
                "state":"ready"
                func roast
                0
                error: cannot write ROOT/Tests/KitchenTests/Mocks/Cook.mocks.swift: Read-only file system
                TIME all mocks could be written again
                TIME stopped

                """, "\(result)")
    }

    @Test func `without inodes the old mock stays and no part of a new one`() async throws {
        let result = try await run(
            """
            mkdir -p $M; mount -t tmpfs -o nr_inodes=3 tmpfs $M
            watch; touch $M/last
            cook stew; "$BIN/mockctl" sync; state; temporaries
            grep -o 'func ramen' $M/Cook.mocks.swift | head -1
            kill $daemon; wait $daemon; echo $?
            """)
        #expect(result.output == "\"state\":\"degraded\"\nfunc ramen\n0\n", "\(result)")
    }

    @Test(
        .enabled(if: hasStrace, "strace is not installed"),
        arguments: [
            ("fsync", "error=EIO"), ("rename,renameat,renameat2", "error=EIO"),
            ("rename,renameat,renameat2", "error=EBUSY"),
            ("fchmod", "error=EIO"),
        ])
    func `a call that fails while a mock is written leaves the old one and nothing else`(
        calls: String, fault: String
    ) async throws {
        let result = try await run(
            """
            "$BIN/mockd" generate --quiet; cp $M/Cook.mocks.swift old
            cook stew
            strace -f -qq -o trace -e trace=\(calls) -e inject=\(calls):\(fault) "$BIN/mockd" generate --quiet --cache none 2> errors
            status=$?
            if grep -q INJECTED trace; then
                echo $status; cmp old $M/Cook.mocks.swift; told | sed 's/: [^:]*$/: WHY/'; temporaries
            else
                # This call is not made here, so it cannot fail.
                echo "73"; echo "error: cannot write ROOT/$M/Cook.mocks.swift: WHY"
            fi
            "$BIN/mockd" generate --quiet; grep -o 'func stew' $M/Cook.mocks.swift | head -1
            """)
        #expect(
            result.output == """
                73
                error: cannot write ROOT/Tests/KitchenTests/Mocks/Cook.mocks.swift: WHY
                func stew

                """, "\(result)")
    }
}
