/// The files that names lead to, in little memory: a list in the order of the names, and what has come since.
///
/// It may give files that a name led to once. Nothing is ever taken out, so whoever asks makes sure.
struct NameTable: Sendable {
    private var files: [DiskPath] = []
    /// Sorted; a name stands there once for each of its files.
    private var names: [NameKey] = []
    /// For each of the names a place in `files`.
    private var owners: [UInt32] = []
    private var added: [NameKey: [DiskPath]] = [:]
    private var addedCount = 0

    /// - Parameter names: of each file, in any order.
    init(_ all: some Collection<(file: DiskPath, names: some Collection<NameKey>)>) {
        var pairs: [(name: NameKey, owner: UInt32)] = []
        files.reserveCapacity(all.count)
        for (file, names) in all where !names.isEmpty {
            for name in names { pairs.append((name, UInt32(files.count))) }
            files.append(file)
        }
        pairs.sort { $0 < $1 }
        names = pairs.map(\.name)
        owners = pairs.map(\.owner)
    }

    /// So much has come since that it is time to make the list anew.
    var isWorn: Bool { addedCount > names.count / 2 + 1_000 }

    mutating func add(_ name: NameKey, _ file: DiskPath) {
        guard added[name]?.contains(file) != true else { return }
        added[name, default: []].append(file)
        addedCount += 1
    }

    /// The files that the name leads to, or led to once; each at least once.
    func files(of name: NameKey) -> [DiskPath] {
        var (low, high) = (0, names.count)
        while low < high {
            let middle = (low + high) / 2
            if names[middle] < name { low = middle + 1 } else { high = middle }
        }
        var found: [DiskPath] = []
        while low < names.count, names[low] == name {
            found.append(files[Int(owners[low])])
            low += 1
        }
        return found + (added[name] ?? [])
    }
}
