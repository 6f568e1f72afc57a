internal import MockModel

/// The names that mockolo gives: the first member with a name keeps it. Each other one is followed by as many of its
/// labels and types as distinguish it from those before it.
struct ShortestNames {
    private let witnesses: [Witness]
    /// The words of the members that need some: most names are there once.
    private var words: [Int: [String]] = [:]
    private var found: [Int: String] = [:]

    private init(_ witnesses: [Witness]) { self.witnesses = witnesses }

    /// Returns a name for each witness, and true if no two members have the same name to begin with.
    static func names(of witnesses: [Witness], in resolved: ResolvedType) -> (names: [String], areDistinct: Bool) {
        let plain = witnesses.map(\.spyName)
        // Most types have no overloads.
        if Set(plain).count == plain.count { return (plain, true) }
        var names = ShortestNames(witnesses)
        _ = names.resolve(
            groups(of: order(of: witnesses, in: resolved)) { plain[$0] }, level: 0, besides: [])
        return (witnesses.indices.map { names.found[$0] ?? plain[$0] }, false)
    }

    /// Returns the indices that have equal names, in the order of their first occurrence.
    private static func groups(of indices: [Int], by name: (Int) -> String) -> [(name: String, indices: [Int])] {
        var groups: [(name: String, indices: [Int])] = []
        var places: [String: Int] = [:]
        for index in indices {
            let name = name(index)
            if let place = places[name] {
                groups[place].indices.append(index)
            } else {
                places[name] = groups.count
                groups.append((name, [index]))
            }
        }
        return groups
    }

    /// Names the members of each group, and returns the names in use at this level.
    private mutating func resolve(
        _ groups: [(name: String, indices: [Int])], level: Int, besides used: Set<String>
    ) -> Set<String> {
        var own: Set<String> = []
        for group in groups {
            var rest = group.indices
            if !used.contains(group.name) {
                found[rest.removeFirst()] = group.name
                own.insert(group.name)
            }
            guard !rest.isEmpty else { continue }
            for index in rest where words[index] == nil { words[index] = Self.words(of: witnesses[index]) }
            let longer = Self.groups(of: rest) { name(of: $0, level: level + 1) }
            own.formUnion(resolve(longer, level: level + 1, besides: own))
        }
        return own
    }

    /// The name with this number of words; a number replaces each word that is missing.
    private func name(of index: Int, level: Int) -> String {
        let words = words[index] ?? []
        let missing = level > words.count ? (1...(level - words.count)).map(String.init) : []
        return witnesses[index].spyName + words.prefix(level).joined() + missing.joined()
    }

    // MARK: Words

    private static func words(of witness: Witness) -> [String] {
        let member = witness.member
        if member.isProperty { return [] }
        let base = witness.spyName.lowercased()
        var words = zip(witness.labels, member.parameters).compactMap { label, parameter -> String? in
            let word = label == "_" ? Identifier.withoutBackticks(parameter.internalName) : label
            return word.count > 1 && base.hasSuffix(word.lowercased()) ? nil : word.capitalizedFirst
        }
        words += member.genericParameters.map { $0.name.capitalizedFirst + ($0.constraint?.spyWord ?? "") }
        words.append(witness.signature.requirements.map { $0.left.spyWord + $0.right.spyWord }.joined())
        words += member.parameters.map(\.type.spyWord)
        if let result = member.result { words.append(String(result.spyWord.prefix(32))) }
        if member.isStatic { words.append("Static") }
        return words.map { $0.filter { $0.isLetter || $0.isNumber } }.filter { !$0.isEmpty }
    }

    // MARK: Order

    /// Returns the members of the type itself in its own order, if it repeats requirements of its parents: those are its
    /// own, wherever else they come from. Empty if it repeats none.
    private static func ownMembers(of witnesses: [Witness], in resolved: ResolvedType) -> [Int] {
        let type = resolved.declaration.qualifiedName
        guard witnesses.contains(where: { $0.origin.type != type }) else { return [] }
        let own = resolved.declaration.members.map { MemberSignature($0) }
        var repeatsAny = false
        let places = witnesses.indices.compactMap { index -> (place: Int, index: Int)? in
            let isOwn = witnesses[index].origin.type == type
            guard let place = own.firstIndex(of: MemberSignature(witnesses[index].member)) else {
                return isOwn ? (own.count, index) : nil
            }
            repeatsAny = repeatsAny || !isOwn
            return (place, index)
        }
        return repeatsAny ? places.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.index) : []
    }

    /// Properties first, then the members of the type before those of its parents.
    private static func order(of witnesses: [Witness], in resolved: ResolvedType) -> [Int] {
        var groups: [String: [Int]] = [:]
        for index in witnesses.indices { groups[witnesses[index].origin.type, default: []].append(index) }
        var order: [Int] = []
        func visit(_ name: String, _ inherited: [TypeExpression]) {
            order += groups.removeValue(forKey: name) ?? []
            for parent in inherited.compactMap({ $0.bare.namePath?.last }) {
                let key = groups.keys.filter { $0 == parent || $0.hasSuffix(".\(parent)") }.min()
                guard let key, let first = groups[key]?.first else { continue }
                visit(key, witnesses[first].origin.located.declaration.inherited)
            }
        }
        order = ownMembers(of: witnesses, in: resolved)
        if !order.isEmpty {
            groups[resolved.declaration.qualifiedName] = nil
            for key in groups.keys { groups[key]?.removeAll(where: order.contains) }
        }
        visit(resolved.declaration.qualifiedName, resolved.declaration.inherited)
        let visited = Set(order)
        order += witnesses.indices.filter { !visited.contains($0) }
        return order.filter { witnesses[$0].member.isProperty } + order.filter { !witnesses[$0].member.isProperty }
    }
}

extension TypeExpression {
    /// The type as a part of a name: `OptionalInt` for `Int?`.
    fileprivate var spyWord: String {
        switch self {
        case .named(let name, let arguments): name.capitalizedFirst + arguments.map(\.spyWord).joined()
        case .member(let base, let name, let arguments):
            base.spyWord + name.capitalizedFirst + arguments.map(\.spyWord).joined()
        case .optional(let wrapped): "Optional" + wrapped.spyWord
        case .implicitlyUnwrapped(let wrapped): wrapped.spyWord
        case .array(let element): "Array" + element.spyWord
        case .dictionary(let key, let value): "Dictionary" + key.spyWord + value.spyWord
        case .tuple(let elements):
            elements.map { ($0.label ?? "").capitalizedFirst + $0.type.spyWord }.joined()
        case .function(let function):
            function.parameters.map(\.type.spyWord).joined() + function.result.spyWord
        case .composition(let members): members.map(\.spyWord).joined()
        case .metatype(let base): base.spyWord + "Type"
        case .protocolMetatype(let base): base.spyWord + "Protocol"
        case .some(let base), .any(let base), .suppressed(let base), .packExpansion(let base), .packElement(let base),
            .attributed(_, _, let base):
            base.spyWord
        case .verbatim(let text): text
        }
    }
}
