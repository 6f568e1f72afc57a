import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// A type in the test target has the name of a mock. The compiler accepts only one of them, so the mock is left out.
@Suite struct TakenNamesTests {
    private let folder: TemporaryFolder
    private var engine: Engine
    private static let cook = "/// @mockable\nprotocol Cook { func cook() }\n/// @mockable\nprotocol Boss {}\n"
    private static let taken =
        "Sources/Kitchen/Cook.swift:2:10: error: Tests/KitchenTests/Doubles.swift declares 'MockCook' already, so this mock is left out; give it another name: @mockable(override: name = CookMock), or all mocks of the module: name: \"{name}Mock\" in .mockd.yml [name-taken]"

    init() throws {
        folder = try TemporaryFolder([
            "Package.swift": """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(name: "Kitchen", targets: [
                .target(name: "Kitchen"),
                .testTarget(
                    name: "KitchenTests",
                    dependencies: ["Kitchen", .product(name: "Mocking", package: "mockd")]),
            ])
            """,
            "Sources/Kitchen/Cook.swift": Self.cook,
            "Tests/KitchenTests/KitchenTests.swift": "struct KitchenTests {}\n",
        ])
        engine = Engine(project: try discoverProject(root: folder.path))
    }

    @Test(arguments: [
        "final class MockCook {}", "private struct MockCook {}", "public typealias MockCook = Int",
        "import XCTest\n\n@MainActor fileprivate actor MockCook { func a() {} }",
    ])
    mutating func `a mock whose name a test file declares is left out until it is free`(double: String) throws {
        _ = engine.refresh()
        #expect(mocks() == ["MockCook", "MockBoss"])
        let report = try edit("Doubles.swift", double + "\n")
        #expect(report.diagnostics.map(\.description) == [Self.taken])
        #expect(report.written.map(\.lastComponent?.string) == ["Cook.mocks.swift"])
        #expect(mocks() == ["MockBoss"])
        let explanation = try #require(engine.explain("Cook"))
        #expect(explanation.summary.hasPrefix("Cook has no mock: Tests/KitchenTests/Doubles.swift declares 'MockCook'"))
        try FileManager.default.removeItem(atPath: folder("Tests/KitchenTests/Doubles.swift").string)
        let healed = engine.apply([FileChange(path: folder("Tests/KitchenTests/Doubles.swift"), kind: .removed)])
        #expect(healed.diagnostics.isEmpty)
        #expect(mocks() == ["MockCook", "MockBoss"])
    }

    @Test mutating func `a type in two branches of an if has one name that is taken`() throws {
        try folder.write(
            "#if DEBUG\n\(Self.cook)#else\n/// @mockable\nprotocol Cook {}\n#endif\n", to: "Sources/Kitchen/Cook.swift")
        _ = engine.refresh()
        let report = try edit("Doubles.swift", "class MockCook {}\n")
        #expect(report.diagnostics.map { $0.position?.line } == [3])
    }

    @Test mutating func `a file with only such a mock is removed, unless it was edited`() throws {
        try folder.write("/// @mockable\nprotocol Cook { func cook() }\n", to: "Sources/Kitchen/Cook.swift")
        _ = engine.refresh()
        let path = folder("Tests/KitchenTests/Mocks/Cook.mocks.swift")
        #expect(try edit("Doubles.swift", "class MockCook {}\n").removed == [path])
        _ = try edit("Doubles.swift", "\n")
        let mock = try String(contentsOfFile: path.string, encoding: .utf8)
        try (mock + "// mine\n").write(toFile: path.string, atomically: true, encoding: .utf8)
        #expect(try edit("Doubles.swift", "class MockCook {}\n").removed == [])
        #expect(FileManager.default.fileExists(atPath: path.string))
    }

    @Test(arguments: [
        ("", "DEBUG"), ("DEBUG", ""), ("DEBUG", "TRACE"), ("DEBUG", "DEBUG"), ("canImport(Glibc)", "os(Linux)"),
        ("", "os(macOS) || os(Linux)"),
    ])
    mutating func `a taken name is found under conditions that can hold at the same time`(
        source: String, double: String
    ) throws {
        func inside(_ condition: String, _ text: String) -> String {
            condition.isEmpty ? text : "#if \(condition)\n\(text)\n#endif\n"
        }
        try folder.write(inside(source, "/// @mockable\nprotocol Cook {}"), to: "Sources/Kitchen/Cook.swift")
        try folder.write(inside(double, "class MockCook {}"), to: "Tests/KitchenTests/Doubles.swift")
        #expect(engine.refresh().diagnostics.map(\.code) == ["name-taken"])
        #expect(text() == nil)
    }

