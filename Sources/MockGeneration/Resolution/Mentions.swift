internal import MockModel

/// The names that one declaration's members mention. Members share most of them, so each name is resolved once per
/// declaration.
struct Mentions {
    struct Name {
        let name: String
        /// The declaration that the compiler would find by the name there; `nil` if no source declares it, and until it
        /// is resolved.
        var found: LocatedType?
        /// True if the standard library declares a type of that name.
        let isStandard: Bool

        init(name: String, found: LocatedType? = nil) {
            self.name = name
            self.found = found
            isStandard = StandardLibraryNames.contains(name)
        }
    }

    /// Indices in `ResolvedType.members`.
    var members: [Int] = []
    /// Names in signatures, except `Self` and names that the member itself declares.
    var names: [Name] = []
    /// Qualified names: `["Outer", "Inner"]`.
    var paths: [[String]] = []
    /// The first names of attributes that may be global actors.
    var actors: [Name] = []
    /// True if a signature mentions `Self`.
    var mentionsSelf = false
    /// The entries of `names` and `paths`; filled once there are many.
    private var knownNames: Set<String> = []
    private var knownPaths: Set<[String]> = []
}

extension Mentions {
    /// - Parameter capacity: the number of members. They mention about as many names.
    init(capacity: Int) {
        members.reserveCapacity(capacity)
        names.reserveCapacity(capacity)
    }

    mutating func add(_ member: MemberDeclaration, at index: Int) {
        members.append(index)
        let generic = member.genericParameters
        let genericNames = generic.count > Self.few ? member.genericParameterNames : []
        func isGeneric(_ name: String) -> Bool {
            if generic.isEmpty { return false }
            return genericNames.isEmpty ? generic.contains { $0.name == name } : genericNames.contains(name)
        }
        func add(_ name: String) {
            if name == "Self" { return mentionsSelf = true }
            if !isKnown(name), !isGeneric(name) { note(name) }
        }
        member.visitSignature { type in
            // Most types are plain names.
            if case .named(let name, let arguments) = type, arguments.isEmpty { return add(name) }
            type.visit { part in
                part.visitOuterNames(add)
                if case .member = part, let path = part.namePath { notePath(path) }
            }
        }
        for name in member.actorNames {
            if name == "Self" {
                mentionsSelf = true
            } else if !actors.contains(where: { $0.name == name }), !isGeneric(name) {
                actors.append(Name(name: name))
            }
        }
    }

    // A few entries are searched linearly: that costs less than hashing.
    private static let few = 16

    /// Mutating, because the closure that calls it would copy the value otherwise.
    private mutating func isKnown(_ name: String) -> Bool {
        names.count < Self.few ? names.contains { $0.name == name } : knownNames.contains(name)
    }

    private mutating func note(_ name: String) {
        names.append(Name(name: name))
        if names.count == Self.few { knownNames = Set(names.map(\.name)) }
        if names.count > Self.few { knownNames.insert(name) }
    }

    private mutating func notePath(_ path: [String]) {
        if paths.count < Self.few ? paths.contains(path) : !knownPaths.insert(path).inserted { return }
        paths.append(path)
        if paths.count == Self.few { knownPaths = Set(paths) }
    }

    mutating func locateNames(_ locate: (String) -> LocatedType?) {
        for index in names.indices { names[index].found = locate(names[index].name) }
        for index in actors.indices { actors[index].found = locate(actors[index].name) }
    }
}

extension MemberDeclaration {
    /// Attributes that may name a global actor: `@KitchenActor`.
    fileprivate var actorNames: [String] {
        attributes.compactMap { attribute in
            let name = attribute.dropFirst().prefix { $0 != "(" && $0 != "." }
            return name.first?.isUppercase == true ? String(name) : nil
        }
    }
}
