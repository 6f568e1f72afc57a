import MockModel
import MockParsing
import Testing

@Suite struct AnnotationTests {
    private func isAnnotated(_ text: String, _ name: String = "P") -> Bool {
        parse(text).file.types.first { $0.name == name }?.annotation != nil
    }

    @Test(arguments: [
        "/// @mockable\nprotocol P {}", "// @mockable\nprotocol P {}", "/* @mockable */\nprotocol P {}",
        "/** @mockable */ protocol P {}", "/**\n * Text.\n * @mockable\n */\nprotocol P {}",
        "//@mockable\nprotocol P {}",
        "// sourcery: AutoMockable\nprotocol P {}", "/// sourcery: mockable\nprotocol P {}",
        "/// @mockable\n/// More text.\nprotocol P {}", "/// @mockable\n@MainActor\npublic protocol P {}",
        "@MainActor\n/// @mockable\npublic protocol P {}", "/// @mockable\r\nprotocol P {}",
        "\u{FEFF}/// @mockable\nprotocol P {}",
        "/// ```\n/// code\n/// ```\n/// @mockable\nprotocol P {}", "enum A {\n/// @mockable\n protocol P {} }",
        "struct S {} // text\n/// @mockable\nprotocol P {}",
        "enum A { /* @mockable */ protocol P {} }", "enum A { /// @mockable\n protocol P {} }",
        "struct S {}; /* @mockable */ protocol P {}", "/* @mockable */ protocol P {}",
        "/// ~~~\n/// ```\n/// ~~~\n/// @mockable\nprotocol P {}",
        "//\tsourcery:AutoMockable, other = 1\nprotocol P {}",
        "/// @mockable\n/* text */ @MainActor /* more */ protocol P {}", "/// @mockable()\nprotocol P {}",
        "@objc\n// @mockable\nprotocol P {}", "\t/// @mockable\r\tprotocol P {}",
        "/*\n text\n @mockable\n*/\nprotocol P {}",
        "#if A\n/// @mockable\nprotocol P {}\n#endif", "struct S {}\n// text\n// @mockable\nprotocol P {}",
        "// sourcery: \"mockable\"\nprotocol P {}", "// sourcery: automockable\nprotocol P {}",
        "//sourcery:AutoMockable=true\nprotocol P {}", "/* sourcery: other, \"AutoMockable\" */\nprotocol P {}",
    ])
    func `a comment directly above asks for a mock`(_ text: String) {
        #expect(isAnnotated(text))
    }

    @Test(arguments: [
        ("extension Cook {}", ["Cook"]), ("public extension Kitchen.Cook {}", ["Kitchen", "Cook"]),
        ("extension Cook { func f() {} }\n", ["Cook"]),
        ("@available(macOS 12, *) extension Cook { struct A {} }", ["Cook"]),
        // The scanner leaves this one to the parser.
        ("extension `Cook` {}", ["`Cook`"]),
    ])
    func `a comment above an extension asks for a mock of the extended type`(_ text: String, path: [String]) {
        let source = parse("/// @mockable(override: name = C)\n\(text)")
        let type = source.file.types.first
        #expect(source.diagnostics == [] && type?.kind == .extension && type?.annotation?.name == "C")
        #expect(type.map { $0.enclosing + [$0.name] } == path)
    }

    @Test(arguments: [
        ("seam: HTTPSession", "HTTPSession", []),
        (
            "seam: S, members: data(for:), upload(for:from:), shared", "S",
            ["data(for:)", "upload(for:from:)", "shared"]
        ),
        ("members: f(a: [Int: Int], _: (A) -> B), override: name = C, seam: S", "S", ["f(a:[Int:Int],_:(A)->B)"]),
        ("seam: S, style: spy", "S", []),
        ("seam: S, members: init(), subscript(_:)", "S", ["init()", "subscript(_:)"]),
    ])
    func `an annotation above an extension asks for a seam with some members`(
        _ arguments: String, seam: String, members: [String]
    ) {
        let source = parse("/// @mockable(\(arguments))\nextension URLSession {}")
        #expect(source.diagnostics == [])
        #expect(source.file.types.first?.seam == seam && source.file.types.first?.annotation?.members == members)
    }

