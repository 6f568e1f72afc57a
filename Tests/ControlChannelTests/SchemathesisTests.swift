import ControlChannel
import Foundation
import Glibc
import Testing

/// Sends requests that schemathesis generates from the description to the real server: https://schemathesis.io.
@Suite("Requests made from the description", .ownThread)
struct SchemathesisTests {
    static let isInstalled = Executables.find("schemathesis") != nil && Executables.find("socat") != nil

    @Test(
        "The server does what the description says, also for unusual requests",
        .enabled(if: isInstalled, "schemathesis (PyPI) or socat is not installed"))
    func conformance() async throws {
        let schemathesis = try #require(Executables.find("schemathesis"))
        let socat = try #require(Executables.find("socat"))
        try await TestServer.run { server in
            server.fill()
            // schemathesis uses TCP only. Port 0 selects a free port; socat prints it.
            let bridge = Process()
            let words = startingAlone { Pipe() }
            bridge.executableURL = URL(filePath: socat)
            bridge.arguments = [
                "-d", "-d", "TCP-LISTEN:0,bind=127.0.0.1,fork", "UNIX-CONNECT:\(server.socketPath)",
            ]
            // A leftover process must not keep the output of the test run open.
            bridge.standardOutput = FileHandle.nullDevice
            bridge.standardError = words
            try startingAlone { try bridge.run() }
            defer { kill(bridge.processIdentifier, SIGKILL) }
            let said = try await onThread { String(decoding: words.fileHandleForReading.availableData, as: UTF8.self) }
            let port = try #require(said.firstMatch(of: /127\.0\.0\.1:([0-9]+)/)?.1)
            // Its further output must not fill the pipe.
            Thread.detachNewThread { while !words.fileHandleForReading.availableData.isEmpty {} }
            let base = "http://127.0.0.1:\(port)"
            // Endless streams are excluded, and so is the check that reports a sync's timeout as a defect.
            let finished = try await run(
                schemathesis,
                [
                    "run", base + "/v1/openapi.json", "--url", base, "--no-color", "--seed", "1",
                    "--max-examples", "3", "--phases", "examples,coverage,fuzzing", "--request-timeout", "60",
                    "--exclude-path", "/v1/events", "--exclude-path", "/v1/log",
                    "--exclude-checks", "not_a_server_error",
                ],
                environment: [
                    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": server.directory.path,
                ],
                directory: server.directory.path)
            #expect(finished.status == 0, "\(finished.output)\(finished.errors)")
            let status = try await server.ask { try $0.status() }
            #expect(status.clients?.subscribers == 0)
        }
    }
}
