internal import ControlChannel
internal import LinuxSystem

/// The status in the text format of Prometheus, version 0.0.4.
struct Metrics {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    let status: Status

    var text: String {
        var text = Text()
        text.gauge("mockd_info", "Which daemon this is.", 1, ["version": status.version, "root": status.root])
        text.gauge("mockd_ready", "The first scan is done.", status.ready ? 1 : 0)
        text.gauge("mockd_idle", "All work is done.", status.idle ? 1 : 0)
        text.gauge("mockd_state", "What the daemon is doing.", 1, ["state": status.state.rawValue])
        text.gauge("mockd_uptime_seconds", "Since its start.", Double(status.uptimeMs) / 1000)
        text.counter("mockd_history_events_total", "Events in /v1/events.", status.clock.seq)
        if let watch = status.watch { text.add(watch) }
        if let pipeline = status.pipeline {
            text.gauge("mockd_pending_files", "Changed files that no batch has taken.", Double(pipeline.pending))
            text.gauge("mockd_queued_jobs", "Jobs that wait or are under way.", Double(pipeline.inFlight))
        }
        if let outputs = status.outputs { text.add(outputs) }
        if let errors = status.errors {
            text.gauge("mockd_errors", "The errors in the sources.", Double(errors.count))
        }
        if let clients = status.clients { text.add(clients) }
        if let resources = status.resources { text.add(resources) }
        return text.lines
    }

    /// Metric families in their order of output.
    private struct Text {
        var lines = ""

        mutating func gauge(
            _ name: String, _ help: String, _ value: Double, _ labels: KeyValuePairs<String, String> = [:]
        ) {
            begin(name, help, "gauge")
            sample(name, value, labels)
        }

        mutating func counter(_ name: String, _ help: String, _ value: Int) {
            begin(name, help, "counter")
            sample(name, Double(value))
        }

        mutating func begin(_ name: String, _ help: String, _ type: String) {
            lines += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        }

        mutating func sample(_ name: String, _ value: Double, _ labels: KeyValuePairs<String, String> = [:]) {
            let pairs = labels.map { "\($0)=\"\(Self.escaped($1))\"" }
            let number = Int(exactly: value).map { String($0) } ?? String(value)
            lines += name + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " \(number)\n"
        }

        private static func escaped(_ text: String) -> String {
            text.replacingScalars(["\\": "\\\\", "\"": "\\\"", "\n": "\\n"])
        }

        mutating func add(_ watch: Status.Watch) {
            gauge("mockd_watched_directories", "Directories below the root.", Double(watch.directories))
            gauge("mockd_watched_files", "Files below the root.", Double(watch.files))
            gauge("mockd_uncovered_directories", "Directories that are polled.", Double(watch.uncovered ?? 0))
            counter("mockd_kernel_events_total", "Events of the kernel.", watch.events ?? 0)
            counter("mockd_overflows_total", "Times that the kernel lost events.", watch.overflows ?? 0)
            counter("mockd_rescans_total", "Times that everything was compared again.", watch.rescans?.count ?? 0)
        }

        mutating func add(_ outputs: Status.Outputs) {
            begin("mockd_outputs", "Files of mocks by state.", "gauge")
            for (state, count) in [
                ("current", outputs.current), ("stale", outputs.stale), ("edited", outputs.edited),
                ("orphaned", outputs.orphaned), ("failed", outputs.failed),
            ] { sample("mockd_outputs", Double(count), ["state": state]) }
        }

        mutating func add(_ clients: Status.Clients) {
            gauge("mockd_connections", "Clients that are connected.", Double(clients.connected))
            gauge("mockd_subscribers", "Connections that read events.", Double(clients.subscribers))
            counter("mockd_dropped_events_total", "Events that slow subscribers missed.", clients.dropped)
        }

        mutating func add(_ resources: Status.Resources) {
            gauge("process_resident_memory_bytes", "Resident memory.", Double(resources.rssBytes))
            gauge("process_open_fds", "Open file descriptors.", Double(resources.fds))
            gauge("process_threads", "Threads.", Double(resources.threads))
            begin("process_cpu_seconds_total", "Time on processors.", "counter")
            sample("process_cpu_seconds_total", Double(resources.cpuMs) / 1000)
        }
    }
}
