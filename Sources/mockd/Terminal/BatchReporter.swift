internal import ControlChannel
internal import Glibc
internal import MockEngine
internal import MockModel

/// Prints the lines of `mockd watch`: one line a batch, diagnostics as compilers write them, recovery once.
struct BatchReporter: Sendable {
    var console: Console
    let printsJSON: Bool
    /// True to print all problems each time that they change, between two lines, for an editor that shows those of the
    /// last time.
    var printsProblems = false

    func ready(after duration: Duration, files: Int, mocks: Int, errors: Int) {
        var parts = [files.counted("file"), "\(mocks.counted("mock")) current"]
        if errors > 0 { parts.append(errors.counted("error")) }
        console.note("ready in \(duration.milliseconds) ms: \(parts.joined(separator: ", "))")
    }

    /// Names what the first pass wrote or removed. The line after it, `ready`, has its errors.
    func firstBatch(_ batch: BatchReport, _ names: BatchNames) {
        if !names.outcomes.isEmpty { self.batch(batch, names, errors: 0, hasNewErrors: false) }
    }

    /// Prints one line about a batch: `12:00:01 Sources/Cook.swift -> MockCook written (41 ms)`, or with counts:
    /// `9 changed -> 12 mocks written (70 ms)`.
    ///
    /// - Parameter hasNewErrors: True if there are new errors. Without them, a batch that changes no mock is a detail.
    func batch(_ batch: BatchReport, _ names: BatchNames, errors: Int, hasNewErrors: Bool) {
        let outcomes = batch.written + (batch.removed ?? 0) + (batch.failed ?? 0)
        guard batch.reparsed + outcomes > 0 else { return }
        var parts = names.outcomes
        if let failed = batch.failed, failed > 0 { parts.append("\(failed.grouped) failed") }
        if parts.isEmpty { parts.append("nothing written") }
        if console.verbosity > 0, batch.unchanged > 0 { parts.append("\(batch.unchanged.grouped) unchanged") }
        if errors > 0 { parts.append(errors.counted("error")) }
        let changed = names.sources.isEmpty ? batch.files : names.sources.count
        let sources = names.changed ?? (changed > 0 ? "\(changed.grouped) changed" : nil)
        let line = "\(sources.map { "\($0) -> " } ?? "")\(parts.joined(separator: ", ")) (\(batch.ms) ms)"
        if outcomes > 0 || hasNewErrors { console.note(line, prefix: time) } else { console.detail(line, prefix: time) }
    }

    func firstStep(_ step: String) { console.note(step) }

    /// Prints details of the project, for `-v`.
    func details(of project: Project) {
        for detail in project.details { console.detail("\(detail)") }
    }

    /// Prints new diagnostics, and one line when no error or no warning is left.
    func diagnostics(_ now: [Diagnostic], before: [Diagnostic]) {
        // After nearly every edit; a project may have hundreds.
        if now == before { return }
        let known = Set(before)
        for diagnostic in now where !known.contains(diagnostic) && !printsProblems {
            console.message("\(diagnostic)", Severity(diagnostic.severity))
        }
        func isMended(_ severity: Diagnostic.Severity) -> Bool {
            before.contains { $0.severity == severity } && !now.contains { $0.severity == severity }
        }
        if isMended(.error) {
            noErrorsLeft()
        } else if isMended(.warning) {
            console.note("no warnings left", prefix: time)
        }
    }

    func noErrorsLeft() { console.note("no errors left", prefix: time) }

    /// Prints all problems of now, between lines that an editor recognizes as the begin and the end of a check.
    func problems(_ now: [Diagnostic]) {
        console.note("mockd: checking")
        for var problem in now {
            // An editor shows no problem without a place.
            problem.position = problem.position ?? SourcePosition(line: 1, column: 1)
            console.message("\(problem)", Severity(problem.severity))
        }
        console.note("mockd: checked, \(now.count.counted("problem"))")
    }

    /// Prints failed writes and removals, each once for as long as it lasts.
    func failures(_ now: [String], before: [String]) {
        for failure in now where !before.contains(failure) { console.error("error: \(failure)") }
        if now.isEmpty, !before.isEmpty { console.note("all mocks could be written again", prefix: time) }
    }

    /// Announces the command of `--exec`, and waits until the line is out: the command's output comes behind it.
    func commandStarts(_ command: String) {
        console.note("running: \(command)", prefix: time)
        console.flush(within: .milliseconds(500))
    }

    /// - Parameter status: The status as `waitpid` returns it.
    func commandEnded(_ command: String, _ status: Int32, after duration: Duration) {
        let seconds = "\(duration.milliseconds / 1000).\(duration.milliseconds % 1000 / 100) s"
        let signal = status & 0x7F
        if status == 0 {
            console.note("done in \(seconds): \(command)", prefix: time)
        } else if signal == 0 {
            console.warning("ended with \(status >> 8 & 0xFF) after \(seconds): \(command)", prefix: time)
        } else {
            console.warning("ended by signal \(signal) after \(seconds): \(command)", prefix: time)
        }
    }

    func commandFailed(_ command: String, _ reason: String) {
        console.error("error: the command of --exec \(reason): \(command)")
    }

    func endsUnused(after limit: Duration) {
        console.note("ends, because it was not used for \(TimeSpan.text(of: limit))", prefix: time)
    }

    /// The last line of a daemon that ended as intended: a log without it is that of one that failed, crashed or was
    /// killed.
    func stopped() { console.note("stopped", prefix: time) }

    func wrote(_ path: String) { console.detail("wrote \(path)") }

    func removed(_ path: String) { console.detail("removed \(path)") }

    /// - Parameter isDetail: True if the user has edited nothing.
    func reloaded(changed: [String], isDetail: Bool) {
        let line = "configuration read again: \(ReloadAnswer(changed: changed).summary())"
        if isDetail { console.detail(line, prefix: time) } else { console.note(line, prefix: time) }
    }

    func rejected(_ error: ConfigurationError) {
        if !printsProblems { for problem in error.problems { console.error("\(problem)") } }
        console.error("the configuration from before stays in force", prefix: time)
    }

    func rootIsBack() { console.note("the root is back", prefix: time) }

    func warning(_ text: String) { console.warning("warning: \(text)") }

    func reasons(_ reasons: [Status.Reason]) {
        for reason in reasons {
            console.warning("warning: \(reason.message)\(reason.fix.map { "; \($0)" } ?? "") [\(reason.code)]")
        }
    }

    func event(_ event: Event) {
        if printsJSON { console.result(event.line, clock: event.clock) }
    }

    /// `12:00:01 `; nothing where the journal notes the time.
    private var time: String {
        if console.messages == .journal { return "" }
        var now = time_t()
        Glibc.time(&now)
        var parts = tm()
        localtime_r(&now, &parts)
        let fields = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return fields.joined(separator: ":") + " "
    }
}

extension Event {
    var line: String { (try? WireFormat.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// Builds the line for stdout that `GET /v1/events` sends to a slow subscriber.
    static func lost(_ gap: OutputQueue.Gap) -> Event {
        let clock = gap.clock ?? EventClock(epoch: 0, seq: 0)
        return Event(clock: clock, time: Timestamp.now(), content: .lagged(dropped: gap.count, resume: clock))
    }
}

extension Severity {
    init(_ severity: Diagnostic.Severity) {
        self =
            switch severity {
            case .error: .error
            case .warning: .warning
            default: .notice
            }
    }
}
