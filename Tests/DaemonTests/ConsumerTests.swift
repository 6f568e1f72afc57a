import Foundation
import Testing

/// Builds and tests the package of the article "Getting started" as a user would.
@Suite(.serialized) struct ConsumerTests {
    private static let article =
        (try? String(
            contentsOf: PackageFixture.repository.appending(path: "Sources/Mocking/Mocking.docc/GettingStarted.md"),
            encoding: .utf8)) ?? ""

    /// Returns the article's code blocks of a language in their order: every other part between fences is a block.
    private static func blocks(_ language: String) -> [String] {
        article.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.compactMap { _, block in
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
            return lines[0] == language ? lines.dropFirst().dropLast().joined(separator: "\n") : nil
        }
    }

    @Test
    func
        `a package with traits [] resolves this package alone, and its tests pass with mocks kept current by the daemon`()
        async throws
    {
        let package = try Self.kitchen()
        let daemon = try await package.watch()
        let cook = try #require(package.read("Sources/Kitchen/Cook.swift"))
        try package.write("Sources/Kitchen/Cook.swift", cook.replacing("var name: String", with: "var rank: Int"))
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(package.read(PackageFixture.mockPath)?.contains("var rank: Int") == true)
        #expect(await daemon.stop() == 0)

        let dependencies = try await package.runTool("swift", "package", "show-dependencies", "--format", "flatlist")
        #expect(dependencies.status == 0, "\(dependencies.errors)")
        #expect(
            dependencies.output.split(separator: "\n").map(String.init) == [
                PackageFixture.repository.lastPathComponent.lowercased()
            ])

        for target in ["LegacyTests", "MixedTests"] {
            let mocks = ["--output", "Tests/\(target)/Mocks", "--cache", "none"]
            let generation = try await package.run(
                "mockd", ["generate", "--module", "Kitchen", "--sources", "Sources/Kitchen"] + mocks)
            #expect(generation.status == 0, "\(generation.errors)")
        }
        let tests = try await package.runTool("swift", "test")
        let output = tests.output + tests.errors
        #expect(tests.status == 0, "\(output)")
        #expect(output.contains("Executed 2 tests, with 0 failures"), "\(output)")
        #expect(output.contains("Test run with 2 tests in 0 suites passed"), "\(output)")

