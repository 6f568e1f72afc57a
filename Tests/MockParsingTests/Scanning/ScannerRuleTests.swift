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

    /// An expression may end with an operator, or with a name that is a modifier elsewhere.
    @Test(arguments: [
        "let all = 1...\n/// @mockable\npublic protocol Cook {}", "let all = 1...\n@MainActor protocol Cook {}",
        "prefix operator +++\n/// @mockable\npublic protocol Cook {}", "@Kitchen::Main protocol Cook {}",
        "enum E {\n    static let all = 1...\n    case a\n}",
        "struct S: Hashable {\n    var all = 1...\n    static let a = S()\n}",
        "let all = 1...\npublic enum E { case a }", "let all = 1...\nprivate enum E { case a }",
        "let name = given ?? prefix\n/// @mockable\nprotocol Cook {}", "let is = !open\nenum E { case a }",
        "struct S: Hashable {\n    lazy var name = given ?? prefix\n    static let a = S()\n}",
        "struct S: Hashable {\n    static let a = S()\n        #if DEBUG\n        .debugged()\n        #endif\n}",
        "struct S: Hashable { @Kitchen::Main static let a = S() }", "@Kitchen::Main enum E { case a }",
        "struct S: Hashable {\n    static let a = if b { S() } else { S() }\n    static let c = S()\n}",
        "/* a */ public protocol Cook {}; public enum E { case a } public struct S {}",
    ])
    func `an unusual end of a declaration changes nothing about the next`(text: String) {
        let bytes = Array(text.utf8)
        #expect(Agreement(bytes).difference == nil)
        #expect(ValueAgreement(bytes).difference == nil)
        #expect(ValueAgreement(bytes, leastAccess: .package).difference == nil)
    }

    /// Cases and static properties are kept, with all that they may need to be read.
    @Test(arguments: [
        (
            "import A\nenum E: Int {\n  case a, b(Int)\n  func f() { c }\n  case d\n}",
            "import A\nenum E: Int {\n  case a, b(Int)\n#x\n  case d\n}"
        ),
        (
            "struct S { let a = 1; static let b = S(), c = { d }(); var e: Int { f } }",
            "struct S {\n#x; static let b = S(), c = {0}(); }"
        ),
        (
            "class C {\n  public static var x: Self { get { a } set { b } }\n  init() { c }\n  struct D { case e }\n}",
            "class C {\n  public static var x: Self { get {} set {} }\n#x\n  struct D { case e }\n}"
        ),
        ("protocol P {\n  func f()\n}\nlet a = P.self\nactor B {}", "protocol P {}\n#x\nactor B {}"),
        (
            "struct S {\n#if A\n  static let b = S()\n#endif\n  func f() {}\n}",
            "struct S {\n#if A\n  static let b = S()\n#endif\n}"
        ),
    ])
    func `values are left of types`(text: String, expected: String) throws {
        var text = text
        let reduced = try text.withUTF8 { buffer in
            try DeclarationScanner.reduce(Bytes(buffer: buffer), for: .values).reduced?.bytes
        }
        #expect(String(decoding: reduced ?? [], as: UTF8.self) == expected)
    }
}
