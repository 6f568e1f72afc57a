internal import MockGeneration

/// The outputs that asked for a name, found or not.
///
/// Made when the first change needs it: a run that ends after its first pass never does.
struct Dependents: Sendable {
    private var outputs: [NameKey: Set<DiskPath>]?

    mutating func prepare(_ records: [DiskPath: OutputRecord]) {
        guard outputs == nil else { return }
        var all: [NameKey: Set<DiskPath>] = [:]
        for (path, record) in records {
            for name in record.dependencies { all[name, default: []].insert(path) }
        }
        outputs = all
    }

    mutating func replace(_ old: [NameKey], with new: [NameKey], of path: DiskPath) {
        guard outputs != nil, old != new else { return }
        let kept = Set(old).intersection(new)
        for name in old where !kept.contains(name) { outputs?[name]?.remove(path) }
        for name in new where !kept.contains(name) { outputs?[name, default: []].insert(path) }
    }

    func outputs(of name: NameKey) -> Set<DiskPath> { outputs?[name] ?? [] }
}

/// The names that every mock asks for, so that no mock has to remember that it did.
enum UniversalNames {
    static let keys = Set(RuntimeNames.all.map(nameKey))
}
