internal import MockModel

/// The diagnostics of the project, by file.
struct ProblemStore: Sendable {
    /// Files without diagnostics have no entry.
    private(set) var files: [DiskPath: [Diagnostic]] = [:]
    /// Diagnostics that belong to no source and no output.
    private var others: [Topic: [Diagnostic]]
    private var sorted: [Diagnostic]?
    /// The targets that hold mocks and lack their library, which the diagnostics about libraries name.
    var libraryNeeds: Set<LibraryNeed> = []

    /// The subject of a diagnostic that belongs to no source and no output.
    enum Topic {
        case description, strayMocks, libraries
    }

    init(_ notes: [Diagnostic]) { others = [.description: notes] }

    subscript(topic: Topic) -> [Diagnostic] {
        get { others[topic] ?? [] }
        set {
            guard newValue != self[topic] else { return }
            others[topic] = newValue
            sorted = nil
        }
    }

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
        let all = sorted ?? Set(others.values.joined()).union(files.values.joined()).sorted()
        sorted = all
        return all
    }
}
