import MockModel
import MockParsing
import Testing

/// Shapes that overflow the parser's stack or never end cost one diagnostic.
@Suite struct HostileShapeTests {
    static let requirements: [(String, @Sendable (Int) -> String)] = [
        ("generic arguments", { "var x: " + times($0, "A<") + "Int" + times($0, ">") + " { get }" }),
        ("function types", { "func f(_ x: " + times($0, "() -> ") + "Int)" }),
        ("function types with labels", { "func f(_ x: " + times($0, "(Int, Int) -> ") + "Int)" }),
        ("member types", { "func f(_ x: A" + times($0, ".B") + ")" }),
        ("parentheses", { "func f(_ x: " + times($0, "(") + "Int" + times($0, ")") + ")" }),
        ("brackets", { "func f(_ x: " + times($0, "[") + "Int" + times($0, "]") + ")" }),
        ("opaque types", { "func f(_ x: " + times($0, "some ") + "P)" }),
        ("lines", { "func f(_ x: " + times($0, "some\n") + "P)" }),
        ("mixture", { "func f(_ x: " + times($0, "some any () -> A.") + "P)" }),
        ("optionals", { "func f(_ x: Int" + times($0, "?") + ")" }),
        ("metatypes", { "func f(_ x: Int" + times($0, ".Type") + ")" }),
        ("compositions", { "func f(_ x: A" + times($0, " & A") + ")" }),
        ("tries", { "func f(_ x: Int = " + times($0, "try ") + "g())" }),
        ("awaits", { "func f(_ x: Int = " + times($0, "await ") + "g())" }),
        ("operators", { "func f(_ x: Int = " + times($0, "- ") + "1)" }),
        ("sums", { "func f(_ x: Int = 1" + times($0, "+ 1") + ")" }),
        ("ternaries", { "func f(_ x: Int = " + times($0, "a ? b : ") + "c)" }),
        ("calls", { "func f(_ x: Int = a" + times($0, ".b()") + ")" }),
        ("closures", { "func f(_ x: Int = " + times($0, "{ a in ") + times($0, "}") + ")" }),
        ("patterns", { "func f(_ x: Int = { switch x { case " + times($0, "let ") + "y: 1 } }())" }),
        ("else if", { "func f(_ x: Int = { if a {}" + times($0, " else if a {}") + " }())" }),
        ("lines of else if", { "func f(_ x: Int = { if a {}" + times($0, "\nelse if a {}") + " }())" }),
        ("interpolations", { "func f(_ x: Int = " + times($0, "\"\\(") + times($0, ")\"") + ")" }),
        (
            "types in interpolations",
            { "func f(_ x: Int = \"\\(a as " + times($0, "[") + "A" + times($0, "]") + ")\")" }
        ),
        ("conditions", { times($0, "#if A\n") + "func f()" + times($0, "\n#endif") }),
        ("attributes", { times($0, "@A ") + "func f()" }),
        ("lines of ternaries", { "func f(_ x: Int = " + times($0, "a ?\n@B ") + "c)" }),
        ("lines of ternaries behind comments", { "func f(_ x: Int = " + times($0, "a/**/?\n@B ") + "c)" }),
    ]

    private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    private static func inProtocol(_ member: String) -> String { "\n/// @mockable\nprotocol P {\n\(member)\n}\n" }

    @Test(arguments: requirements.indices)
    func `a hostile requirement costs one diagnostic`(_ index: Int) throws {
        let source = try onDeepStack { parse(Self.inProtocol(Self.requirements[index].1(5_000))) }
        #expect(source.diagnostics.map(\.code) == ["too-complex"])
        #expect(source.isBroken)
        let line = source.diagnostics.first?.position?.line ?? 0
        #expect(line >= 4)
    }

