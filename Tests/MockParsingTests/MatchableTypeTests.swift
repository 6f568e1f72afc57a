import MockModel
import MockParsing
import Testing

@Suite struct MatchableTypeTests {
    private func values(_ name: String, in text: String, _ least: AccessLevel = .internal) -> [String]? {
        let names = name.split(separator: ".").map(String.init)
        return MatchableTypeReader.read(Array(text.utf8), leastAccess: least)?[names].values.map { value in
            switch value {
            case .constant(let name): return "static \(name)"
            case .enumCase(let name, let parameters):
                let list = parameters.map { "\($0.label ?? "_"): \($0.type)" }
                return list.isEmpty ? name : "\(name)(\(list.joined(separator: ", ")))"
            }
        }
    }

    @Test(arguments: [
        ("case a, b; case c = \"x\"", ["a", "b", "c"]),
        ("indirect case tree(E, right: E?)", ["tree(_: E, right: E?)"]),
        ("case a(_ x: Int = 3, in: [String: Int])", ["a(_: Int, in: [String: Int])"]),
        ("case `default`, `init`", ["`default`", "`init`"]),
        ("case a\n@available(*, deprecated) case old", ["a"]),
        ("case a\n#if DEBUG\ncase b\n#endif\n", ["a"]),
        ("case a; func f() { switch self { case .a: break } }", ["a"]),
        ("case a; static let best = E(rawValue: 1); static let n = 3", ["a", "static best"]),
        (
            "case a; static var best: E { .a }; static var last: Self { get { .a } }",
            ["a", "static best", "static last"]
        ),
        ("case a; static var stored: E = .a; static func make() -> E { .a }; private static let x: E = .a", ["a"]),
        ("case a(Int); static let best: E = .a(1)", ["a(_: Int)"]),
        ("enum E { case inner }; case outer", ["outer"]),
    ])
    func `cases and constants of an enum are read in their order`(body: String, expected: [String]) {
        #expect(values("E", in: "enum E { \(body) }") == expected)
    }

    @Test(arguments: [
        (
            "struct S: Hashable { static let a = S(); static let b: S = .init(1); static let c = S.init() }",
            ["a", "b", "c"]
        ),
        ("struct S { static let a = S() }", []),
        ("struct S: OptionSet { let rawValue: Int }\nextension S { static let a = Self(rawValue: 1) }", ["a"]),
        ("struct S { static let a = S() }\nextension S: Equatable {}", ["a"]),
        ("struct S: Equatable {}\nextension S where T == Int { static let a = S() }", []),
        ("struct S: Equatable {}\npublic extension S { static let a = S() }", ["a"]),
    ])
    func `constants are read where values can be compared`(text: String, expected: [String]) {
        #expect(values("S", in: text) == expected.map { "static \($0)" })
    }

    @Test(arguments: [
        "enum E<T> { case a }", "@MainActor enum E { case a }", "enum E: ~Copyable { case a }",
        "private enum E { case a }",
        "#if DEBUG\nenum E { case a }\n#endif", "struct O { enum E { case a } }", "",
    ])
    func `a type that a mock cannot name everywhere has no values`(text: String) {
        #expect(values("E", in: text) == [])
    }

    @Test func `nested types are found in types and extensions`() {
        #expect(values("O.E", in: "struct O { enum E { case a } }") == ["a"])
        #expect(values("O.P.E", in: "extension O.P { enum E { case a } }") == ["a"])
        #expect(values("O.E", in: "struct O<T> { enum E { case a } }") == [])
        #expect(values("O.E", in: "public struct O { enum E { case a } }", .package) == [])
        #expect(values("O.E", in: "public extension O { enum E { case a } }", .package) == ["a"])
    }

    @Test func `hidden constants of another module are left out`() {
        let text = "public struct S: Hashable { public static let a = S(); static let b = S() }"
        #expect(values("S", in: text, .package) == ["static a"])
    }

    @Test func `a broken file has no answer`() {
        #expect(values("E", in: "enum E { case a, \n}") == nil)
        #expect(values("E", in: "enum E { case a }\nlet x = \(String(repeating: "[", count: 5000))") == nil)
    }

    @Test func `imports and the scopes of inner types are read, too`() throws {
        let text =
            "import Foundation\nimport enum A.B\n#if os(Linux)\nimport C\n#if D\nimport E\n#endif\n#else\nimport F\n#endif\nenum E { case a(K); struct K { enum L {} } }\nstruct K {}"
        let type = try #require(MatchableTypeReader.read(Array(text.utf8), leastAccess: .internal)?[["E"]])
        #expect(
            type.imports == [
                ImportDeclaration(path: "Foundation"), ImportDeclaration(path: "C", conditions: ["os(Linux)"]),
                ImportDeclaration(path: "E", conditions: ["os(Linux)", "D"]),
                ImportDeclaration(path: "F", conditions: ["!(os(Linux))"]),
            ])
        #expect(type.scopes["K"] == ["E"])
        #expect(type.scopes["E"] == [])
    }
}
