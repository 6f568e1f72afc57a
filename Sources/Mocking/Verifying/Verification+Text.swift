extension Verification {
    private static var mostCalls: Int { 3 }

    func headline(found: Int) -> String {
        let time = duration.map { " within \($0)" } ?? ""
        return
            "\(state.core.name): expected \(count.text) of \(state.text)\(time), got \(found == 0 ? "none" : "\(found)")"
    }

    func text(found: [CallRecord]) -> String {
        let (shown, lines) =
            found.count > count.lower ? (found.prefix(Self.mostCalls), surplus(found)) : nearMisses(found)
        let values = state.rules.descriptions + shown.flatMap { MockCore.texts(of: $0, member: state.member) ?? [] }
        return ([headline(found: found.count)] + lines).showingOnce(values).joined(separator: "\n")
    }

    /// The lines for too many calls: the calls themselves.
    private func surplus(_ found: [CallRecord]) -> [String] {
        found.gotLines(atMost: Self.mostCalls, state.text)
    }

    /// The lines for too few calls: the most similar calls and why they do not match.
    private func nearMisses(_ found: [CallRecord]) -> (calls: ArraySlice<CallRecord>, lines: [String]) {
        let identities = Set(found.map(ObjectIdentifier.init))
        let others = state.records().filter { !identities.contains(ObjectIdentifier($0)) }
        guard !others.isEmpty else {
            return ([], found.isEmpty ? consumedCalls() ?? otherTypes() ?? otherCalls() : [])
        }
        let nearest = nearest(others)
        let lines = nearest.flatMap { record in
            ["  but got \(state.text(of: record))"] + state.mismatches(of: record).map { "    \($0)" }
        }
        return (nearest[...], lines + more(others.count))
    }

    /// The calls with the fewest mismatches first; among equals the latest call, which is likely the relevant one.
    private func nearest(_ records: [CallRecord]) -> [CallRecord] {
        var best: [(record: CallRecord, wrong: Int)] = []
        for record in records.reversed() {
            let wrong = state.mismatchCount(of: record)
            let index = best.firstIndex { $0.wrong > wrong } ?? best.endIndex
            guard index < Self.mostCalls else { continue }
            best.insert((record, wrong), at: index)
            if best.count > Self.mostCalls { best.removeLast() }
        }
        return best.map(\.record)
    }

    private func more(_ count: Int) -> [String] { moreLine(count - Self.mostCalls) }

    private func consumedCalls() -> [String]? {
        let count = state.core.lock.locked { state.core.member(state.member).records.count { $0.isConsumed } }
        guard count > 0 else { return nil }
        return ["  earlier verifications have consumed \(count == 1 ? "1 call" : "\(count) calls") of it"]
    }

    /// The lines for a generic member that was called with other types, or for outdated generated code.
    private func otherTypes() -> [String]? {
        let others = state.recordsOfOtherTypes()
        guard !others.isEmpty else { return nil }
        let shown = others.suffix(Self.mostCalls).map { record in
            "  but got \(state.text(of: record)), \(record.typesText(besides: Returns.self))"
        }
        return shown + more(others.count)
    }

    private func otherCalls() -> [String] {
        let calls = state.core.callTexts(last: Self.mostCalls)
        return calls.isEmpty ? [] : ["  it was asked for \(calls.joined(separator: ", "))"] + otherAccessor()
    }

    /// The line for a property or a subscript that was read where it should have been set, or set where it should have
    /// been read: `verify(cook).name()` looks like a call, and is about setting the property.
    private func otherAccessor() -> [String] {
        let name = MemberName(state.member)
        guard name.isSetter || !name.hasParentheses || name.base == "subscript" else { return [] }
        let other = name.isSetter ? String(state.member.dropLast(" =".count)) : state.member + " ="
        let count = state.core.lock.locked {
            state.core.allMembers.filter { $0.name == other }.reduce(0) { $0 + $1.records.count }
        }
        guard count > 0 else { return [] }
        let times = count == 1 ? "once" : "\(count) times"
        let way =
            switch (name.base == "subscript", name.isSetter) {
            case (true, true): "[…]"
            case (true, false): "[…, set: …]"
            case (false, true): ".\(name.base), without parentheses"
            case (false, false): ".\(name.base)(set: …)"
            }
        return ["  it was \(name.isSetter ? "read" : "set") \(times), which is verify(…)\(way)"]
    }
}

extension Collection {
    /// A line for each of the first few calls, and one with the number of the others.
    func gotLines(atMost most: Int, _ text: (Element) -> String) -> [String] {
        prefix(most).map { "  got \(text($0))" } + moreLine(count - most)
    }
}

private func moreLine(_ count: Int) -> [String] { count > 0 ? ["  and \(count) more"] : [] }

extension CallRecord {
    /// The difference from a clause about other types. The values show those of the arguments.
    fileprivate func typesText(besides returns: Any.Type) -> String {
        if returnsType == returns { return "which has other types" }
        return "whose result is \(TypeKind.name(of: returnsType)), not \(TypeKind.name(of: returns))"
    }
}

extension ClauseState {
    /// A call as text for messages.
    func text(of record: CallRecord) -> String { MockCore.text(of: record, member: member) }

    /// The number of mismatched arguments; a call without recorded arguments counts as worst.
    func mismatchCount(of record: CallRecord) -> Int {
        record.withArguments { rules.mismatchCount(at: $0) } ?? .max
    }

    /// Why a call does not match, one line per argument.
    func mismatches(of record: CallRecord) -> [String] {
        let name = MemberName(member)
        let labels = name.labels + (name.isSetter ? ["newValue"] : [])
        let mismatches = record.withArguments { rules.mismatches(at: $0, labels: labels) }
        return mismatches?.map { "\($0.label ?? "argument"): \($0.text)" } ?? ["its arguments were not recorded"]
    }
}

extension MockCore {
    static func text(of record: CallRecord, member: String) -> String {
        let name = MemberName(member)
        return name.call(texts(of: record, member: member) ?? Array(repeating: "_", count: name.parameterCount))
    }

    /// The descriptions of the arguments; `nil` if they were not recorded.
    static func texts(of record: CallRecord, member: String) -> [String]? {
        let name = MemberName(member)
        return record.texts(isSingle: name.parameterCount == 1 && !name.hasPack)
    }

    /// The latest calls of all members, oldest first.
    func callTexts(last count: Int) -> [String] {
        let calls = lock.locked {
            allMembers.flatMap { member in
                member.records.suffix(count).map { MadeCall(record: $0, member: member.name) }
            }
        }
        return calls.sorted { $0.record.order < $1.record.order }.suffix(count).map(\.text)
    }
}
