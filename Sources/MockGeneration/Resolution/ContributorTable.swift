internal import MockModel

/// The declarations that contribute members to a mock, in the order of their first visit.
///
/// Nearly always they are few, so a linear search costs less than hashing.
struct ContributorTable: RandomAccessCollection {
    private static let few = 16

    private var all: [Contributor] = []
    /// Indices by the simple name of the declaration; filled once there are many.
    private var indicesByName: [String: [Int]] = [:]

    var startIndex: Int { all.startIndex }
    var endIndex: Int { all.endIndex }
    subscript(index: Int) -> Contributor { all[index] }

    mutating func append(_ contributor: Contributor) {
        all.append(contributor)
        guard all.count > Self.few else { return }
        if indicesByName.isEmpty {
            for index in all.indices { note(index) }
        } else {
            note(all.count - 1)
        }
    }

    private mutating func note(_ index: Int) {
        indicesByName[all[index].located.declaration.name, default: []].append(index)
    }

    /// The first contributor with the name that satisfies the condition.
    func first(named name: String, where condition: (Contributor) -> Bool) -> Contributor? {
        guard all.count > Self.few else { return all.first { $0.located.declaration.name == name && condition($0) } }
        return indicesByName[name]?.lazy.map { all[$0] }.first(where: condition)
    }
}
