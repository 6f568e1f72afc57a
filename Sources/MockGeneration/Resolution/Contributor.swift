internal import MockModel

/// A declaration whose members the mock declares: the mocked type, a parent or a superclass. Holds the results of its
/// visits.
///
/// A mock has few contributors, so a linear search costs less than hashing them.
final class Contributor {
    let located: LocatedType
    /// The `#if` conditions of each visit.
    var visits: [[String]] = []
    /// The same conditions without those of the mock itself.
    var conditionsOfPaths: [[String]] = []
    /// The actor of the declaration, its own or inherited from a parent.
    var globalActor: String?
    /// The standard library protocols that it conforms to.
    var knownParents: Set<String> = []
    /// The associated types and typealiases that it can use unqualified, its own and its parents'; `nil` until they are
    /// known. Also `nil` for a class, where all of the mock's are visible.
    var visibleNames: Set<String>?
    /// The names that the signatures of its members mention.
    var mentions: Mentions

    init(_ located: LocatedType) {
        self.located = located
        mentions = Mentions(capacity: located.declaration.members.count)
    }

    /// True if the standard library declares it: then all names in it are the library's own and need no import.
    var isOfStandardLibrary: Bool { located.module == TypeResolver.standardModule }
}

extension TypeResolver {
    /// All contributors except those of the standard library.
    var declaredContributors: [Contributor] { contributors.filter { !$0.isOfStandardLibrary } }

    func contributor(at located: LocatedType) -> Contributor? {
        // One file may declare several types of one name under different conditions.
        contributors.first(named: located.declaration.name) {
            budget.spend()
            return $0.located.isSameDeclaration(as: located)
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
