internal import MockModel

/// The arguments of a call as values of type `Any?`, which is how libraries record them.
struct RecordedArguments {
    /// An expression for each parameter; `nil` as text for one whose value cannot be kept.
    let values: [String]
    /// True for each parameter whose value is kept.
    let areKept: [Bool]

    init(_ signature: SignaturePlan, member: MemberDeclaration) {
        let erasure = SpyErasure(signature, member: member)
        areKept = signature.parameters.map { parameter in
            let hasNoValue = parameter.traits.containsAny(of: [
                .unrecorded, .pack, .tupleOfPack, .isolated, .uninhabited, .indescribable,
            ])
            return !hasNoValue && !erasure.isImpossible(for: parameter.declared)
        }
        values = zip(signature.parameters, areKept).map { $1 ? Self.value(of: $0, signature.spelling) : "nil" }
    }

    /// The compiler warns if an optional of an optional, or `T!`, becomes an `Any?` without a cast.
    private static func value(of parameter: ParameterPlan, _ spelling: NameSpelling) -> String {
        let isUnwrapped = if case .implicitlyUnwrapped = parameter.declared.bare { true } else { false }
        let isNested = parameter.value.isOptional && parameter.value.wrapped?.isOptional ?? false
        return isUnwrapped || isNested ? "\(parameter.local) as \(spelling("Any"))?" : parameter.local
    }

    /// `, args: a, b`, or empty without arguments.
    func list(after label: String) -> String {
        values.isEmpty ? "" : label + values.joined(separator: ", ")
    }
}

extension TypeExpression {
    /// `T` of `T?` and `Optional<T>`.
    fileprivate var wrapped: TypeExpression? {
        switch self {
        case .optional(let wrapped): wrapped
        case .named("Optional", let arguments): arguments.first
        default: nil
        }
    }
}
