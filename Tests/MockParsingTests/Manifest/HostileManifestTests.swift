import MockModel
import MockParsing
import Testing

/// Manifests that would overflow the parser's stack or never stop being read.
@Suite struct HostileManifestTests {
    private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    private static let head = "// swift-tools-version:6.0\nimport PackageDescription\n"
    private static let package = "let package = Package(name: \"R\", targets: [.target(name: \"A\")])\n"
    private static let wayOut = "describe the modules in .mockd.yml, which 'mockd init --config' starts for you"

    static let deep: [(String, @Sendable (Int) -> String)] = [
        ("generic arguments", { "let a = " + times($0, "A<") + "Int" + times($0, ">") + "()\n" }),
        ("generic types", { "let a: " + times($0, "A<") + "Int" + times($0, ">") + "\n" }),
        ("else if", { "if a {} " + times($0, "else if b {}") + "\n" }),
        ("conditions", { times($0, "#if A\n") + times($0, "#endif\n") }),
        ("tries", { "let a = " + times($0, "try ") + "b\n" }),
        ("awaits", { "let a = " + times($0, "await ") + "b\n" }),
        ("ternaries", { "let a = " + times($0, "b ? c : ") + "d\n" }),
        ("ternaries in ternaries", { "let a = " + times($0, "b ? ") + "c" + times($0, ": d") + "\n" }),
        ("calls", { "let a = f" + times($0, "()") + "\n" }),
        ("calls of members", { "let a = f" + times($0, ".b()") + "\n" }),
        ("members", { "let a = f" + times($0, ".b") + "\n" }),
        ("negations", { "let a = " + times($0, "!") + "b\n" }),
        ("subscripts", { "let a = b" + times($0, "[0]") + "\n" }),
        ("optionals", { "let a: B" + times($0, "?") + "\n" }),
        ("function types", { "let a: " + times($0, "() -> ") + "B\n" }),
        ("throwing function types", { "let a: " + times($0, "() throws(A) -> ") + "B\n" }),
        ("closures", { "let a = f " + times($0, "{ a in ") + times($0, "}") + "\n" }),
        ("sums", { "let a = " + times($0, "b + ") + "c\n" }),
        ("negated conditions", { "#if " + times($0, "!") + "A\n#endif\n" }),
        ("long conditions", { "#if " + times($0, "A && ") + "A\n#endif\n" }),
        ("branches", { "#if A\n" + times($0, "#elseif B\n") + "#endif\n" }),
        ("interpolations", { "let a = \"" + times($0, "\\(\"") + times($0, "\")") + "\"\n" }),
        ("macros", { "let a = " + times($0, "#a ") + "b\n" }),
        ("key paths", { "let a = \\A" + times($0, ".b") + "\n" }),
        ("returns", { "func f() { " + times($0, "return ") + " }\n" }),
    ]

    @Test(arguments: deep.indices)
    func `a deep manifest costs one diagnostic and no crash`(_ index: Int) throws {
        let (name, text) = Self.deep[index]
        let (targets, messages) = try onDeepStack {
            let found = parseManifest(Self.head + text(20_000) + Self.package, path: "Package.swift")
            return (found.manifest.targets.count, found.diagnostics.map(\.message))
        }
        #expect(targets == 0, "\(name)")
        #expect(messages.count == 1, "\(name)")
        let message = messages.first ?? ""
        #expect(message.hasSuffix(" for this file to be read, so no target is known; \(Self.wayOut)"), "\(name)")
    }

    @Test func `code that is too complex is reported at its position`() throws {
        let text = Self.head + "let a = " + Self.times(2_000, "try ") + "b\n" + Self.package
        let found = try onDeepStack { parseManifest(text, path: "Package.swift").diagnostics.map(\.description) }
        #expect(
            found == [
                "Package.swift:3:4092: error: what ends here is too complex for this file to be read, so no target is known; \(Self.wayOut) [manifest-not-static]"
            ])
    }

    /// A few levels of these occur in practice.
    @Test(arguments: deep.indices)
    func `a shallow one is read`(_ index: Int) throws {
        let text = Self.head + Self.deep[index].1(4) + Self.package
        #expect(try Self.read(text).names == ["A"])
    }

    static let expensive: [(String, String)] = [
        (
            "lists of lists",
            "let a0 = [1]\n"
                + (0..<8).map { "let a\($0 + 1) = [\(times(20, "a\($0),"))]\n" }.joined() + "let b = a7 == a7\n"
        ),
        ("doubled lists", "var a = [\"x\"]\n" + times(40, "a = a + a\n")),
        ("doubled lists under conditions", "var a = [\"x\"]\n" + times(40, "if Foo { a = a + a }\n")),
        ("doubled texts", "var a = \"x\"\n" + times(60, "a = a + a\n")),
        (
            "flattened lists",
            "let a = [\(times(10, "1,"))]\nlet b = a.flatMap { _ in a }\nlet c = b.flatMap { _ in b }\n"
                + "let d = c.flatMap { _ in c }\nlet e = d.flatMap { _ in d }\n"
        ),
        (
            "two lists under a condition",
            "var a = [\((0..<15_000).map { "\"x\($0)\"," }.joined())]\n"
                + "if Foo { a = [\((0..<15_000).map { "\"y\($0)\"," }.joined())] }\n"
        ),
        ("loops in loops", "let a = [\(times(200, "1,"))]\nfor x in a { for y in a { for z in a { print(x) } } }\n"),
        ("functions that call themselves twice", "func f() -> Int { f(); return f() }\nlet a = f()\n"),
    ]

    @Test(arguments: expensive.indices)
    func `an expensive manifest is read as far as its bound`(_ index: Int) throws {
        let (name, text) = Self.expensive[index]
        let (names, steps) = try Self.read(Self.head + Self.package + text)
        #expect(names == ["A"], "\(name)")
        #expect(steps <= 250_001, "\(name): \(steps)")
    }

    @Test func `a manifest of five thousand targets is read`() throws {
        let targets = (0..<5_000).map { ".target(name: \"T\($0)\", dependencies: [\"T0\"]),\n" }.joined()
        let (names, steps) = try Self.read(Self.head + "let package = Package(name: \"R\", targets: [\n\(targets)])")
        #expect(names.count == 5_000)
        #expect(steps < 50_000, "\(steps)")
    }

    private static func read(_ text: String) throws -> (names: [String], steps: Int) {
        try onDeepStack {
            let work = ManifestWork()
            return (parseManifest(text, path: "Package.swift", work: work).manifest.targets.map(\.name), work.steps)
        }
    }
}
