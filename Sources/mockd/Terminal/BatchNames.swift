/// The files and mocks of a batch by their names, as long as these are few and short.
struct BatchNames {
    /// Names beyond this number are counted, and so are several names that together are longer than this: a line has to
    /// be read at a glance, and three long paths are three rows of a narrow terminal.
    private static let (most, room) = (3, 60)

    /// The changed sources, as the user knows them; empty if they are not known.
    var sources: [String] = []
    /// The mocks in the files that were written.
    var written: [String] = []
    /// The mocks that these files held before and that no file holds any more.
    var dropped: [String] = []
    /// The names of the files that were removed.
    var removed: [String] = []

    /// `Sources/Cook.swift`; `nil` if a number says more.
    var changed: String? {
        sources.isEmpty || sources.count > Self.most ? nil : Self.few(sources.sorted())
    }

    /// The parts of the line that name the written and removed files.
    var outcomes: [String] {
        var outcomes: [String] = []
        if !written.isEmpty { outcomes.append("\(Self.few(written) ?? written.count.counted("mock")) written") }
        if !dropped.isEmpty { outcomes.append("\(Self.few(dropped) ?? dropped.count.counted("mock")) removed") }
        if !removed.isEmpty { outcomes.append("\(Self.few(removed) ?? removed.count.counted("file")) removed") }
        return outcomes
    }

    private static func few(_ names: [String]) -> String? {
        guard names.count <= most else { return nil }
        let text = names.joined(separator: ", ")
        return names.count == 1 || text.utf8.count <= room ? text : nil
    }
}
