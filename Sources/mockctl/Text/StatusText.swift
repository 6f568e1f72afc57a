internal import ControlChannel

/// The status as people read it, laid out like `systemctl status`.
struct StatusText {
    let status: Status
    let style: Style

    var lines: [String] {
        var lines = ["\(style.paint(style.dot, color)) mockd - \(status.root)"]
        lines.append(row("State", state))
        for reason in status.reasons {
            lines.append(row("", "\(reason.message) [\(reason.code)]"))
            if let fix = reason.fix { lines.append(row("", fix)) }
        }
        lines.append(row("Main PID", "\(status.pid) (mockd \(status.version))"))
        if let watch = status.watch { lines.append(row("Watching", Self.text(of: watch))) }
        if let outputs = status.outputs { lines.append(row("Mocks", Self.text(of: outputs))) }
        if let batch = status.pipeline?.lastBatch { lines.append(row("Last batch", Self.text(of: batch))) }
        if let pipeline = status.pipeline, pipeline.pending + pipeline.inFlight > 0 {
            lines.append(row("Pending", Self.text(of: pipeline)))
        }
        if let cache = status.cache { lines.append(row("Cache", Self.text(of: cache))) }
        if let resources = status.resources { lines.append(row("Memory", Self.mebibytes(resources.rssBytes))) }
        if let errors = status.errors {
            lines.append(row("Errors", errors.count == 0 ? "none" : "\(errors.count); list them with: mockctl errors"))
            if let first = errors.first { lines.append(row("", style.paint(first.description, .red))) }
        }
        return lines
    }

    private var color: Style.Color {
        switch status.state {
        case .failed, .looping: .red
        case .degraded, .waitingForRoot, .readOnlyOutput, .paused, .stopping: .yellow
        default: (status.errors?.count ?? 0) > 0 ? .red : .green
        }
    }

    private var state: String {
        let activity = status.ready && status.state == .ready ? (status.idle ? " (idle)" : " (busy)") : ""
        let since = "since \(status.startedAt.localText); \(Self.age(status.uptimeMs)) ago"
        return "\(style.paint(status.state.description + activity, color)) \(since)"
    }

    private func row(_ name: String, _ value: String) -> String {
        let label = name.isEmpty ? "" : name + ":"
        return String(repeating: " ", count: max(0, 12 - label.count)) + label + " " + value
    }
}

extension StatusText {
    static func text(of watch: Status.Watch) -> String {
        let what = "\(count(watch.files, "file")) in \(count(watch.directories, "directory", "directories"))"
        let uncovered = watch.uncovered ?? 0
        return what + (watch.backend == "inotify" ? "" : " by \(watch.backend)")
            + (uncovered > 0 ? ", \(grouped(uncovered)) of them by polling" : "")
    }

    static func text(of outputs: Status.Outputs) -> String {
        let others = [
            (outputs.stale, "stale"), (outputs.edited, "edited by hand"), (outputs.orphaned, "orphaned"),
            (outputs.failed, "failed"),
        ]
        return (["\(grouped(outputs.current)) current"] + others.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" })
            .joined(separator: ", ")
    }

    static func text(of batch: BatchReport) -> String {
        var parts = ["\(grouped(batch.written)) written", "\(grouped(batch.unchanged)) unchanged"]
        if let removed = batch.removed, removed > 0 { parts.append("\(grouped(removed)) removed") }
        if let failed = batch.failed, failed > 0 { parts.append("\(grouped(failed)) failed") }
        return "\(count(batch.files, "file")) changed, \(parts.joined(separator: ", ")) (\(batch.ms) ms)"
    }

    static func text(of pipeline: Status.Pipeline) -> String {
        let what = "\(count(pipeline.pending, "file")), \(grouped(pipeline.inFlight)) in flight"
        return what + (pipeline.deferredBy.map { ", held back by \($0)" } ?? "")
    }

    static func text(of cache: Status.Cache) -> String {
        count(cache.entries, "entry", "entries") + (cache.recovered.map { ", rebuilt: \($0)" } ?? "")
    }

    static func mebibytes(_ bytes: Int) -> String {
        let tenths = (bytes * 10 + 524_288) / 1_048_576
        return "\(tenths / 10).\(tenths % 10) MiB"
    }

    /// The two largest units, as systemd writes them.
    static func age(_ milliseconds: Int) -> String {
        let seconds = milliseconds / 1000
        switch seconds {
        case ..<1: return "\(max(0, milliseconds))ms"
        case ..<60: return "\(seconds)s"
        case ..<3600: return "\(seconds / 60)min \(seconds % 60)s"
        case ..<86400: return "\(seconds / 3600)h \(seconds % 3600 / 60)min"
        default: return "\(seconds / 86400)d \(seconds % 86400 / 3600)h"
        }
    }

    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
    }

    /// `10,000`
    static func grouped(_ number: Int) -> String {
        var digits = Array(String(number.magnitude))
        for position in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: position) }
        return (number < 0 ? "-" : "") + String(digits)
    }
}
