import Foundation
import Testing

/// Sources and folders become unreadable and readable again under a daemon that must obey permissions.
@Suite(.enabled(if: geteuid() != 0 || Tools.has("setpriv"), "needs setpriv, as root looks at everything"))
struct UnreadPlacesTests {
    /// Runs a script with functions that start a daemon, change sources and print errors and mocks. The module's mocks
    /// go to one file or to one for each source.
    private func run(_ script: String, output: String = "Tests/KitchenTests/All.swift") async throws -> String {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Hot/Till.swift", "/// @mockable\nprotocol Till {}\n")
        try package.write("Sources/Kitchen/Secret.swift", "struct Secret {}\n")
        try package.write(
            ".mockd.yml", "modules: [{name: Kitchen, sources: [Sources/Kitchen, Sources/Extra], output: \(output)}]\n")
        try package.write("Sources/Extra/Extra.swift", "")
        let result = try await package.shell(
            """
            K=Sources/Kitchen
            plainly=
            if [ "$(id -u)" = 0 ]; then plainly="setpriv --bounding-set=-dac_override,-dac_read_search"; fi
            trap 'chmod -R u+rwX $K' EXIT
            watch() {
                $plainly "$BIN/mockd" watch . 2> messages & daemon=$!
                until grep -qs '^ready in' messages; do sleep 0.05; done
            }
            cook() { printf '/// @mockable\\nprotocol Cook {\\n    func %s()\\n}\\n' "$1" > $K/Cook.swift; sync; }
            sync() { "$BIN/mockctl" sync 2>&1 > /dev/null | grep -Ev '^[0-9]+ errors?; see: mockctl errors$|^[^:]*: error: ' >&2; }
            errors() { "$BIN/mockctl" errors 2> /dev/null | grep -o '^[^:]*: .*: [A-Z][a-z ]*[a-z]' | sed 's/^/! /'; }
            mocks() { cat Tests/KitchenTests/*.swift Tests/KitchenTests/Mocks/*.swift 2> /dev/null | grep -o -e 'class Mock[A-Za-z]*' -e '^    func .*()'; }
            tell() { echo "$1:"; errors; mocks; }
            \(script)
            kill $daemon; wait $daemon
            """)
        #expect(result.errors == "")
        return result.output
    }

    @Test(arguments: ["chmod 644", "rm"])
    func `a module's file of mocks waits for an unreadable source, and is written once it is readable or deleted`(
        _ mend: String
    ) async throws {
        let told = try await run(
            """
            "$BIN/mockd" generate . --quiet; rm -r "$XDG_CACHE_HOME"; chmod 0 $K/Secret.swift
            watch; cook boil; tell held; \(mend) $K/Secret.swift; sync; tell mended
            """)
        #expect(
            told == """
                held:
                ! Sources/Kitchen/Secret.swift: error: cannot read the file: Permission denied
                class MockCook
                class MockTill
                mended:
                class MockCook
                    func boil()
                class MockTill

                """)
    }

    @Test(arguments: ["0", "444"])
    func `an unreadable folder that was read before holds up no others, and recovers when it is readable`(
        _ mode: String
    ) async throws {
        for close in [
            "chmod \(mode) $K/Hot; watch", "watch; chmod \(mode) $K/Hot; \"$BIN/mockctl\" rescan > /dev/null",
        ] {
            let told = try await run(
                """
                "$BIN/mockd" generate . --quiet
                \(close); cook boil; tell closed; chmod 755 $K/Hot; sync; cook fry; tell open
                """)
            let error =
                mode == "0"
                ? "! Sources/Kitchen/Hot: error: cannot list the folder: Permission denied"
                : "! Sources/Kitchen/Hot/Till.swift: error: cannot read the file: Permission denied"
            #expect(
                told == """
                    closed:
                    \(error)
                    class MockCook
                        func boil()
                    class MockTill
                    open:
                    class MockCook
                        func fry()
                    class MockTill

                    """, "\(close)")
        }
    }

    @Test func `a folder that was never read is found when readable, and forgotten when deleted`() async throws {
        let told = try await run(
            """
            mkdir $K/Empty; chmod 0 $K/Hot $K/Empty
            watch; tell closed; chmod 755 $K/Hot; sync; tell open
            rmdir $K/Empty; sync; tell away
            chmod 0 $K/Hot; "$BIN/mockctl" rescan > /dev/null; mv $K/Hot Hot; sync; tell moved
            rm -r Sources/Extra; "$BIN/mockctl" rescan > /dev/null; tell missing
            mkdir Sources/Extra; sync; cook boil; tell there
            """, output: "Tests/KitchenTests/Mocks")
        #expect(
            told == """
                closed:
                ! Sources/Kitchen/Empty: error: cannot list the folder: Permission denied
                ! Sources/Kitchen/Hot: error: cannot list the folder: Permission denied
                class MockCook
                open:
                ! Sources/Kitchen/Empty: error: cannot list the folder: Permission denied
                class MockCook
                class MockTill
                away:
                class MockCook
                class MockTill
                moved:
                class MockCook
                missing:
                ! Sources/Extra: error: cannot list the folder: No such file or directory
                class MockCook
                there:
                class MockCook
                    func boil()

                """)
    }
}
