internal import MockModel

// Generic members that no call chooses: the compiler (6.3.1) prefers an overload that takes an existential or an object,
// if the argument converts to it. For a `T: Hashable`, that is `f(_: any Equatable)` and not `f<T: Hashable>(_: T)`. `Any`
// is no such existential.
extension TypeResolver {
    /// - Parameter overloads: indices of members with one base name.
    mutating func narrowMembersBesideExistentials(_ overloads: [Int]) {
        let existential = overloads.filter { index in
            let member = result.members[index].member
            return member.genericParameters.isEmpty && member.parameters.contains { constraint(of: $0.type) != nil }
        }
        if existential.isEmpty { return }
        for index in overloads {
            let member = result.members[index].member
            guard member.parameters.contains(where: { member.constraints(on: $0.type) != nil }) else { continue }
            let isHidden = existential.contains { takesArguments(of: member, result.members[$0].member) }
            if isHidden { result.members[index].isNarrowed = true }
        }
    }

    /// Marks members of which the compiler (6.3.1) chooses none, whatever is passed: their parameters differ in labels of
    /// tuples only, or in `@autoclosure`, or one has `some A, any B` where another has `any A, some B`.
    ///
    /// - Parameter overloads: indices of members with one base name.
    mutating func narrowTiedMembers(_ overloads: [Int]) {
        let required = overloads.filter { !result.members[$0].isOverride }
        for index in required {
            let member = result.members[index].member
            guard member.parameters.contains(where: { $0.type.canTie }) else { continue }
            for other in required where other != index {
                guard budget.spend() else { return }
                if member.ties(with: result.members[other].member) {
                    result.members[index].isNarrowed = true
                    result.members[other].isNarrowed = true
                }
            }
        }
    }

    /// True if a call of the member with its own arguments is one of the other member.
    private func takesArguments(of member: MemberDeclaration, _ other: MemberDeclaration) -> Bool {
        guard budget.spend(), member.parameters.count == other.parameters.count,
            member.isAsyncFunction == other.isAsyncFunction,
            member.isStatic == other.isStatic, member.result?.bare ?? .void == other.result?.bare ?? .void,
            member.displayName == other.displayName, !(member.conditions + other.conditions).contradict
        else { return false }
        var generic: Set<TypeExpression> = []
        for (mine, theirs) in zip(member.parameters.map(\.type), other.parameters.map(\.type)) where mine != theirs {
            guard let constraints = member.constraints(on: mine), let required = constraint(of: theirs),
                required.isSubset(of: namesOfTypes(above: constraints))
            else { return false }
            generic.insert(mine.bare)
        }
        let implicit = generic.count { if case .some = $0 { true } else { false } }
        return !generic.isEmpty && generic.count - implicit == member.genericParameters.count
    }

    /// The names of the protocols or of the class that a value of the type has at least, unless that is `Any`; `nil` for
    /// values of any other type.
    private func constraint(of type: TypeExpression) -> Set<String>? {
        if type.specifiers.contains("inout") { return nil }
        let constraint = if case .any(let constraint) = type.bare { constraint } else { type.bare }
        var names: Set<String> = []
        for part in constraint.composed {
            guard let path = part.namePath, let name = path.last, part.arguments.isEmpty else { return nil }
            if !KnownProtocol.isKnown(name) {
                guard let found = locate(path, from: result.type) ?? standardType(name),
                    [.protocol, .class].contains(found.declaration.kind)
                else { return nil }
            }
            // `Codable` is the two protocols that it refines.
            names.formUnion(name == "Codable" ? ["Encodable", "Decodable"] : [name])
        }
        return names == ["Any"] ? nil : names
    }

    /// The names of the types and of all protocols and classes that they refine or inherit from.
    func namesOfTypes(above types: [TypeExpression]) -> Set<String> {
        var names: Set<String> = []
        var waiting = types
        while let part = waiting.popLast(), budget.spend() {
            guard let path = part.bare.namePath, let name = path.last, names.insert(name).inserted else { continue }
            names.formUnion(KnownProtocol.closure(of: name))
            guard let found = locate(path, from: result.type) ?? standardType(name) else { continue }
            if found.declaration.kind == .class { names.insert("AnyObject") }
            let parents = found.declaration.inherited + [found.declaration.aliased].compactMap(\.self)
            waiting += parents.flatMap(\.composed)
        }
        return names
    }
}

extension MemberDeclaration {
    fileprivate func ties(with other: MemberDeclaration) -> Bool {
        guard parameters.count == other.parameters.count, isStatic == other.isStatic,
            isAsyncFunction == other.isAsyncFunction, displayName == other.displayName,
            result?.bare ?? .void == other.result?.bare ?? .void, !(conditions + other.conditions).contradict
        else { return false }
        var (isTied, isMoreGeneral, isLessGeneral) = (false, false, false)
        for (mine, theirs) in zip(parameters.map(\.type), other.parameters.map(\.type)) where mine != theirs {
            guard mine.asArgument == theirs.asArgument else { return false }
            switch (mine.bare, theirs.bare) {
            case (.any, .some): isMoreGeneral = true
            case (.some, .any): isLessGeneral = true
            default: isTied = true
            }
        }
        return isTied || isMoreGeneral && isLessGeneral
    }

    /// The constraints on the type if it is a generic parameter of the member; `nil` for any other type and without
    /// constraints.
    fileprivate func constraints(on type: TypeExpression) -> [TypeExpression]? {
        if type.specifiers.contains("inout") { return nil }
        if case .some(let constraint) = type.bare { return constraint.composed }
        guard let parameter = genericParameters.first(where: { type.bare == .named($0.name) }) else { return nil }
        let constraints = parameter.constraints(with: genericRequirements)
        return constraints.isEmpty ? nil : constraints
    }
}

extension TypeExpression {
    /// True for a parameter that may differ from another one without effect on the choice of an overload.
    fileprivate var canTie: Bool {
        switch bare {
        case .tuple, .some: true
        case .optional(let wrapped): wrapped.canTie
        case .function: attributes.contains("@autoclosure")
        default: false
        }
    }

    /// The parameter's type as far as it matters for the choice of an overload.
    fileprivate var asArgument: TypeExpression {
        if specifiers.contains("inout") { return self }
        switch bare {
        case .tuple(let elements):
            return .tuple(elements.map { TupleElement(label: nil, type: $0.type.asArgument) })
        case .optional(let wrapped): return .optional(wrapped.asArgument)
        case .function(let function) where attributes.contains("@autoclosure"): return function.result.asArgument
        case .some(let constraint): return .any(constraint)
        default: return self
        }
    }
}
