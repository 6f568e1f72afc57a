import Foundation
import Testing

/// What a reader of the documentation gets: no warnings, no symbol without a word.
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
            /// What the compiler made by itself has the words of the protocol that asks for it.
            var isUndocumented: Bool { docComment == nil && !identifier.precise.contains("::SYNTHESIZED::") }
        }

        let symbols: [Symbol]
    }
}
