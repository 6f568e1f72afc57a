internal import MockGeneration

/// The outputs that asked for a name, found or not.
///
/// Made when the first change needs it: a run that ends after its first pass never does.
struct Dependents: Sendable {
    private var table: NameTable?

    mutating func prepare(_ records: [DiskPath: OutputRecord]) {
        guard table?.isWorn ?? true else { return }
        table = NameTable(of: records) { $0[$1].dependencies }
    }

    mutating func replace(_ old: CodedNames, with new: CodedNames, of path: DiskPath) {
        guard table != nil, old != new else { return }
        for name in Set(new).subtracting(old) { table?.add(name, path) }
    }

    /// - Parameter records: what the outputs depend on now.
    func outputs(of name: NameKey, in records: [DiskPath: OutputRecord]) -> Set<DiskPath> {
        Set(table?.files(of: name) ?? []).filter { records[$0]?.dependencies.contains(name) ?? false }
    }
}

/// The names that every mock asks for, so that no mock has to remember that it did.
enum UniversalNames {
    static let keys = Set(RuntimeNames.all.map(nameKey))
}
