internal import MockGeneration

/// Finds the outputs that looked up a name, found or not.
///
/// The table is built when the first change needs it: a run that ends after its first pass never does.
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

    /// - Parameter records: The current records of the outputs.
    func outputs(of name: NameKey, in records: [DiskPath: OutputRecord]) -> Set<DiskPath> {
        Set(table?.files(of: name) ?? []).filter { records[$0]?.dependencies.contains(name) ?? false }
    }
}
