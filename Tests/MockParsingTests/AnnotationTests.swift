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
    ])
    func `a comment directly above asks for a mock`(_ text: String) {
        #expect(isAnnotated(text))
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
    func `nothing else does`(_ text: String) {
        #expect(!isAnnotated(text))
    }

    @Test func `only the declaration below is meant when several share a line`() {
        let text = "/// @mockable\nprotocol P {}; protocol Q {}"
        #expect(isAnnotated(text, "P"))
        #expect(!isAnnotated(text, "Q"))
    }

    @Test func `arguments are understood`() {
        let text =
            "/// @mockable(override: name = Fake, typealias: T = [String: Int]; U = (A, B), module: prefix = Foo)\nprotocol P {}"
        let annotation = parse(text).file.types.first?.annotation
        #expect(
            annotation
                == MockAnnotation(
                    name: "Fake", typealiases: ["T": "[String: Int]", "U": "(A, B)"], modulePrefix: "Foo"))
    }

    @Test func `a name that no type can have is said`() {
        let source = parse("/// @mockable(override: name = Fake Cook)\nprotocol P {}")
        #expect(source.file.types.first?.annotation == MockAnnotation())
        #expect(
            source.diagnostics.map(\.description) == [
                "File.swift:2:1: warning: 'Fake Cook' cannot be the name of a mock and is ignored; write it like @mockable(override: name = FakeCook) [annotation-name]"
            ])
    }

    @Test func `unknown arguments get a warning that says what there is`() {
        let diagnostics = parse("\n  /// @mockable(history: f = true)\n  protocol P {}").diagnostics
        #expect(
            diagnostics.map(\.description) == [
                "File.swift:3:3: warning: unknown argument 'history: f' of @mockable is ignored; mockd knows override:, typealias: and module: [annotation-argument]"
            ])
    }
}
