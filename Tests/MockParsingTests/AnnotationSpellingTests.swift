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

    @Test func `arguments behind a space are reported`() {
        let source = parse("/// @mockable (override: name = Fake)\nprotocol P {}")
        #expect(source.file.types.first?.annotation == MockAnnotation())
        #expect(
            source.diagnostics.map(\.description) == [
                "File.swift:1:15: warning: the arguments of @mockable are ignored, because a space separates them from it; write '@mockable(override: name = Fake)' [annotation-spelling]"
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
}
