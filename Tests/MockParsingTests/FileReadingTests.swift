import MockModel
import MockParsing
import Testing

@Suite struct FileReadingTests {
    private static let text = """
        import Foundation
        /// @mockable
        public protocol P: Q where T == Int {
            associatedtype T
            func f(_ x: [Int], y: String) async throws -> T
            var v: Int { get set }
        }
        """

    @Test(arguments: [
        "import Foundation\n\n\n// Text.\n/// @mockable\n/// More.\npublic   protocol P :Q where T==Int {\n associatedtype T; func f(\n_ x: [ Int ], // why\ny: String\n) async throws -> T\n\nvar v: Int {get set} }",
        text.replacing("\n", with: "\r\n"), "\u{FEFF}" + text, text + "\n\nfunc body() { let x = 1 }\n",
        text.replacing("    ", with: "\t"), text.replacing("func f", with: "/* a */ func /* b */ f"),
    ])
    func `layout, comments and bodies change nothing`(_ other: String) {
        #expect(parse(other).file == parse(Self.text).file)
        #expect(parse(other).diagnostics == [])
    }

    @Test(arguments: [
        text.replacing("async", with: ""), text.replacing("Int", with: "Int8"), text.replacing("get set", with: "get"),
        text.replacing("/// @mockable", with: ""), text.replacing("public", with: ""),
        text.replacing("Foundation", with: "A"),
    ])
    func `a change that a mock depends on changes the file`(_ other: String) {
        #expect(parse(other).file != parse(Self.text).file)
    }

    @Test func `nested types know their enclosing types`() {
        let text = "enum A { struct B { protocol P {} } }; extension A.B { class C { protocol Q {} } }"
        let types = parse(text).file.types
        #expect(types.map(\.qualifiedName) == ["A", "A.B", "A.B.P", "A.B.C", "A.B.C.Q"])
    }

    @Test func `conditions of imports and types are kept`() {
        let text = "#if os(Linux)\nimport Glibc\n#if A\nprotocol P {}\n#endif\n#else\n@testable import Darwin\n#endif"
        let file = parse(text).file
        #expect(file.imports.map(\.conditions) == [["os(Linux)"], ["!(os(Linux))"]])
        #expect(file.imports.map(\.module) == ["Glibc", "Darwin"])
        #expect(file.types.map(\.conditions) == [["os(Linux)", "A"]])
    }

    @Test func `regions for other compilers may hold anything, all others must be Swift`() {
        let garbage = "this is ((( not Swift {{{\nprotocol Q { func f( }\n"
        let kept = "protocol P { func f() }\n"
        let foreign = parse("#if compiler(>=99)\n\(garbage)#else\n\(kept)#endif\n\(kept.replacing("P", with: "R"))")
        #expect(foreign.diagnostics == [])
        #expect(!foreign.isBroken)
        #expect(foreign.file.types.map(\.name) == ["P", "R"])
        #expect(foreign.file.types.map(\.conditions) == [["!(compiler(>=99))"], []])
        let inside = parse("protocol P {\nfunc f()\n#if swift(<5) && A\nfunc g( -> !!!\n#endif\nfunc h()\n}")
        #expect(inside.diagnostics == [])
        #expect(inside.file.types.first?.members.map(\.displayName) == ["f()", "h()"])
        #expect(parse("#if NEVER\n\(garbage)#endif\n").isBroken)
    }

    @Test func `broken code gives the declarations that could be read and the position of the error`() {
        let source = parse("protocol P { func f() }\nprotocol Q { func g( }\n")
        #expect(source.isBroken)
        #expect(source.file.types.first?.members.first?.displayName == "f()")
        #expect(source.diagnostics.first?.code == "syntax")
        #expect(source.diagnostics.first?.position?.line == 2)
    }

    @Test(arguments: [
        "", "\u{0}\u{1}protocol", "protocol", "protocol P {", "}}}}", "protocol P { func", "@", "#if\nprotocol P",
    ])
    func `no text makes parsing fail`(_ text: String) {
        _ = parse(text)
    }

    @Test func `names keep their letters`() {
        let types = parse("protocol Größe { func grüße(an名: String) }\nprotocol `class` {}").file.types
        #expect(types.map(\.name) == ["Größe", "`class`"])
        #expect(types.first?.members.first?.displayName == "grüße(an名:)")
    }

