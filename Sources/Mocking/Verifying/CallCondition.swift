/// Notifies once when the expected number of calls is reached.
final class CallCondition: CallObserver, @unchecked Sendable {  // `lock` guards the action; the clause is only read
    private let lock = Lock()
    private let isMet: () -> Bool
    private var action: (@Sendable () -> Void)?

    init(isMet: @escaping () -> Bool, action: @escaping @Sendable () -> Void) {
        self.isMet = isMet
        self.action = action
    }

    func callWasMade() {
        guard isMet() else { return }
        let action = lock.locked {
            defer { self.action = nil }
            return self.action
        }
        CallClock.shared.remove(self)
        action?()
    }
}

extension ClauseProtocol where Mode == Verifying {
    /// Runs an action once the expected number of calls is reached; the basis of a test framework's expectations.
    ///
    /// The action runs on the thread of the call, or at once if the number has been reached already.
    public func __whenCalled(_ count: CallCount, _ action: @escaping @Sendable () -> Void) {
        let state = __state
        state.judge()
        let condition = CallCondition(isMet: { count.accepts(state.matches().count) }, action: action)
        // Added before the first check, so that no call between check and wait is missed.
        CallClock.shared.add(condition)
        condition.callWasMade()
    }

    /// The awaited calls, as text for messages: `MockCook: at least 1 call of log("late")`.
    public func __description(_ count: CallCount) -> String {
        "\(__state.core.name): \(count.text) of \(__state.text)"
    }
}
