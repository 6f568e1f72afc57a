internal import MockModel

/// A declaration that the mock's members come from: the mocked type, a parent, a superclass; and what a visit found out
/// about it.
///
/// A mock has few of them, so to look through them costs less than to hash what tells them apart.
final class Contributor {
    let located: LocatedType
    /// The conditions under which it was visited.
    var visits: [[String]] = []
    /// The same without those that the mock has anyway.
    var ways: [[String]] = []
    /// The actor that it is on, its own or one of its parents'.
    var globalActor: String?
    /// What of the library it conforms to.
    var knownParents: Set<String> = []
    /// The associated types and typealiases that it can write without more, its own and its parents'; `nil` for a
    /// class, which sees all that the mock does.
    var visibleNames: Set<String>?
    /// What the signatures of its members mention.
    var mentions = Mentions()

    init(_ located: LocatedType) { self.located = located }

    /// What is built in has no names but the library's own, which need no import.
    var isBuiltIn: Bool { located.module == TypeResolver.standardModule }
}

/// The names that members mention. Many members mention the same few, so what a name means is found out once for each
/// declaration that it is written in.
struct Mentions {
    struct Name {
        let name: String
        /// What the compiler would find by that name where it is written; `nil` for what no source declares.
        var found: LocatedType?
    }

    /// Places in `ResolvedType.members`.
    var members: [Int] = []
    /// Names in signatures, but for those that mean something in the member itself.
    var names: [Name] = []
    /// Those with qualifiers: `["Outer", "Inner"]`.
    var paths: [[String]] = []
    /// The first names of attributes that may be global actors.
    var actors: [Name] = []
}

extension TypeResolver {
    /// All but what is built in.
    var declaredContributors: [Contributor] { contributors.filter { !$0.isBuiltIn } }

    func contributor(at located: LocatedType) -> Contributor? {
        contributors.first { $0.located.isSamePlace(as: located) }
    }

    mutating func contribute(_ located: LocatedType) -> Contributor {
        if let known = contributor(at: located) { return known }
        let contributor = Contributor(located)
        contributors.append(contributor)
        return contributor
    }

    /// Finds out what the members mention, and what that is.
    func collectMentions() {
        var contributor: Contributor?
        for (index, resolved) in result.members.enumerated() {
            if contributor?.located !== resolved.origin.located {
                contributor = self.contributor(at: resolved.origin.located)
            }
            contributor?.mentions.add(resolved.member, at: index)
        }
        for contributor in contributors {
            contributor.mentions.look { locate($0, from: contributor.located) }
        }
    }
}

extension Mentions {
    fileprivate mutating func add(_ member: MemberDeclaration, at place: Int) {
        members.append(place)
        let generic = member.genericParameters
        func add(_ name: String, to names: inout [Name]) {
            guard name != "Self", !names.contains(where: { $0.name == name }),
                generic.isEmpty || !generic.contains(where: { $0.name == name })
            else { return }
            names.append(Name(name: name))
        }
        member.visitSignature { type in
            type.visitNames { add($0, to: &names) }
            if case .named(_, let arguments) = type, arguments.isEmpty { return }
            type.visit { part in
                if case .member = part, let path = part.namePath, !paths.contains(path) { paths.append(path) }
            }
        }
        for name in member.actorNames { add(name, to: &actors) }
    }

    fileprivate mutating func look(_ locate: (String) -> LocatedType?) {
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
