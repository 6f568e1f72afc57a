import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// Names of outputs are the same in every checkout, fit into the file system, and are unique for each source.
@Suite struct OutputNameTests {
    private static func mocked(_ name: String) -> String { "/// @mockable\nprotocol \(name) {}\n" }

    /// A name as a file system compares it, byte by byte. Strings with an accent are equal in both of its spellings.
    private struct Name: Hashable, Comparable, CustomStringConvertible, ExpressibleByStringInterpolation {
        let bytes: [UInt8]

        init(_ text: some StringProtocol) { bytes = Array(text.utf8) }
        init(stringLiteral text: String) { self.init(text) }

        var description: String { String(decoding: bytes, as: UTF8.self).debugDescription }

        func hasPrefix(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
        func hasSuffix(_ text: String) -> Bool { bytes.suffix(text.utf8.count).elementsEqual(text.utf8) }

        static func < (left: Name, right: Name) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
    }

    /// Returns the outputs by name. A dictionary of strings would merge names that differ in the spelling of an accent.
    private func outputs(_ kitchen: EngineFixture, in folder: String = "Mocks") throws -> [Name: String] {
        let path = kitchen.root.appending(folder)
        let entries = try LocalFileSystem().entries(of: path, withStates: false)
        return Dictionary(
            uniqueKeysWithValues: try entries.map { entry in
                let bytes = try LocalFileSystem().contents(of: path.appending(entry.name))
                return (Name(entry.name), String(decoding: bytes, as: UTF8.self))
            })
    }

    /// Returns the names of the outputs, on which the edited engine and a new one must agree.
    private func names(_ kitchen: EngineFixture) throws -> [Name] {
        let outputs = try outputs(kitchen)
        _ = try kitchen.freshOutputs()
        #expect(try self.outputs(kitchen, in: "Fresh") == outputs)
        #expect(outputs.keys.allSatisfy { $0.bytes.count <= 255 && !"\($0)".contains("mockd-engine") })
        return outputs.keys.sorted()
    }

    @Test func `two spellings of an accent in one folder are two sources with an output each`() throws {
        let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
        let kitchen = try EngineFixture(["Sources/\(composed).swift": Self.mocked("Cook")])
        _ = kitchen.engine.refresh()
        #expect(try names(kitchen) == ["\(composed).mocks.swift"])
        let report = try kitchen.edit("Sources/\(decomposed).swift", Self.mocked("Waiter"))
        #expect(!report.hasErrors)
        let both = try names(kitchen)
        #expect(both.count == 2)
        for spelling in [composed, decomposed] {
            #expect(both.count { $0.hasPrefix("Sources-\(spelling)-") && $0.hasSuffix(".mocks.swift") } == 1)
        }
        let cooks = try outputs(kitchen).filter { $0.value.contains("class MockCook") }
        #expect(cooks.count == 1)
        #expect(cooks.allSatisfy { $0.key.hasPrefix("Sources-\(composed)-") && !$0.value.contains("MockWaiter") })
        // A checkout elsewhere has the same names, although its files were written in another order.
        let other = try EngineFixture(["Sources/\(decomposed).swift": Self.mocked("Waiter")])
        try other.write("Sources/\(composed).swift", Self.mocked("Cook"))
        _ = other.engine.refresh()
        #expect(try names(other) == both)
        _ = try kitchen.delete("Sources/\(composed).swift")
        #expect(try names(kitchen) == ["\(decomposed).mocks.swift"])
    }

    @Test func `two spellings of an accent are two folders`() throws {
        let kitchen = try EngineFixture([
            "Sources/\u{E9}/A.swift": Self.mocked("Cook"), "Sources/e\u{301}/B.swift": Self.mocked("Waiter"),
        ])
        _ = kitchen.engine.refresh(kitchen.tree())
        #expect(try names(kitchen) == ["A.mocks.swift", "B.mocks.swift"])
    }

    /// The kernel limits the bytes of a name, and each of these characters has three.
    @Test(arguments: [75, 80, 81, 82, 83]) func `a long name is cut where it does not fit, and stays unique`(
        _ count: Int
    ) throws {
        let name = String(repeating: "鍋", count: count - 1)
        let kitchen = try EngineFixture([
            "Sources/\(name)一.swift": Self.mocked("Cook"), "Sources/\(name)二.swift": Self.mocked("Waiter"),
        ])
        let report = kitchen.engine.refresh()
        #expect(report.failures == [] && !report.hasErrors)
        let found = try names(kitchen)
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.hasPrefix(String(name.prefix(74))) })
        if count <= 81 { #expect(found == ["\(name)一.mocks.swift", "\(name)二.mocks.swift"]) }
        #expect(kitchen.engine.refresh().unchanged == 2)
    }

    @Test func `equal names in deep folders get names that fit`() throws {
        let long = String(repeating: "Kitchen", count: 12)
        func path(_ number: Int) -> String {
            "Sources/\(number)/" + Array(repeating: long, count: 4).joined(separator: "/") + "/Cook.swift"
        }
        let kitchen = try EngineFixture(
            Dictionary(uniqueKeysWithValues: (1...11).map { (path($0), Self.mocked("Cook\($0)")) }))
        #expect(kitchen.engine.refresh().failures == [])
        _ = try kitchen.edit(path(12), Self.mocked("Cook12"))
        #expect(try names(kitchen).count == 12)
        for number in 2...12 { _ = try kitchen.delete(path(number)) }
        #expect(try names(kitchen) == ["Cook.mocks.swift"])
    }

    @Test func `a source in the root itself has no folder in its name`() throws {
        let kitchen = try EngineFixture(["Cook.swift": Self.mocked("Cook"), "Sources/Cook.swift": Self.mocked("Chef")])
        var project = kitchen.engine.project
        project.modules[0].sources = [kitchen.root]
        kitchen.engine = Engine(project: project)
        _ = kitchen.engine.refresh()
        #expect(kitchen.outputs().keys.sorted() == ["Cook.mocks.swift", "Sources-Cook.mocks.swift"])
    }
}
