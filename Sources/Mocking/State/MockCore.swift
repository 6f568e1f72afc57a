/// The calls and stubs of one mock, independent of the mocked type.
public class MockCore: @unchecked Sendable {  // `lock` guards every mutable property
    /// Changed only before the mock is returned to its user.
    final var location: MockLocation
    /// Shared with the template, because both keep the same records.
    let lock: Lock
    let label: Label
    private var members: [String: MemberState] = [:]
    private var latestMember: MemberState?
    private var keepsArguments = true
    private var superFirst = false
    /// The targets, each in a `TargetBox`, the newest last.
    private var targets: [AnyObject] = []
    private var currentBehavior: MockBehavior
    /// The mocks created by initializers, if this is a static side.
    private var created: [AnyObject] = []
    private var latestVerify = MockLocation.unknown
    let defaults = ProvidedDefaults()
    /// The mock type's template: stubs for every mock of the type, from before this one was created.
    private let template: MockCore?

    enum Label {
        case text(String)
        case function(String)
        case type(any AnyObject.Type)
        case statics(of: any AnyObject.Type, isProcessWide: Bool)
        case template(of: any AnyObject.Type)

        /// The name of the mock in messages.
        var text: String {
            switch self {
            case .text(let text), .function(let text): text
            case .type(let type), .statics(let type, _), .template(let type): "\(type)"
            }
        }
    }

    init(label: Label, behavior: MockBehavior, location: MockLocation) {
        self.label = label
        self.currentBehavior = behavior
        template = MockTemplates.template(of: label)
        lock = template?.lock ?? Lock()
        self.location = location
        MockRegistry.add(self)
    }

    /// The line of the latest `verify` of this mock.
    var verifyLocation: MockLocation {
        get { lock.locked { latestVerify } }
        set { lock.locked { latestVerify = newValue } }
    }

    /// The name of the mock in messages, for example `MockCook`.
    public var name: String { label.text }

    /// The way unstubbed calls are answered, for mocks created without a behavior: `tree.mocking.behavior = .strict`.
    public var behavior: MockBehavior {
        get { lock.locked { currentBehavior } }
        set { lock.locked { currentBehavior = newValue } }
    }

    /// True if unstubbed calls of a class mock call the superclass.
    public var callsSuper: Bool {
        get { lock.locked { superFirst } }
        set { lock.locked { superFirst = newValue } }
    }

    /// True if calls keep their arguments; switch it off where a test observes that an argument is released.
    ///
    /// A call without recorded arguments still counts for a clause that leaves every parameter open.
    public var recordsArguments: Bool {
        get { lock.locked { keepsArguments } }
        set { lock.locked { keepsArguments = newValue } }
    }

    /// Returns the state of a member. Call only inside `lock`.
    func member(_ name: String) -> MemberState {
        // Comparing two names costs a fraction of hashing one, and tests often repeat a call.
        if let latestMember, latestMember.name == name { return latestMember }
        if let state = members[name] {
            latestMember = state
            return state
        }
        let state = MemberState(name: name)
        members[name] = state
        latestMember = state
        return state
    }

    /// All member states by name. Call only inside `lock`.
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
            let stubs = template.map { $0.note(record, of: name) + state.stubs } ?? state.stubs
            let invocation = Invocation(
                core: self, member: state, record: record, stubs: stubs, target: targets.last,
                callsSuper: superFirst, isStrict: currentBehavior.isStrict)
            return (invocation, tick.isAwaited)
        }
        if isAwaited { CallClock.shared.wake() }
        return invocation
    }

    /// Records a call of a mock whose template this is; returns the template's stubs for it.
    ///
    /// Call only inside `lock`.
    private func note(_ record: CallRecord, of name: String) -> [Stub] {
        let state = member(name)
        state.records.append(record)
        return state.stubs
    }

    func add(target box: AnyObject) { lock.locked { targets.append(box) } }

    /// The targets that were added before one of them, newest first.
    func targets(before box: AnyObject) -> [AnyObject] {
        lock.locked { targets.firstIndex { $0 === box }.map { targets[..<$0].reversed() } ?? [] }
    }

    func removeLastTarget() {
        let dropped = lock.locked { targets.popLast() }
        _ = dropped
    }

    func add(_ stub: Stub, to name: String) {
        lock.locked { member(name).stubs.append(stub) }
    }

    func add(created mock: AnyObject) { lock.locked { created.append(mock) } }

    var createdMocks: [AnyObject] { lock.locked { created } }

    func reset() {
        clearStubs()
        clearCalls()
        drop { state in
            defer { (state.stored, state.produced) = (nil, nil) }
            return [state.stored as Any, state.produced as Any]
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
        let dropped = lock.locked {
            defer { created = [] }
            return created
        }
        _ = dropped
    }

    /// Releases the values outside the lock: an object may call the mock while it is deinitialized.
    private func drop(_ removeAll: (MemberState) -> [Any]) {
        let dropped = lock.locked { members.values.map(removeAll) }
        _ = dropped
    }
}
