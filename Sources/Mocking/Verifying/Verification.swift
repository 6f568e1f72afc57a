/// One check of how often a call was made.
struct Verification<Arguments, Returns> {
    let state: ClauseState<Arguments, Returns>
    let count: CallCount
    let consuming: Bool
    let location: MockLocation

    init(_ state: ClauseState<Arguments, Returns>, _ count: CallCount, consuming: Bool, at location: MockLocation) {
        self.state = state
        self.count = count
        self.consuming = consuming
        self.location = location
    }

    /// Whether more calls can no longer change the outcome.
    var isDecided: Bool {
        let found = state.matches().count
        return count.isExceeded(by: found) || (count.upper == nil && count.accepts(found))
    }

    func run() -> [Arguments] {
        let matches = state.matches()
        if let order = CallOrder.current {
            return accept(order.verify(matches, self))
        }
        guard count.accepts(matches.count) else {
            Failures.report(text(found: matches), at: location)
            mark(matches)
            return state.arguments(of: matches)
        }
        return accept(matches)
    }

    private func accept(_ records: [CallRecord]) -> [Arguments] {
        mark(records)
        let takeEffect = { state.takeEffect(on: records) }
        if let collector = FailureCollector.current, collector.defersEffects {
            collector.add(effect: takeEffect)
        } else {
            takeEffect()
        }
        return state.arguments(of: records)
    }

    private func mark(_ records: [CallRecord]) {
        state.core.lock.locked {
            for record in records {
                record.isVerified = true
                if consuming { record.isConsumed = true }
            }
        }
    }
}
