import Foundation
import Testing

/// systemd's socket activation starts the daemon at the first connection to its socket.
struct ActivationTests {
    @Test(.enabled(if: Tools.has("systemd-socket-activate"), "needs systemd-socket-activate"))
    func `the first connection starts the daemon, mockctl finds it, and systemd keeps its socket`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            socket=$(dirname "$PWD")/S
            systemd-socket-activate -l "$socket" -E XDG_RUNTIME_DIR -E XDG_CACHE_HOME \\
                "$BIN/mockd" watch . --quiet < /dev/null > activation 2>&1 & daemon=$!
            until [ -S "$socket" ]; do sleep 0.05; done
            "$BIN/mockctl" status --socket "$socket" --wait ready --json | grep -o '"ready":true'
            "$BIN/mockctl" status --json | grep -o '"ready":true'
            "$BIN/mockctl" stop > /dev/null
            wait $daemon; echo "ended with $?"
            [ -S "$socket" ] && echo "the socket is there"
            "$BIN/mockctl" status 2> /dev/null || echo "and nobody watches: $?"
            """)
        #expect(
            result.output
                == """
                "ready":true
                "ready":true
                ended with 0
                the socket is there
                and nobody watches: 3

                """)
        #expect(package.read(PackageFixture.mockPath) != nil)
    }
}
