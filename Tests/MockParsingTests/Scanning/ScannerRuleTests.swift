import MockModel
@testable import MockParsing
import Testing

/// One row per rule: the content of a body must not change where the body ends.
@Suite struct ScannerRuleTests {
    private static let bodies: [String] = [
        // Comments.
        "// }", "/* } */", "/* /* } */ } */", "//* }", "/**/", "/***/", "/* // */", "let a = 1 // \"", "a /* \" */ b",
        "a +// }\nb", "a +/* } */ b",
        // Strings.
        "\"}\"", "\"\\\"}\"", "\"\\\\\"", "\"\\(a)}\"", "\"\\(a + \"}\" + b(\"\\(\")\")\"))\"", "\"//\"", "\"/*\"",
        "\"\\u{7D}\"", "\"\\(x.map { \"\\($0)}\" })\"", "\"\"", "\"'\"", "\"`\"",
        "\"\"\"\n}\n\"\"\"", "\"\"\"\n\"}\" \"\"\n\"\"\"", "\"\"\"\n\\(\"}\")\n\\\"\"\"\n\"\"\"",
        "\"\"\"\na \\\nb}\n\"\"\"",
        "\"\"\"\n\\(f(\n\"}\"\n))\n\"\"\"",
        "#\"\"}\"#", "#\"\\(}\"#", "#\"\\#(\"}\")\"#", "##\"\"#}\"##", "#\"\"\"#", "#\"\"\"\n}\"\n\"\"\"#",
        "#\"\"\" is }\"#", "#\"\\\"#",
        // Regular expressions and divisions.
        "let r = /}/", "let r = /[\\/}]/", "f(/}/)", "f(/a\\/}/)", "return /\"/", "let x = a / b", "let x = a/b/c",
        "let x = (a) / b; g(\"/}\")", "x = a\n/ b", "let r = #/}/#", "let r = #/\n}\n/#", "let r = ##/a/#}/##",
        "a /= b", "reduce(1, /)", "reduce(1, (/), \"}\")", "[/}/, /{/]", "try? /}/.f()", "a.map { $0 / 2 }", "x = y /z",
        "f(a / b, c / d)", "let x = a / (b / c)", "func / (a: A, b: A) {}", "let p = \\A.b / 2",
        // Names, braces, conditions.
        "`}`()", "let `a b } c` = 1", "#if A\nf {\n}\n#else\ng {}\n#endif", "#sourceLocation(file: \"}\", line: 1)",
        "switch a { case .b: {} () ; default: break }", "let c = { [weak self] in { } }", "#line", "#f { }", "a <b> c",
        "x = a < b && c > d", "let e = \"é}\"; let ü = 1", "class A { func b() {} }; protocol P {}",
    ]

    @Test(arguments: bodies)
    func `a body ends at its closing brace`(_ body: String) {
        for head in ["func f()", "init()", "var x: Int", "subscript(a: Int) -> Int", "deinit"] {
            let text = """
                class A { \(head) {
                \(body)
                } }
                enum B { \(head) { \(body)
                } }
                protocol P { func g() }
                """
            let agreement = Agreement(Array(text.utf8))
            #expect(agreement.difference == nil)
            #expect(agreement.scanned.file.types.map(\.qualifiedName) == ["A", "B", "P"])
            #expect(!agreement.scanned.isBroken)
        }
    }

