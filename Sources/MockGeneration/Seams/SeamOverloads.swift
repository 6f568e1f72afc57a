internal import MockModel

/// The generic members of a type that differ in the constraints on their results only, as
/// `decode<Value: Column>(at: Int) -> Value` and `decode<Value: Column & Fast>(at: Int) -> Value` do.
///
/// A call means the one with more constraints. But the compiler (6.3.1) ranks witnesses by their parameters alone: both
/// fulfil the second requirement, and it takes neither.
struct SeamOverloads {
    private struct Shape: Hashable {
        var name: String
        var labels: [String]
        var types: [TypeExpression]
        var result: TypeExpression
        var isStatic: Bool
        var isAsync: Bool
        var generics: Int
        var conditions: [String]
    }

    /// For each shape, the constraints of the parameters of each member.
    private var members: [Shape: [[Set<TypeExpression>]]] = [:]

    private struct Sender: Hashable {
        var signature: MemberSignature
        var hasSending: Bool

        init(_ member: MemberDeclaration) {
            signature = MemberSignature(member.withNumberedGenerics)
            hasSending = member.signatureContains { type in type.contains { $0.specifiers.contains("sending") } }
        }
    }

    /// The members that `sending` or `Sendable` alone tells apart, by their signature without it.
    private var senders: [MemberSignature: Set<Sender>] = [:]

    mutating func add(_ member: MemberDeclaration) {
        senders[Self.signature(member), default: []].insert(Sender(member))
        add(shapeOf: member)
    }

    /// True if a member that differs in sendability only fulfils the same requirement. One without `sending` is
    /// fulfilled by a member without it alone.
    func differsInSendability(_ member: MemberDeclaration) -> Bool {
        guard let senders = senders[Self.signature(member)], senders.count > 1 else { return false }
        return Sender(member).hasSending || senders.count { !$0.hasSending } > 1
    }

    private static func signature(_ member: MemberDeclaration) -> MemberSignature {
        MemberSignature(member.withoutSending)
    }

    mutating func add(shapeOf member: MemberDeclaration) {
        guard let shape = Self.shape(of: member) else { return }
        members[shape, default: []].append(Self.constraints(of: member))
    }

    /// True if a member with fewer constraints fulfils the same requirement.
    func hasWider(_ member: MemberDeclaration) -> Bool {
        guard let shape = Self.shape(of: member), let namesakes = members[shape], namesakes.count > 1 else {
            return false
        }
        let own = Self.constraints(of: member)
        return namesakes.contains { other in
            other != own && zip(other, own).allSatisfy { $0.isSubset(of: $1) }
        }
    }

    /// Returns `nil` if a parameter of the member tells the overloads apart.
    private static func shape(of member: MemberDeclaration) -> Shape? {
        guard let result = member.result, !member.genericParameters.isEmpty else { return nil }
        let names = member.genericParameters.map(\.name)
        let types = member.parameters.map(\.type)
        guard types.allSatisfy({ $0.mentionedNames.isDisjoint(with: names) }) else { return nil }
        return Shape(
            name: member.seamName, labels: member.parameters.map(\.label), types: types,
            result: result.replacing { part in
                guard case .named(let name, _) = part, let place = names.firstIndex(of: name) else { return nil }
                return .verbatim("\(place)")
            }, isStatic: member.isStatic, isAsync: member.effects.isAsync, generics: names.count,
            conditions: member.conditions)
    }

    /// The constraints of each generic parameter that concern it directly.
    private static func constraints(of member: MemberDeclaration) -> [Set<TypeExpression>] {
        member.genericParameters.map { Set($0.constraints(with: member.genericRequirements)) }
    }
}

extension MemberDeclaration {
    /// The member without `sending`, `where Value: Sendable` and names of generic parameters, which tell no two members
    /// apart.
    var withoutSending: MemberDeclaration {
        var member = replacing { $0.withoutSending }
        member.removeRequirements(where: \.isSendable)
        return member.withNumberedGenerics
    }
}

extension TypeExpression {
    fileprivate var withoutSending: TypeExpression? {
        guard case .attributed(let specifiers, let attributes, let base) = self, specifiers.contains("sending") else {
            return nil
        }
        let rest = specifiers.filter { $0 != "sending" }
        let inner = base.replacing { $0.withoutSending }
        return rest.isEmpty && attributes.isEmpty
            ? inner : .attributed(specifiers: rest, attributes: attributes, inner)
    }
}
