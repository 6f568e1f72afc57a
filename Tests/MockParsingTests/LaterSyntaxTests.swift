import MockModel
import Testing

@testable import MockParsing

/// Syntax that the compiler of this toolchain does not have.
@Suite struct LaterSyntaxTests {
    @Test(arguments: [
        ("var a: Int { borrow }", "borrow"), ("var a: Int { borrow mutate }", "borrow mutate"),
        ("var a: Int { get yielding borrow }", "get yielding borrow"), ("var a: Int { get shiny }", "get shiny"),
        ("var a: Int { yielding borrow yielding mutate }", "yielding borrow yielding mutate"),
        ("var a: Int { get set borrow }", "get set borrow"),
        ("subscript(i: Int) -> Int { borrow mutate }", "borrow mutate"),
    ])
    func `an unknown accessor costs its member`(member: String, accessors: String) throws {
        let source = try read(member)
        #expect(source.diagnostics == [])
        guard case .other(_, .accessors(let words))? = lost(in: source).first else {
            Issue.record("\(source.file)")
            return
        }
        #expect(words == accessors)
    }

    @Test(arguments: ["func g() shines -> Int", "func g(_ x: Int ~> Int)", "shiny(a) nonisolated func g()"])
    func `an unknown word costs its member`(member: String) throws {
        let source = try read(member)
        #expect(source.diagnostics == [])
        #expect(!lost(in: source).isEmpty)
    }

    @Test(arguments: ["@shiny(a b c) func g()", "shiny func g()"])
    func `an unknown modifier, or an attribute with unknown syntax, costs nothing but a warning`(member: String) throws
    {
        let source = try read(member)
        #expect(source.diagnostics.map(\.severity) == [.warning])
        #expect(source.diagnostics.first?.position?.line == 3)
        #expect(source.file.types[0].members.map(\.displayName) == ["f()", "g()", "h()"])
    }

    @Test(arguments: [
        "func g(", "func g() -> ", "var a: Int {", "func g(a: Int", "func g(a: Int b: Int)", "func g(a: [Int)",
        "func g() -> Result<Int, any Error", "func g() -> Int]",
    ])
    func `a member that is being typed breaks the file`(member: String) {
        #expect(parse(member).isBroken)
    }

    /// As everywhere, errors in bodies are left to the compiler.
    @Test func `a body with later syntax costs nothing`() {
        let text = "class A {\nfunc f() { a <b> c }\nvar x: Int { shiny a }\ninit() { x = y /z }\n}"
        let damaged = SourceParser(extent: .everything).parse(Array(text.utf8), path: "File.swift")
        #expect(damaged.diagnostics == [] && !damaged.isBroken)
        #expect(damaged.file.types[0].members.map(\.displayName) == ["f()", "x", "init()"])
    }

    @Test(arguments: ["", "#if compiler(>=99)\nthis is ((( not Swift\n#endif\n"])
    func `an optional existential without parentheses means one with them`(foreign: String) {
        // The second text is left to the parser's tree.
        let text = foreign + "protocol P { func f(_ a: some Q?, _ b: any Q?, _ c: [any Q?]) -> any Q?? }"
        let source = SourceParser().parse(Array(text.utf8), path: "File.swift")
        let member = source.file.types[0].members[0]
        #expect(member.parameters.map { "\($0.type)" } == ["(some Q)?", "(any Q)?", "[(any Q)?]"])
        #expect(member.result.map { "\($0)" } == "(any Q)??")
    }

    private func parse(_ member: String) -> ParsedSource {
        let text = "protocol P {\nfunc f()\n\(member)\nfunc h()\n}\nprotocol Q { func q() }\n"
        return SourceParser().parse(Array(text.utf8), path: "File.swift")
    }

    private func read(_ member: String) throws -> ParsedSource {
        let source = parse(member)
        try #require(!source.isBroken, "\(source.diagnostics)")
        #expect(source.file.types.map(\.name) == ["P", "Q"])
        #expect(source.file.types[1].members.map(\.displayName) == ["q()"])
        return source
    }

    private func lost(in source: ParsedSource) -> [MemberDeclaration.Kind] {
        source.file.types[0].members.map(\.kind).filter { if case .other = $0 { true } else { false } }
    }
}
