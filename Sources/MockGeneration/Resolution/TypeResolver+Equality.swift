internal import MockModel

// Requirements that are spelled differently but equal in a class: `[Int]` and `Array<Int>`, a typealias and its target,
// an associated type and the type it is fixed to, generic parameters with other names.
extension TypeResolver {
    mutating func mergeEqualMembers() {
        guard overloads.mayHaveAny else { return }
        var indicesByName: [String: [Int]] = [:]
        for (index, resolved) in result.members.enumerated() where !resolved.member.isAssociatedType {
            indicesByName[resolved.member.baseName, default: []].append(index)
        }
        var merged: Set<Int> = []
        for overloads in indicesByName.values where overloads.count > 1 {
            var known: [SpellingFreeSignature: [Int]] = [:]
            for index in overloads {
                let signature = spellingFreeSignature(result.members[index])
                let candidates = known[signature, default: []]
                guard budget.spend(candidates.count, times: 1 + result.members[index].member.conditions.count) else {
                    return
                }
                let earlier = candidates.first { mergeConditions(of: index, into: $0) }
                if let earlier {
                    merge(result.members[index], at: earlier)
                    merged.insert(index)
                } else {
                    known[signature, default: []].append(index)
                }
            }
            narrowMembersThatNoCallChooses(known)
            narrowMembersBesideExistentials(overloads)
            narrowTiedMembers(overloads)
            if let general = overloads.first(where: { result.members[$0].member.returnsWhateverIsAsked }) {
                merged.formUnion(
                    overloads.filter { result.members[general].member.fulfils(result.members[$0].member) })
            }
        }
        guard !merged.isEmpty else { return }
        result.members = result.members.indices.filter { !merged.contains($0) }.map { result.members[$0] }
    }

    /// Marks members that differ from another one in their results only and return an existential: the result of the other
    /// one may convert to it, so every call is ambiguous.
    private mutating func narrowMembersThatNoCallChooses(_ known: [SpellingFreeSignature: [Int]]) {
        func isExistential(_ index: Int) -> Bool {
            let result = result.members[index].member.result
            return result?.contains { if case .any = $0 { true } else { false } } ?? false
        }
        guard known.count > 1, known.values.contains(where: { $0.contains(where: isExistential) }) else { return }
        let bySelection = Dictionary(grouping: known.keys, by: \.withoutResult)
        for signatures in bySelection.values where signatures.count > 1 {
            for index in signatures.flatMap({ known[$0] ?? [] }) where isExistential(index) {
                result.members[index].isNarrowed = true
            }
        }
    }

    /// Merges conditions unless they exclude each other. If one set includes the other, the member exists under the
    /// smaller set; otherwise where either of them holds.
    private mutating func mergeConditions(of index: Int, into earlier: Int) -> Bool {
        let (mine, theirs) = (result.members[earlier].member.conditions, result.members[index].member.conditions)
        if Set(mine).isSubset(of: theirs) || Set(theirs).isSubset(of: mine) {
            result.members[earlier].member.conditions = mine.count <= theirs.count ? mine : theirs
            return true
        }
        if (mine + theirs).contradict { return false }
        let either = [mine, theirs].map { "(\(CodeWriter.joined($0)))" }.joined(separator: " || ")
        result.members[earlier].member.conditions = [either]
        return true
    }

    /// True if two spellings denote one type.
    mutating func areEqual(_ type: TypeExpression, _ other: TypeExpression) -> Bool {
        type == other || spellingFree(type, [:]) == spellingFree(other, [:])
    }

    // MARK: Signatures

    private mutating func spellingFreeSignature(_ resolved: ResolvedMember) -> SpellingFreeSignature {
        let member = resolved.member
        var generics: [String: String] = [:]
        for parameter in member.genericParameters { generics[parameter.name] = "τ\(generics.count)" }
        var opaque: [TypeExpression] = []
        var types: [TypeExpression] = []
        for parameter in member.parameters {
            let isInout = parameter.type.specifiers.contains("inout")
            let named = parameter.type.bare.replacing { part in
                guard case .some(let constraint) = part else { return nil }
                opaque.append(constraint)
                return .named("τ\(generics.count + opaque.count - 1)")
            }
            let type = spellingFree(named, generics)
            types.append(isInout ? .attributed(specifiers: ["inout"], attributes: [], type) : type)
            if parameter.isVariadic { types.append(.verbatim("...")) }
        }
        // A type cannot declare two properties with one name, whatever their types.
        if !member.isProperty { types.append(spellingFree(member.result?.bare ?? .void, generics)) }
        var constraints: Set<String> = []
        func require(_ left: TypeExpression, _ right: TypeExpression) {
            for part in right.composed { constraints.insert("\(left): \(spellingFree(part, generics))") }
        }
        for parameter in member.genericParameters {
            if let constraint = parameter.constraint {
                require(spellingFree(.named(parameter.name), generics), constraint)
            }
        }
        for (index, constraint) in opaque.enumerated() { require(.named("τ\(generics.count + index)"), constraint) }
        for requirement in member.genericRequirements {
            let left = spellingFree(requirement.left, generics)
            if requirement.relation == .conforms {
                require(left, requirement.right)
            } else {
                constraints.insert("\(left) == \(spellingFree(requirement.right, generics))")
            }
        }
        return SpellingFreeSignature(
            name: member.displayName, isStatic: member.isStatic,
            isProperty: member.isProperty,
            genericCount: generics.count + opaque.count, types: types.map { $0.isVoid ? .void : $0 },
            constraints: constraints)
    }

