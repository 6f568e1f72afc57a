/// Tells once when a call has been made as often as expected.
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
    /// Runs an action once the call has been made often enough; what expectations of a test framework are built on.
    ///
    /// The action runs on the thread that makes the call, or at once if it has been made already.
    public func __whenCalled(_ count: CallCount, _ action: @escaping @Sendable () -> Void) {
        let state = __state
        state.judge()
        let condition = CallCondition(isMet: { count.accepts(state.matches().count) }, action: action)
        // Added first, so that no call falls between looking and waiting.
        CallClock.shared.add(condition)
        condition.callWasMade()
    }

    /// What is waited for, as it reads in messages: `MockCook: at least 1 call of log("late")`.
    public func __description(_ count: CallCount) -> String {
        "\(__state.core.name): \(count.text) of \(__state.text)"
    }
}
