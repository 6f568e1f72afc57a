import ControlChannel
import Foundation
import Testing

@testable import ControlServer

/// Compares the whole description of the interface with the copy in `Texts`, so that no name, type or sentence changes
/// unread.
struct InterfaceTests {
    @Test func `the description, word for word`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(OpenAPIDocument.make()), as: UTF8.self) + "\n"
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Texts/openapi.json")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" { try Data(text.utf8).write(to: file) }
        let expected = try String(contentsOf: file, encoding: .utf8)
        #expect(text == expected, "run UPDATE_GOLDENS=1 swift test --filter InterfaceTests and read the difference")
    }
}