    @Test(arguments: [("DEBUG", "!DEBUG"), ("!(DEBUG)", "DEBUG"), ("A", "A\nlet b = 1\n#else"), ("", "os(macOS)")])
    mutating func `a name is free under conditions that exclude each other`(source: String, double: String) throws {
        let cook = source.isEmpty ? Self.cook : "#if \(source)\n\(Self.cook)#endif\n"
        try folder.write(cook, to: "Sources/Kitchen/Cook.swift")
        try folder.write("#if \(double)\nclass MockCook {}\n#endif\n", to: "Tests/KitchenTests/Doubles.swift")
        #expect(engine.refresh().diagnostics.isEmpty)
        #expect(mocks() == ["MockCook", "MockBoss"])
    }

    @Test(arguments: ["enum A { class MockCook {} }", "func MockCook() {}"])
    mutating func `declarations that may not collide are ignored`(text: String) throws {
        try folder.write(text, to: "Tests/KitchenTests/Doubles.swift")
        #expect(engine.refresh().diagnostics.isEmpty)
        #expect(mocks() == ["MockCook", "MockBoss"])
    }

    @Test mutating func `a mock of ours in another folder takes no name`() throws {
        _ = engine.refresh()
        let mock = try #require(text())
        try folder.write(mock, to: "Tests/KitchenTests/Old/Cook.mocks.swift")
        var engine = Engine(project: engine.project)
        // The other mock is reported as a stray, not as a taken name.
        #expect(engine.refresh().diagnostics.map(\.code) == ["stray-mock"])
        #expect(text() == mock)
    }

    @Test mutating func `another name for the mock, or for all mocks, avoids the collision`() throws {
        try folder.write("struct MockCook {}\n", to: "Tests/KitchenTests/Doubles.swift")
        try folder.write(
            Self.cook.replacing(
                "@mockable\nprotocol Cook", with: "@mockable(override: name = CookDouble)\nprotocol Cook"),
            to: "Sources/Kitchen/Cook.swift")
        #expect(engine.refresh().diagnostics.isEmpty)
        #expect(mocks() == ["CookDouble", "MockBoss"])
        try folder.write(Self.cook, to: "Sources/Kitchen/Cook.swift")
        try folder.write("name: \"{name}Mock\"\n", to: ".mockd.yml")
        var engine = Engine(project: try discoverProject(root: folder.path))
        #expect(engine.refresh().diagnostics.isEmpty)
        #expect(mocks() == ["CookMock", "BossMock"])
        try folder.write("struct CookMock {}\n", to: "Tests/KitchenTests/Doubles.swift")
        engine = Engine(project: engine.project)
        let message = try #require(engine.refresh().diagnostics.first?.message)
        #expect(message.hasSuffix("name: \"Mock{name}\" in .mockd.yml"))
    }

    @Test func `mocks inside their module must not collide with its own types`() throws {
        let folder = try TemporaryFolder([
            ".mockd.yml": "modules: [{name: Kitchen, sources: [Sources], output: Sources/Mocks, import: none}]\n",
            "Sources/Cook.swift": Self.cook, "Sources/Doubles.swift": "class MockCook {}\n",
        ])
        var engine = Engine(project: try discoverProject(root: folder.path))
        #expect(engine.refresh().diagnostics.map(\.code) == ["name-taken"])
        let text = try String(contentsOfFile: folder("Sources/Mocks/Cook.mocks.swift").string, encoding: .utf8)
        #expect(text.contains("class MockBoss") && !text.contains("class MockCook"))
    }

    @Test mutating func `a taken name is a warning for a protocol that only a setting selects`() throws {
        try folder.write("protocol Cook {}\n", to: "Sources/Kitchen/Cook.swift")
        try folder.write("mock: all\n", to: ".mockd.yml")
        try folder.write("class MockCook {}\n", to: "Tests/KitchenTests/Doubles.swift")
        engine = Engine(project: try discoverProject(root: folder.path))
        #expect(engine.refresh().diagnostics.map { "\($0.severity) \($0.code)" } == ["warning name-taken"])
    }

    // MARK: The project

    private mutating func edit(_ name: String, _ text: String) throws -> EngineReport {
        try folder.write(text, to: "Tests/KitchenTests/\(name)")
        return engine.apply([FileChange(path: folder("Tests/KitchenTests/\(name)"), kind: .changed)])
    }

    private func text() -> String? {
        let path = folder("Tests/KitchenTests/Mocks/Cook.mocks.swift").string
        return try? String(contentsOfFile: path, encoding: .utf8)
    }

    /// Returns the names of the mocks in the file, in their order.
    private func mocks() -> [String] {
        (text() ?? "").matches(of: /final class (\w+): Kitchen|final class (\w+): (?:Cook|Boss)/).compactMap {
            ($0.output.1 ?? $0.output.2).map(String.init)
        }
    }
}
