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
            return conclude(order.verify(matches, self))
        }
        guard count.accepts(matches.count) else {
            Failures.report(text(found: matches), at: location)
            return conclude((matches, isMet: false))
        }
        return conclude((matches, isMet: true))
    }

    private func conclude(_ outcome: (records: [CallRecord], isMet: Bool)) -> [Arguments] {
        let records = outcome.records
        let applyEffect = {
            mark(records)
            if outcome.isMet { state.applyEffect(on: records) }
        }
        if let collector = FailureCollector.current, collector.defersEffects {
            if consuming { collector.consume(records) }
            collector.add(effect: applyEffect)
        } else {
            applyEffect()
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
