import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// `mockd generate --check` in CI: what it found, for GitHub Actions and for tools that read SARIF or JUnit's XML.
@Suite struct CheckReportTests {
    /// A package with a stale mock, one that nothing asks for, and a type that cannot be mocked.
    private static func package() async throws -> PackageFixture {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Old.swift", "/// @mockable\nprotocol Old { func f() }\n")
        let first = try await package.run("mockd", "generate", ".")
        #expect(first.status == 0, "\(first.errors)")
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook { func udon() }\n")
        try package.write("Sources/Kitchen/Old.swift", "/// @mockable\nstruct Old {}\n")
        return package
    }

    private static let reason =
        "'Old' is a struct; mockd mocks protocols and classes, so use it as it is, or mock a protocol in its place"

    @Test func `in GitHub Actions each finding is marked at its place`() async throws {
        let package = try await Self.package()
        let result = try await package.run(
            "mockd", ["generate", ".", "--check", "--quiet"],
            variables: ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": package.base.path()])
        #expect(result.status == 2)
        #expect(
            result.output == """
                stale Tests/KitchenTests/Mocks/Cook.mocks.swift
                orphaned Tests/KitchenTests/Mocks/Old.mocks.swift
                ::error file=Kitchen/Sources/Kitchen/Old.swift,line=2,col=8,title=mockd%3A not-mockable::\(Self.reason)
                ::error file=Kitchen/Tests/KitchenTests/Mocks/Cook.mocks.swift,title=mockd%3A stale-mock::this mock is stale; run mockd generate and commit it
                ::error file=Kitchen/Tests/KitchenTests/Mocks/Old.mocks.swift,title=mockd%3A orphaned-mock::no source asks for this mock any more; run mockd generate and commit that it is gone

                """)
    }

