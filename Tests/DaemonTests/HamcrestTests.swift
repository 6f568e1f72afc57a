import Foundation
import Testing

/// `verify: hamcrest` adds methods with matchers of SwiftHamcrest, which is a package of the user's.
///
/// The module `Hamcrest` here is ours and has the part of that package's interface that mocks and tests use.
@Suite struct HamcrestTests {
    private static let hamcrest = """
        public enum MatchResult {
            case match
            case mismatch(String?)
        }
        public struct Matcher<T> {
            public let description: String
            private let match: (T) -> MatchResult
            public init(_ description: String, _ match: @escaping (T) -> MatchResult) {
                (self.description, self.match) = (description, match)
            }
            public func matches(_ value: T) -> MatchResult { match(value) }
        }
        public func describeMismatch<T>(_ value: T, _ description: String, _ reason: String?) -> String {
            "GOT: \\(value)" + (reason.map { " (\\($0))" } ?? "") + ", EXPECTED: \\(description)"
        }
        public func anything<T>() -> Matcher<T> { Matcher("anything") { _ in .match } }
        public func greaterThanOrEqualTo<T: Comparable>(_ expected: T) -> Matcher<T> {
            Matcher("greater than or equal to \\(expected)") { $0 >= expected ? .match : .mismatch(nil) }
        }
        public func equalTo<T: Equatable>(_ expected: T) -> Matcher<T> {
            Matcher("equal to \\(expected)") { $0 == expected ? .match : .mismatch(nil) }
        }
        public func hasPrefix(_ prefix: String) -> Matcher<String> {
            Matcher("string starting with \\(prefix)") { $0.hasPrefix(prefix) ? .match : .mismatch(nil) }
        }
        public func containsInAnyOrder<T>(_ matchers: Matcher<T>...) -> Matcher<[T]> {
            Matcher("in any order \\(matchers.map(\\.description))") { values in
                var rest = values
                for matcher in matchers {
                    let index = rest.firstIndex { if case .match = matcher.matches($0) { true } else { false } }
                    guard let index else { return .mismatch("missing: \\(matcher.description)") }
                    rest.remove(at: index)
                }
                return rest.isEmpty ? .match : .mismatch("unexpected: \\(rest)")
            }
        }

        """

    private static let kitchen = """
        enum Soup { case shio, miso }

        /// A type whose name Hamcrest has, too.
        struct Matcher {}

        /// @mockable
        protocol Cook {
            func cookRamen(bowls: Int, soup: Soup, extras: [String])
            func light(_ matcher: Matcher?, by hand: @escaping () -> Void)
            func rest()
        }

        /// @mockable
        protocol SharedCook: Sendable { func boil(_ water: Int?) async }

        struct Waiter {
            let cook: any Cook
            func order() { cook.cookRamen(bowls: 2, soup: .miso, extras: ["wakame", "tamago"]) }
        }

        """

    private static let tests = """
        import Hamcrest
        import XCTest

        final class WaiterTests: XCTestCase {
            let mockCook = MockCook()

            func testOrder() {
                Waiter(cook: mockCook).order()
                mockCook.verifyCookRamenUsingHamcrest(bowls: greaterThanOrEqualTo(2), soup: anything(), extras: containsInAnyOrder(equalTo("tamago"), hasPrefix("wak")))
                mockCook.verifyCookRamen(bowls: 2)
            }

            func testWrongOrder() {
                Waiter(cook: mockCook).order()
                mockCook.verifyCookRamenUsingHamcrest(bowls: greaterThanOrEqualTo(3), soup: anything(), extras: containsInAnyOrder(equalTo("tamago"), equalTo("chashu")))
                mockCook.verifyLightUsingHamcrest(matcher: anything())
            }

            func testOptionals() async {
                let mock = MockSharedCook()
                await mock.boil(nil)
                mock.verifyBoilUsingHamcrest(water: equalTo(nil))
                mock.verifyBoilUsingHamcrest(water: equalTo(1))
            }
        }

        @main struct Main {
            static func main() {
                XCTMain([
                    testCase([
                        ("testOrder", WaiterTests.testOrder), ("testWrongOrder", WaiterTests.testWrongOrder),
                    ]),
                    testCase([("testOptionals", asyncTest(WaiterTests.testOptionals))]),
                ])
            }
        }

        """

    private func package() async throws -> PackageFixture {
        let package = try PackageFixture.modules([
            "Hamcrest/Hamcrest.swift": Self.hamcrest, "Kitchen/Cook.swift": Self.kitchen,
            ".mockd.yml": """
            style: spy
            verify: hamcrest
            modules: [{name: Kitchen, sources: [Kitchen], output: Mocks, import: none}]
            """,
        ])
        let generated = try await package.run("mockd", "generate", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        return package
    }

    @Test func `matchers of Hamcrest verify a call and tell at its line what differs`() async throws {
        let package = try await package()
        try package.write("Tests/WaiterTests.swift", Self.tests)
        let library = try await package.swiftc(
            ["-emit-module", "-emit-library", "-static", "-module-name", "Hamcrest", "-o", "libHamcrest.a"]
                + ["-emit-module-path", "Hamcrest.swiftmodule"] + Dialect.swift6.flags, files: ["Hamcrest"])
        try #require(library.map(\.description) == [])
        let program = try await package.swiftc(
            ["-module-name", "Kitchen", "-o", "program", "-I", ".", "-L", ".", "-lHamcrest"] + Dialect.swift6.flags,
            files: ["Kitchen", "Mocks", "Tests"])
        try #require(program.map(\.description) == [])
        let run = try await package.runTool("./program")
        let failures = run.output.split(separator: "\n").filter { $0.contains(": error: ") }.map { line in
            line.split(separator: "/").last.map(String.init) ?? ""
        }
        let wrong = "WaiterTests.swift:15: error: WaiterTests.testWrongOrder : failed - MockCook."
        #expect(
            failures == [
                wrong + "cookRamen(bowls:soup:extras:): bowls GOT: 2, EXPECTED: greater than or equal to 3, "
                    + #"extras GOT: ["wakame", "tamago"] (missing: equal to chashu), "#
                    + #"EXPECTED: in any order ["equal to tamago", "equal to chashu"]"#,
                wrong.replacing(":15:", with: ":16:") + "light(_:by:): it was not called",
                "WaiterTests.swift:23: error: WaiterTests.testOptionals : failed - MockSharedCook.boil(_:): "
                    + "water GOT: nil, EXPECTED: equal to Optional(1)",
            ], "\(run.output)\(run.errors)")
    }

    @Test func `without Hamcrest the same mocks compile, and have the other methods`() async throws {
        let package = try await package()
        try package.write(
            "Tests/Test.swift", "func test(_ mock: MockCook) { mock.verifyCookRamen(bowls: 2, soup: .miso) }\n")
        let errors = try await package.swiftc(
            ["-emit-sil", "-o", "/dev/null", "-module-name", "Kitchen"] + Dialect.swift6.flags,
            files: ["Kitchen", "Mocks", "Tests"])
        #expect(errors.map(\.description) == [])
        try package.write(".mockd.yml", package.read(".mockd.yml")?.replacing("hamcrest", with: "true") ?? "")
        _ = try await package.run("mockd", "generate", "--cache", "none")
        #expect(package.read("Mocks/Cook.mocks.swift")?.contains("Hamcrest") == false)
    }
}