    @Test(arguments: [
        ("struct S { func f() { a } }", Reduction.nothingOfInterest),
        ("// protocol\nstruct S { let a = \"protocol P {}\" }", .nothingOfInterest),
        ("func f() { protocol P {} }", .nothingOfInterest),
        (
            "import A; import B\nfunc f() {}\nprotocol P { var a: Int { get } }",
            .text("import A\n#x; import B\n#x\nprotocol P { var a: Int { get } }")
        ),
        (
            "enum E: Int {\n  case a, b\n  public protocol P {}\n  func f() {}\n}",
            .text("enum E: Int {\n#x\n  public protocol P {}\n}")
        ),
        (
            "class C {\n  let a = f { b }\n  func g(_ c: () -> Void = {}) { d }\n}",
            .text("class C {\n  let a = f {0}\n  func g(_ c: () -> Void = {}) {}\n}")
        ),
        (
            "class C { var a: Int { b }\n var c: Int { get { d } set(e) { f } }; var g = 1 { didSet { h } } }",
            .text("class C { var a: Int {0}\n var c: Int { get {} set(e) {} }; var g = 1 { didSet {} } }")
        ),
        (
            "class C { class D { func a() { b } }; struct E { var c = d }; init() { e } }",
            .text("class C { class D { func a() {} }; struct E { }; init() {} }")
        ),
        (
            "class C { static func a() {}\n class func b() { c }\n class var d: Int { 1 } }",
            .text("class C { static func a() {}\n class func b() {}\n class var d: Int {0} }")
        ),
        (
            "#if A\nlet a = 1\n#elseif B // c\nprotocol P {}\n#else\n#endif",
            .text("#if A\n#elseif B // c\nprotocol P {}\n#else\n#endif")
        ),
        (
            "@A(b: { c }) private(set) public\nprotocol P: class, Q {}\nvar x: Int",
            .text("@A(b: { c }) private(set) public\nprotocol P: class, Q {}")
        ),
        ("let a = 1 // @mockable\n/// b\nprotocol P {}", .text("\n#x // @mockable\n/// b\nprotocol P {}")),
        (
            "typealias A = @Sendable () -> Void\nenum B { case open\n struct C {} }",
            .text("typealias A = @Sendable () -> Void\nenum B {\n#x\n struct C {} }")
        ),
        ("let actor = 1\nactor A { }\nactor.f()\nprotocol P {}", .text("\n#x\nactor A { }\n#x\nprotocol P {}")),
        ("/// @mockable\nfinal class C { }", .text("/// @mockable\nfinal class C { }")),
        ("final class C { }", .nothingOfInterest), ("struct S: ~Copyable { }", .text("struct S: ~Copyable { }")),
        ("enum Result { }", .text("enum Result { }")), ("@globalActor actor A { }", .text("@globalActor actor A { }")),
        ("#!/usr/bin/swift\nprotocol P {}", .text("#!/usr/bin/swift\nprotocol P {}")),
    ])
    func `only declarations that mocks depend on are kept`(_ text: String, _ expected: Reduction) {
        #expect(Reduction(text) == expected)
        #expect(Agreement(Array(text.utf8)).difference == nil)
    }

    @Test(arguments: [
        ("protocol P {", Uncertainty.unbalanced), ("protocol P {} }", .unbalanced), ("func f() { ( }", .unbalanced),
        ("func f() { \"a }", .unbalanced), ("/* protocol P {}", .unbalanced), ("#if A\nprotocol P {}", .unbalanced),
        ("func f() {\n#if A\n{\n#endif\n}}", .unbalanced), ("struct S {\n#if A\n}\n#endif", .unbalanced),
        ("let a = \"\\(\nb)\"", .unbalanced), ("let a = \"\"\"\n", .unbalanced), ("let `a\n", .unbalanced),
        ("func f() { 'a' }", .unusualCharacter), ("let a = “b”", .unusualCharacter),
        ("let\u{A0}a = 1", .unusualCharacter),
        ("let a\u{0} = 1", .unusualCharacter), ("func f() { <#code#> }", .placeholder),
        ("<<<<<<< HEAD\nprotocol P {}", .placeholder), ("func f() {\n>>>> a\n}", .placeholder),
        ("let a = / b { /", .ambiguousSlash), ("func f() { a // b\n / (c) }", .ambiguousSlash),
        ("struct : A {}", .unusualDeclaration), ("struct S; func f() {}", .unusualDeclaration),
        ("struct S func f() {}", .unusualDeclaration),
        ("#if A\n@B\n#endif\nprotocol P {}", .unusualDeclaration), ("class {}", .unusualDeclaration),
        ("let a = " + String(repeating: "\"\\(", count: 100), .tooDeep),
    ])
    func `where the scanner is not certain the parser reads everything`(_ text: String, _ reason: Uncertainty) {
        #expect(Reduction(text) == .uncertain(reason))
        #expect(Agreement(Array(text.utf8)).difference == nil)
    }

    @Test func `positions are those of the file`() {
        let text = "struct S {\r\n  func f() {\r\n  }\r\n}\nclass C { func g() { é\n\n }; var h = 1 }\rprotocol P {}"
        let positions = parse(text).positions
        #expect(positions.types.map { "\($0.line):\($0.column)" } == ["1:8", "5:7", "8:10"])
        #expect(positions.members[1].map { "\($0.line):\($0.column)" } == ["5:16", "7:9"])
    }

    @Test func `an error in the kept text is reported as by the parser`() {
        let text = "struct S { func f() { a } }\nprotocol P { func f( }\n"
        let agreement = Agreement(Array(text.utf8))
        #expect(agreement.scanned.isBroken)
        #expect(agreement.scanned.diagnostics == agreement.whole.diagnostics)
        #expect(agreement.scanned.diagnostics.first?.position?.line == 2)
    }

    @Test func `an error in a body is left to the compiler`() {
        let agreement = Agreement(Array("protocol P {}\nfunc f() { let }\n".utf8))
        #expect(agreement.whole.isBroken)
        #expect(!agreement.scanned.isBroken)
        #expect(agreement.scanned.file == agreement.whole.file)
    }
}
