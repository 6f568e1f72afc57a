import Foundation
import Testing

/// The invariants of Sources/README.md, as far as a machine can see them.
@Suite struct HouseRulesTests {
    private static let sources = PackageFixture.repository.appending(path: "Sources")

    /// Every Swift file below a folder of Sources, with its path and its lines.
    private static func files(in folder: String = "") -> [(path: String, lines: [Substring])] {
        let base = sources.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: base.path())?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
            guard let text = try? String(contentsOf: base.appending(path: path), encoding: .utf8) else { return nil }
            return ((folder.isEmpty ? "" : folder + "/") + path, text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }

    private static func places(in folder: String = "", where breaks: (Substring) -> Bool) -> [String] {
        files(in: folder).flatMap { path, lines in
            lines.enumerated().filter { breaks($0.element) }.map { "\(path):\($0.offset + 1)" }
        }
    }

    @Test func `only MockParsing imports the parser`() {
        let places = Self.places { $0.contains(/^\s*(?:internal |package |public )?import Swift(Syntax|Parser|Diagnostics)/) }
        #expect(places.filter { !$0.hasPrefix("MockParsing/") } == [])
        #expect(!places.isEmpty)
    }

    @Test(arguments: ["MockModel", "MockParsing", "MockGeneration"])
    func `pure targets import nothing that does I-O`(folder: String) {
        let allowed = folder == "MockParsing" ? "Glibc" : ""
        let places = Self.places(in: folder) { line in
            line.contains(/^\s*(internal |package )?import (Foundation|Logging|ServiceLifecycle|Glibc|Dispatch)/)
                && (allowed.isEmpty || !line.hasSuffix(allowed))
        }
        #expect(places == [])
    }

    @Test func `public is for the library of the user's tests`() {
        let places = Self.places { $0.contains(/^\s*(@\w+ )*(public|open) (class|struct|func|var|let|enum|protocol|extension|actor|static|init|final|override|typealias|subscript|nonisolated)\b/) }
        #expect(places.filter { !$0.hasPrefix("Mocking") } == [])
    }

    @Test func `nothing traps but the library, which has no other way`() {
        let places = Self.places { line in
            !line.contains("//") && line.contains(/\b(fatalError|preconditionFailure)\(|\btry!/)
        }
        #expect(places.filter { !$0.hasPrefix("Mocking/") } == [])
    }

    @Test func `no unstructured task and no queue, and unchecked sendability gives its reason`() {
        let tasks = Self.places { $0.contains(/\bTask\.detached|\bTask *\{|DispatchQueue/) && !$0.contains("//") }
        #expect(tasks.filter { !$0.hasPrefix("Mocking") } == [])
        let unchecked = Self.places { line in
            line.contains(/@unchecked Sendable|nonisolated\(unsafe\)/) && !line.contains("//")
                && !line.contains("\"")
        }
        #expect(unchecked == [])
    }

    @Test func `no file is longer than 400 lines`() {
        #expect(Self.files().filter { $0.lines.count > 401 }.map(\.path) == [])
    }

    @Test func `the library depends on nothing`() {
        let imports = Self.places(in: "Mocking") { $0.contains(/^(internal |public |package )?import\b/) }
        let allowed = Self.places(in: "Mocking") {
            $0.contains(/^(internal |public |package )?import (Glibc|Darwin|Musl|Synchronization|Swift)\b/)
        }
        #expect(imports == allowed)
    }

    @Test func `no room without a meaning`() {
        let names = Self.files().map(\.path).filter { $0.contains(/(Utils?|Utilities|Helpers?|Common|Shared|Manager|Factory)(\/|\.swift)/) }
        #expect(names == [])
    }
}
