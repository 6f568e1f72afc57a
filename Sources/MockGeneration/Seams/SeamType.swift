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