    @Test func `positions point at names`() {
        let source = parse("\n  public protocol P {\n    @MainActor func f()\n    var v: Int { get }\n}")
        #expect(source.positions.position(ofType: 0) == SourcePosition(line: 2, column: 19))
        #expect(source.positions.position(ofMember: 0, inType: 0) == SourcePosition(line: 3, column: 21))
        #expect(source.positions.position(ofMember: 1, inType: 0) == SourcePosition(line: 4, column: 9))
        #expect(source.positions.position(ofMember: 2, inType: 0) == nil)
    }

    /// Lines count from 1, and columns from 1 in bytes, as in the compiler.
    @Test(arguments: [
        ("protocol P {}", 1, 10), ("\tprotocol P {}", 1, 11), ("\n\nprotocol P {}", 3, 10),
        ("/* \u{e9}\u{1f600} */ protocol P {}", 1, 23), ("let a = 1\r\nprotocol P {}", 2, 10),
        ("let a = 1\rprotocol P {}", 2, 10), ("\u{FEFF}protocol P {}", 1, 13), ("\u{FEFF}\nprotocol P {}", 2, 10),
        ("let a = \"\"\"\n\u{e9}\n\"\"\"; protocol P {}", 3, 15), ("/*\n\n*/ protocol\n   P {}", 4, 4),
        ("struct S {}; protocol P {}", 1, 23),
    ])
    func `positions are those of the compiler`(text: String, line: Int, column: Int) {
        let source = parse(text)
        let index = source.file.types.firstIndex { $0.name == "P" }
        let expected = SourcePosition(line: line, column: column)
        #expect(index.flatMap { source.positions.position(ofType: $0) } == expected)
    }

