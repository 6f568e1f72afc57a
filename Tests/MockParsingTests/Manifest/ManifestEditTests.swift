import Foundation
import MockModel
import MockParsing
import Testing

/// `editManifest` adds what mocks need. `DaemonTests/InitTests` has manifests with their results, byte for byte.
@Suite struct ManifestEditTests {
    private static let checkouts = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../.build/checkouts").standardizedFileURL

    private static var realManifests: [String] {
        let folders =
            (try? FileManager.default.contentsOfDirectory(at: checkouts, includingPropertiesForKeys: nil)) ?? []
        return folders.map { $0.appending(path: "Package.swift").path() }
            .filter { FileManager.default.fileExists(atPath: $0) }.sorted()
    }

    private static let dependency = ManifestAddition.package(code: ".package(path: \"../mockd\", traits: [])")

    @Test(arguments: realManifests)
    func `a real manifest keeps its bytes in their order`(path: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let tests = parseManifest(text, path: path).manifest.targets.filter { $0.kind == .test }
        let additions =
            [Self.dependency] + tests.prefix(1).map { .product("Mocking", package: "mockd", target: $0.name) }
        switch editManifest(text, adding: additions) {
        case .text(let new):
            #expect(new != text)
            var rest = new.utf8[...]
            let isKept = text.utf8.allSatisfy { byte in
                guard let index = rest.firstIndex(of: byte) else { return false }
                rest = rest[rest.index(after: index)...]
                return true
            }
            #expect(isKept, "\(new)")
            for addition in additions { #expect(new.contains(addition.code)) }
            // The same again would be a second dependency.
            let (manifest, _) = parseManifest(new, path: path)
            #expect(manifest.dependencies.count == parseManifest(text, path: path).manifest.dependencies.count + 1)
        case .byHand(let steps):
            #expect(steps.map(\.addition) == additions)
        }
    }

    @Test func `nearly all real manifests can be edited`() throws {
        let manifests = Self.realManifests
        try #require(manifests.count > 8, "the checkouts of the dependencies are not there")
        let edited = try manifests.filter { path in
            let text = try String(contentsOfFile: path, encoding: .utf8)
            if case .text = editManifest(text, adding: [Self.dependency]) { return true }
            return false
        }
        #expect(manifests.count - edited.count < 2, "\(edited)")
    }

    @Test(arguments: [
        "", "let package = Package(\n", "import PackageDescription\n",
        "// swift-tools-version: 6.1\nimport PackageDescription\nlet package = makePackage()\n",
        "// swift-tools-version: 6.1\nlet package = Package(name: \"App\", targets: targets())\nfunc targets() -> [Target] { loaded }\n",
        String(repeating: "[", count: 2_000),
    ])
    func `a text that describes no package is left to people`(text: String) {
        let additions = [
            Self.dependency, .product("Mocking", package: "mockd", target: "AppTests"),
            .testTarget("AppTests", of: "App", product: "Mocking", package: "mockd"),
        ]
        guard case .byHand(let steps) = editManifest(text, adding: additions) else {
            Issue.record("edited")
            return
        }
        #expect(steps.map(\.addition) == additions)
    }

    @Test func `an addition that the manifest would not describe afterwards is left to people`() {
        let manifest = """
            // swift-tools-version: 6.0
            let package = Package(
                name: "App",
                targets: [.testTarget(name: "AppTests", dependencies: [])]
            )
            package.targets[0].dependencies = []
            """
        for addition in [
            ManifestAddition.product("Mocking", package: "mockd", target: "AppTests"),
            .product("Mocking", package: "mockd", target: "OtherTests"), .noTraits(of: "../mockd"),
        ] {
            guard case .byHand = editManifest(manifest, adding: [addition]) else {
                Issue.record("edited: \(addition)")
                continue
            }
        }
    }
}
