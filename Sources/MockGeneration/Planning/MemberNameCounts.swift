internal import MockModel

/// Which names are overloaded within one mock; the static side has names of its own.
struct MemberNameCounts {
    private struct Side {
        var baseNames: [String: Int] = [:]
        /// Of members that share their base name with another.
        var displayNames: [String: Int] = [:]

        mutating func countDisplayNames(of members: some Sequence<MemberDeclaration>) {
            for member in members where baseNames[MemberNameCounts.baseName(member), default: 0] > 1 {
                displayNames[member.displayName, default: 0] += 1
            }
        }
    }

    private let statics: Side
    private let instance: Side

    init(_ members: [ResolvedMember]) {
        var (statics, instance) = (Side(), Side())
        instance.baseNames.reserveCapacity(members.count)
        for resolved in members {
            let name = Self.baseName(resolved.member)
            if Self.isStatic(resolved.member) {
                statics.baseNames[name, default: 0] += 1
            } else {
                instance.baseNames[name, default: 0] += 1
            }
        }
        if statics.baseNames.count + instance.baseNames.count < members.count {
            statics.countDisplayNames(of: members.lazy.map(\.member).filter(Self.isStatic))
            instance.countDisplayNames(of: members.lazy.map(\.member).filter { !Self.isStatic($0) })
        }
        self.statics = statics
        self.instance = instance
    }

    /// Whether two members of a side share their base name.
    var hasOverloads: Bool { !instance.displayNames.isEmpty || !statics.displayNames.isEmpty }

    func isBaseNameOverloaded(_ member: MemberDeclaration) -> Bool {
        side(Self.isStatic(member)).baseNames[Self.baseName(member), default: 0] > 1
    }

    /// Whether a member of either side has the base name.
    func contains(_ baseName: String) -> Bool {
        instance.baseNames[baseName] != nil || statics.baseNames[baseName] != nil
    }

    /// Whether a member that shares its base name with another has the full name.
    func containsOverload(_ displayName: String, isStatic: Bool) -> Bool {
        side(isStatic).displayNames[displayName] != nil
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
