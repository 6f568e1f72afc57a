internal import MockModel

/// The extended type, as the members of its seam spell it: `Cache<Key>.Entry`.
struct SeamType {
    /// The names of the type and of those that it is nested in, as its declaration has them.
    private let path: [String]
    /// The same as the extension spells it, which may begin with the module or mean a typealias.
    private let spelled: [String]
    /// The generic parameters of each component of `path`. The seam has an associated type for each.
    private let arguments: [[TypeExpression]]
    /// The names of the types that are nested in each component of `path`.
    private let nestedTypes: [Set<String>]
    /// The parameter packs, which a protocol cannot have.
    let packs: Set<String>
    /// The components of `path` that have a pack, or are in a type that has one.
    private let typesWithPacks: Set<String>
    /// The requirements on the generic parameters, those at the parameters themselves included.
    private let requirements: Set<GenericRequirement>

    init(_ head: TypeDeclaration, enclosing: [EnclosingType], spelled: String, nestedTypes: Set<String>) {
        let path = head.enclosing + [head.name]
        self.path = path
        self.spelled = spelled.split(separator: ".").map(String.init)
        let outer = enclosing.prefix(path.count - 1)
        let unknown = path.count - 1 - outer.count
        self.nestedTypes = Array(repeating: [], count: unknown) + outer.map(\.nestedTypes) + [nestedTypes]
        arguments =
            Array(repeating: [], count: unknown)
            + (outer.map(\.declaration) + [head]).map { declaration in
                declaration.genericParameters.filter { !$0.isPack }.map { .named($0.name) }
            }
        let declarations = outer.map(\.declaration) + [head]
        packs = Set(declarations.flatMap(\.genericParameters).filter(\.isPack).map(\.name))
        let firstPack = declarations.firstIndex { $0.genericParameters.contains(where: \.isPack) }
        typesWithPacks = Set(firstPack.map { path.dropFirst(unknown + $0) } ?? [])
        requirements = Set(
            declarations.flatMap { declaration in
                declaration.genericRequirements.flatMap(\.parts)
                    + declaration.genericParameters.flatMap { parameter in
                        (parameter.constraint?.composed ?? []).map {
                            GenericRequirement(left: .named(parameter.name), relation: .conforms, right: $0)
                        }
                    }
            })
    }

    /// The type as the seam's file spells it.
    func spelled(_ type: TypeExpression) -> TypeExpression { type.replacing { replacement(of: $0) } }

    /// The right side of a requirement. A generic parameter is no protocol, so one of the standard library has its name.
    func constraint(_ type: TypeExpression, _ relation: GenericRequirement.Relation) -> TypeExpression {
        guard relation == .conforms, case .named(let name, _) = type, isParameter(name),
            StandardLibraryNames.contains(name)
        else { return spelled(type) }
        return .member(of: .named("Swift"), name, arguments: type.arguments.map(spelled))
    }

    private func isParameter(_ name: String) -> Bool { arguments.contains { $0.contains(.named(name)) } }

    private var isGenericOrNested: Bool { path.count > 1 || arguments.contains { !$0.isEmpty } }

    /// The spelling that a requirement needs for a part of a member's type; `nil` if that stays.
    func replacement(of part: TypeExpression) -> TypeExpression? {
        guard case .named(let name, let arguments) = part else { return nil }
        if name == "Self" { return expression(of: path.count) }
        // Inside of a generic type, its name alone has the arguments of the type; a nested one needs no qualifier there.
        if isGenericOrNested, arguments.isEmpty, let place = path.lastIndex(of: name) {
            return expression(of: place + 1)
        }
        let own = arguments.map(spelled)
        if isParameter(name) {
            // It hides the types around it; but it has no arguments, as `Range<Range.Bound>` has.
            let isOther = !arguments.isEmpty && StandardLibraryNames.contains(name)
            return isOther ? .member(of: .named("Swift"), name, arguments: own) : nil
        }
        guard let place = nestedTypes.lastIndex(where: { $0.contains(name) }) else { return nil }
        return .member(of: expression(of: place + 1), name, arguments: own)
    }

    /// True for a declaration or an extension of the type itself, and not of a superclass or a protocol.
    func isDeclared(by part: TypeDeclaration) -> Bool { path.last == part.name }

    /// True for an extension that is about some arguments of the type only.
    func hasConditions(_ part: TypeDeclaration) -> Bool {
        part.kind == .extension && !part.genericRequirements.allSatisfy(holds)
    }

    /// True if a member is there for some arguments of the type only.
    func hasConditions(_ member: MemberDeclaration) -> Bool {
        !member.genericRequirements.allSatisfy { member.isOwn($0) || holds($0) }
    }

    /// True if the type itself requires this of its arguments. The compiler does not ask a member that fulfils a
    /// requirement for `Sendable`.
    private func holds(_ requirement: GenericRequirement) -> Bool {
        requirement.isSendable || requirement.parts.allSatisfy(requirements.contains)
    }

    /// True if calls of the member need arguments of the type that are `Sendable`, which its extensions need not have.
    func needsSendable(_ member: MemberDeclaration, in part: TypeDeclaration) -> Bool {
        let conditions = part.kind == .extension ? part.genericRequirements : []
        return (conditions + member.genericRequirements.filter { !member.isOwn($0) }).contains {
            $0.isSendable && !requirements.contains($0)
        }
    }

    /// True if a member mentions a type that has a parameter pack.
    func mentionsTypeWithPack(_ member: MemberDeclaration) -> Bool {
        !packs.isEmpty && !member.mentionedNames.isDisjoint(with: typesWithPacks.union(["Self"]))
    }

    /// Returns the type, or with a smaller count one that it is nested in.
    private func expression(of count: Int) -> TypeExpression {
        let names = spelled.dropLast(path.count - count)
        // A module, or fewer names than the declaration has, come without arguments.
        let offset = count - names.count
        var result: TypeExpression?
        for (index, name) in names.enumerated() {
            let place = index + offset
            let own = arguments.indices.contains(place) ? arguments[place] : []
            result = result.map { .member(of: $0, name, arguments: own) } ?? .named(name, arguments: own)
        }
        return result ?? .named(path[count - 1])
    }
}

extension GenericParameter {
    var isPack: Bool { specifier == "each" }
}

extension MemberDeclaration {
    /// True for a requirement on a generic parameter of the member itself.
    func isOwn(_ requirement: GenericRequirement) -> Bool {
        let names = Set(genericParameters.map(\.name))
        func isOwn(_ type: TypeExpression) -> Bool { type.namePath?.first.map(names.contains) ?? false }
        return isOwn(requirement.left) || requirement.relation == .equals && isOwn(requirement.right)
    }
}

extension GenericRequirement {
    /// `T: Sendable`
    var isSendable: Bool { relation == .conforms && right == .named("Sendable") }

    /// `T: P` and `T: Q` for `T: P & Q`.
    fileprivate var parts: [GenericRequirement] {
        right.composed.map { GenericRequirement(left: left, relation: relation, right: $0) }
    }
}
