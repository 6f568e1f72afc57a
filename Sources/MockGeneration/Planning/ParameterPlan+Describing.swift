internal import MockModel

extension [ParameterPlan] {
    /// Whether calls can be recorded with their arguments.
    var isDescribable: Bool {
        !contains(where: \.isIndescribable)
            && (!contains { $0.isPack || $0.isTupleOfPack } || !contains { $0.isUnrecorded || $0.isInout })
    }
}

extension ParameterPlan {
    /// Neither an actor that the call is isolated to nor a pack can be sent along with a record.
    var isBoundToPlace: Bool { isPack || isTupleOfPack || declared.isIsolated }

    var isOnOneActor: Bool { declared.isIsolatedToOneActor }

    /// Nobody can call a member with such a parameter.
    var isUninhabited: Bool { placeOfNever != nil }

    /// What is written behind the name to get at a value that cannot be: nothing for `Never`, `.1` for `(Int, Never)`.
    var placeOfNever: String? { value.placeOfNever }
}

extension TypeExpression {
    fileprivate var placeOfNever: String? {
        if isNever { return "" }
        guard case .tuple(let elements) = bare else { return nil }
        for (index, element) in elements.enumerated() {
            if let place = element.type.placeOfNever { return ".\(index)\(place)" }
        }
        return nil
    }

    var isIsolated: Bool { specifiers.contains("isolated") }

    /// `isolated Worker`, not `isolated any Actor`.
    var isIsolatedToOneActor: Bool { isIsolated && !contains { if case .any = $0 { true } else { false } } }

    /// `(any P).Type`, which the compiler (6.3.1) lets nobody send away.
    var holdsExistentialMetatype: Bool {
        contains { part in
            switch part {
            case .metatype(.any): true
            default: false
            }
        }
    }
}
