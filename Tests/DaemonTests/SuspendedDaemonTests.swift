import Testing

/// A signal stops the daemon, as Ctrl-Z does: the kernel accepts connections for it, but it does not answer.
@Suite struct SuspendedDaemonTests {
    private static let commands = [
        "status", "status --wait ready", "status --wait idle", "sync", "events", "events --once", "generate",
        "generate Sources/Kitchen/Cook.swift", "outputs", "inputs", "errors", "explain MockCook", "rescan", "resume",
        "config", "config --check", "reload", "log", "log --follow", "metrics", "doctor", "debug events", "version",
        "list",
        "stop",
    ]

    @Test func `every command ends with 75 within its limit, and works again when the daemon goes on`() async throws {
        let package = try PackageFixture.kitchen()
        let result = try await package.shell(
            """
            "$BIN/mockd" watch . 2> errors & daemon=$!
            until grep -q '^ready in' errors; do sleep 0.05; done
            kill -STOP $daemon
            while read -r command; do
                timeout 60 "$BIN/mockctl" $command --timeout 100ms < /dev/null > answer 2>&1 || echo "$? $command"
            done <<< '\(Self.commands.joined(separator: "\n"))'
            kill -CONT $daemon
            # It was asked to end, too.
            wait $daemon; echo $?
            """)
        #expect(
            result.output == Self.commands.map { "75 \($0)\n" }.joined() + "0\n", "\(result.errors)")
    }
}