        try await Self.checkFailures(of: package)
        try await Self.checkPrograms(of: package)
    }

    /// Makes the waiter order the wrong soup: each framework reports it once, at the line of the verification.
    private static func checkFailures(of package: PackageFixture) async throws {
        let cook = try #require(package.read("Sources/Kitchen/Cook.swift"))
        try package.write("Sources/Kitchen/Cook.swift", cook.replacing("soup: .miso,", with: "soup: .shoyu,"))
        let tests = try await package.runTool("swift", "test")
        #expect(tests.status == 1)
        let output = tests.output + tests.errors
        let places = try placesOfFailures(in: output)
        let expected = [
            "/LegacyTests.swift:10: error: LegacyTests.testAGuestIsServed : failed - ",
            "/MixedTests.swift:11: error: MixedTests.testAGuestIsServed : failed - ",
            "Test aGuestIsServed() recorded an issue at KitchenTests.swift:11:",
            "Test anotherGuestIsServed() recorded an issue at MixedTests.swift:19:",
        ]
        #expect(places.count == expected.count, "\(output)")
        for place in expected { #expect(places.count { $0.contains(place) } == 1, "\(place)\n\(output)") }
        #expect(output.contains("Executed 2 tests, with 2 failures (0 unexpected)"), "\(output)")
        #expect(output.contains("Test run with 2 tests in 0 suites failed"), "\(output)")
    }

    /// Returns the line of each failure that the article quotes: the one with the message, or the one above it.
    private static func placesOfFailures(in output: String) throws -> [String] {
        // Swift Testing indents all lines but the first.
        func lines(_ text: String) -> [String] {
            text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let message = lines(try #require(blocks("").first { $0.hasPrefix("MockCook: expected") }))
        let output = lines(output)
        var places: [String] = []
        for (index, line) in output.enumerated() where line.hasSuffix(message[0]) {
            let rest = output[(index + 1)...].prefix(message.count - 1)
            guard Array(rest) == Array(message.dropFirst()) else { continue }
            places.append(line.contains("error: ") ? line : output[index - 1])
        }
        return places
    }

    /// Checks that failures are printed where no test framework runs, whether one is linked or not.
    private static func checkPrograms(of package: PackageFixture) async throws {
        for name in ["App", "Preview"] {
            let program = package.url(".build/debug/\(name)").path()
            let result = try await package.runTool(program)
            let file = package.url("Sources/\(name)/main.swift").path()
            #expect(result.errors == "\(file):4: error: MockLogger: expected exactly 1 call of log(any), got none\n")
            let libraries = try await package.runTool("ldd", program).output
            #expect(libraries.contains("XCTest") == (name == "App"))
        }
    }

    /// Returns the package of the article, with tests of the other framework and of both, and two programs.
    private static func kitchen() throws -> PackageFixture {
        let package = try PackageFixture()
        let code = blocks("swift")
        try #require(code.count == 4)
        let mocking = #".product(name: "Mocking", package: "mockd")"#
        let targets = [
            #".testTarget(name: "LegacyTests", dependencies: ["Kitchen", \#(mocking)]),"#,
            #".testTarget(name: "MixedTests", dependencies: ["Kitchen", \#(mocking)]),"#,
            #".executableTarget(name: "App", dependencies: [\#(mocking)]),"#,
            #".executableTarget(name: "Preview", dependencies: [.product(name: "MockingCore", package: "mockd")]),"#,
        ]
        let manifest = code[0].replacing("../mockd", with: PackageFixture.repository.path())
            .replacing("targets: [\n", with: "targets: [\n" + targets.joined(separator: "\n") + "\n")
        try package.write("Package.swift", manifest)
        try package.write("Sources/Kitchen/Cook.swift", code[1])
        try package.write("Tests/KitchenTests/KitchenTests.swift", code[2])
        try package.write("Tests/KitchenTests/MockLogger.swift", code[3])
        try package.write("Tests/LegacyTests/LegacyTests.swift", legacyTests)
        try package.write("Tests/MixedTests/MixedTests.swift", mixedTests)
        for name in ["App", "Preview"] { try package.write("Sources/\(name)/main.swift", program) }
        return package
    }

    private static let legacyTests = """
        import Mocking
        import XCTest
        @testable import Kitchen

        final class LegacyTests: XCTestCase {
            func testAGuestIsServed() {
                let cook = MockCook()
                given(cook).cookRamen(bowls: 1).willReturn(true)
                XCTAssertTrue(Waiter(cook: cook).serve(guests: 1))
                verify(cook).cookRamen(bowls: 1, soup: .equal(.miso)).wasCalled()
            }
        }
        """

    private static let mixedTests = """
        import Mocking
        import Testing
        import XCTest
        @testable import Kitchen

        final class MixedTests: XCTestCase {
            func testAGuestIsServed() {
                let cook = MockCook()
                given(cook).cookRamen(bowls: 1).willReturn(true)
                XCTAssertTrue(Waiter(cook: cook).serve(guests: 1))
                verify(cook).cookRamen(bowls: 1, soup: .equal(.miso)).wasCalled()
            }
        }

        @Test func anotherGuestIsServed() {
            let cook = MockCook()
            given(cook).cookRamen(bowls: 1).willReturn(true)
            #expect(Waiter(cook: cook).serve(guests: 1))
            verify(cook).cookRamen(bowls: 1, soup: .equal(.miso)).wasCalled()
        }
        """

    private static let program = """
        import Mocking

        let logger = MockState<Void>("MockLogger")
        Clause<Verifying, String, Void, Never>(logger, "log(_:)", Matcher<String>.any).wasCalled()
        """
}
