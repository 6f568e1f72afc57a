/// The content of a clause: a member of a mock and the matchers of its arguments.
public final class ClauseState<Arguments, Returns> {
    let core: MockCore
    let member: String
    let rules: ArgumentRules
    /// The stub that the first `will…` of a chain creates and the next ones extend.
    private var stub: Stub?
    /// The location of a `verify` that has not verified anything yet.
    private var unjudged: MockLocation?

    /// - Parameter mode: the clause's mode; a verifying clause must verify something before it is released.
    init<Mode>(_ core: MockCore, _ member: String, _ matchers: [AnyRule?], isSpread: Bool = false, for mode: Mode.Type)
    {
        self.core = core
        self.member = member
        rules = ArgumentRules(matchers, of: Arguments.self, member: member, isSpread: isSpread)
        unjudged = mode == Verifying.self ? core.verifyLocation : nil
    }

    deinit {
        guard let unjudged else { return }
        Failures.report(
            "\(core.name): nothing was verified of \(text); end the line with .wasCalled()", at: unjudged)
    }

    /// Notes that the clause has verified something.
    func judge() { unjudged = nil }

    func append(_ step: StubStep, at location: MockLocation) {
        if let stub {
            core.lock.locked { stub.append(step) }
            return
        }
        let stub = Stub(
            lock: core.lock, member: member, rules: rules, argumentsType: Arguments.self, returnsType: Returns.self,
            location: location)
        stub.append(step)
        self.stub = stub
        core.add(stub, to: member)
    }

    func clearStubs() {
        let dropped = core.lock.locked {
            let state = core.member(member)
            let kept = state.stubs.filter { !$0.hasTypes(Arguments.self, Returns.self) }
            defer { state.stubs = isOpenToAllTypes ? [] : kept }
            return state.stubs
        }
        _ = dropped
    }

    /// The member's calls with types other than the clause's, oldest first.
    func recordsOfOtherTypes() -> [CallRecord] {
        guard !isOpenToAllTypes else { return [] }
        return core.lock.locked {
            core.member(member).records.filter { !$0.hasTypes(Arguments.self, Returns.self) }
        }
    }

    /// The expected call as text for messages.
    var text: String { MemberName(member).call(rules) }

    /// True if the clause matches the member's calls with any types.
    private var isOpenToAllTypes: Bool { Arguments.self == Any.self && Returns.self == Any.self }

    /// The member's calls so far, oldest first; for a generic member only those with the clause's types.
    func records() -> [CallRecord] {
        let isOpen = isOpenToAllTypes
        let consumed = FailureCollector.current?.consumedCalls ?? []
        return core.lock.locked {
            core.member(member).records.filter { record in
                !record.isConsumed
                    && (isOpen || record.hasTypes(Arguments.self, Returns.self))
                    && (consumed.isEmpty || !consumed.contains(ObjectIdentifier(record)))
            }
        }
    }

    /// The matching calls, oldest first. Matchers run outside the lock.
    func matches() -> [CallRecord] {
        guard !rules.isOpen else { return records() }
        return records().filter { record in record.withArguments { rules.matches(at: $0) } ?? false }
    }

    func arguments(of records: [CallRecord]) -> [Arguments] {
        guard !isOpenToAllTypes else { return records.compactMap { $0.anyArguments as? Arguments } }
        return records.compactMap { ($0 as? TypedRecord<Arguments>)?.arguments }
    }

    func applyEffect(on records: [CallRecord]) {
        for record in records {
            _ = record.withArguments { rules.applyEffect(at: $0) }
        }
    }
}
