import Foundation
import Testing

/// The daemon's folder in the runtime folder, or its root, is removed or replaced while it runs.
@Suite struct LostPlaceTests {
    @Test(arguments: [
        "rm -r \"$place\"", "rm -r \"$XDG_RUNTIME_DIR/mockd\"", "rm \"$place/lock\"", "rm \"$place/control.sock\"",
    ])
    func `a daemon whose folder, lock or socket is removed reports it and ends`(removal: String) async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            "$BIN/mockd" watch . 2> errors & daemon=$!
            until grep -q '^ready in' errors; do sleep 0.05; done
            place=$(echo "$XDG_RUNTIME_DIR"/mockd/*[0-9a-f]); \(removal)
            wait $daemon; echo $?; tail -n 1 errors
            "$BIN/mockd" watch . 2> again & daemon=$!
            until grep -q '^ready in' again; do sleep 0.05; done
            "$BIN/mockctl" sync; echo $?
            kill $daemon; wait $daemon; echo $?
            """)
        let place = package.base.appending(path: "run/mockd").path()
        let root = package.root.path()
        #expect(
            result.output.replacing(#/mockd\/[0-9a-f]{16}/#, with: "mockd/ID")
                == "1\nerror: \(place)/ID was removed or replaced while mockd ran, so it ends; "
                + "start it again: mockd watch \(root)\n0\n0\n",
            "\(result.errors)")
    }

    @Test func `of two daemons of one root the one without its lock ends, and leaves the other alone`()
        async throws
    {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            "$BIN/mockd" watch . 2> errors & first=$!
            until grep -q '^ready in' errors; do sleep 0.05; done
            rm -r "$XDG_RUNTIME_DIR/mockd"
            "$BIN/mockd" watch . 2> others & second=$!
            wait $first; echo $?
            tail -n 1 errors | grep -o "mockd (pid $second) watches"
            until grep -q '^ready in' others; do sleep 0.05; done
            "$BIN/mockctl" sync; echo $?
            kill $second; wait $second; echo $?
            """)
        #expect(
            result.output.replacing(#/pid \d+/#, with: "pid N") == "1\nmockd (pid N) watches\n0\n0\n",
            "\(result.errors)")
    }

    /// Returns a package with so many mocks that writing them takes a while.
    private func busyKitchen() throws -> PackageFixture {
        let package = try PackageFixture.kitchen()
        for number in 0..<20 {
            try package.write(
                "Sources/Kitchen/A\(number).swift", "/// @mockable\nprotocol A\(number) { func cook() }\n")
        }
        return package
    }

    @Test func `a root that is renamed while mocks are written is not created again`() async throws {
        let package = try busyKitchen()
        let result = try await package.shell(
            """
            cd ..
            "$BIN/mockd" watch Kitchen 2> errors & daemon=$!
            until grep -q '^ready in' errors; do sleep 0.05; done
            for round in $(seq ${MOCKD_RENAME_ROUNDS:-10}); do
                for number in $(seq 0 19); do
                    printf '/// @mockable\\nprotocol A%s { func cook%s() }\\n' $number $round > Kitchen/Sources/Kitchen/A$number.swift
                done
                # When the first of the new mocks is there, the others are being written.
                until grep -qs "cook$round" Kitchen/Tests/KitchenTests/Mocks/*; do :; done
                mv Kitchen Away
                "$BIN/mockctl" --socket "$XDG_RUNTIME_DIR"/mockd/*/control.sock sync > /dev/null 2>&1
                [ -e Kitchen ] && echo "made again in round $round"
                mv Away Kitchen
                "$BIN/mockctl" sync Kitchen; echo $?
            done
            kill $daemon; wait $daemon; echo $?
            """)
        let rounds = ProcessInfo.processInfo.environment["MOCKD_RENAME_ROUNDS"].flatMap { Int($0) } ?? 10
        #expect(result.output == String(repeating: "0\n", count: rounds + 1), "\(result.errors)")
    }

    @Test func `while another folder is in the place of the root, its mocks stay its own`() async throws {
        let package = try busyKitchen()
        // The other folder is current, so the daemon has nothing to write there, and the folder of mocks must not
        // change.
        let result = try await package.shell(
            """
            cd ..
            cp -r Kitchen Other; rm Other/Sources/Kitchen/*
            printf '/// @mockable\\nprotocol Bar {}\\n' > Other/Sources/Kitchen/Bar.swift
            "$BIN/mockd" generate --cache none Other > /dev/null
            "$BIN/mockd" watch Kitchen 2> errors & daemon=$!
            until grep -q '^ready in' errors; do sleep 0.05; done
            state() { stat -c '%y' "$1/Tests/KitchenTests/Mocks"; ls -A "$1/Tests/KitchenTests/Mocks"; }
            before=$(state Other)
            for round in $(seq ${MOCKD_RENAME_ROUNDS:-5}); do
                for number in $(seq 0 19); do
                    printf '/// @mockable\\nprotocol A%s { func cook%s() }\\n' $number $round > Kitchen/Sources/Kitchen/A$number.swift
                done
                until grep -qs "cook$round" Kitchen/Tests/KitchenTests/Mocks/*; do :; done
                mv Kitchen Away; mv Other Kitchen
                "$BIN/mockctl" sync Kitchen > sync 2>&1 || cat sync
                [ "$(state Kitchen)" = "$before" ] || { echo "round $round:"; state Kitchen; }
                mv Kitchen Other; mv Away Kitchen
                "$BIN/mockctl" sync Kitchen; echo $?
                "$BIN/mockd" generate --check --cache none Kitchen
            done
            kill $daemon; wait $daemon; echo $?
            """)
        let rounds = ProcessInfo.processInfo.environment["MOCKD_RENAME_ROUNDS"].flatMap { Int($0) } ?? 5
        #expect(result.output == String(repeating: "0\n", count: rounds + 1), "\(result.errors)")
    }
}
