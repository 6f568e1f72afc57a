internal import MockModel

/// Which names are overloaded within one mock; the static side has names of its own.
struct MemberNameCounts {
    private struct Side {
        var baseNames: [String: Int] = [:]
        var displayNames: [String: Int] = [:]

        mutating func add(_ member: MemberDeclaration) {
            baseNames[MemberNameCounts.baseName(member), default: 0] += 1
            displayNames[member.displayName, default: 0] += 1
        }
    }

    private var statics = Side()
    private var instance = Side()

    init(_ members: [ResolvedMember]) {
        for resolved in members {
            if Self.isStatic(resolved.member) { statics.add(resolved.member) } else { instance.add(resolved.member) }
        }
    }

    func isBaseNameOverloaded(_ member: MemberDeclaration) -> Bool {
        side(Self.isStatic(member)).baseNames[Self.baseName(member), default: 0] > 1
    }

    /// Whether a member of either side has the base name.
    func contains(_ baseName: String) -> Bool {
        instance.baseNames[baseName] != nil || statics.baseNames[baseName] != nil
    }

    func containsDisplayName(_ name: String, isStatic: Bool) -> Bool {
        side(isStatic).displayNames[name] != nil
    }

    func isDisplayNameOverloaded(_ member: MemberDeclaration) -> Bool {
        // The same full name is the same base name.
        isBaseNameOverloaded(member) && side(Self.isStatic(member)).displayNames[member.displayName, default: 0] > 1
    }

    private func side(_ isStatic: Bool) -> Side { isStatic ? statics : instance }

    private static func isStatic(_ member: MemberDeclaration) -> Bool {
        if case .initializer = member.kind { return true }
        return member.isStatic
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
