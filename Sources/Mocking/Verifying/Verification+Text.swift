extension Verification {
    private static var mostCalls: Int { 3 }

    func headline(found: Int) -> String {
        "\(state.core.name): expected \(count.text) of \(state.text), got \(found == 0 ? "none" : "\(found)")"
    }

    func text(found: [CallRecord]) -> String {
        ([headline(found: found.count)] + (found.count > count.lower ? surplus(found) : nearMisses(found)))
            .joined(separator: "\n")
    }

    /// Too many calls: which they were.
    private func surplus(_ found: [CallRecord]) -> [String] {
        let shown = found.prefix(Self.mostCalls).map { "  got \(state.text(of: $0))" }
        return shown + more(found.count)
    }

    /// Too few calls: those that came nearest and why they do not count.
    private func nearMisses(_ found: [CallRecord]) -> [String] {
        let identities = Set(found.map(ObjectIdentifier.init))
        let others = state.records().filter { !identities.contains(ObjectIdentifier($0)) }
        guard !others.isEmpty else { return found.isEmpty ? consumedCalls() ?? otherCalls() : [] }
        let misses = others.map { record in (record: record, mismatches: state.mismatches(of: record)) }
        // The fewest wrong arguments first; among equals the latest call, which the test is likely to be about.
        let ranked = misses.enumerated().sorted {
            ($0.element.mismatches.count, -$0.offset) < ($1.element.mismatches.count, -$1.offset)
        }
        return ranked.prefix(Self.mostCalls).flatMap { miss in
            ["  but got \(state.text(of: miss.element.record))"] + miss.element.mismatches.map { "    \($0)" }
        } + more(ranked.count)
    }

    private func more(_ count: Int) -> [String] {
        count > Self.mostCalls ? ["  and \(count - Self.mostCalls) more"] : []
    }

    private func consumedCalls() -> [String]? {
        let count = state.core.lock.locked { state.core.member(state.member).records.count { $0.isConsumed } }
        guard count > 0 else { return nil }
        return ["  earlier verifications have consumed \(count == 1 ? "1 call" : "\(count) calls") of it"]
    }

    private func otherCalls() -> [String] {
        let calls = state.core.callTexts(last: Self.mostCalls)
        return calls.isEmpty ? [] : ["  it was asked for \(calls.joined(separator: ", "))"]
    }
}

extension ClauseState {
    /// A call as it reads in messages.
    func text(of record: CallRecord) -> String { MockCore.text(of: record, member: member) }

    /// Why a call does not count, one line an argument.
    func mismatches(of record: CallRecord) -> [String] {
        guard let record = record as? TypedRecord<Arguments, Returns>, let arguments = record.arguments else {
            return ["its arguments were not recorded"]
        }
        let name = MemberName(member)
        let labels = name.labels + (name.isSetter ? ["newValue"] : [])
        return rules.mismatches(arguments, labels: labels).map { "\($0.label ?? "argument"): \($0.text)" }
    }
}

extension MockCore {
    static func text(of record: CallRecord, member: String) -> String {
        let name = MemberName(member)
        let isSingle = name.labels.count + (name.isSetter ? 1 : 0) == 1
        return name.call(record.texts(isSingle: isSingle))
    }

    /// The latest calls of all members, oldest first.
    func callTexts(last count: Int) -> [String] {
        let calls = lock.locked {
            allMembers.flatMap { member in member.records.suffix(count).map { (member.name, $0) } }
        }
        return calls.sorted { $0.1.order < $1.1.order }.suffix(count).map { Self.text(of: $0.1, member: $0.0) }
    }
}
