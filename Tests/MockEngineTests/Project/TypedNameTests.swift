import MockModel
import Testing

@testable import MockEngine

/// The name of a dependency is typed key by key, within quotes that an editor has closed.
@Suite struct TypedNameTests {
    private static let manifest = """
        // swift-tools-version: 6.3
        import PackageDescription
        let package = Package(
            name: "Kitchen",
            dependencies: [.package(path: "Vendor/Spices")],
            targets: [
                .target(name: "Oven"), .target(name: "Fridge"),
                .target(name: "Kitchen", dependencies: [<"Oven">, .product(name: <"Salt">, package: "Spices")]),
                .testTarget(name: "KitchenTests", dependencies: [<"Kitchen">]),
                .testTarget(name: "PartTests", dependencies: [.target(name: <"Oven">), .byName(name: <"Fridge">)]),
            ])

        """

    /// The outputs of all modules, and the modules that these depend on.
    private struct Places: Equatable {
        var outputs: [String: Module.Output?]
        var dependencies: [String: [String]]

        init(_ project: Project) {
            outputs = Dictionary(uniqueKeysWithValues: project.modules.map { ($0.name, $0.output) })
            dependencies = Dictionary(uniqueKeysWithValues: project.modules.map { ($0.name, $0.dependencies) })
        }
    }

    @Test func `a dependency whose name is not whole yet is an error`() throws {
        var files = [
            "Vendor/Spices/Package.swift": """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "Spices", products: [.library(name: "Salt", targets: ["Salt"])], targets: [.target(name: "Salt")])
            """
        ]
        for file in ["Vendor/Spices/Sources/Salt/S", "Sources/Oven/O", "Sources/Fridge/F", "Sources/Kitchen/K"] {
            files["\(file).swift"] = ""
        }
        for name in ["KitchenTests", "PartTests"] { files["Tests/\(name)/T.swift"] = "" }
        let folder = try TemporaryFolder(files)
        func places(_ manifest: String) throws -> Places {
            try folder.write(
                manifest.replacing("<\"", with: "\"").replacing("\">", with: "\""), to: "Package.swift")
            return Places(try discoverProject(root: folder.path))
        }
        let whole = try places(Self.manifest)
        #expect(whole.dependencies["Kitchen"] == ["Oven", "Salt"])
        #expect(whole.outputs.values.count { $0 != nil } == 5)
        let names = Self.manifest.matches(of: #/<"(\w+)">/#)
        #expect(names.count == 5)
        for name in names {
            for count in 0..<name.1.count {
                let typed = Self.manifest.replacingCharacters(in: name.range, with: "\"\(name.1.prefix(count))\"")
                #expect(throws: ConfigurationError.self, "\(name.1.prefix(count)) in \(typed)") { try places(typed) }
            }
        }
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + self[range.upperBound...]
    }
}
