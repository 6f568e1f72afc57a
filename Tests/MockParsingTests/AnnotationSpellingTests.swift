import MockModel
import MockParsing
import Testing

/// Comments and attributes that were meant as annotations.
@Suite struct AnnotationSpellingTests {
    private static let wayOut = "write '/// @mockable' [annotation-spelling]"

    @Test(arguments: [
        ("/// @Mockable", 5, "@Mockable"), ("/// @mockabel", 5, "@mockabel"), ("// @mokable", 4, "@mokable"),
        ("//@Mockable", 3, "@Mockable"), ("/** @mockble */", 5, "@mockble"), ("/// @mockables", 5, "@mockables"),
        ("/// @AutoMockable", 5, "@AutoMockable"), ("/// @automockable", 5, "@automockable"),
        ("/// @mocable", 5, "@mocable"), ("/// @Mock", 5, "@Mock"), ("/// @mocked", 5, "@mocked"),
        ("/// @Mockable(override: name = Fake)", 5, "@Mockable"), ("/// mockable", 5, "mockable"),
        ("// AutoMockable", 4, "AutoMockable"), ("/// @mockabel: why", 5, "@mockabel"),
        ("/// Text.\n/// @mocakble", 5, "@mocakble"),
    ])
    func `a word close to the annotation gets a warning with the right one`(
        _ comment: String, _ column: Int, _ word: String
    ) {
        let line = comment.split(separator: "\n").count
        for declaration in ["protocol P {}", "class P {}", "@MainActor\npublic protocol P: AnyObject {}"] {
            let source = parse("\(comment)\n\(declaration)")
            #expect(source.file.types.first?.annotation == nil)
            #expect(
                source.diagnostics.map(\.description) == [
                    "File.swift:\(line):\(column): warning: '\(word)' asks for no mock; \(Self.wayOut)"
                ])
        }
    }

    @Test(arguments: [
        "/// @mockable\nprotocol P {}", "/// @Mockable\n/// @mockable\nprotocol P {}", "/// Mock this.\nprotocol P {}",
        "/// A mockable thing.\nprotocol P {}", "/// Mockable things.\nprotocol P {}", "// Mock\nprotocol P {}",
        "/// ```\n/// @Mockable\n/// ```\nprotocol P {}", "/// `@Mockable`\nprotocol P {}",
        "/// See @Mockable.\nprotocol P {}", "@MainActor\nprotocol P {}", "@available(*, deprecated)\nprotocol P {}",
        "/// @movable\nprotocol P {}", "/// @makeable\nprotocol P {}", "/// @author Monk\nprotocol P {}",
        "// MARK: - Mockable\nprotocol P {}", "struct S {} // @Mockable\nprotocol P {}",
        "// sourcery: skipMock\nprotocol P {}", "/// @lockable\nprotocol P {}",
        "import Mockable\n@Mockable protocol P {}", "@Mockable protocol P: AutoMockable {}",
        "/// @mockable\n@Mockable protocol P {}", "struct S {} // @mockable\n\nprotocol P {}",
        "/// Text.\n\nprotocol P {}", "/// @mockable (see there)\nprotocol P {}",
    ])
    func `annotations, and words that mean something else, get no warning`(_ text: String) {
        #expect(parse(text).diagnostics == [])
    }

    @Test func `annotations of Sourcery are read as people write them, and misspelled ones reported`() {
        let source = parse(
            """
            // sourcery: AutoMokable
            protocol P {}
            // sourcery:begin: AutoMockable
            protocol Q {}
            """)
        #expect(source.file.types.map { $0.annotation != nil } == [false, true])
        #expect(
            source.diagnostics.map(\.description) == [
                "File.swift:1:14: warning: 'AutoMokable' asks for no mock; write '// sourcery: AutoMockable' or '/// @mockable' [annotation-spelling]",
                "File.swift:3:13: warning: 'sourcery:begin' asks only for a mock of the declaration below; write '/// @mockable' above each one [annotation-spelling]",
            ])
    }

    @Test func `an annotation above a blank line is reported at its position`() {
        let source = parse("import Foundation\n\n/// @mockable\n/// Text.\n\n/// More.\nprotocol P {}")
        #expect(source.file.types.first?.annotation == nil)
        #expect(
            source.diagnostics.map(\.description) == [
                "File.swift:3:5: warning: '@mockable' asks for no mock, because a blank line separates it from the declaration below; remove the blank line [annotation-spelling]"
            ])
    }

    @Test(arguments: [
        "override: name = Fake", "typealias: T = Int", "module: prefix = M", "style: spy", "seam: S", "members: all",
    ])
    func `arguments behind a space are reported`(arguments: String) {
        let source = parse("/// @mockable (\(arguments))\nprotocol P {}")
        #expect(source.file.types.first?.annotation == MockAnnotation())
        #expect(
            source.diagnostics.map(\.description) == [
                "File.swift:1:15: warning: the arguments of @mockable are ignored, because a space separates them from it; write '@mockable(\(arguments))' [annotation-spelling]"
            ])
    }

    @Test(arguments: ["@Mockable", "@mockable", "@AutoMockable", "@Mockable()"])
    func `an attribute is no annotation`(_ attribute: String) {
        let source = parse("import Foundation\n\(attribute)\npublic protocol Cook {}")
        #expect(
            source.diagnostics.map(\.description) == [
                "File.swift:3:17: warning: the attribute '\(attribute)' of 'Cook' asks for no mock, because mockd reads comments; \(Self.wayOut)"
            ])
    }

    @Test(arguments: [
        ("extension Cook: Sendable {}", 3, 11, "an extension with conformances or conditions"),
        (
            "public extension Kitchen.Cook: A { func a() { b { } } }", 3, 18,
            "an extension with conformances or conditions"
        ),
        ("extension Cook<Int> {}", 3, 11, "an extension with conformances or conditions"),
        ("extension [Int] {}", 3, 11, "an extension with conformances or conditions"),
        (
            "@available(*, deprecated) extension Cook where A == (Int, ~Copyable) -> [B] {}", 3, 37,
            "an extension with conformances or conditions"
        ),
        ("typealias Cook = Boss", 3, 11, "a typealias of one type"),
        ("typealias Cook<T> = Boss<T> & Chef", 3, 11, "a generic typealias"),
        ("typealias Cook = Boss & Chef", 3, 0, ""), ("enum A { typealias B = C }", 3, 0, ""),
        ("enum A {\n/// @mockable\ntypealias B = C\n}", 5, 11, "a typealias of one type"),
    ])
    func `an annotation above what gets no mock is reported`(
        _ declaration: String, _ line: Int, _ column: Int, _ kind: String
    ) {
        let text = "import A\n/// @mockable\n\(declaration)\n"
        let found = parse(text).diagnostics.map(\.description)
        let wayOut =
            kind.contains("extension")
            ? "above a protocol or a class, or above an extension without them, with 'seam:' for a type of another kind"
            : "above a protocol"
        let expected =
            "File.swift:\(line):\(column): warning: \(kind) gets no mock, so the annotation above it is ignored; write it \(wayOut) [annotation-place]"
        #expect(found == (kind.isEmpty ? [] : [expected]))
    }

    /// The last text is one that the scanner leaves to the parser.
    @Test(arguments: [
        ("func f() {\n    /// @mockable\n    protocol Cook {}\n}", 3, 14),
        (
            "protocol P {}\nstruct S {\n    var a: Int {\n        // @mockable\n        class Cook {}\n        return 1\n    }\n}",
            5, 15
        ),
        (
            "let a = {\n    if true {\n    /// Ü\n    /// @mockable(override: name = C)\n    public protocol Cook {}\n}\n}",
            5, 21
        ),
        ("let a = 1 /\n2\nfunc f() {\n    /// @mockable\n    protocol Cook {}\n}", 5, 14),
    ])
    func `a type in a body that asks for a mock is reported`(_ text: String, _ line: Int, _ column: Int) {
        #expect(
            parse(text).diagnostics.map(\.description) == [
                "File.swift:\(line):\(column): warning: 'Cook' is local to a function, where no file of mocks sees it, so it gets "
                    + "no mock; declare it outside of the function [annotation-place]"
            ])
    }

    @Test(arguments: [
        "#if compiler(>=99)\nfunc f( {\n/// @mockable\nprotocol Lost {}\n#else\n/// @mockable\nprotocol Cook {}\n#endif\n",
        "func f() {\n    // @mockable\n    let a = 1\n}", "func f() {\n    protocol Cook {}\n}",
        "func f() {\n    let a = \"/// @mockable\"\n    protocol Cook {}\n}",
    ])
    func `other types and comments in a body are not`(_ text: String) {
        #expect(parse(text).diagnostics == [])
    }

    @Test(arguments: ["// MARK: Mock\n", "// @Mockable\n", "/// Mockable\n", "// sourcery: skip\n", ""])
    func `other comments above an extension or a typealias are not`(_ comment: String) {
        #expect(parse("\(comment)extension Cook {}\n\(comment)typealias A = B").diagnostics == [])
    }

    @Test(arguments: [
        "import A\n/// @mockable\nprotocol Cook {}\n", "let a = 1\n/// @mockable\nclass Cook { func f( }\n",
        "struct S { let text = \"/// @mockable\" }\nprotocol Cook: AutoMockable {}",
    ])
    func `a type of the tests that asks for a mock is reported`(_ text: String) {
        let source = SourceParser(extent: .names).parse(Array(text.utf8), path: "File.swift")
        #expect(source.file.types.map(\.name).contains("Cook"))
        #expect(
            source.diagnostics.map(\.message) == [
                "'Cook' asks for a mock, and gets none in a target that holds the mocks of others; declare it in the target that is tested"
            ])
    }

    @Test func `texts that mention annotations are none`() {
        let text = "class Tests { func a() { let b = \"\"\"\n/// @mockable\nprotocol P {}\n\"\"\" } }\n"
        #expect(SourceParser(extent: .names).parse(Array(text.utf8), path: "File.swift").diagnostics == [])
    }
}
