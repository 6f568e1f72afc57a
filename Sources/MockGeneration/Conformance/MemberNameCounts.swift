internal import MockModel

/// Tells which names are overloaded within one mock. Static and instance members are counted separately.
struct MemberNameCounts {
    private struct Side {
        var baseNames: Set<String> = []
        /// Base names of several members: few, and usually none.
        var sharedNames: Set<String> = []
        /// The number of members per full name, among members that share their base name.
        var displayNames: [String: Int] = [:]
        /// The full names of functions with a parameter for values of any type, among members that share their base name.
        var namesForAnyValue: Set<String> = []
        /// The calls of synchronous functions, among members that share their base name.
        var synchronousCalls: Set<String> = []

        mutating func add(_ baseName: String) {
            if !baseNames.insert(baseName).inserted { sharedNames.insert(baseName) }
        }

        mutating func countDisplayNames(of members: some Sequence<MemberDeclaration>) {
            if sharedNames.isEmpty { return }
            for member in members where shares(member) {
                displayNames[MemberNameCounts.displayName(member), default: 0] += 1
                if member.parameters.contains(where: { member.isAnyValue($0.type.bare) }) {
                    namesForAnyValue.insert(MemberNameCounts.displayName(member))
                }
                if case .function(let function) = member.kind, !function.effects.isAsync {
                    synchronousCalls.insert(MemberNameCounts.call(of: function, member))
                }
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

    /// True if two members of a side share their base name.
    var hasOverloads: Bool { !instance.displayNames.isEmpty || !statics.displayNames.isEmpty }

    func isBaseNameOverloaded(_ member: MemberDeclaration) -> Bool {
        side(Self.isStatic(member)).shares(member)
    }

    /// True if a member of either side has the base name.
    func contains(_ baseName: String) -> Bool {
        instance.baseNames.contains(baseName) || statics.baseNames.contains(baseName)
    }

    /// True if a member that shares its base name with another has the full name.
    func containsOverload(_ displayName: String, isStatic: Bool) -> Bool {
        side(isStatic).displayNames[Identifier.asLiteral(displayName)] != nil
    }

    func isDisplayNameOverloaded(_ member: MemberDeclaration) -> Bool {
        // Members with the same full name have the same base name.
        isBaseNameOverloaded(member)
            && side(Self.isStatic(member)).displayNames[Self.displayName(member), default: 0] > 1
    }

    /// True if a member with the same full name takes a value of any type.
    func hasOverloadForAnyValue(_ member: MemberDeclaration) -> Bool {
        let names = side(Self.isStatic(member)).namesForAnyValue
        return !names.isEmpty && isDisplayNameOverloaded(member) && names.contains(Self.displayName(member))
    }

    /// True for an asynchronous function beside a synchronous one with the same name and the same types of arguments.
    /// A clause would not tell which of both it means. Functions with parameter packs are none: no other parameter can
    /// follow a pack.
    func isAsyncTwin(_ member: MemberDeclaration) -> Bool {
        guard hasOverloads, isDisplayNameOverloaded(member), case .function(let function) = member.kind,
            function.effects.isAsync, !function.genericParameters.contains(where: { $0.specifier != nil })
        else { return false }
        return side(Self.isStatic(member)).synchronousCalls.contains(Self.call(of: function, member))
    }

    private func side(_ isStatic: Bool) -> Side { isStatic ? statics : instance }

    private static func isStatic(_ member: MemberDeclaration) -> Bool {
        member.isStatic || member.isInitializer
    }

    /// The full name without backticks, which do not distinguish names.
    private static func displayName(_ member: MemberDeclaration) -> String { Identifier.asLiteral(member.displayName) }

    /// The full name and the types of the arguments without their attributes: `@Sendable` and `@escaping` differ between
    /// twins.
    private static func call(of function: FunctionDeclaration, _ member: MemberDeclaration) -> String {
        displayName(member) + function.parameters.map { "\($0.type.bare)" }.joined(separator: ", ")
    }

    private static func baseName(_ member: MemberDeclaration) -> String {
        switch member.kind {
        case .function(let function) where function.isOperator: OperatorName.word(for: function.name)
        case .initializer: "initialize"
        // Types cannot be overloaded, so they get keys that no other member has.
        case .associatedType(let associated): "associatedtype \(associated.name)"
        case .typealias(let alias): "typealias \(alias.name)"
        case .function, .property, .subscript, .other: member.baseName
        }
    }
}

extension MemberDeclaration {
    /// True for `Any`, an optional of it, and a generic parameter of the member without a constraint.
    fileprivate func isAnyValue(_ type: TypeExpression) -> Bool {
        switch type {
        case .optional(let wrapped): isAnyValue(wrapped)
        case .named("Any", _): true
        case .named(let name, _): genericParameters.contains { $0.name == name && $0.constraint == nil }
        default: false
        }
    }
}
