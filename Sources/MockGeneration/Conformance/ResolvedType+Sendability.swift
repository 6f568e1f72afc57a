internal import MockModel

extension ResolvedType {
    /// Writes `@Sendable` in function types on a global actor, for mocks that are compiled in Swift 5: Swift 6 implies
    /// it (SE-0434), so there the module's text alone means another type.
    mutating func spellSendability() {
        for index in members.indices where members[index].origin.located.inheritsIsolation {
            members[index].member = members[index].member.replacing(Self.sendable)
        }
        for (name, alias) in functionAliases {
            functionAliases[name]?.target = alias.target.replacing(Self.sendable)
        }
        fixedTypes = fixedTypes.mapValues { $0.replacing(Self.sendable) }
    }

    /// The replacement for a function type on a global actor; otherwise `nil`.
    private static func sendable(_ type: TypeExpression) -> TypeExpression? {
        guard case .attributed(let specifiers, let attributes, .function(let function)) = type,
            attributes.contains(where: \.namesActor), !attributes.contains("@Sendable")
        else { return nil }
        return .attributed(
            specifiers: specifiers, attributes: attributes + ["@Sendable"], .function(function.replacing(sendable)))
    }
}
