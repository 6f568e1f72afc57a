internal import ControlChannel
internal import Glibc
internal import MockEngine
internal import MockModel

/// What `mockd watch` prints: one line a batch, diagnostics as compilers write them, recovery once.
struct BatchReporter: Sendable {
    let console: Console
    let printsJSON: Bool

    func ready(after duration: Duration, files: Int, mocks: Int) {
        console.note(
            "ready in \(duration.milliseconds) ms: \(Self.count(files, "file")), \(Self.count(mocks, "mock")) current")
    }

    /// `12:00:01 3 changed -> 2 mocks written, 1 unchanged (41 ms)`
    func batch(_ batch: BatchReport) {
        guard batch.reparsed + batch.written + (batch.removed ?? 0) + (batch.failed ?? 0) > 0 else { return }
        var parts = ["\(Self.count(batch.written, "mock")) written"]
        if batch.unchanged > 0 { parts.append("\(batch.unchanged) unchanged") }
        if let removed = batch.removed, removed > 0 { parts.append("\(removed) removed") }
        if let failed = batch.failed, failed > 0 { parts.append("\(failed) failed") }
        console.note("\(Self.time()) \(batch.files) changed -> \(parts.joined(separator: ", ")) (\(batch.ms) ms)")
    }

    /// Prints what is new, and once that everything is well again.
    func diagnostics(_ now: [Diagnostic], before: [Diagnostic]) {
        let known = Set(before)
        for diagnostic in now where !known.contains(diagnostic) { console.error("\(diagnostic)") }
        let (errors, earlier) = (now.count { $0.severity == .error }, before.count { $0.severity == .error })
        if errors == 0, earlier > 0 { console.note("\(Self.time()) no errors left") }
    }

    func warning(_ text: String) { console.error("warning: \(text)") }

    func failure(_ text: String) { console.error("error: \(text)") }

    func reasons(_ reasons: [Status.Reason]) {
        for reason in reasons {
            console.error("warning: \(reason.message)\(reason.fix.map { "; \($0)" } ?? "") [\(reason.code)]")
        }
    }

    func event(_ event: Event) {
        guard printsJSON, let line = try? WireFormat.encode(event) else { return }
        console.result(String(decoding: line, as: UTF8.self))
    }

    /// `1 mock`, `1,204 mocks`
    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number.grouped) \(noun)\(number == 1 ? "" : "s")"
    }

    private static func time() -> String {
        var now = time_t()
        Glibc.time(&now)
        var parts = tm()
        localtime_r(&now, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
