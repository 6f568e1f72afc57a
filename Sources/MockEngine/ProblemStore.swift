internal import MockModel

/// The diagnostics of the project, by file.
struct ProblemStore: Sendable {
    /// Files without diagnostics have no entry.
    private(set) var files: [DiskPath: [Diagnostic]] = [:]
    /// Diagnostics that belong to no source and no output.
    var others: [Diagnostic] { didSet { if others != oldValue { sorted = nil } } }
    private var sorted: [Diagnostic]?

    init(_ others: [Diagnostic]) { self.others = others }

    subscript(path: DiskPath) -> [Diagnostic] {
        get { files[path] ?? [] }
        set {
            guard newValue != self[path] else { return }
            files[path] = newValue.isEmpty ? nil : newValue
            sorted = nil
        }
    }

    /// Returns all diagnostics in the order of the paths. Several mocks may report the same about a parent of theirs.
    mutating func all() -> [Diagnostic] {
        let all = sorted ?? Set(others + files.values.flatMap(\.self)).sorted()
        sorted = all
        return all
    }
}
