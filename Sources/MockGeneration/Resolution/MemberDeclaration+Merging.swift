internal import MockModel

extension MemberDeclaration {
    /// True if a forwarded call would be ambiguous, or if no call with the effects of the witness is possible with its
    /// arguments: one member suspends and the other throws, they throw different errors, or a closure that the witness
    /// must not keep escapes in the member with its effects.
    func disagrees(with other: MemberDeclaration) -> Bool {
        if let mine = accessors, let theirs = other.accessors { return mine.getEffects != theirs.getEffects }
        guard case .function(let mine) = kind, case .function(let theirs) = other.kind else { return false }
        let common = mine.effects.merging(theirs.effects)
        let pairs = zip(mine.parameters, theirs.parameters)
        if pairs.contains(where: { $0.type.specifiers != $1.type.specifiers }) { return true }
        let promises = pairs.map { Set($0.merging($1).type.attributes) }
        return ![mine, theirs].contains { function in
            function.effects == common
                && zip(function.parameters, promises).allSatisfy { Set($0.type.attributes) == $1 }
        }
    }

    /// Makes the member nonisolated if the other one is on no actor or on another one; returns true if it did.
    mutating func mergeIsolation(of other: MemberDeclaration, among actors: Set<String>) -> Bool {
        func isActor(_ attribute: String) -> Bool { actors.contains(String(attribute.dropFirst())) }
        guard attributes.first(where: isActor) != other.attributes.first(where: isActor) else { return false }
        attributes.removeAll(where: isActor)
        if !modifiers.contains(where: { $0.hasPrefix("nonisolated") }) { modifiers.insert("nonisolated", at: 0) }
        return true
    }

    /// Drops an associated type's default that mentions `Self` or need not satisfy the type's constraints.
    mutating func dropUncertainDefault() {
        guard case .associatedType(var associated) = kind,
            !associated.inherited.isEmpty || associated.defaultType?.mentions("Self") ?? false
        else { return }
        associated.defaultType = nil
        kind = .associatedType(associated)
    }

    /// Changes the member so that it also witnesses another requirement with the same signature.
    ///
    /// A member with fewer effects, which does not throw or suspend, witnesses one that may. A member with a setter
    /// witnesses one without.
    mutating func merge(_ other: MemberDeclaration) {
        switch (kind, other.kind) {
        case (.function(var mine), .function(let theirs)):
            mine.effects = mine.effects.merging(theirs.effects)
            mine.parameters = zip(mine.parameters, theirs.parameters).map { $0.merging($1) }
            kind = .function(mine)
        case (.property(var mine), .property(let theirs)):
            mine.accessors = mine.accessors.merging(theirs.accessors)
            kind = .property(mine)
        case (.subscript(var mine), .subscript(let theirs)):
            mine.accessors = mine.accessors.merging(theirs.accessors)
            kind = .subscript(mine)
        case (.initializer(var mine), .initializer(let theirs)):
            mine.effects = mine.effects.merging(theirs.effects)
            mine.parameters = zip(mine.parameters, theirs.parameters).map { $0.merging($1) }
            // A nonfailable initializer witnesses a failable one.
            if theirs.optionalMark.isEmpty { mine.optionalMark = "" }
            kind = .initializer(mine)
        case (.associatedType(var mine), .associatedType(let theirs)):
            for constraint in theirs.inherited where !mine.inherited.contains(constraint) {
                mine.inherited.append(constraint)
            }
            mine.defaultType = mine.defaultType ?? theirs.defaultType
            kind = .associatedType(mine)
        default: break
        }
    }
}

extension MemberDeclaration {
    private var accessors: Accessors? {
        switch kind {
        case .property(let property): property.accessors
        case .subscript(let declaration): declaration.accessors
        default: nil
        }
    }
}

extension ParameterDeclaration {
    /// The parameter with only the promises that both make: a closure stays nonescaping or `@Sendable` only if it is so
    /// in both.
    fileprivate func merging(_ other: ParameterDeclaration) -> ParameterDeclaration {
        guard case .attributed(let specifiers, let attributes, let base) = type else { return self }
        let common = attributes.filter { other.type.attributes.contains($0) || $0 == "@autoclosure" }
        let isPlain = common.isEmpty && specifiers.isEmpty
        return with(isPlain ? base : .attributed(specifiers: specifiers, attributes: common, base))
    }
}

extension Accessors {
    fileprivate func merging(_ other: Accessors) -> Accessors {
        Accessors(
            getEffects: getEffects.merging(other.getEffects), hasSetter: hasSetter || other.hasSetter,
            isGetterMutating: isGetterMutating && other.isGetterMutating,
            isSetterNonmutating: isSetterNonmutating || other.isSetterNonmutating,
            setterAvailability: hasSetter && other.hasSetter
                ? setterAvailability.filter(other.setterAvailability.contains)
                : setterAvailability + other.setterAvailability)
    }
}

extension Effects {
    /// The effects of a witness of two requirements with these ones and others.
    func merging(_ other: Effects) -> Effects {
        Effects(isAsync: isAsync && other.isAsync, throwing: throwing.merging(other.throwing))
    }
}

extension Effects.Throwing {
    /// If the two typed errors differ, the witness can throw neither.
    fileprivate func merging(_ other: Effects.Throwing) -> Effects.Throwing {
        if case .typed(let mine) = self, case .typed(let theirs) = other, mine != theirs { return .never }
        return rank <= other.rank ? self : other
    }

    private var rank: Int {
        switch self {
        case .never: 0
        case .rethrows: 1
        case .typed: 2
        case .untyped: 3
        }
    }
}
