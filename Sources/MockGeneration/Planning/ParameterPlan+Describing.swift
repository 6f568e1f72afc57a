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
    var isUninhabited: Bool { value.isNever }
}

extension TypeExpression {
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
