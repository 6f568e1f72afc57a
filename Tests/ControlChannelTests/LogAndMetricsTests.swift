import ControlChannel
import Testing

@testable import ControlServer

@Suite("Log and metrics", .ownThread)
struct LogAndMetricsTests {
    @Test("mockctl log prints what is remembered, from a level on, and ends")
    func log() async throws {
        try await TestServer.run { server in
            server.log.publish(.log(LogRecord(level: "debug", message: "wrote A.mocks.swift")))
            server.log.publish(.log(LogRecord(level: "info", message: "ready in 8 ms: 1 file, 1 mock current")))
            server.log.publish(.log(LogRecord(level: "error", message: "A.swift:1:1: error: \u{1B}[2J")))
            let log = try await server.mockctl("log")
            #expect(
                log
                    == Finished(
                        status: 0,
                        output: """
                            2025-11-20 23:42:19 info: ready in 8 ms: 1 file, 1 mock current
                            2025-11-20 23:42:19 A.swift:1:1: error: ?[2J

                            """, errors: ""))
            let colored = try await server.mockctl("log", "--level", "error", "--color", "always")
            #expect(colored.output == "2025-11-20 23:42:19 A.swift:1:1: \u{1B}[31merror:\u{1B}[0m ?[2J\n")
            let errors = try await server.mockctl("log", "--level", "error", "--json")
            #expect(
                errors.output
                    == #"{"clock":"\#(server.lock.epoch):3","level":"error","message":"A.swift:1:1: error: \u001b[2J","seq":3,"#
                    + #""time":"2025-11-20T23:42:19.000Z","type":"log"}"# + "\n")
        }
    }

    @Test("mockctl log --follow goes on until the daemon ends")
    func follow() async throws {
        var limits = ControlServer.Limits()
        limits.grace = .seconds(60)
        let server = try TestServer(limits: limits)
        server.log.publish(.log(LogRecord(level: "info", message: "one")))
        async let end: Void = server.server.run()
        async let log = server.mockctl("log", "-f")
        while server.log.subscriberCount == 0 { await Task.yield() }
        server.log.publish(.log(LogRecord(level: "warning", message: "two")))
        server.server.stop()
        let lines = try await log.output
        try await end
        #expect(lines == "2025-11-20 23:42:19 info: one\n2025-11-20 23:42:19 warning: two\n")
    }

    @Test("An unknown level and an unknown parameter are refused by name")
    func mistakes() async throws {
        try await TestServer.run { server in
            for (target, message) in [
                ("/v1/log?level=loud", "there is no level 'loud'"),
                ("/v1/log?follow=perhaps", "follow=perhaps is neither true nor false"),
                ("/v1/events?type=settled", "/v1/events has no parameter 'type'"),
                ("/v1/status?pretty=1", "/v1/status has no parameter 'pretty'"),
            ] {
                let answer = try await server.exchange("GET \(target) HTTP/1.1\r\nConnection: close\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 400 "))
                #expect(answer.contains(#""message":"\#(message)""#))
            }
        }
    }

    @Test("The figures, word for word")
    func metrics() throws {
        let identity = DaemonIdentity(root: #"/a "b"\c"#)
        var status = Status(
            of: identity, state: .ready, ready: true, idle: false,
            watch: .init(
                backend: "inotify", directories: 2, files: 3, events: 4, overflows: 1, rescans: .init(count: 5),
                uncovered: 6),
            pipeline: .init(pending: 7, inFlight: 8), outputs: .init(current: 9, edited: 1), errors: .init(count: 2))
        status.clock = EventClock(epoch: 1, seq: 12)
        status.uptimeMs = 1500
        status.clients = .init(connected: 3, subscribers: 2, dropped: 1)
        status.resources = .init(rssBytes: 4096, fds: 20, threads: 5, cpuMs: 2250)
        let lines = Metrics(status: status).text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            lines.joined(separator: "\n") == #"""
                mockd_info{version="0.1.0",root="/a \"b\"\\c"} 1
                mockd_ready 1
                mockd_idle 0
                mockd_state{state="ready"} 1
                mockd_uptime_seconds 1.5
                mockd_history_events_total 12
                mockd_watched_directories 2
                mockd_watched_files 3
                mockd_uncovered_directories 6
                mockd_kernel_events_total 4
                mockd_overflows_total 1
                mockd_rescans_total 5
                mockd_pending_files 7
                mockd_queued_jobs 8
                mockd_outputs{state="current"} 9
                mockd_outputs{state="stale"} 0
                mockd_outputs{state="edited"} 1
                mockd_outputs{state="orphaned"} 0
                mockd_outputs{state="failed"} 0
                mockd_errors 2
                mockd_connections 3
                mockd_subscribers 2
                mockd_dropped_events_total 1
                process_resident_memory_bytes 4096
                process_open_fds 20
                process_threads 5
                process_cpu_seconds_total 2.25
                """#)
        #expect(
            Metrics(status: status).text.hasPrefix(
                "# HELP mockd_info Which daemon this is.\n# TYPE mockd_info gauge\nmockd_info{"))
    }
}
