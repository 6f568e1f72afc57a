internal import ControlChannel

/// The status as text, laid out like `systemctl status`.
struct StatusText {
    let status: JSONValue
    let style: Style

    var lines: [String] {
        var lines = ["\(style.paint(style.dot, color)) mockd - \(status.root.text ?? "?")"]
        lines.append(row("State", state))
        for reason in status.reasons.array {
            lines.append(row("", "\(reason.message.text ?? "") [\(reason.code.text ?? "")]"))
            if let fix = reason.fix.text { lines.append(row("", fix)) }
        }
        let start = start?.localText ?? "?"
        lines.append(row("Main PID", "\(status.pid.int ?? 0) (mockd \(status.version.text ?? "?")), started \(start)"))
        if let watching { lines.append(row("Watching", watching)) }
        if let mocks { lines.append(row("Mocks", mocks)) }
        if let lastBatch { lines.append(row("Last batch", lastBatch)) }
        if let pending { lines.append(row("Pending", pending)) }
        if let entries = status.cache.entries.int {
            let renewal = status.cache.recovered.text.map { "; the one found at the start was of no use: \($0)" } ?? ""
            lines.append(row("Cache", Self.count(entries, "entry", "entries") + renewal))
        }
        if let bytes = status.resources.rssBytes.int { lines.append(row("Memory", Self.mebibytes(bytes))) }
        return lines + errors
    }

    private var state: String {
        let state = status.state.text ?? "unknown"
        let isBusy = status.idle.bool == false
        let activity =
            status.ready.bool == true && state == DaemonState.ready.rawValue ? (isBusy ? " (busy)" : " (idle)") : ""
        let since = status.stateSince.text.flatMap { Timestamp($0) } ?? start
        let later = since.flatMap { since in start.map { since.millisecondsSince1970 - $0.millisecondsSince1970 } }
        let age = Self.age((status.uptimeMs.int ?? 0) - Int(later ?? 0))
        return "\(style.paint(state + activity, color)) since \(since?.localText ?? "?"); \(age) ago"
    }

    private var start: Timestamp? { status.startedAt.text.flatMap { Timestamp($0) } }

    private var color: Style.Color {
        switch DaemonState(rawValue: status.state.text ?? "") {
        case .failed, .looping: .red
        case .degraded, .waitingForRoot, .readOnlyOutput, .paused, .stopping: .yellow
        default: (status.errors.count.int ?? 0) > 0 ? .red : .green
        }
    }

    private var watching: String? {
        let watch = status.watch
        guard let files = watch.files.int, let directories = watch.directories.int else { return nil }
        let backend = watch.backend.text ?? "inotify"
        let uncovered = watch.uncovered.int ?? 0
        return "\(Self.count(files, "file")) in \(Self.count(directories, "directory", "directories"))"
            + (backend == "inotify" ? "" : " by \(backend)")
            + (uncovered > 0 && uncovered < directories ? ", \(Self.grouped(uncovered)) of them by polling" : "")
    }

    private var mocks: String? {
        let outputs = status.outputs
        guard let current = outputs.current.int else { return nil }
        return "\(Self.grouped(current)) current"
            + Self.nonzero([
                (outputs.stale, "stale"), (outputs.edited, "edited by hand"), (outputs.orphaned, "orphaned"),
                (outputs.failed, "failed"),
            ])
    }

    private var lastBatch: String? {
        let batch = status.pipeline.lastBatch
        guard let files = batch.files.int else { return nil }
        let what =
            switch batch.scan.text.flatMap(BatchReport.Scan.init) {
            case .start: "first scan: \(Self.count(files, "file"))"
            case .configuration: "configuration read again: \(Self.count(files, "file"))"
            case .rescan: "scanned again: \(Self.count(files, "file"))"
            case .request: "asked to generate: \(Self.count(files, "file"))"
            case nil: "\(Self.count(files, "file")) changed"
            }
        return "\(what), \(Self.grouped(batch.written.int ?? 0)) written, "
            + "\(Self.grouped(batch.unchanged.int ?? 0)) unchanged"
            + Self.nonzero([(batch.removed, "removed"), (batch.failed, "failed")]) + " (\(batch.ms.int ?? 0) ms)"
    }

    private var pending: String? {
        let (pending, inFlight) = (status.pipeline.pending.int ?? 0, status.pipeline.inFlight.int ?? 0)
        guard pending + inFlight > 0 else { return nil }
        return "\(Self.count(pending, "file")), \(Self.grouped(inFlight)) in flight"
            + (status.pipeline.deferredBy.text.map { ", held back by \($0)" } ?? "")
    }

    private var errors: [String] {
        guard let count = status.errors.count.int else { return [] }
        guard count > 0 else {
            let others = status.errors.others.int ?? 0
            let hint = "; \(Self.count(others, "warning or note", "warnings and notes")): mockctl errors"
            return [row("Errors", "none" + (others > 0 ? hint : ""))]
        }
        let first = status.errors.first
        let position = [first.line.int, first.column.int].compactMap { $0 }.map { ":\($0)" }.joined()
        let text =
            "\(first.file.text ?? "")\(position): \(first.severity.text ?? "error"): \(first.message.text ?? "")"
        return [
            row("Errors", "\(Self.grouped(count)); list them with: mockctl errors"),
            row("", style.paint(text + " [\(first.code.text ?? "")]", .red)),
        ]
    }

    private func row(_ name: String, _ value: String) -> String {
        let label = name.isEmpty ? "" : name + ":"
        return String(repeating: " ", count: max(0, 12 - label.count)) + label + " " + value
    }
}

extension StatusText {
    private static func nonzero(_ counts: [(JSONValue, String)]) -> String {
        counts.map { value, name in
            let number = value.int ?? 0
            return number > 0 ? ", \(grouped(number)) \(name)" : ""
        }.joined()
    }

    static func mebibytes(_ bytes: Int) -> String {
        let tenths = (bytes * 10 + 524_288) / 1_048_576
        return "\(tenths / 10).\(tenths % 10) MiB"
    }

    /// Returns the age in its two largest units, as systemd writes it.
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

    /// Groups the digits: `10,000`.
    static func grouped(_ number: Int) -> String {
        var digits = Array(String(number.magnitude))
        for position in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: position) }
        return (number < 0 ? "-" : "") + String(digits)
    }
}

extension JSONValue {
    /// The string, without control characters.
    fileprivate var text: String? { string?.withoutControls }
}
