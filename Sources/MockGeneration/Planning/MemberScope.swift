internal import MockModel

/// What the members of one mock need to know about the mock they belong to.
struct MemberScope {
    let resolved: ResolvedType
    let runtime: RuntimeSpelling
    /// Names of the mock's own generic parameters.
    let genericNames: Set<String>
    /// What calls are forwarded to.
    let target: String
    /// How many members of each side share a base name, and how many a full name.
    let nameCounts: MemberNameCounts
    /// `any P` cannot say which associated types it has; members that mention them cannot be forwarded.
    let unforwardableNames: Set<String>

    /// The name of the property with the mock's state.
    var stateName: String { nameCounts.contains("mocking") ? "mockState" : "mocking" }

    var mockName: String { resolved.mockName }

    /// In a mock `Self` is the mock, and `Self.Element` its own `Element`.
    func substitutingSelf(_ type: TypeExpression) -> TypeExpression {
        type.replacing { part in
            switch part {
            case .named("Self", _): .named(mockName)
            case .member(of: .named("Self", _), let name, let arguments): .named(name, arguments: arguments)
            default: nil
            }
        }
    }

    func substitutingSelf(_ requirement: GenericRequirement) -> GenericRequirement {
        GenericRequirement(
            left: substitutingSelf(requirement.left), relation: requirement.relation,
            right: substitutingSelf(requirement.right))
    }

    func expandingFunctionAlias(_ type: TypeExpression) -> TypeExpression {
        guard case .named(let name, _) = type, let target = resolved.functionAliases[name] else { return type }
        return target
    }

    /// Values of such types can be passed on, but neither recorded nor compared.
    func isUnstorable(_ type: TypeExpression) -> Bool {
        guard let name = (type.optionalWrapped ?? type).namePath?.last else { return false }
        return resolved.unstorableNames.contains(name)
    }
}

extension TypeExpression {
    var optionalWrapped: TypeExpression? {
        switch self {
        case .optional(let wrapped), .implicitlyUnwrapped(let wrapped): wrapped
        default: nil
        }
    }
}
