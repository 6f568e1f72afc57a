import Foundation
import MockGeneration
import Testing

/// Library names that generated code must distinguish from the user's.
@Suite struct RuntimeNameTests {
    /// A file that imports the library sees all of its public types.
    @Test func `every public type of the library is known by name`() throws {
        let library = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Mocking")
        let files = FileManager.default.enumerator(at: library, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        let texts = try (files ?? []).filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
        let declared = texts.joined(separator: "\n").split(separator: "\n").compactMap(Self.publicType)
        #expect(declared.count > 30)
        #expect(Set(declared) == TypedStyle().names.library)
    }

    /// The type declared by a line at the top level of a file.
    private static func publicType(in line: Substring) -> String? {
        let words = line.split { !$0.isLetter && !$0.isNumber }
        guard line.hasPrefix("public "), let keyword = words.firstIndex(where: Self.keywords.contains) else {
            return nil
        }
        return words.indices.contains(keyword + 1) ? String(words[keyword + 1]) : nil
    }

    private static let keywords: Set<Substring> = ["class", "struct", "enum", "protocol", "actor", "typealias"]
}
