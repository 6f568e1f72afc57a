internal import MockModel

/// The parts of a requirement by which a conforming type distinguishes it from others.
struct MemberSignature: Hashable {
    private let text: String

    /// - Parameter hasResult: if false, signatures that differ only in the result are equal.
    init(_ member: MemberDeclaration, hasResult: Bool = true) {
        var parts = [member.isStatic ? "static" : "", member.displayName, member.conditions.joined(separator: "&&")]
        switch member.kind {
        case .function(let function):
            parts += function.parameters.map(Self.text)
            if hasResult { parts.append("\(function.result ?? .void)") }
            parts += function.genericParameters.map(\.description) + Self.texts(function.genericRequirements)
        case .subscript(let declaration):
            parts += declaration.parameters.map(Self.text)
            if hasResult { parts.append("\(declaration.result)") }
            parts += declaration.genericParameters.map(\.description)
            parts += Self.texts(declaration.genericRequirements)
        case .initializer(let initializer):
            parts += initializer.parameters.map(Self.text)
            parts += initializer.genericParameters.map(\.description)
            parts += Self.texts(initializer.genericRequirements)
        case .property, .associatedType, .typealias, .other:
            break
        }
        text = parts.joined(separator: "\u{0}")
    }

    /// The requirements in canonical form: their order and the sides of `==` do not matter.
    private static func texts(_ requirements: [GenericRequirement]) -> [String] {
        if requirements.isEmpty { return [] }
        return requirements.map { requirement in
            guard requirement.relation == .equals else { return requirement.description }
            return ["\(requirement.left)", "\(requirement.right)"].sorted().joined(separator: " == ")
        }.sorted()
    }

    /// Leaves out ownership specifiers except `inout`: the others do not distinguish signatures.
    private static func text(_ parameter: ParameterDeclaration) -> String {
        let isInout = parameter.type.specifiers.contains("inout")
        return "\(isInout ? "inout " : "")\(parameter.type.bare)\(parameter.isVariadic ? "..." : "")"
    }
}
