/// A verification of the number of calls.
struct Verification<Arguments, Returns> {
    let state: ClauseState<Arguments, Returns>
    let count: CallCount
    let consuming: Bool
    /// The time that it waits for calls, for messages.
    let duration: Duration?
    let location: MockLocation

    init(
        _ state: ClauseState<Arguments, Returns>, _ count: CallCount, within duration: Duration? = nil,
        consuming: Bool, at location: MockLocation
    ) {
        state.judge()
        self.state = state
        self.count = count
        self.duration = duration
        self.consuming = consuming
        self.location = location
    }

    /// True if further calls cannot change the result.
    var isDecided: Bool {
        let matches = state.matches()
        let found = CallOrder.current?.later(matches).count ?? matches.count
        return count.isDecided(by: found)
    }

    func run() -> [Arguments] {
        let matches = state.matches()
        if let order = CallOrder.current {
            return settle(order.verify(matches, self))
        }
        guard count.accepts(matches.count) else {
            Failures.report(text(found: matches), at: location)
            return settle((matches, isMet: false))
        }
        return settle((matches, isMet: true))
    }

    private func settle(_ outcome: (records: [CallRecord], isMet: Bool)) -> [Arguments] {
        let records = outcome.records
        let takeEffect = {
            mark(records)
            if outcome.isMet { state.takeEffect(on: records) }
        }
        if let collector = FailureCollector.current, collector.defersEffects {
            if consuming { collector.take(records) }
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