    @Test func `one bracket that is missing gives one error`() {
        let text = """
            /// @mockable
            protocol Oven: AnyObject where Self: Sendable {
                init(_ a: [Int], b: (Int, String) -> Void)
                var names: [String: [Int]] { get async throws }
                func heat(to degrees: Int, _ done: @escaping (Bool) -> Void) async throws -> [String]
                func map<T: Equatable>(_ x: Result<T, any Error>) -> T?
                subscript(_ i: Int) -> String { get }
            }
            /// @mockable
            class Kitchen {
                let a: [Int] = [1, 2]
                init(x: Int) { print(x) }
                func go(_ a: Int) -> Int { a + (1 * 2) }
            }
            protocol Last { func z(a: Int) }
            """
        for position in text.indices where "()[]{}<>".contains(text[position]) {
            var broken = text
            broken.remove(at: position)
            let source = parse(broken)
            // Without its last mark, an arrow is an operator: only its member is lost.
            let lost = source.file.types.flatMap(\.members).filter {
                if case .other = $0.kind { true } else { false }
            }
            let errors = source.diagnostics.map(\.description)
            #expect(
                errors.count == 1 || errors.isEmpty && lost.count == 1,
                "without \(text[position...].prefix(20)): \(errors)")
        }
        let both = parse("protocol P {\n  func f(a: Int -> Int)\n  func g()\n  func h(a: [Int)\n}\n").diagnostics
        #expect(both.map { $0.position?.line } == [2, 4], "\(both)")
    }

    @Test(arguments: [
        ("protocol P { func f( }", "File.swift:1:21: error: expected ')' to end parameter clause [syntax]"),
        ("\u{FEFF}protocol P { func f( }", "File.swift:1:24: error: expected ')' to end parameter clause [syntax]"),
        (
            "\r\n\tprotocol \u{fc} { func f( }\r\n",
            "File.swift:2:23: error: expected ')' to end parameter clause [syntax]"
        ),
        ("protocol P { func f() -> }", "File.swift:1:26: error: expected return type in function signature [syntax]"),
        ("protocol P {\n  var x: Int\n", "File.swift:2:13: error: expected '}' to end protocol [syntax]"),
        ("protocol P { }\n}\n", "File.swift:2:1: error: unexpected brace in source file [syntax]"),
        (
            "protocol P { func f(\n_ a: Int) async throw }",
            "File.swift:2:17: error: expected throwing specifier; did you mean 'throws'? [syntax]"
        ),
        (
            "#if A\nprotocol P {}\n",
            "File.swift:2:14: error: expected '#endif' in conditional compilation block [syntax]"
        ),
    ])
    func `a syntax error is reported at its position, and the code before it is read`(text: String, message: String) {
        let source = parse("protocol Before { func b() }; " + text)
        #expect(source.isBroken)
        #expect(source.file.types.first?.members.first?.displayName == "b()")
        #expect(parse(text).diagnostics.first?.description == message)
    }

    @Test func `at most five syntax errors are reported`() {
        #expect(parse(String(repeating: "protocol P { func f( }\n", count: 20)).diagnostics.count == 5)
    }

    @Test(arguments: [
        ("struct S { var x = 1 }", false), ("final class C {}", false), ("/// A class of things.\nenum E {}", false),
        ("class C {}", true), ("public class C {}", true), ("enum Result {}", true), ("struct Matcher<T> {}", true),
        ("struct F: ~Copyable {}", true), ("typealias H = () -> Void", true), ("@globalActor actor A {}", true),
        ("enum A { final class B {}; class C {} }", true), ("struct Results {}", false),
    ])
    func `only files that mocks can depend on are parsed`(_ text: String, _ isParsed: Bool) {
        let parser = SourceParser(usedNames: ["Result", "Matcher"])
        #expect(parser.parse(Array(text.utf8), path: "File.swift").holdsNamesOnly != isParsed)
    }

    @Test(arguments: [SourceParser.Extent.names, .declarations])
    func `of other files only the names of types that others can see are read`(extent: SourceParser.Extent) {
        let text = """
            // public
            struct A { struct Inner {} }
            public @frozen enum `B` {}
            private final class C {}
            @available(*, deprecated, message: "private") package actor D {}
            extension A { struct E {} }
            #if DEBUG
            struct F {}
            #endif
            fileprivate struct G {}
            func f() { struct H {} }
            internal final class I {}
            """
        let source = SourceParser(extent: extent).parse(Array(text.utf8), path: "File.swift")
        let names = source.file.types.map { "\($0.access.keyword) \($0.kind) \($0.qualifiedName)" }
        let hidden = extent == .names
        #expect(
            names
                == ["internal struct A", "public enum `B`"] + (hidden ? ["private class C"] : []) + ["package actor D"]
                + (hidden ? ["fileprivate struct G"] : []) + ["internal class I"])
        #expect(
            source.file.types.flatMap(\.members).allSatisfy { $0.displayName == "init()" }
                && source.file.imports.isEmpty)
    }

    @Test func `the conflict of a merge is one error`() {
        let text = """
            protocol P {
            <<<<<<< HEAD
                func f()
            =======
                func f(a: Int)
            >>>>>>> theirs
            <<<<<<< HEAD
                func g(
            =======
                func g(a: Int)
            >>>>>>> theirs
            }
            """
        let source = SourceParser().parse(Array(text.utf8), path: "File.swift")
        #expect(
            source.diagnostics.map(\.description) == [
                "File.swift:2:1: error: a merge conflict is left here; keep what is right and remove its markers [merge-conflict]"
            ])
        #expect(source.isBroken)
    }

    @Test func `a character between a space and an equals sign is one error`() {
        let source = SourceParser().parse(
            Array("/// @mockable\nprotocol P {}\ntypealias T \u{1A}= Int\n".utf8), path: "F.swift")
        #expect(
            source.diagnostics.map(\.description) == [
                "F.swift:3:13: error: a character here belongs to no Swift code; remove it [syntax]"
            ])
    }

    @Test(arguments: [[0x01], [0xFF], Array("\u{FFFD}".utf8)] as [[UInt8]])
    func `a character outside of Swift's grammar is one error`(character: [UInt8]) {
        let text = Array("g ".utf8) + character + Array("= n class ".utf8)
        let source = SourceParser().parse(text, path: "File.swift")
        #expect(
            source.diagnostics.map(\.description) == [
                "File.swift:1:3: error: a character here belongs to no Swift code; remove it [syntax]"
            ])
        #expect(source.isBroken)
    }

    @Test func `the names in any file can be read`() {
        let text = "protocol P { func f() }\nopen class C: P { func f() {} }\npublic typealias T = Int"
        let names = SourceParser(extent: .names).parse(Array(text.utf8), path: "File.swift")
        #expect(
            names.file.types.map { "\($0.access.keyword) \($0.kind) \($0.name)" } == [
                "internal protocol P", "open class C", "public typealias T",
            ])
        #expect(names.file.types.allSatisfy(\.members.isEmpty) && !names.isBroken)
        #expect(SourceParser(extent: .names).parse(Array("struct S { func f( }".utf8), path: "File.swift").isBroken)
    }

    @Test func `the built-in declarations parse`() {
        #expect(StandardLibrary.file.types.contains { $0.name == "Sequence" })
        #expect(StandardLibrary.file.types.allSatisfy { $0.kind == .protocol })
    }
}
