/// Maps names to files in little memory: a list sorted by name, and later additions.
///
/// It may return files that no longer declare the name, because nothing is ever removed; the caller checks.
struct NameTable: Sendable {
    private var files: [DiskPath] = []
    /// Sorted; a name occurs once for each of its files.
    private var names: [NameKey] = []
    /// The index in `files` for each of the names.
    private var owners: [UInt32] = []
    private var added: [NameKey: [DiskPath]] = [:]
    private var addedCount = 0

    private typealias Pair = (name: NameKey, owner: UInt32)

    /// - Parameter names: returns the names of the record at an index, in any order. Passing the record itself would
    ///   copy it.
    init<Record>(
        of records: [DiskPath: Record],
        _ names: ([DiskPath: Record].Values, [DiskPath: Record].Index) -> some Collection<NameKey>
    ) {
        var pairs: [Pair] = []
        files.reserveCapacity(records.count)
        for index in records.indices {
            let names = names(records.values, index)
            guard !names.isEmpty else { continue }
            for name in names { pairs.append((name, UInt32(files.count))) }
            files.append(records.keys[index])
        }
        pairs = Self.sorted(pairs)
        self.names = pairs.map(\.name)
        owners = pairs.map(\.owner)
    }

    /// Sorts by the first bits into buckets, then each bucket: names are hashes, so the buckets are about equal.
    private static func sorted(_ pairs: [Pair]) -> [Pair] {
        func drawer(_ pair: Pair) -> Int { Int(pair.name >> 52) }
        var ends = [Int](repeating: 0, count: 1 << 12)
        for pair in pairs { ends[drawer(pair)] += 1 }
        for index in ends.indices.dropFirst() { ends[index] += ends[index - 1] }
        let starts = [0] + ends.dropLast()
        var next = starts
        var sorted = pairs
        for pair in pairs {
            sorted[next[drawer(pair)]] = pair
            next[drawer(pair)] += 1
        }
        for (start, end) in zip(starts, ends) where end - start > 1 { sorted[start..<end].sort { $0 < $1 } }
        return sorted
    }

    /// True if there are so many additions that the list should be rebuilt.
    var isWorn: Bool { addedCount > names.count / 2 + 1_000 }

    mutating func add(_ name: NameKey, _ file: DiskPath) {
        guard added[name]?.contains(file) != true else { return }
        added[name, default: []].append(file)
        addedCount += 1
    }

    /// Returns the files that declare the name, or once did; each at least once.
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
