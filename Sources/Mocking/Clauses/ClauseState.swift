/// What a clause is about: a member of a mock and the arguments asked for.
public final class ClauseState<Arguments, Returns> {
    let core: MockCore
    let member: String
    let rules: ArgumentRules<Arguments>
    /// The stub that the first `will…` of a chain has made and the next ones extend.
    private var stub: Stub<Arguments, Returns>?

    init(_ core: MockCore, _ member: String, _ rules: ArgumentRules<Arguments>) {
        self.core = core
        self.member = member
        self.rules = rules
    }

    func append(_ step: StubStep<Arguments, Returns>, at location: MockLocation) {
        if let stub {
            core.lock.locked { stub.append(step) }
            return
        }
        let (member, rules) = (member, rules)
        let stub = Stub<Arguments, Returns>(
            rules: rules, location: location,
            describe: { MemberName(member).call(rules.descriptions) })
        stub.append(step)
        self.stub = stub
        core.add(stub, to: member)
    }

    /// The call that is asked for, as it reads in messages.
    var text: String { MemberName(member).call(rules.descriptions) }

    /// Whether the clause is about the member with whatever types.
    var isOpenToAllTypes: Bool { Arguments.self == Any.self }

    /// The calls so far, oldest first; those of a generic member only if they have the clause's types.
    func records() -> [CallRecord] {
        let all = core.lock.locked { core.member(member).records.filter { !$0.isConsumed } }
        let isTaken = FailureCollector.current?.takenCalls ?? []
        return all.filter { record in
            (isOpenToAllTypes || record is TypedRecord<Arguments, Returns>)
                && (isTaken.isEmpty || !isTaken.contains(ObjectIdentifier(record)))
        }
    }

    /// The calls that fit, oldest first. Matchers run outside the lock.
    func matches() -> [CallRecord] {
        records().filter { fits($0) }
    }

    func fits(_ record: CallRecord) -> Bool {
        guard !isOpenToAllTypes else { return true }
        guard let record = record as? TypedRecord<Arguments, Returns> else { return false }
        guard let arguments = record.arguments else { return rules.isOpen }
        return rules.matches(arguments)
    }

    func arguments(of records: [CallRecord]) -> [Arguments] {
        guard !isOpenToAllTypes else { return records.compactMap { $0.anyArguments as? Arguments } }
        return records.compactMap { ($0 as? TypedRecord<Arguments, Returns>)?.arguments }
    }

    func takeEffect(on records: [CallRecord]) {
        for case let record as TypedRecord<Arguments, Returns> in records {
            if let arguments = record.arguments { rules.takeEffect(arguments) }
        }
    }
}
