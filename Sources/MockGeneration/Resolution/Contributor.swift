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
    /// The associated types and typealiases that it can write without more, its own and its parents'; `nil` before they
    /// are known, and for a class, which sees all that the mock does.
    var visibleNames: Set<String>?
    /// What the signatures of its members mention.
    var mentions: Mentions

    init(_ located: LocatedType) {
        self.located = located
        mentions = Mentions(capacity: located.declaration.members.count)
    }

    /// What the standard library declares has no names but the library's own, which need no import.
    var isOfStandardLibrary: Bool { located.module == TypeResolver.standardModule }
}

extension TypeResolver {
    /// All but those of the standard library.
    var declaredContributors: [Contributor] { contributors.filter { !$0.isOfStandardLibrary } }

    func contributor(at located: LocatedType) -> Contributor? {
        // Of the same file many may have one name, under different conditions.
        contributors.first(named: located.declaration.name) {
            budget.spend()
            return $0.located.isSamePlace(as: located)
        }
    }

    @discardableResult
    mutating func contribute(_ located: LocatedType) -> Contributor {
        if let known = contributor(at: located) { return known }
        let contributor = Contributor(located)
        contributors.append(contributor)
        return contributor
    }
}
