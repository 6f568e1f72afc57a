internal import MockModel

extension MemberDeclaration {
    /// Whether both throw, and nothing that both could.
    func disagrees(with other: MemberDeclaration) -> Bool {
        guard case .function(let mine) = kind, case .function(let theirs) = other.kind,
            case .typed(let failure) = mine.effects.throwing, case .typed(let otherFailure) = theirs.effects.throwing
        else { return false }
        return failure != otherFailure
    }

    /// Changes the member so that it also witnesses another requirement of the same signature.
    ///
    /// A member that does less by the way, that does not throw or does not suspend, stands in for one that may; one
    /// with a setter stands in for one without.
    mutating func meet(_ other: MemberDeclaration) {
        switch (kind, other.kind) {
        case (.function(var mine), .function(let theirs)):
            mine.effects = mine.effects.meeting(theirs.effects)
            kind = .function(mine)
        case (.property(var mine), .property(let theirs)):
            mine.accessors = mine.accessors.meeting(theirs.accessors)
            kind = .property(mine)
        case (.subscript(var mine), .subscript(let theirs)):
            mine.accessors = mine.accessors.meeting(theirs.accessors)
            kind = .subscript(mine)
        case (.initializer(var mine), .initializer(let theirs)):
            mine.effects = mine.effects.meeting(theirs.effects)
            // What never fails may stand in for what may.
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

extension Accessors {
    fileprivate func meeting(_ other: Accessors) -> Accessors {
        Accessors(
            getEffects: getEffects.meeting(other.getEffects), hasSetter: hasSetter || other.hasSetter,
            isGetterMutating: isGetterMutating && other.isGetterMutating,
            isSetterNonmutating: isSetterNonmutating || other.isSetterNonmutating)
    }
}

extension Effects {
    fileprivate func meeting(_ other: Effects) -> Effects {
        Effects(isAsync: isAsync && other.isAsync, throwing: throwing.meeting(other.throwing))
    }
}

extension Effects.Throwing {
    /// Of two different errors a member can throw neither.
    fileprivate func meeting(_ other: Effects.Throwing) -> Effects.Throwing {
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
