internal import MockModel

/// The declarations that a mock's members come from, in the order in which they were visited.
///
/// Nearly always they are few, so that to look through them costs less than to hash what tells them apart.
struct ContributorTable: RandomAccessCollection {
    private static let few = 16

    private var all: [Contributor] = []
    /// Their places by the simple name of the declaration, once they are many.
    private var places: [String: [Int]] = [:]

    var startIndex: Int { all.startIndex }
    var endIndex: Int { all.endIndex }
    subscript(index: Int) -> Contributor { all[index] }

    mutating func append(_ contributor: Contributor) {
        all.append(contributor)
        guard all.count > Self.few else { return }
        if places.isEmpty {
            for index in all.indices { note(index) }
        } else {
            note(all.count - 1)
        }
    }

    private mutating func note(_ index: Int) {
        places[all[index].located.declaration.name, default: []].append(index)
    }

    /// The first one of that name that fulfils the condition.
    func first(named name: String, where condition: (Contributor) -> Bool) -> Contributor? {
        guard all.count > Self.few else { return all.first { $0.located.declaration.name == name && condition($0) } }
        return places[name]?.lazy.map { all[$0] }.first(where: condition)
    }
}