    @Test func `a mock that was edited by hand is marked once`() async throws {
        let package = try PackageFixture.kitchen()
        #expect(try await package.run("mockd", "generate", ".").status == 0)
        try package.write(PackageFixture.mockPath, (package.read(PackageFixture.mockPath) ?? "") + "// Mine.\n")
        let result = try await package.run("mockd", "generate", ".", "--check", "--quiet", "--format", "github")
        #expect(result.status == 2)
        let path = PackageFixture.mockPath
        #expect(
            result.output == """
                edited \(path)
                ::error file=\(path),title=mockd%3A output-edited::was edited by hand and is left as it is; undo the edit, or overwrite it with: mockd generate --force

                """)
    }

    @Test func `elsewhere the lines are for people`() async throws {
        let package = try await Self.package()
        let result = try await package.run("mockd", "generate", ".", "--check", "--quiet")
        #expect(!result.output.contains("::"))
        let asked = try await package.run("mockd", "generate", ".", "--check", "--quiet", "--format", "github")
        #expect(asked.output.contains("::error file=Sources/Kitchen/Old.swift,line=2,col=8,"))
    }

    @Test func `a document of SARIF has each finding with its place and rule`() async throws {
        let package = try await Self.package()
        let result = try await package.run("mockd", "generate", ".", "--check", "--format", "sarif")
        #expect(result.status == 2)
        let document = try #require(
            JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(document["version"] as? String == "2.1.0")
        let run = try #require((document["runs"] as? [[String: Any]])?.first)
        let driver = (run["tool"] as? [String: [String: Any]])?["driver"]
        let rules = (driver?["rules"] as? [[String: String]])?.compactMap { $0["id"] }
        #expect(driver?["name"] as? String == "mockd")
        #expect(rules == ["not-mockable", "orphaned-mock", "stale-mock"])
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.map { $0["level"] as? String } == ["error", "error", "error"])
        #expect((results[0]["message"] as? [String: String])?["text"] == Self.reason)
        let place = (results[0]["locations"] as? [[String: [String: Any]]])?.first?["physicalLocation"]
        #expect((place?["artifactLocation"] as? [String: String])?["uri"] == "Sources/Kitchen/Old.swift")
        #expect(place?["region"] as? [String: Int] == ["startLine": 2, "startColumn": 8])
    }

    @Test func `a document of JUnit has a failure for each error and stale mock`() async throws {
        let package = try await Self.package()
        try package.write("Sources/Kitchen/A&B.swift", "/// @mockabel\nprotocol Odd {}\n")
        let result = try await package.run("mockd", "generate", ".", "--check", "--format", "junit")
        let suite = TestSuite()
        let parser = XMLParser(data: Data(result.output.utf8))
        parser.delegate = suite
        #expect(parser.parse(), "\(result.output)")
        #expect(suite.attributes == ["name": "mockd", "tests": "5", "failures": "3"])
        #expect(
            suite.cases == [
                "Sources/Kitchen/A&B.swift annotation-spelling:1:5", "Sources/Kitchen/Old.swift not-mockable:2:8",
                "Tests/KitchenTests/Mocks/Cook.mocks.swift stale-mock",
                "Tests/KitchenTests/Mocks/Old.mocks.swift orphaned-mock", "mockd 0 current",
            ])
        #expect(suite.failures == ["not-mockable", "stale-mock", "orphaned-mock"])
    }

    @Test func `a document names each file, whatever bytes are in its name`() async throws {
        let package = try PackageFixture.kitchen()
        let names = [
            "a\u{1}\u{C}.swift", "b\n\t.swift", "c\\u{0C}.swift", "d&\u{301}<\".swift", "e%41 #?:.swift",
            "f\u{FFFE}ü.swift",
        ]
        for name in names { try package.write("Sources/Kitchen/" + name, "/// @mockable\nprotocol P {\n") }
        // No string has this name.
        _ = try await package.shell("cp Sources/Kitchen/c* $(printf 'Sources/Kitchen/g\\377.swift')")
        let sarif = try await package.run("mockd", "generate", ".", "--check", "--format", "sarif")
        let document = try JSONSerialization.jsonObject(with: Data(sarif.output.utf8)) as? [String: Any]
        let run = try #require((document?["runs"] as? [[String: Any]])?.first)
        let uris = try #require(run["results"] as? [[String: Any]]).compactMap { result in
            let place = (result["locations"] as? [[String: [String: Any]]])?.first?["physicalLocation"]
            return (place?["artifactLocation"] as? [String: String])?["uri"]
        }
        let found = Set(uris.compactMap { $0.removingPercentEncoding ?? $0 })
        #expect(found.isSuperset(of: names.map { "Sources/Kitchen/" + $0 }), "\(uris)")
        #expect(found.contains("Sources/Kitchen/g%FF.swift"), "\(uris)")
        let junit = try await package.run("mockd", "generate", ".", "--check", "--format", "junit")
        let suite = TestSuite()
        let parser = XMLParser(data: Data(junit.output.utf8))
        parser.delegate = suite
        #expect(parser.parse(), "\(junit.output)")
        #expect(suite.cases.contains { $0.hasPrefix("Sources/Kitchen/d&\u{301}<\".swift ") }, "\(suite.cases)")
        #expect(suite.cases.contains { $0.hasPrefix("Sources/Kitchen/f\\u{FFFE}ü.swift ") }, "\(suite.cases)")
    }

    @Test func `what is current is told with a document, too`() async throws {
        let package = try PackageFixture.kitchen()
        #expect(try await package.run("mockd", "generate", ".").status == 0)
        let junit = try await package.run("mockd", "generate", ".", "--check", "--format", "junit")
        #expect(junit.status == 0)
        #expect(junit.output.contains(#"<testsuite name="mockd" tests="1" failures="0">"#))
        let sarif = try await package.run("mockd", "generate", ".", "--check", "--format", "sarif")
        #expect(sarif.output.contains(#""results":[]"#))
    }
}

/// The parts of JUnit's XML that readers use.
private final class TestSuite: NSObject, XMLParserDelegate {
    private(set) var attributes: [String: String] = [:]
    private(set) var cases: [String] = []
    private(set) var failures: [String] = []

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        switch element {
        case "testsuite": self.attributes = attributes
        case "testcase": cases.append("\(attributes["classname"] ?? "") \(attributes["name"] ?? "")")
        case "failure": failures.append(attributes["type"] ?? "")
        default: break
        }
    }
}
