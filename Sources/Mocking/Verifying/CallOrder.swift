/// The progress of the verifications in one `inOrder` block.
final class CallOrder: @unchecked Sendable {  // `lock` guards every mutable property
    @TaskLocal static var current: CallOrder?

    /// A verification whose count is checked when the next one has found its calls.
    private struct Pending {
        let core: MockCore
        let count: CallCount
        let matches: [CallRecord]
        let start: Int
        let headline: (Int) -> String
        let location: MockLocation
    }

    private let lock = Lock()
    private let options: InOrderOptions
    private let location: MockLocation
    /// The position of the last call that was found.
    private var position = 0
    private var previous: String?
    private var pending: [Pending] = []
    /// The calls that a verification has counted or reported; the options do not apply to them.
    private var judged: [CallRecord] = []
    private var cores: [ObjectIdentifier: MockCore] = [:]

    init(options: InOrderOptions, location: MockLocation) {
        self.options = options
        self.location = location
    }

    /// The calls after those that earlier verifications have found.
    func later(_ records: [CallRecord]) -> [CallRecord] {
        let start = lock.locked { position }
        return records.filter { $0.order > start }
    }

    /// Returns the calls that a verification finds after those of the previous one.
    func verify<Arguments, Returns>(
        _ matches: [CallRecord], _ verification: Verification<Arguments, Returns>
    ) -> (records: [CallRecord], isMet: Bool) {
        let count = verification.count
        let (start, before) = lock.locked {
            cores[ObjectIdentifier(verification.state.core)] = verification.state.core
            return (position, previous)
        }
        let later = matches.filter { $0.order > start }
        guard later.count >= count.lower else {
            var text = verification.text(found: later)
            if let before, later.count < matches.count {
                text =
                    verification.headline(found: later.count)
                    + (later.isEmpty
                        ? "\n  it was called, but not after \(before)" : "\n  the others are not after \(before)")
            }
            Failures.report(text, at: verification.location)
            lock.locked { judged += later }
            return (later, isMet: false)
        }
        let required = Array(later.prefix(count.lower))
        if let first = required.first { checkPendingCounts(before: first.order) }
        // Outside the lock: describing a value may run its code.
        let text = required.last.map(verification.state.text)
        lock.locked {
            pending.append(
                Pending(
                    core: verification.state.core, count: count, matches: later, start: start,
                    headline: verification.headline, location: verification.location))
            judged += required
            if let last = required.last {
                position = last.order
                previous = text
            }
        }
        return (required, isMet: true)
    }

    /// Checks the remaining counts and the options at the end of the block.
    func end() {
        checkPendingCounts(before: .max)
        let (orders, cores) = lock.locked { (judged.map(\.order), Array(self.cores.values)) }
        guard !options.isEmpty, let first = orders.min(), let last = orders.max() else { return }
        let verified = Set(orders)
        let calls = cores.flatMap { core in core.allCalls().map { (core: core, call: $0) } }
            .filter { !verified.contains($0.call.record.order) }
            .sorted { $0.call.record.order < $1.call.record.order }
        func report(_ option: InOrderOptions, _ relation: String, where isWrong: (Int) -> Bool) {
            guard options.contains(option) else { return }
            let wrong = calls.filter { isWrong($0.call.record.order) }
            guard !wrong.isEmpty else { return }
            let headline = "inOrder: expected no call \(relation)"
            let lines = wrong.gotLines(atMost: 5) { "\($0.core.name) \($0.call.text)" }
            Failures.report(([headline] + lines).joined(separator: "\n"), at: location)
        }
        report(.noCallsBefore, "before the verified ones") { $0 < first }
        report(.consecutive, "between the verified ones") { $0 > first && $0 < last }
        report(.noCallsAfter, "after the verified ones") { $0 > last }
    }

    /// Checks the counts of pending verifications: their calls end where those of the next one begin.
    private func checkPendingCounts(before end: Int) {
        let pending = lock.locked {
            defer { self.pending = [] }
            return self.pending
        }
        for item in pending {
            let inside = item.matches.filter { $0.order > item.start && $0.order < end }
            // Until now only the required number of calls was found; the count applies to all of these.
            lock.locked { judged += inside }
            guard item.count.accepts(inside.count) else {
                Failures.report(item.headline(inside.count) + " in this place", at: item.location)
                continue
            }
            item.core.lock.locked { for record in inside { record.isVerified = true } }
        }
    }
}

extension MockCore {
    struct MadeCall {
        let record: CallRecord
        let member: String

        /// Computed on demand: it costs far more than the rest, and only few calls are shown.
        var text: String { MockCore.text(of: record, member: member) }
    }

    /// All calls, oldest first.
    func allCalls(where isIncluded: (CallRecord) -> Bool = { _ in true }) -> [MadeCall] {
        let calls = lock.locked {
            allMembers.flatMap { member in
                member.records.filter(isIncluded).map { MadeCall(record: $0, member: member.name) }
            }
        }
        return calls.sorted { $0.record.order < $1.record.order }
    }
}
