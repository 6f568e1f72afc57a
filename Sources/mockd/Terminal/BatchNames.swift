/// The files and mocks of a batch by their names, as long as these are few and short.
struct BatchNames {
    /// More names than this are counted, and so are several that together take more room than this: a line has to be
    /// read at a glance, and three long paths are three rows of a narrow terminal.
    private static let (most, room) = (3, 60)

    /// Sources that changed, as the user knows them; empty where nobody told.
    var sources: [String] = []
    /// The mocks in the files that were written.
    var written: [String] = []
    /// The names of the files that were removed.
    var removed: [String] = []

    /// `Sources/Cook.swift`; `nil` where a number says more.
    var changed: String? {
        sources.isEmpty ? nil : Self.few(sources)
    }

    /// What became of which mocks.
    var deeds: [String] {
        var deeds: [String] = []
        if !written.isEmpty { deeds.append("\(Self.few(written) ?? written.count.counted("mock")) written") }
        if !removed.isEmpty { deeds.append("\(Self.few(removed) ?? removed.count.counted("file")) removed") }
        return deeds
    }

    private static func few(_ names: [String]) -> String? {
        let text = names.joined(separator: ", ")
        return names.count == 1 || names.count <= most && text.utf8.count <= room ? text : nil
    }
}
