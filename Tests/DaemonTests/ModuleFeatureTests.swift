import Foundation
import Testing

/// Names that several modules or scopes declare, imports, and classes as parents: each text of `Features/Modules.txt`
/// is a package of its own, whose mocks must compile in its tests.
@Suite struct ModuleFeatureTests {
    /// The files of a text, by module.
    struct Feature: Sendable {
        let name: String
        let dialect: Dialect
        /// True if mockd refuses the mocks, because no class could inherit from what they need.
        let isRefused: Bool
        private(set) var files: [(path: String, text: String)] = []

        private static let dialects: [String: Dialect] = [
            "Swift 5": .swift5, "Swift 5 in module": .swift5InModule, "main actor": .mainActor,
            "main actor in module": .mainActorInModule, "Swift 5 in tests": .swift5InTests,
            "ExistentialAny in tests": .existentialAnyInTests,
        ]

        /// The modules in the order in which they are compiled; the last one has the mocked types.
        var modules: [String] {
            let others = files.compactMap { $0.path.split(separator: "/").first.map(String.init) }
            return Set(others).subtracting(["Kitchen"]).sorted() + ["Kitchen"]
        }

        /// - Parameter text: `name, options`, then the files, each behind `--- Module/File.swift`.
        init(_ text: Substring) {
            let lines = text.split(separator: "\n")
            let head = lines.first?.split(separator: ", ").map(String.init) ?? []
            name = head.first ?? ""
            let options = head.dropFirst()
            dialect = options.lazy.compactMap { Self.dialects[$0] }.first ?? .swift6
            isRefused = options.contains("refused")
            for line in lines.dropFirst() {
                if line.hasPrefix("--- ") {
                    files.append((String(line.dropFirst(4)), ""))
                } else {
                    if files.isEmpty { files.append(("Kitchen/Kitchen.swift", "")) }
                    files[files.count - 1].text += line + "\n"
                }
            }
        }

        func write(to package: PackageFixture) throws {
            for (path, text) in files { try package.write("Sources/\(path)", text) }
            let inModules = dialect.settings(of: .module)
            let targets = modules.enumerated().map { index, module in
                let dependencies = modules[..<index].map { "\"\($0)\"" }.joined(separator: ", ")
                return ".target(name: \"\(module)\", dependencies: [\(dependencies)], swiftSettings: [\(inModules)]),"
            }
            try package.write(
                "Package.swift",
                """
                // swift-tools-version: 6.3
                import PackageDescription
                let package = Package(
                    name: "Kitchen",
                    targets: [
                        \(targets.joined(separator: "\n        "))
                        .testTarget(name: "KitchenTests", dependencies: ["Kitchen"], swiftSettings: [\(dialect.settings(of: .tests))]),
                    ]
                )
                """)
            try package.write("Tests/KitchenTests/KitchenTests.swift", "")
        }
    }

    static func features() throws -> [Feature] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Features")
        let text = try String(contentsOf: folder.appending(path: "Modules.txt"), encoding: .utf8)
        return text.split(separator: "//// ").map(Feature.init)
    }

    @Test func `mocks compile whatever the modules around them declare`() async throws {
        let features = try Self.features()
        #expect(features.count > 30)
        // Two at a time, because one compiler uses one core.
        let problems = try await withThrowingTaskGroup(of: String?.self) { group in
            var rest = features[...]
            var problems: [String] = []
            for feature in rest.prefix(2) { group.addTask { try await Self.problem(of: feature) } }
            rest = rest.dropFirst(2)
            while let problem = try await group.next() {
                problems += [problem].compactMap(\.self)
                guard let feature = rest.popFirst() else { continue }
                group.addTask { try await Self.problem(of: feature) }
            }
            return problems
        }
        #expect(problems == [])
    }

    /// Generates and compiles; returns what is wrong.
    private static func problem(of feature: Feature) async throws -> String? {
        let package = try PackageFixture()
        try feature.write(to: package)
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        if feature.isRefused {
            return generated.status == 1 ? nil : "\(feature.name): not refused"
        }
        guard generated.status == 0 else { return "\(feature.name): \(generated.errors)" }
        for module in feature.modules {
            let errors = try await package.swiftc(
                [
                    "-emit-module", "-enable-testing", "-module-name", module, "-o", "\(module).swiftmodule", "-I", ".",
                    "-no-warnings-as-errors",
                ]
                    + feature.dialect.flags(of: .module), files: ["Sources/\(module)"])
            guard errors.isEmpty else { return "\(feature.name): the source is wrong: \(errors)" }
        }
        let errors = try await package.swiftc(
            ["-emit-sil", "-o", "/dev/null", "-module-name", "KitchenTests", "-I", ".", "-I", PackageFixture.modules]
                + feature.dialect.flags(of: .tests), files: ["Tests/KitchenTests/Mocks"])
        return errors.isEmpty ? nil : "\(feature.name): \(errors)"
    }
}
