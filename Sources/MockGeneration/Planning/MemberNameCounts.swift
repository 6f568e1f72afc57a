internal import MockModel

/// Which names are overloaded within one mock; the static side has names of its own.
struct MemberNameCounts {
    private struct Side {
        var baseNames: Set<String> = []
        /// Those of several members: few, and usually none.
        var sharedNames: Set<String> = []
        /// Of the members that share their base name with another.
        var displayNames: [String: Int] = [:]

        mutating func add(_ baseName: String) {
            if !baseNames.insert(baseName).inserted { sharedNames.insert(baseName) }
        }

        mutating func countDisplayNames(of members: some Sequence<MemberDeclaration>) {
            if sharedNames.isEmpty { return }
            for member in members where shares(member) {
                displayNames[MemberNameCounts.displayName(member), default: 0] += 1
            }
        }

        func shares(_ member: MemberDeclaration) -> Bool {
            !sharedNames.isEmpty && sharedNames.contains(MemberNameCounts.baseName(member))
        }
    }

    private let statics: Side
    private let instance: Side

    init(_ members: [ResolvedMember]) {
        var (statics, instance) = (Side(), Side())
        instance.baseNames.reserveCapacity(members.count)
        for member in members.lazy.map(\.member) {
            if Self.isStatic(member) { statics.add(Self.baseName(member)) } else { instance.add(Self.baseName(member)) }
        }
        statics.countDisplayNames(of: members.lazy.map(\.member).filter(Self.isStatic))
        instance.countDisplayNames(of: members.lazy.map(\.member).filter { !Self.isStatic($0) })
        self.statics = statics
        self.instance = instance
    }

    /// Whether two members of a side share their base name.
    var hasOverloads: Bool { !instance.displayNames.isEmpty || !statics.displayNames.isEmpty }

    func isBaseNameOverloaded(_ member: MemberDeclaration) -> Bool {
        side(Self.isStatic(member)).shares(member)
    }

    /// Whether a member of either side has the base name.
    func contains(_ baseName: String) -> Bool {
        instance.baseNames.contains(baseName) || statics.baseNames.contains(baseName)
    }

    /// Whether a member that shares its base name with another has the full name.
    func containsOverload(_ displayName: String, isStatic: Bool) -> Bool {
        side(isStatic).displayNames[Identifier.asLiteral(displayName)] != nil
    }

    func isDisplayNameOverloaded(_ member: MemberDeclaration) -> Bool {
        // The same full name is the same base name.
        isBaseNameOverloaded(member)
            && side(Self.isStatic(member)).displayNames[Self.displayName(member), default: 0] > 1
    }

    private func side(_ isStatic: Bool) -> Side { isStatic ? statics : instance }

    private static func isStatic(_ member: MemberDeclaration) -> Bool {
        member.isStatic || member.isInitializer
    }

    /// A name is the same with backticks and without.
    private static func displayName(_ member: MemberDeclaration) -> String { Identifier.asLiteral(member.displayName) }

    private static func baseName(_ member: MemberDeclaration) -> String {
        switch member.kind {
        case .function(let function) where function.isOperator: OperatorName.word(for: function.name)
        case .initializer: "initialize"
        // Types are no members that could be overloaded.
        case .associatedType(let associated): "associatedtype \(associated.name)"
        case .typealias(let alias): "typealias \(alias.name)"
        case .function, .property, .subscript, .other: member.baseName
        }
    }
}
