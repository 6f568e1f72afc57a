import Foundation
import Testing

/// One protocol or class for each thing that the language offers: `Features` holds them, a few lines each.
@Suite struct FeatureTests {
    @Test(arguments: ["AssociatedTypes", "Declarations", "Members", "Types"], [true, false])
    func `every feature has a mock that compiles`(file: String, forwarding: Bool) async throws {
        let package = try PackageFixture()
        try package.write("Kitchen/Support.swift", try Self.text(of: "Support"))
        let features = try Self.features(in: file)
        #expect(features.count > 40)
        for (name, text) in features { try package.write("Kitchen/\(name).swift", text) }
        try package.write(
            ".mockd.yml",
            """
            forwarding: \(forwarding)
            modules: [{name: Kitchen, sources: [Kitchen], output: Mocks, import: none}]
            """)
        let generated = try await package.run("mockd", "generate", "--cache", "none")
        #expect(!generated.errors.contains(": error: "), "\(generated.errors)")
        var isSwitchedOff = false
        for name in features.keys {
            let mock = package.read("Mocks/\(name).mocks.swift") ?? ""
            #expect(mock.contains("MockX_\(name)"), "\(name)")
            isSwitchedOff = isSwitchedOff || mock.contains("unforwardable: \"forwarding switched off\"")
        }
        #expect(isSwitchedOff == !forwarding)
        let errors = try await package.swiftc(
            ["-typecheck", "-swift-version", "6", "-module-name", "Kitchen", "-I", PackageFixture.modules],
            files: ["Kitchen", "Mocks"])
        #expect(errors.map(\.description) == [])
    }

    /// The texts by name. `X`, `X1`, `X_Name` stand for names that no other text has.
    private static func features(in file: String) throws -> [String: String] {
        var features: [String: String] = [:]
        for part in try text(of: file).split(separator: "//// ") {
            guard let end = part.firstIndex(of: "\n") else { continue }
            let name = String(part[..<end])
            features[name] = unique(part[end...], name)
        }
        return features
    }

    private static func unique(_ text: Substring, _ name: String) -> String {
        var result = ""
        var rest = text
        while let first = rest.first {
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            result += word.isEmpty ? "\(first)" : isPlaceholder(word) ? "\(word)_\(name)" : String(word)
            rest = rest.dropFirst(max(1, word.count))
        }
        return result
    }

    private static func isPlaceholder(_ word: Substring) -> Bool {
        let plain = word.hasPrefix("Mock") ? word.dropFirst(4) : word
        guard plain.first == "X" else { return false }
        let tail = plain.dropFirst()
        return tail.first == "_" || tail.allSatisfy(\.isNumber)
    }

    private static func text(of file: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Features")
        return try String(contentsOf: folder.appending(path: "\(file).txt"), encoding: .utf8)
    }
}