    mutating func spellingFree(
        _ type: TypeExpression, _ generics: [String: String], depth: Int = 0
    ) -> TypeExpression {
        // Cyclic aliases are an error in the user's source.
        guard depth < 32, !budget.isExhausted else { return type }
        func inner(_ type: TypeExpression) -> TypeExpression { spellingFree(type, generics, depth: depth + 1) }
        return type.replacing { part in
            guard budget.spend() else { return part }
            return switch part {
            case .any(let constraint): inner(constraint)
            case .implicitlyUnwrapped(let wrapped): .optional(inner(wrapped))
            case .tuple(let elements) where elements.count == 1: inner(elements[0].type)
            case .function(let function): .function(function.withoutNames.replacing { inner($0) })
            case .named("Void", _): .void
            case .named("Array", let arguments) where arguments.count == 1: .array(inner(arguments[0]))
            case .named("Optional", let arguments) where arguments.count == 1: .optional(inner(arguments[0]))
            case .named("Dictionary", let arguments) where arguments.count == 2:
                .dictionary(key: inner(arguments[0]), value: inner(arguments[1]))
            case .member(of: .named("Swift", _), let name, let arguments),
                .member(of: .named("Self", _), let name, let arguments):
                inner(.named(name, arguments: arguments))
            case .named(let name, let arguments) where arguments.isEmpty && generics[name] != nil:
                generics[name].map { .named($0) }
            case .named(let name, let arguments) where arguments.isEmpty && result.fixedTypes[name] != nil:
                result.fixedTypes[name].flatMap { $0 == part ? nil : inner($0) }
            case .named, .member: expandedAlias(part).map { inner($0) }
            default: nil
            }
        }
    }
}

extension MemberDeclaration {
    /// True for `func f<T>(_ key: String) -> T`, whose `T` only the caller tells.
    fileprivate var returnsWhateverIsAsked: Bool {
        guard isFunctionOrSubscript, genericRequirements.isEmpty, genericParameters.count == 1,
            let generic = genericParameters.first, generic.constraint == nil, generic.specifier == nil
        else { return false }
        return result == .named(generic.name) && !parameters.contains { $0.type.mentions(anyOf: [generic.name]) }
    }

    /// True if this member is a witness of another generic requirement, too, such as
    /// `func f<T: Hashable>(_ key: String) -> T?`. A witness of its own would be one too many: the compiler (6.3.1)
    /// would find two for that requirement.
    fileprivate func fulfils(_ other: MemberDeclaration) -> Bool {
        guard other != self, isFunctionOrSubscript, other.isFunctionOrSubscript else { return false }
        return !other.genericParameters.isEmpty && displayName == other.displayName && isStatic == other.isStatic
            && hasEffects(ofAtMost: other) && conditions == other.conditions
            && parameters.map(\.type.bare) == other.parameters.map(\.type.bare)
    }

    /// True if this member witnesses the other one as far as effects and setters are concerned.
    private func hasEffects(ofAtMost other: MemberDeclaration) -> Bool {
        let (mine, theirs) = (effectsOfUse, other.effectsOfUse)
        return mine.count >= theirs.count && zip(mine, theirs).allSatisfy { $0.merging($1) == $0 }
    }

    private var isFunctionOrSubscript: Bool {
        switch kind {
        case .function, .subscript: true
        default: false
        }
    }

    /// The effects of a call, or of reading and of setting.
    private var effectsOfUse: [Effects] {
        switch kind {
        case .function(let function): [function.effects]
        case .subscript(let declaration):
            [declaration.accessors.getEffects] + (declaration.accessors.hasSetter ? [.none] : [])
        default: []
        }
    }
}

/// The properties that two members of a class must not have in common.
private struct SpellingFreeSignature: Hashable {
    var name: String
    var isStatic: Bool
    var isProperty: Bool
    var genericCount: Int
    /// Those of the parameters, and of the result unless it is a property.
    var types: [TypeExpression]
    var constraints: Set<String>

    var withoutResult: Self {
        var signature = self
        if !isProperty { signature.types.removeLast() }
        return signature
    }
}

extension FunctionType {
    fileprivate var withoutNames: FunctionType {
        FunctionType(
            parameters: parameters.map { Parameter(name: nil, type: $0.type, isVariadic: $0.isVariadic) },
            effects: effects, result: result)
    }
}
