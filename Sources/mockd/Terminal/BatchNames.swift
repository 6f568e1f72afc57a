/// The files and mocks of a batch by their names, as long as there are few.
struct BatchNames {
    /// More names than this are counted.
    private static let most = 3

    /// Sources that changed, as the user knows them; empty where nobody told.
    var sources: [String] = []
    /// The mocks in the files that were written.
    var written: [String] = []
    /// The names of the files that were removed.
    var removed: [String] = []

    /// `Sources/Cook.swift`; `nil` where a number says more.
    var changed: String? {
        sources.isEmpty || sources.count > Self.most ? nil : sources.joined(separator: ", ")
    }

    /// What became of which mocks.
    var deeds: [String] {
        var deeds: [String] = []
        if !written.isEmpty { deeds.append("\(Self.few(written) ?? written.count.counted("mock")) written") }
        if !removed.isEmpty { deeds.append("\(Self.few(removed) ?? removed.count.counted("file")) removed") }
        return deeds
    }

    private static func few(_ names: [String]) -> String? {
        names.count > most ? nil : names.joined(separator: ", ")
    }
}
