import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// Mocks are compiled in the test target, whose own types hide those of the same name from other modules.
@Suite struct NamesBesideMocksTests {
    private let folder: TemporaryFolder
    private var engine: Engine

    init() throws {
        folder = try TemporaryFolder([
            "Package.swift": """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(name: "Kitchen", targets: [
                .target(name: "Kitchen"), .target(name: "KitchenMocks", dependencies: ["Kitchen"]),
                .testTarget(
                    name: "KitchenTests",
                    dependencies: ["Kitchen", .product(name: "Mocking", package: "mockd")]),
            ])
            """,
            "Sources/Kitchen/Order.swift": "public struct Order {}\n",
            "Sources/Kitchen/Cook.swift":
                "/// @mockable\nprotocol Cook { func cook(_ order: Order) -> Result<Int, any Error> }\n",
            "Sources/Kitchen/Till.swift": "/// @mockable\nprotocol Till { func pay(_ amount: Int) -> Int }\n",
            "Sources/KitchenMocks/Names.swift": "public struct Till {}\n",
            "Tests/KitchenTests/KitchenTests.swift": "struct KitchenTests { func test() {} }\n",
        ])
        engine = Engine(project: try discoverProject(root: folder.path))
        _ = engine.refresh()
    }

    @Test mutating func `a type added or removed rewrites the mocks that mention its name, and no others`() throws {
        let plain = try #require(mock("Cook"))
        #expect(plain.contains("func cook(_ order: Order) -> Result<Int, any Error> {"))
        let names = try edit("Names.swift", "struct Order {}; enum Result {}\n")
        #expect(names.written.map(\.lastComponent?.string) == ["Cook.mocks.swift"])
        let qualified = try #require(mock("Cook"))
        #expect(qualified.contains("func cook(_ order: Kitchen.Order) -> Swift.Result<Int, any Error> {"))
        #expect(qualified.contains("_ order: Matcher<Kitchen.Order>"))
        let gone = try edit("Names.swift", "private struct Order {}; fileprivate enum Result {}\n")
        #expect(gone.written.map(\.lastComponent?.string) == ["Cook.mocks.swift"])
        #expect(mock("Cook") == plain)
    }

    @Test mutating func `a type named like one of the library's rewrites all mocks that use that`() throws {
        let report = try edit("Matcher.swift", "protocol Matcher {}\n")
        #expect(report.written.map(\.lastComponent?.string) == ["Cook.mocks.swift", "Till.mocks.swift"])
        #expect(mock("Till")?.contains("_ amount: Mocking::Matcher<Int> = .any") ?? false)
        #expect(report.writes.first?.reason == "Tests/KitchenTests/Matcher.swift changed")
        try FileManager.default.removeItem(atPath: folder("Tests/KitchenTests/Matcher.swift").string)
        let removed = engine.apply([FileChange(path: folder("Tests/KitchenTests/Matcher.swift"), kind: .removed)])
        #expect(removed.written.count == 2)
        #expect(mock("Till")?.contains("_ amount: Matcher<Int> = .any") ?? false)
    }

    @Test mutating func `edited tests are only scanned for the names they declare`() throws {
        let report = try edit("KitchenTests.swift", "import Other\nstruct KitchenTests { func test() { cook() } }\n")
        #expect(report.isEcho && report.changedSources == 0 && report.work == EngineReport.Work())
        #expect(engine.counts.sources == 4 && engine.inputSummaries.count == 4)
        let broken = try edit("KitchenTests.swift", "struct Order { func test( }\n")
        #expect(broken.isEcho && broken.diagnostics == engine.project.notes)
        let large = try edit("Large.swift", String(repeating: " ", count: LocalFileSystem.largestSource + 1))
        #expect(large.diagnostics == engine.project.notes)
    }

    @Test func `declarations in tests are neither parents nor imports of a mock`() throws {
        try folder.write(
            "import Order\nprotocol Chef { func boil() }\nstruct Pan {}\n", to: "Tests/KitchenTests/A.swift")
        try folder.write(
            "/// @mockable\nprotocol Boss: Chef { var pan: Pan { get } }\n", to: "Sources/Kitchen/Boss.swift")
        var engine = Engine(project: engine.project)
        let report = engine.refresh()
        #expect(report.diagnostics.map(\.code) == ["unknown-parent"])
        #expect(mock("Boss")?.contains("boil") == false)
    }

    @Test func `the target that contains an output is found for a configuration, too`() throws {
        try folder.write(
            """
            modules:
              - {name: Kitchen, sources: [Sources/Kitchen], output: Sources/KitchenMocks/Mocks, import: testable}
            """, to: ".mockd.yml")
        let project = try discoverProject(root: folder.path)
        #expect(project.modules.map(\.name) == ["Kitchen", "KitchenMocks"])
        #expect(project.modules.map(\.isReadForNames) == [false, true])
        #expect(project.modulesWithMocks == [1, nil])
        var engine = Engine(project: project)
        _ = engine.refresh()
        let mock = try? String(
            contentsOfFile: folder("Sources/KitchenMocks/Mocks/Till.mocks.swift").string, encoding: .utf8)
        #expect(mock?.contains("class MockTill: Kitchen.Till, ProtocolMock {") ?? false)
        #expect(!project.settingsWithOrigins.contains { $0.key.hasPrefix("modules.KitchenMocks") })
    }

    // MARK: The project

    private mutating func edit(_ name: String, _ text: String) throws -> EngineReport {
        try folder.write(text, to: "Tests/KitchenTests/\(name)")
        return engine.apply([FileChange(path: folder("Tests/KitchenTests/\(name)"), kind: .changed)])
    }

    private func mock(_ name: String) -> String? {
        let path = folder("Tests/KitchenTests/Mocks/\(name).mocks.swift").string
        return try? String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func `a mock named like a type that mocks consist of is not made`() throws {
        let kitchen = try EngineFixture([
            "Sources/State.swift": "/// @mockable\nprotocol State {}\n/// @mockable\nprotocol Till {}"
        ])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/State.swift:2:10: error: a mock called 'MockState' would hide what all mocks are made of; give it another name: @mockable(override: name = …) [reserved-name]"
            ])
        #expect(kitchen.engine.outputSummaries.map(\.types) == [["Till"]])
    }

    @Test func `the open members of a superclass in another module are overridden, and no others`() throws {
        let kitchen = try EngineFixture([
            "Pantry/Base.swift": """
            open class Base {
                public init() {}
                public func a() {}
                open func b() {}
                func c() {}
                open internal(set) var d: Int { get { 1 } set {} }
                @_spi(Inner) open func e() {}
            }
            """,
            "Sources/Sub.swift": "import Pantry\n/// @mockable\nopen class Sub: Base {}",
        ])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Pantry/Base.swift:3:17: note: 'a()' is not open in Pantry and keeps its real behaviour [not-overridden]"
            ])
        let mock = try #require(kitchen.outputs()["Sub.mocks.swift"])
        #expect(mock.contains("override func b()") && mock.contains("override var d: Int {"))
        #expect(!["func a()", "func c()", "func e()", "set {"].contains(where: mock.contains))
    }
}
