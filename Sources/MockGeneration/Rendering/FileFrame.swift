/// The header and the condition that a project wants around the mocks of each file.
package struct FileFrame: Hashable, Sendable {
    private static let year = "{year}"
    private static let sources = "{source}"

    /// Comments above everything else, such as a licence; empty for none.
    package private(set) var header: [String]
    /// The condition of an `#if` around the mocks and their imports; `nil` for none.
    package var condition: String?

    /// - Parameter header: The lines, each of which becomes a comment if it is none. `{source}` stands for the sources of the
    ///   mocks, `{year}` for the year in which the file is first written.
    package init(header: String = "", condition: String? = nil) {
        var lines = header.split(separator: "\n", omittingEmptySubsequences: false)
        while lines.last?.isEmpty == true { lines.removeLast() }
        self.header = lines.map { $0.hasPrefix("//") ? String($0) : $0.isEmpty ? "//" : "// \($0)" }
        self.condition = condition
    }

    /// The comments above the mocks of these sources.
    func text(above sources: [String]) -> [UInt8] {
        if header.isEmpty { return [] }
        let names = sources.joined(separator: ", ")
        return Array(header.map { $0.replacing(Self.sources, with: names) + "\n" }.joined().utf8)
    }

    /// The lines below the marker, which tell other tools to leave the file alone, and the beginning of the condition.
    package var opening: String {
        let lines = "// swift-format-ignore-file\n// swiftlint:disable all\n"
        return condition.map { "\(lines)\n#if \($0)\n" } ?? lines
    }

    package var closing: String { condition == nil ? "" : "\n#endif\n" }

    // MARK: The year

    package var mentionsYear: Bool { header.contains { $0.contains(Self.year) } }

    /// Returns the frame with a year: the one in a file that exists, because a header tells when a file was made.
    ///
    /// - Parameters:
    ///   - existing: The file as it is; `nil` if there is none.
    ///   - year: That of a new file.
    package func dated(like existing: [UInt8]?, else year: Int) -> FileFrame {
        var frame = self
        let known = existing.flatMap(year(in:)) ?? "\(year)"
        frame.header = header.map { $0.replacing(Self.year, with: known) }
        return frame
    }

    /// Returns the year in a file with this header.
    private func year(in file: [UInt8]) -> String? {
        let lines = file.split(separator: UInt8(ascii: "\n"), maxSplits: header.count, omittingEmptySubsequences: false)
        for (line, pattern) in zip(lines, header) {
            guard let place = pattern.firstRange(of: Self.year) else { continue }
            let before = pattern[..<place.lowerBound].utf8
            let digits = line.dropFirst(before.count).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            return line.starts(with: before) && digits.count == 4 ? String(decoding: digits, as: UTF8.self) : nil
        }
        return nil
    }
}