    @Test func `the diagnostic has the position and the way out`() {
        let source = parse(
            Self.inProtocol("    var x: " + Self.times(30, "[") + "Int" + Self.times(30, "]") + " { get }"))
        #expect(
            source.diagnostics.map(\.description) == [
                "File.swift:4:22: error: too complex to be read: split the expression or type that ends here into smaller ones [too-complex]"
            ])
    }

    /// The same shapes at the largest accepted size, and slightly below it.
    @Test(arguments: requirements.indices)
    func `every text that passes the check is parsed`(_ index: Int) throws {
        let shape = Self.requirements[index].1
        var size = 1100
        func isTooComplex(_ size: Int) throws -> Bool {
            let source = try onDeepStack { parse(Self.inProtocol(shape(size))) }
            return source.diagnostics.contains { $0.code == "too-complex" }
        }
        while size > 1, try isTooComplex(size) { size = size * 3 / 4 }
        #expect(size >= 8)
        #expect(size < 1100)
    }

    @Test(arguments: requirements.indices)
    func `the same shape in a body has no effect`(_ index: Int) throws {
        let text =
            Self.inProtocol("func g()") + "struct S { func f() { class C { \(Self.requirements[index].1(50)) } } }"
        let source = try onDeepStack { parse(text) }
        #expect(source.file.types.first?.members.map(\.displayName) == ["g()"])
        #expect(source.diagnostics.isEmpty)
    }

    @Test(arguments: [
        "{", "(", "[", "let x = \"\\(", "struct A {", "#if A\n", "/*", "\"", "'", "`", "#", "}", ")", "\\", "<", "@A ",
        "#\"", "\"\"\"\n", "protocol P {\n", "class C {\n", "case let ", "/", "}\n{", "@A\n", "@A(1)\n", "A ?\n@A ",
        "A<\n@A ",
        "A>\n@A ", "() ->\n@A ", "nonisolated\n", "func f() async throws\n", "try\n", "try f()\n", "if a {}\n",
        "-> ()\nconsuming ", "x\ninout ", "() throws\n-> ",
    ])
    func `no repeated piece crashes`(_ piece: String) throws {
        let text = "protocol P { func f() }\n" + Self.times(5_000, piece)
        _ = try onDeepStack { parse(text) }
    }

    @Test(arguments: [
        "func f() async throws", "func f() throws", "@available(macOS 12, *) func f()", "@A func f() -> Int?",
        "@A\n@B(x: 1)\nfunc f(a: Int) -> Set<Int>", "nonisolated func f()", "nonisolated var a: Int? { get }",
        "consuming func f() async", "borrowing func f() -> Int?", "mutating func f() -> Int!",
        "static func f() -> Int?", "func `f`() async", "@A\nstatic\nfunc f() async\nthrows\n-> Int",
    ])
    func `as many requirements as people write pass, in any form`(_ requirement: String) throws {
        let text = "protocol P {\n" + Self.times(600, requirement + "\n") + "}"
        let whole = try onDeepStack { SourceParser(extent: .everything).parse(Array(text.utf8), path: "File.swift") }
        #expect(whole.diagnostics.isEmpty)
        let source = try onDeepStack { parse(text) }
        #expect(source.file.types.first?.members.count == 600)
        #expect(source.diagnostics.isEmpty)
    }

    @Test func `ordinary code passes`() {
        let members = (0..<400).map {
            "func f\($0)(a: [String: [Int]], b: @escaping (Int) -> Void) async throws -> Result<A, B>?"
        }
        #expect(parse("protocol P {\n" + members.joined(separator: "\n") + "\n}").diagnostics.isEmpty)
        let table = (0..<5000).map { "0x\($0)" }.joined(separator: ", ")
        #expect(parse("class C { static let table: [Int] = [\(table)] }").diagnostics.isEmpty)
        let sum = (0..<400).map { "\"line \($0)\"" }.joined(separator: "\n+ ")
        #expect(parse("class C { let text = \(sum) }").diagnostics.isEmpty)
    }
}
