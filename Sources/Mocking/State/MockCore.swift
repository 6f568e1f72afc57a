/// The calls and stubs of one mock, whatever it mocks.
public class MockCore: @unchecked Sendable {  // `lock` guards every mutable property
    let location: MockLocation
    let lock = Lock()
    let label: Label
    private var members: [String: MemberState] = [:]
    private var keepsArguments = true
    private var superFirst = false
    /// A `TargetBox` each, the newest last.
    private var targets: [AnyObject] = []
    private var currentBehavior: MockBehavior
    let defaults = DefaultTable()

    enum Label {
        case text(String)
        case type(any AnyObject.Type)
        case statics(of: any AnyObject.Type, isProcessWide: Bool)
    }

    init(label: Label, behavior: MockBehavior, location: MockLocation) {
        self.label = label
        self.currentBehavior = behavior
        self.location = location
    }

    /// The name of the mock in messages, for example `MockCook`.
    public var name: String {
        switch label {
        case .text(let text): text
        case .type(let type), .statics(let type, _): "\(type)"
        }
    }

    /// What an unstubbed call does, for mocks that are made without being told: `tree.mocking.behavior = .strict`.
    public var behavior: MockBehavior {
        get { lock.locked { currentBehavior } }
        set { lock.locked { currentBehavior = newValue } }
    }

    /// Whether unstubbed calls of a class mock run the code of the superclass.
    public var callsSuper: Bool {
        get { lock.locked { superFirst } }
        set { lock.locked { superFirst = newValue } }
    }

    /// Whether calls keep their arguments; switch it off where a test watches an argument being released.
    ///
    /// Without arguments a call still counts for a clause that leaves every parameter open.
    public var recordsArguments: Bool {
        get { lock.locked { keepsArguments } }
        set { lock.locked { keepsArguments = newValue } }
    }

    /// Only inside `lock`.
    func member(_ name: String) -> MemberState {
        if let state = members[name] { return state }
        let state = MemberState(name: name)
        members[name] = state
        return state
    }

    /// Only inside `lock`.
    var allMembers: [MemberState] { members.values.sorted { $0.name < $1.name } }

    func begin<Arguments, Returns>(
        _ name: String, _ arguments: Arguments, returning: Returns.Type
    ) -> Invocation {
        let (invocation, isAwaited) = lock.locked {
            let state = member(name)
            let tick = CallClock.shared.tick()
            let record =
                keepsArguments
                ? TypedRecord(order: tick.number, arguments: arguments, returnsType: Returns.self)
                : CallRecord(order: tick.number, argumentsType: Arguments.self, returnsType: Returns.self)
            state.records.append(record)
            let invocation = Invocation(
                core: self, member: state, record: record, stubs: state.stubs, target: targets.last,
                callsSuper: superFirst, isStrict: currentBehavior.isStrict)
            return (invocation, tick.isAwaited)
        }
        if isAwaited { CallClock.shared.wake() }
        return invocation
    }

    func add(target box: AnyObject) { lock.locked { targets.append(box) } }

    func removeLastTarget() {
        let dropped = lock.locked { targets.popLast() }
        _ = dropped
    }

    func add(_ stub: Stub, to name: String) {
        lock.locked { member(name).stubs.append(stub) }
    }

    func reset() {
        clearStubs()
        clearCalls()
        drop { state in
            defer { (state.stored, state.producedMock) = (nil, nil) }
            return [state.stored as Any, state.producedMock as Any]
        }
    }

    func clearStubs() {
        drop { state in
            defer { state.stubs = [] }
            return state.stubs
        }
    }

    func clearCalls() {
        drop { state in
            defer { state.records = [] }
            return state.records
        }
    }

    /// What is taken out dies outside the lock: an object may call the mock when it goes.
    private func drop(_ take: (MemberState) -> [Any]) {
        let dropped = lock.locked { members.values.map(take) }
        _ = dropped
    }
}
