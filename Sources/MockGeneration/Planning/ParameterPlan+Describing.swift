internal import MockModel

extension [ParameterPlan] {
    /// Whether calls can be recorded with their arguments.
    var isDescribable: Bool {
        !contains(where: \.isIndescribable)
            && (!contains(where: \.isPack) || !contains { $0.isUnrecorded || $0.isInout })
    }
}

extension ParameterPlan {
    /// Neither an actor that the call is isolated to nor a pack can be sent along with a record.
    var isBoundToPlace: Bool { isPack || isTupleOfPack || declared.specifiers.contains("isolated") }

    /// `isolated Worker`, not `isolated any Actor`.
    var isOnOneActor: Bool {
        guard declared.specifiers.contains("isolated") else { return false }
        return !value.contains { if case .any = $0 { true } else { false } }
    }

    /// Nobody can call a member with such a parameter.
    var isUninhabited: Bool { value.isNever }
}
