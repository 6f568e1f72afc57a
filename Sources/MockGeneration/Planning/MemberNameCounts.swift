internal import MockModel

/// Which names are overloaded within one mock; the static side has names of its own.
struct MemberNameCounts {
    private var baseNames: [String: Int] = [:]
    private var displayNames: [String: Int] = [:]

    init(_ members: [ResolvedMember]) {
        for member in members.map(\.member) {
            baseNames[Self.side(member) + Self.baseName(member), default: 0] += 1
            displayNames[Self.side(member) + member.displayName, default: 0] += 1
        }
    }

    func isBaseNameOverloaded(_ member: MemberDeclaration) -> Bool {
        baseNames[Self.side(member) + Self.baseName(member), default: 0] > 1
    }

    /// Whether a member of either side has the base name.
    func contains(_ baseName: String) -> Bool {
        baseNames[baseName] != nil || baseNames["static " + baseName] != nil
    }

    func containsDisplayName(_ name: String, isStatic: Bool) -> Bool {
        displayNames[(isStatic ? "static " : "") + name] != nil
    }

    func isDisplayNameOverloaded(_ member: MemberDeclaration) -> Bool {
        displayNames[Self.side(member) + member.displayName, default: 0] > 1
    }

    private static func side(_ member: MemberDeclaration) -> String {
        if case .initializer = member.kind { return "static " }
        return member.isStatic ? "static " : ""
    }

    private static func baseName(_ member: MemberDeclaration) -> String {
        switch member.kind {
        case .function(let function): function.isOperator ? OperatorName.word(for: function.name) : function.name
        case .property(let property): property.name
        case .subscript: "subscript"
        case .initializer: "initialize"
        case .associatedType(let associated): "associatedtype \(associated.name)"
        case .typealias(let alias): "typealias \(alias.name)"
        case .other(let name): name
        }
    }
}