    @Test(arguments: ["extension A {}", "protocol A {}"])
    func `an annotation asks for all members of a type`(_ declaration: String) {
        let source = parse("/// @mockable(members: all, style: spy)\n\(declaration)")
        #expect(source.diagnostics == [] && source.file.types.first?.seam == nil)
        #expect(source.file.types.first?.annotation?.members == ["all"])
    }

    @Test(arguments: [
        (
            "(seam: 1)\nextension A {}",
            "1:21: error: '1' cannot be the name of a protocol and is ignored; write it like @mockable(seam: HTTPSession) [annotation-seam]"
        ),
        (
            "(members: f())\nextension A {}",
            "1:14: error: 'members:' are those of a seam; write them like @mockable(seam: HTTPSession, members: data(for:)) [annotation-seam]"
        ),
        (
            "(seam: S, members: f(), a b)\nextension A {}",
            "1:38: error: 'a b' is no name of a member and is ignored; write it like data(for:), or like data(for: URLRequest) [annotation-seam]"
        ),
        (
            "(seam: S)\nprotocol A {}",
            "1:1: warning: 'seam: S' is ignored above a declaration; write it above an extension of the type that the protocol is made of [annotation-seam]"
        ),
    ])
    func `a seam that cannot be made of the annotation is reported`(_ text: String, message: String) {
        #expect(parse("/// @mockable\(text)").diagnostics.map(\.description) == ["File.swift:\(message)"])
    }

    @Test(arguments: [
        "/// @mockable\n\nprotocol P {}", "struct S {} // @mockable\nprotocol P {}", "/// @mockables\nprotocol P {}",
        "/// ```\n/// @mockable\n/// ```\nprotocol P {}", "/// ~~~swift\n/// @mockable\n/// ~~~\nprotocol P {}",
        "let text = \"/// @mockable\"\nprotocol P {}", "let text = \"\"\"\n/// @mockable\n\"\"\"\nprotocol P {}",
        "/// @mockable\nstruct S {}\nprotocol P {}", "/// See @mockable there.\nprotocol P {}",
        "protocol P { // @mockable\n}",
        "/// @mockable\nimport Foundation\nprotocol P {}", "// sourcery: skip\nprotocol P {}",
        "/// ```\n/// ~~~\n/// @mockable\n/// ```\nprotocol P {}", "let text = #\"/// @mockable\"#\nprotocol P {}",
        "let text = #\"\"\"\n/// @mockable\n\"\"\"#\nprotocol P {}", "struct S {}; // @mockable\nprotocol P {}",
        "/// @mockable\n#if A\nprotocol P {}\n#endif", "/// @mockable\n#warning(\"text\")\nprotocol P {}",
        "protocol P {} // @mockable", "protocol P {}\n/// @mockable\n", "/// @mockable\n\n// text\nprotocol P {}",
        "/// `@mockable`\nprotocol P {}", "enum A { case a // @mockable\nprotocol P {} }",
        "/// @mockable_\nprotocol P {}",
        "/// @mockable\nvar x = 1\nprotocol P {}", "/// @mockable\r\n\r\nprotocol P {}",
    ])
    func `other comments do not ask for a mock`(_ text: String) {
        #expect(!isAnnotated(text))
    }

    @Test func `only the declaration below is annotated if several share a line`() {
        let text = "/// @mockable\nprotocol P {}; protocol Q {}"
        #expect(isAnnotated(text, "P"))
        #expect(!isAnnotated(text, "Q"))
    }

