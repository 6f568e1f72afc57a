import Foundation
import Testing

/// mockctl reports answers other than the expected ones.
struct AnswerTests {
    @Test(.enabled(if: Tools.has("pgrep"), "needs pgrep"))
    func `a name that no type or file has, and a sync that takes too long`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        let unknown = try await package.run("mockctl", "explain", "Nobody")
        #expect(unknown.status == 1)
        #expect(
            unknown.errors
                == "nothing here is called 'Nobody'; name a type, a mock, or the path of a source or an output; "
                + "'mockctl outputs' lists them\n")
        // A stopped watcher reports no changes, so the daemon cannot know whether the mocks are current.
        let late = try await package.shell(
            """
            watcher=$(pgrep -P "$(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' <<< "$("$BIN/mockctl" status --json)")")
            kill -STOP $watcher
            "$BIN/mockctl" sync --timeout 300ms 2>&1; echo $?
            kill -CONT $watcher
            "$BIN/mockctl" sync; echo $?
            """)
        #expect(
            late.output.hasPrefix(
                "the mocks were not current after 300 ms; wait longer with --timeout 2m, or see what it is doing with: "
                    + "mockctl status\n"), "\(late.output)")
        #expect(late.output.hasSuffix("\n75\n0\n"), "\(late.output)")
        #expect(await daemon.stop() == 0)
    }

    @Test(
        .enabled(if: Tools.has("socat"), "needs socat"),
        arguments: [
            ("", "mockd closed the connection before it had answered"),
            ("SSH-2.0-OpenSSH\r\n", AnswerTests.understood("its answer is not HTTP/1.1")),
            ("HTTP/1.1 200 OK\r\nnothing\r\n\r\n", AnswerTests.understood("a header without a colon")),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno", AnswerTests.understood("its answer is not JSON")),
            (
                "HTTP/1.1 502 Bad\r\nContent-Length: 2\r\n\r\nno",
                AnswerTests.understood("it answered with status 502")
            ),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
                AnswerTests.understood("a chunk without a length")
            ),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
                AnswerTests.understood("a chunk of another length than it says")
            ),
            (
                "HTTP/1.1 200 OK\r\n" + String(repeating: "x", count: 70_000),
                AnswerTests.understood("a line without an end")
            ),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nno",
                "mockd closed the connection before it had answered"
            ),
        ])
    func `an answer that is not mockd's is reported with the reason`(answer: String, message: String) async throws {
        let result = try await mockctl("status", answeredWith: answer)
        #expect(result.errors == message + "\n")
        #expect(result.output == (message.hasPrefix("what answers") ? "69\n" : "1\n"))
    }

    @Test(.enabled(if: Tools.has("socat"), "needs socat"))
    func `a mockd of another version is named, and fields it adds are skipped`() async throws {
        let package = try PackageFixture.kitchen()
        // The configuration has fields that this mockctl does not know; the list of outputs lacks those that it needs.
        try package.write(
            "serve",
            """
            read -r request
            while read -r line && [ ${#line} -gt 1 ]; do :; done
            case "$request" in
            *version*) body='{"version":"9.9.9","tea":true}' ;;
            *config*) body='{"files":[],"settings":[{"key":"name","value":"X","origin":"default","since":7}],"tea":{"cups":2}}' ;;
            *) body='{"tea":[]}' ;;
            esac
            printf 'HTTP/1.1 200 OK\\r\\nContent-Length: %s\\r\\n\\r\\n%s' ${#body} "$body"

            """)
        let result = try await package.shell(
            """
            socat UNIX-LISTEN:S,fork EXEC:'sh serve' & server=$!
            until [ -S S ]; do sleep 0.05; done
            "$BIN/mockctl" config --socket "$PWD/S"; echo $?
            "$BIN/mockctl" outputs --socket "$PWD/S"; echo $?
            kill -KILL $server
            """)
        #expect(result.output == "name  X  default\n0\n69\n")
        #expect(
            result.errors
                == "this is mockctl 0.1.0, and the mockd that runs is 9.9.9; start it again: mockctl stop && mockd watch\n"
        )
    }

    @Test(.enabled(if: Tools.has("socat"), "needs socat"))
    func `a log that runs faster than its reader tells which events are missing`() async throws {
        let event =
            #"{"type":"lagged","clock":"1:9","seq":9,"time":"2026-11-21T10:00:00.000Z","dropped":3,"resumeClock":"1:8"}"#
        let chunk = "\(String(event.utf8.count + 1, radix: 16))\r\n\(event)\n\r\n0\r\n\r\n"
        let result = try await mockctl(
            "log", answeredWith: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)")
        #expect(result.output == "0\n")
        #expect(result.errors == "3 lines went by too fast to be read\n")
    }

    /// Runs a command against a server that answers every request with the same bytes; the exit status is printed last.
    private func mockctl(_ command: String, answeredWith answer: String) async throws -> RunningProcess.Result {
        let package = try PackageFixture.kitchen()
        try package.write("answer", answer)
        try package.write("serve", "while read -r line && [ ${#line} -gt 1 ]; do :; done; cat answer\n")
        return try await package.shell(
            """
            socat UNIX-LISTEN:S EXEC:'sh serve' & server=$!
            until [ -S S ]; do sleep 0.05; done
            "$BIN/mockctl" \(command) --socket "$PWD/S"; echo $?
            kill $server 2> /dev/null
            """)
    }

    fileprivate static func understood(_ what: String) -> String {
        "what answers is not a mockd that this mockctl understands: \(what)"
    }
}
