import Foundation
import Testing

/// The documentation builds without warnings, and every public symbol has a summary.
@Suite(.serialized) struct DocumentationTests {
    private static let catalogue = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/Mocking/Mocking.docc")
    private static let hasTools = ["docc", "swift-symbolgraph-extract"].allSatisfy { TestProcess.program($0) != nil }

    @Test(.enabled(if: hasTools, "the toolchain in PATH has no docc"))
    func `the catalogue builds without a warning, and every public symbol has a summary`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let graphs = folder.appending(path: "graphs")
        try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
        let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let extraction = try await Self.run(
            "swift-symbolgraph-extract",
            ["-module-name", "Mocking", "-I", build.appending(path: "Modules").path(), "-target", Self.target]
                + ["-output-dir", graphs.path(), "-minimum-access-level", "public"])
        #expect(extraction.status == 0, "\(extraction.text)")

        let graph = try JSONDecoder().decode(
            Graph.self, from: Data(contentsOf: graphs.appending(path: "Mocking.symbols.json")))
        #expect(graph.symbols.count > 200)
        #expect(graph.symbols.filter(\.isUndocumented).map(\.name) == [])

        let conversion = try await Self.run(
            "docc",
            ["convert", Self.catalogue.path(), "--additional-symbol-graph-dir", graphs.path()]
                + ["--output-dir", folder.appending(path: "Mocking.doccarchive").path(), "--warnings-as-errors"]
                + ["--fallback-display-name", "Mocking", "--fallback-bundle-identifier", "Mocking"])
        #expect(conversion.status == 0 && !conversion.text.contains("warning:"), "\(conversion.text)")
    }

    /// A code snippet in an article or a comment.
    private struct Snippet {
        var file: URL
        /// The line number of its first line, counted from 1.
        var line: Int
        var lines: [String] = []

        /// True if it contains a declaration that is only valid at the top level of a file.
        var isDeclaration: Bool {
            lines.contains { line in
                ["extension ", "protocol ", "final class ", "struct "].contains { line.hasPrefix($0) }
            }
        }
    }

    /// The code between a line with ```` ```swift ```` and the next fence; in comments, three slashes precede each
    /// line.
    private static func snippets(in file: URL) throws -> [Snippet] {
        var snippets: [Snippet] = []
        var open: Snippet?
        for (number, line) in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n").enumerated() {
            let text = line.trimmingCharacters(in: .whitespaces)
            let code = file.pathExtension == "md" ? line : String(text.dropFirst(text.hasPrefix("/// ") ? 4 : 3))
            if code == "```swift" {
                open = Snippet(file: file, line: number + 2)
            } else if code == "```", let snippet = open {
                snippets.append(snippet)
                open = nil
            } else {
                open?.lines.append(code)
            }
        }
        return snippets
    }

    @Test(.enabled(if: compiler != nil, "there is no swiftc in PATH"))
    func `the code in articles and comments compiles`() async throws {
        let sources = Self.catalogue.deletingLastPathComponent().deletingLastPathComponent()
        let files = ["Mocking", "MockingTestSupport"].flatMap { name in
            let target = sources.appending(path: name)
            let paths = FileManager.default.enumerator(atPath: target.path())?.compactMap { $0 as? String } ?? []
            return paths.sorted().map { target.appending(path: $0) }
        }
        // These articles are compiled with mocks of their own, by the daemon's tests and by GoldenTests.
        let texts = files.filter {
            ["md", "swift"].contains($0.pathExtension)
                && !["GettingStarted.md", "Questions.md", "Mocking.md"].contains($0.lastPathComponent)
        }
        let snippets = try texts.flatMap(Self.snippets)
        #expect(snippets.count > 30)

        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "Snippets.swift")
        try Self.program(of: snippets).write(to: file, atomically: true, encoding: .utf8)

        let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let compiler = try #require(Self.compiler)
        let toolchain = compiler.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
        let plugins = toolchain.appending(path: "lib/swift/host/plugins")
        let output = try await TestProcess.run(
            ["-typecheck", "-swift-version", "6", "-parse-as-library", "-I", build.appending(path: "Modules").path()]
                + ["-plugin-path", plugins.path(), "-plugin-path", plugins.appending(path: "testing").path()]
                + [file.path()],
            of: compiler)
        #expect(output.status == 0, "\(output.lines.filter { $0.contains("error: ") }.joined(separator: "\n"))")
    }

    /// It is not compiled here, where those libraries are not at hand.
    @Test(arguments: [
        ("ComingFromMockSix.md", "MockSixTests/MockSixTests"), ("ComingFromMimus.md", "MimusTests/MimusTests"),
        ("ComingFromMockWrappers.md", "MockWrappersTests/MockWrappersTests"),
        ("ComingFromMockolo.md", "SpyTests/Spy/SpyTests"),
        ("ComingFromSourcery.md", "SpyTests/Sourcery/SourcerySpyTests"),
        ("ComingFromSpyable.md", "SpyTests/Sourcery/SourcerySpyTests"),
        ("ComingFromVerifyMethods.md", "SpyTests/Verifying/VerifyingTests"),
        ("With-swift-dependencies.md", "MockingTests/DependencyClientTests"),
    ])
    func `the code about another library is that of its tests`(article: String, tests file: String) throws {
        let text = try String(contentsOf: Self.catalogue.appending(path: article), encoding: .utf8)
        let code = text.components(separatedBy: "```text\n").dropFirst().flatMap { part in
            (part.components(separatedBy: "```").first ?? "").split(separator: "\n")
        }
        #expect(code.count > 2)
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let tests = try String(
            contentsOf: folder.appending(path: "\(file).swift"), encoding: .utf8)
        #expect(code.filter { !tests.contains($0) } == [])
    }

    @Test func `every matcher of the table is tested with its text`() throws {
        let article = try String(contentsOf: Self.catalogue.appending(path: "Matching.md"), encoding: .utf8)
        let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "MatcherTextTests.swift")
        let code = try String(contentsOf: tests, encoding: .utf8)
        let table = article.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }
        let matchers = table.flatMap { $0.components(separatedBy: "`") }.filter { $0.hasPrefix(".") }
        #expect(matchers.count > 30)
        for matcher in matchers {
            // Up to its first value: `.equal(`, `.greater(than:`, `.nil`.
            let name = matcher.prefix { $0 == "." || $0.isLetter }
            let label = matcher.dropFirst(name.count).dropFirst().prefix { $0.isLetter }
            let hasLabel = matcher.dropFirst(name.count + 1 + label.count).first == ":"
            #expect(code.contains(hasLabel ? "\(name)(\(label):" : name), "\(matcher)")
        }
    }

    private static let compiler = TestProcess.program("swiftc")

    /// A type of the compiled module: an extension of another module's type would have to be public.
    private static let user = #"struct User: Equatable, Sendable { var id = 0; var name = ""; var age = 0 }"#

    /// Each snippet in a function with the values that the articles mention, or at the top level.
    private static func program(of snippets: [Snippet]) -> String {
        let imports = ["Foundation", "Mocking", "MockingTestSupport", "Testing", "XCTest"].map { "import \($0)" }
        var seen: Set<[String]> = []
        // The same declaration may occur in several places.
        let once = snippets.filter { !$0.isDeclaration || seen.insert($0.lines).inserted }
        let parts = once.enumerated().map { number, snippet in
            let place = "#sourceLocation(file: \"\(snippet.file.lastPathComponent)\", line: \(snippet.line))"
            let code = [place] + snippet.lines + ["#sourceLocation()"]
            guard !snippet.isDeclaration else { return code.joined(separator: "\n") }
            return (["extension Surroundings { func snippet\(number)() async throws {"] + code + ["}}"])
                .joined(separator: "\n")
        }
        let head = imports + ["@testable import MockingTests", user]
        return (head + parts).joined(separator: "\n") + "\n"
    }

    private static let target: String = {
        #if arch(arm64)
            "aarch64-unknown-linux-gnu"
        #else
            "x86_64-unknown-linux-gnu"
        #endif
    }()

    private static func run(_ program: String, _ arguments: [String]) async throws -> TestProcess {
        try await TestProcess.run(arguments, of: try #require(TestProcess.program(program)))
    }

    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Identifier: Decodable { let precise: String }
            struct Comment: Decodable {}

            let identifier: Identifier
            let pathComponents: [String]
            let docComment: Comment?

            var name: String { pathComponents.joined(separator: ".") }
            /// True if there is no comment. A declaration that the compiler synthesized has the comment of its
            /// protocol.
            var isUndocumented: Bool { docComment == nil && !identifier.precise.contains("::SYNTHESIZED::") }
        }

        let symbols: [Symbol]
    }
}