    @Test func `arguments are parsed`() {
        let text =
            "/// @mockable(override: name = Fake, typealias: T = [String: Int]; U = (A, B), module: prefix = Foo)\nprotocol P {}"
        let annotation = parse(text).file.types.first?.annotation
        #expect(
            annotation
                == MockAnnotation(
                    name: "Fake", typealiases: ["T": "[String: Int]", "U": "(A, B)"], modulePrefix: "Foo"))
    }

    @Test func `the arrow of a function's type closes no bracket`() {
        let text =
            "/// @mockable(typealias: T = (Int) -> Void; U = Set<() -> Int>, module: prefix = A.B) and more (text)\nprotocol P {}"
        let annotation = parse(text).file.types.first?.annotation
        #expect(
            annotation
                == MockAnnotation(typealiases: ["T": "(Int) -> Void", "U": "Set<() -> Int>"], modulePrefix: "A.B"))
        #expect(parse(text).diagnostics == [])
    }

    @Test(arguments: ["Fake", "_Fake", "fake2", "Käse", "😀", "`Fake Cook`", "`class`", "`2nd`", "e\u{301}", "A½"])
    func `a name that a type can have is the name of the mock`(_ name: String) {
        let source = parse("/// @mockable(override: name = \(name))\nprotocol P {}")
        #expect(source.file.types.first?.annotation == MockAnnotation(name: name))
        #expect(source.diagnostics == [])
    }

    @Test func `unneeded backticks are no part of a name`() {
        let source = parse("/// @mockable(override: name = `Fake`)\nprotocol P {}")
        #expect(source.file.types.first?.annotation == MockAnnotation(name: "Fake"))
    }

    @Test(arguments: [
        "Fake Cook", "class", "Self", "Any", "import", "_", "1Fake", "A.B", "A<Int>", "+", "", "$0", "`", "``", "`+`",
        "`Self`", "`init`", "await", "A{}", "`A` `B`", "A\u{0}", "A\u{1}",
    ])
    func `a name that no type can have is refused at its position`(_ name: String) {
        let source = parse("\n/// @mockable(override: name = \(name))\nprotocol P {}")
        #expect(source.file.types.first?.annotation == MockAnnotation())
        let message =
            "error: '\(Self.shown(name))' cannot be the name of a mock and is ignored; write it like @mockable(override: name = FakeCook) [annotation-name]"
        #expect(source.diagnostics.first?.description == "File.swift:2:\(name.isEmpty ? 31 : 32): \(message)")
    }

    /// Messages show control characters as Swift writes them.
    private static func shown(_ text: String) -> String {
        text.replacing("\u{0}", with: "\\0").replacing("\u{1}", with: "\\u{01}")
    }

    @Test(arguments: [
        "[String: Int]", "(A, B)", "any A & B", "A.B<C>", "Int?", "(Int) async throws -> Void", "@Sendable () -> Void",
        "(inout Int) -> Void", "A.Type", "[3 of Int]", "Set<`a b`>", "Self", "Any", "()",
        "(@escaping () -> Void) -> Int",
    ])
    func `a typealias is any type`(_ type: String) {
        let source = parse("/// @mockable(typealias: T = \(type))\nprotocol P {}")
        #expect(source.file.types.first?.annotation?.typealiases == ["T": type])
        #expect(source.diagnostics == [])
    }

    @Test(arguments: [
        "Int }", "[Int", "Int]", "Int>", "Int = 5", "A B", "Int where A == B", "Int // why", "Int /* why */", "class",
        "_", "[_]", "some P", "inout Int", "Int!", "@escaping () -> Void", "repeat each T", "func f()", "A.", "->", "",
        "Int \u{0}", String(repeating: "[", count: 40) + "Int" + String(repeating: "]", count: 40),
    ])
    func `anything else is no typealias, and is refused at its position`(_ type: String) {
        let source = parse("class A {\n    /// @mockable(typealias: U = Bool; T = \(type))\n    protocol P {}\n}")
        #expect(source.file.types.last?.annotation == MockAnnotation(typealiases: ["U": "Bool"]))
        #expect(
            source.diagnostics.map(\.description) == [
                "File.swift:2:\(type.isEmpty ? 43 : 44): error: '\(Self.shown(type))' is no type that 'T' can be, so it is left open; write it like @mockable(typealias: T = [String]) [annotation-typealias]"
            ])
    }

    @Test func `a typealias has a name`() {
        let source = parse("/// @mockable(typealias: var x = Int)\nprotocol P {}")
        #expect(source.file.types.first?.annotation == MockAnnotation())
        #expect(
            source.diagnostics.map(\.description) == [
                "File.swift:1:26: error: 'var x' cannot be the name of an associated type and is ignored; write it like @mockable(typealias: Item = Int) [annotation-typealias]"
            ])
    }

    @Test(arguments: ["../x", "class", "A..B", "A.Self", "A B", "A.", "_", ""])
    func `a prefix is the name of a module or of a type in one`(_ prefix: String) {
        let source = parse("protocol Q {}; /* @mockable(module: prefix = \(prefix)) */ protocol P {}")
        #expect(source.file.types.last?.annotation == MockAnnotation())
        #expect(
            source.diagnostics.map(\.description) == [
                "File.swift:1:\(prefix.isEmpty ? 45 : 46): error: '\(prefix)' is no name of a module and is ignored; write it like @mockable(module: prefix = Kitchen) [annotation-module]"
            ])
    }

    @Test func `arguments end on the line on which they begin`() {
        let source = parse("\u{FEFF}/// @mockable(override: name = Fake,\n///  typealias: T = Int)\nprotocol P {}")
        #expect(source.file.types.first?.annotation == MockAnnotation())
        #expect(
            source.diagnostics.map(\.description) == [
                "File.swift:1:17: error: the arguments of @mockable have no ')' in this line and are ignored; write them all in one line [annotation-argument]"
            ])
    }

    @Test func `a refusal has the same position from the parser and from the scanner`() {
        let annotation = "/* x */ /// é @mockable\n  /// @mockable(override: name = a b)\n @MainActor\nprotocol P {}"
        for text in [annotation, annotation + "\nfunc f( {", "func f() { /* { */ 1 }\n" + annotation] {
            let problem = parse(text).diagnostics.first { $0.code == "annotation-name" }
            #expect(problem?.position == SourcePosition(line: text.hasPrefix("func") ? 3 : 2, column: 34))
        }
    }

    @Test(arguments: [
        ("name: CookMock", "'name: CookMock'", "write 'override: name = CookMock'"),
        ("name = CookMock", "'name = CookMock'", "write 'override: name = CookMock'"),
        ("prefix: Kitchen", "'prefix: Kitchen'", "write 'module: prefix = Kitchen'"),
        ("override: nme = X", "'override: nme'", "write it like 'override: name = FakeCook'"),
        ("module: Kitchen", "'module: Kitchen'", "write it like 'module: prefix = Kitchen'"),
        ("stile: spy", "'stile: spy'", "did you mean 'style:'?"),
        ("style", "'style'", "write it like 'style: spy'"),
        ("notes: none", "'notes: none'", "write it like 'notes: off'"),
        ("modifiers: a = weak", "'modifiers: a'", "a mock stores no property that could be weak"),
    ])
    func `unknown arguments get a warning with what was probably meant`(text: String, shown: String, meant: String) {
        let messages = parse("/// @mockable(\(text))\nprotocol P {}").diagnostics.map(\.message)
        #expect(messages == ["unknown argument \(shown) of @mockable is ignored; \(meant)"])
    }

    @Test func `unknown arguments get a warning that lists the known ones`() {
        let diagnostics = parse("\n  /// @mockable(delays: f = true)\n  protocol P {}").diagnostics
        #expect(
            diagnostics.map(\.description) == [
                "File.swift:2:17: warning: unknown argument 'delays: f' of @mockable is ignored; mockd knows override:, typealias:, module:, style:, notes:, seam: and members: [annotation-argument]"
            ])
    }

    @Test func `arguments of mockolo are read, or it is said what they would have done`() throws {
        let parsed = parse(
            """
            /// @mockable(history: load = true, combine: a = CurrentValueSubject; b = @Published c; d = PassthroughSubject)
            protocol P {}
            /// @mockable(rx: stream = ReplaySubject)
            protocol Q {}
            """)
        #expect(
            parsed.file.types.first?.annotation?.subjects == ["a": "CurrentValueSubject", "d": "PassthroughSubject"])
        #expect(
            parsed.diagnostics.map(\.description) == [
                "File.swift:1:75: warning: '@Published c' is not supported, so 'b' publishes what tests send to 'bSubject'; write PassthroughSubject or CurrentValueSubject [annotation-argument]",
                "File.swift:3:19: warning: 'rx:' is not supported, so the mock has no 'streamSubject'; set 'stream' in the tests, or remove it [annotation-argument]",
            ])
    }

    @Test(arguments: [
        "// sourcery: automockable, mockBaseClass = \"UI.Screen\"\n",
        "// sourcery: mockBaseClass = UI.Screen\n// sourcery: AutoMockable\n",
        "// sourcery: AutoMockable\n// sourcery: mockBaseClass=\"UI.Screen\", other\n",
    ])
    func `a comment for Sourcery names the class that a mock inherits from`(comment: String) {
        #expect(parse(comment + "protocol P {}").file.types.first?.annotation?.baseClass == "UI.Screen")
    }
}
