import Foundation
import Testing

/// `mockctl show` ends with lines for a test: a stub and a verification for each member.
@Suite struct ShownMockTests {
    private static let cook = """
        public struct Item {}
        /// @mockable
        protocol Cook {
            var name: String { get set }
            var menu: [String: Int] { get async throws }
            subscript(index: Int) -> Item { get set }
            static func make() -> Self
            static var count: Int { get }
            init(name: String)
            func ramen(bowls: Int, soup: String?) -> Bool
            func heat(_ degrees: Int)
            func heat(_ degrees: String)
            func fetch(id: Int) async throws -> Item
            func fetch() -> Int
            func fetch() -> [String]
            func each(_ body: (Int) -> Void)
            func later(_ body: @escaping (Int) -> Void, _ other: (any Error)?)
            func decode<T: Decodable>(_ type: T.Type) throws -> T
            func transaction<T>(_ body: (Int) throws -> T) rethrows -> T
            func bump(_ n: inout Int) -> [Int]
            func find(_ list: any Sequence) -> (Int, String)
            func find(_ value: any Equatable) -> Double
            #if NIGHT
            func close() -> Int
            func find(_ time: Int, _ place: Int)
            #else
            func find(_ time: Int, _ place: Int)
            #endif
            #if os(Linux)
            func open()
            #endif
        }
        /// @mockable
        class Oven { init(size: Int) {}; func heat() {} }
        /// @mockable
        protocol Queue { init() throws(QueueError); func drain(); func later() -> (Int) -> (Int?) }
        struct QueueError: Error {}
        /// @mockable
        protocol Shelf { associatedtype Thing; func put(_ thing: Thing) }

        """

    @Test func `the lines compile as they are`() async throws {
        let package = try PackageFixture.modules(["Kitchen/Cook.swift": Self.cook])
        try package.write(
            ".mockd.yml", "modules:\n  - name: Kitchen\n    sources: [Kitchen]\n    output: Tests/Mocks\n")
        #expect(try await package.run("mockd", "generate").status == 0)
        func examples(_ name: String) async throws -> [Substring] {
            let shown = try await package.run("mockctl", "show", name).output.split(separator: "\n")
            return Array(shown[(shown.firstIndex { $0.hasPrefix("let mock = ") } ?? shown.endIndex)...])
        }
        let lines = try await examples("Cook")
        try package.write(
            "Tests/Paste.swift",
            "import Mocking\n@testable import Kitchen\n\nfunc paste() {\n\(lines.joined(separator: "\n"))\n}\n")
        #expect(try await package.emit("Kitchen") == "")
        #expect(try await package.typecheck(["Tests/Mocks", "Tests"], as: "KitchenTests") == "")
        #expect(lines[0] == "let mock = MockCook()")
        for line in [
            #"given(mock).name.willReturn("text")"#, "verify(mock).name(set: .any).wasCalled()",
            "given(mock).ramen(bowls: .any, soup: .any).willReturn(true)",
            "// given(mock)[.any].willReturn(…)  a value of type Item",
            #"given(mock).find(.any((any Sequence).self)).willReturn((1, "text"))"#,
            "verify(mock)[.any, set: .any].wasCalled()", "given(mock).heat(.any(String.self)).willReturn()",
            "given(mock).fetch().returning([String].self).willReturn([])",
            "given(MockCook.statics).count.willReturn(1)",
            "verify(MockCook.statics).initialize(name: .any).wasCalled()",
        ] {
            #expect(lines.contains("    " + line), "\(line)")
        }
        for line in [
            "// given(mock).decode(.any(T.Type.self)).willReturn(…)  with your type for T",
            "// verify(mock).decode(.any(T.Type.self)).wasCalled()",
            "// given(mock).transaction().returning(T.self).willReturn(…)  with your type for T",
            "// given(mock).close().willReturn(1)  #if NIGHT", "// verify(mock).close().wasCalled()  #if NIGHT",
            "verify(mock).find(.any, .any).wasCalled()", "verify(mock).open().wasCalled()",
        ] {
            #expect(lines.contains("    " + line), "\(line)")
        }
        #expect(try await examples("Oven").first == "let mock = MockOven(…)")
        #expect(try await examples("Shelf").first == "let mock = MockShelf<Thing>()")
        let queue = try await examples("Queue")
        #expect(queue.first == "let mock = try MockQueue()")
        let later = "    // given(mock).later().willReturn(…)  a value of type "
        #expect(queue.contains { $0.hasPrefix(later) }, "\(queue)")
    }
}
