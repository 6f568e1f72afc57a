import Foundation
import Testing

/// The file `Integrations/nimble/NimbleMockSix.swift`, with a module `Nimble` of ours that has the part of Nimble's
/// interface that the file and its users need.
@Suite struct NimbleTests {
    private static let nimble = """
        import Glibc

        public struct Expression<T> {
            let make: () throws -> T?
            public func evaluate() throws -> T? { try make() }
        }
        public enum MatcherStatus { case matches, doesNotMatch, fail }
        public enum ExpectationMessage {
            case expectedActualValueTo(String)
            case expectedCustomValueTo(String, actual: String)
        }
        public struct MatcherResult {
            let status: MatcherStatus
            let message: ExpectationMessage
            public init(status: MatcherStatus, message: ExpectationMessage) {
                (self.status, self.message) = (status, message)
            }
            public init(bool: Bool, message: ExpectationMessage) {
                self.init(status: bool ? .matches : .doesNotMatch, message: message)
            }
        }
        public struct Matcher<T> {
            let match: (Expression<T>) throws -> MatcherResult
            public init(_ match: @escaping (Expression<T>) throws -> MatcherResult) { self.match = match }
        }
        public struct Expectation<T> {
            let expression: Expression<T>
            let line: Int
            public func to(_ matcher: Matcher<T>) { check(matcher, .matches, "to") }
            public func toNot(_ matcher: Matcher<T>) { check(matcher, .doesNotMatch, "to not") }
            public func toEventually(_ matcher: Matcher<T>) {
                while try! matcher.match(expression).status != .matches { sched_yield() }
            }
            private func check(_ matcher: Matcher<T>, _ expected: MatcherStatus, _ words: String) {
                let result = try! matcher.match(expression)
                if result.status == expected { return }
                switch result.message {
                case .expectedActualValueTo(let text): print("\\(line): expected \\(words) \\(text)")
                case .expectedCustomValueTo(let text, let actual):
                    print("\\(line): expected \\(words) \\(text), got \\(actual)")
                }
            }
        }
        public func expect<T>(_ value: @autoclosure @escaping () throws -> T?, line: Int = #line) -> Expectation<T> {
            Expectation(expression: Expression(make: value), line: line)
        }

        """

    private static let parser = """
        // sourcery: mockable
        protocol ParserProtocol { func parse(_ string: String) -> [Int] }

        // sourcery: mockable
        protocol StoreProtocol { func put(_ value: Int??, _ name: String?) }

        """

    private static let passing = """
        let myMock = MockParser()
        _ = myMock.parse("foo")
        _ = myMock.parse("bar")
        expect(myMock).to(receive(.parse_string, with: [any(of: ["bar", "foo"])]))
        expect(myMock).to(receive(.parse_string, times: 2))
        expect(myMock).to(receive(.parse_string, atLeastTimes: 1, with: [theValue("foo")]))
        expect(myMock).to(receive(.parse_string, atMostTimes: 1, with: [any(passing: { (s: String) in s.hasPrefix("b") })]))
        expect(myMock).to(receive(.parse_string, with: [any()]))
        expect(myMock).toNot(receive(.parse_string, with: [theValue("baz")]))
        expect(myMock).toNot(receive(.parse_string, with: [nilValue()]))
        DispatchQueue.global().async { _ = myMock.parse("late") }
        expect(myMock).toEventually(receive(.parse_string, with: [theValue("late")]))
        let store = MockStore()
        store.put(.some(nil), nil)
        expect(store).to(receive(.put_value_name, with: [nilValue(), nilValue()]))
        expect(store).toNot(receive(.put_value_name, with: [nilValue()]))

        """

    private static let failing = """
        let other = MockParser()
        _ = other.parse("foo")
        _ = other.parse("bar")
        expect(other).to(receive(.parse_string, times: 3))
        expect(other).toNot(receive(.parse_string, with: [theValue("foo")]))
        expect(other).to(receive(.parse_string, atLeastTimes: 1, with: [any(of: ["a", "b"])]))
        expect(other).to(receive(.parse_string, atMostTimes: 0, with: [any { x in x >= 3.0 }]))
        expect(other).to(receive(.parse_string, with: [nilValue()]))
        expect(MockStore()).to(receive(.put_value_name))

        """

    private static let messages = """
        25: expected to receive parse_string exactly 3 times, got 2 times
        26: expected to not receive parse_string with ["foo"], got once; its calls: parse(_:) with ["foo"], parse(_:) with ["bar"]
        27: expected to receive parse_string with [any of ["a", "b"]] at least once, got never; its calls: parse(_:) with ["foo"], parse(_:) with ["bar"]
        29: expected to receive parse_string with [nil], got never; its calls: parse(_:) with ["foo"], parse(_:) with ["bar"]
        30: expected to receive put_value_name, got never

        """

    /// The objects of this project's own libraries, which the program is linked with.
    private func objects(_ target: String) throws -> [String] {
        let sources = PackageFixture.repository.appending(path: "Sources/\(target)")
        let names = FileManager.default.enumerator(atPath: sources.path())?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.compactMap { name in
            name.split(separator: "/").last.map {
                PackageFixture.products.appending(path: "\(target).build/\($0).o").path()
            }
        }
    }

    @Test func `expectations of NimbleMockSix pass and fail with a mock in style mocksix`() async throws {
        let package = try PackageFixture.modules([
            "Nimble/Nimble.swift": Self.nimble, "Parsing/Parser.swift": Self.parser,
            "Parsing/main.swift": "import Dispatch\nimport MockSix\nimport Nimble\nimport NimbleMockSix\n\n"
                + Self.passing + Self.failing,
            ".mockd.yml": """
            style: mocksix
            modules: [{name: Parsing, sources: [Parsing/Parser.swift], output: Parsing/Mocks.swift, import: none}]
            """,
        ])
        let file = PackageFixture.repository.appending(path: "Integrations/nimble/NimbleMockSix.swift")
        try package.write("NimbleMockSix/NimbleMockSix.swift", try String(contentsOf: file, encoding: .utf8))
        let generated = try await package.run("mockd", "generate", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        let flags = ["-swift-version", "6", "-I", ".", "-I", PackageFixture.modules]
        for module in ["Nimble", "NimbleMockSix"] {
            let errors = try await package.swiftc(
                ["-emit-module", "-emit-library", "-static", "-module-name", module, "-o", "lib\(module).a"]
                    + ["-emit-module-path", "\(module).swiftmodule"] + flags, files: [module])
            try #require(errors.map(\.description) == [])
        }
        let objects = try objects("MockSix") + objects("Mocking")
        let built = try await package.shell(
            "swiftc -o program -module-name Parsing -warnings-as-errors \(flags.joined(separator: " ")) Parsing/*.swift "
                + "-L . -lNimbleMockSix -lNimble \(objects.joined(separator: " "))")
        try #require(built.status == 0, "\(built.errors)")
        let run = try await package.runTool("timeout", "20", package.url("program").path())
        #expect(run.status == 0 && run.output == Self.messages, "\(run)")
    }
}
