import MockModel
import MockParsing
import Testing

/// A manifest is typed key by key, and an editor closes the brackets. Each state is an error, or nothing that was begun is
/// left out of what is read: otherwise the mocks of a target would be removed between two keystrokes.
@Suite struct TypedManifestTests {
    private static let manifest = """
        // swift-tools-version: 6.3
        import PackageDescription

        let hot = ["Hot"]

        let package = Package(
            name: "Kitchen",
            platforms: [.macOS(.v15)],
            products: [.library(name: "Kitchen", targets: ["Kitchen"])],
            dependencies: [.package(url: "https://example.org/mockd", from: "1.0.0"), .package(path: "../Pantry")],
            targets: [
                .target(
                    name: "Kitchen",
                    dependencies: ["Oven", .product(name: "Pantry", package: "Pantry", condition: .when(platforms: [.linux]))],
                    path: "Code/Kitchen", exclude: ["Old"],
                    swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .define("OVEN")]),
                .target(name: "Oven", sources: hot, resources: [.process("Photos")], swiftSettings: [.define("GAS")]),
                .testTarget(
                    name: "KitchenTests",
                    dependencies: [.target(name: "Kitchen"), .byName(name: "Oven"), .product(name: "Mocking", package: "mockd")]),
            ]
        )
        """

    /// The elements that a text has begun: of targets, and of what targets depend on.
    private struct Elements: Equatable {
        var targets = 0
        var dependencies = 0
    }

    /// The brackets that are open at the end of a text, and what it has begun; `nil` at the end of an open string.
    private static func scan(_ text: some StringProtocol) -> (closers: String, begun: Elements)? {
        var open: [(closer: Character, label: Substring, isFresh: Bool)] = []
        var begun = Elements()
        var isInString = false
        for index in text.indices {
            let character = text[index]
            if !isInString, !character.isWhitespace, character != "]", character != ",", open.last?.isFresh == true {
                open[open.count - 1].isFresh = false
                switch (open.count, open.last?.label) {
                case (2, "targets"): begun.targets += 1
                case (4, "dependencies"): begun.dependencies += 1
                default: break
                }
            }
            switch character {
            case "\"": isInString.toggle()
            case _ where isInString: break
            case "(": open.append((")", "", false))
            case "[":
                let label = text[..<index].dropLast(2).reversed().prefix { $0.isLetter }.reversed()
                open.append(("]", Substring(String(label)), true))
            case ")", "]": open.removeLast()
            case ",": if open.last?.closer == "]" { open[open.count - 1].isFresh = true }
            default: break
            }
        }
        return isInString ? nil : (String(open.map(\.closer).reversed()), begun)
    }

    /// The manifest after the comment with the version of the tools.
    private static let code = manifest.drop { !$0.isNewline }

    /// True if the description of before stays in force, or SwiftPM is asked.
    private static func isAsked(_ diagnostics: [Diagnostic]) -> Bool {
        diagnostics.contains { $0.severity == .error || $0.code == "manifest-not-static" }
    }

    @Test func `nothing that was begun is left out`() throws {
        let head = Self.manifest.prefix(Self.manifest.count - Self.code.count)
        var whole = 0
        for index in Self.code.indices {
            guard let (closers, begun) = Self.scan(Self.code[..<index]) else { continue }
            let text = head + Self.code[..<index] + closers
            let (manifest, diagnostics) = parseManifest(String(text), path: "Package.swift")
            if Self.isAsked(diagnostics) { continue }
            whole += 1
            let read = Elements(
                targets: manifest.targets.count, dependencies: manifest.targets.reduce(0) { $0 + $1.dependencies.count }
            )
            #expect(read == begun, "\(text)")
        }
        // A target without its last arguments is described as it stands.
        #expect(whole > 50)
    }

    @Test func `a name that is typed anew changes nothing, or is an error, or SwiftPM is asked about it`() throws {
        let expected = parseManifest(Self.manifest, path: "Package.swift").manifest
        #expect(expected.targets.count == 3)
        for name in Self.code.matches(of: #/\b[A-Za-z]\w+\b/#) {
            guard Self.scan(Self.code[..<name.range.lowerBound]) != nil else { continue }
            for count in 1..<name.output.count {
                var text = String(Self.manifest)
                let start = text.index(text.endIndex, offsetBy: -Self.code[name.range.lowerBound...].count)
                text.replaceSubrange(
                    start..<text.index(start, offsetBy: name.output.count), with: name.output.prefix(count))
                let (manifest, diagnostics) = parseManifest(text, path: "Package.swift")
                #expect(
                    Self.isAsked(diagnostics) || manifest.targets == expected.targets,
                    "\(name.output.prefix(count)) in\n\(text)")
            }
        }
    }
}
