import Foundation
import Testing

@testable import MockEngine

/// Extensions that no printed interface has.
@Suite struct SymbolGraphTests {
    private static let graph = """
        {
            "metadata": {}, "relationships": [],
            "symbols": [
                {
                    "kind": { "identifier": "swift.method", "displayName": "Instance Method" },
                    "pathComponents": ["Date", "Style", "format(_:)"],
                    "declarationFragments": [
                        { "kind": "keyword", "spelling": "func" }, { "kind": "text", "spelling": " format(Int)" }
                    ],
                    "swiftExtension": {
                        "extendedModule": "Formats", "typeKind": "swift.struct",
                        "constraints": [
                            { "kind": "conformance", "lhs": "Value", "rhs": "Number" },
                            { "kind": "sameType", "lhs": "Value.Base", "rhs": "Int" }
                        ]
                    },
                    "availability": [
                        { "domain": "macOS", "introduced": { "major": 12, "minor": 1 } },
                        { "domain": "iOS", "introduced": { "major": 15 } }, { "isUnconditionallyDeprecated": true }
                    ]
                },
                {
                    "kind": { "identifier": "swift.type.property" }, "pathComponents": ["Date", "Other", "printed"],
                    "declarationFragments": [], "swiftExtension": { "extendedModule": "Dates" }
                },
                {
                    "kind": { "identifier": "swift.property" }, "pathComponents": ["Date", "printed"],
                    "declarationFragments": [], "swiftExtension": { "extendedModule": "Formats" }
                },
                {
                    "kind": { "identifier": "swift.struct" }, "pathComponents": ["Date", "Style", "Printed"],
                    "declarationFragments": [], "swiftExtension": { "extendedModule": "Formats" }
                },
                {
                    "kind": { "identifier": "swift.property" }, "pathComponents": ["Date", "Style", "inBody"],
                    "declarationFragments": []
                }
            ]
        }
        """

    @Test func `members in extensions of nested types of the module are told as Swift`() throws {
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(Self.graph.utf8))
        #expect(
            graph.nestedExtensions(in: "Formats") == [
                "Date": """
                extension Date.Style where Value : Number, Value.Base == Int {
                @available(macOS 12.1, iOS 15.0, *) @available(*, deprecated) public func format(Int)
                }

                """
            ])
        #expect(graph.nestedExtensions(in: "Dates").keys.map { $0 } == ["Date"])
        #expect(graph.nestedExtensions(in: "Others") == [:])
    }
}
