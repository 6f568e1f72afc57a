import MockModel
import MockParsing
import Testing

/// Parses one piece of text under the name `File.swift`.
func parse(_ text: String) -> ParsedSource { SourceParser().parse(Array(text.utf8), path: "File.swift") }

@Suite struct MemberReadingTests {
    private func member(_ text: String, in kind: String = "protocol") -> MemberDeclaration? {
        parse("\(kind) P { \(text) }").file.types.first?.members.first
    }

    @Test(arguments: [
        ("func load(id: Int, _ name: String)", "load(id:_:)"), ("func `in`(`for` x: Int)", "`in`(`for`:)"),
        ("static func + (a: Self, b: Self) -> Self", "+(_:_:)"), ("var title: String { get }", "title"),
        ("subscript(i: Int, key k: String) -> Int { get }", "subscript(_:key:)"),
        ("init?(name: String)", "init(name:)"),
        ("associatedtype Element: Hashable", "Element"), ("typealias T = Int", "T"),
    ])
    func `every kind of member has its name`(_ text: String, _ name: String) {
        #expect(member(text)?.displayName == name)
    }

    @Test(arguments: [
        ("func f()", ""), ("func f() async", " async"), ("func f() throws", " throws"),
        ("func f() async throws(E)", " async throws(E)"), ("func f(_ b: () throws -> Void) rethrows", " rethrows"),
    ])
    func `effects are read`(_ text: String, _ effects: String) {
        guard case .function(let function) = member(text)?.kind else { return #expect(Bool(false)) }
        #expect(function.effects.description == effects)
    }

    @Test func `accessors are read`() {
        let texts = [
            "{ get }": Accessors(), "{ get set }": Accessors(hasSetter: true),
            "{ get async throws }": Accessors(getEffects: Effects(isAsync: true, throwing: .untyped)),
            "{ mutating get nonmutating set }": Accessors(
                hasSetter: true, isGetterMutating: true, isSetterNonmutating: true),
        ]
        for (text, accessors) in texts {
            guard case .property(let property) = member("var v: Int \(text)")?.kind else {
                Issue.record("\(text) is no property")
                continue
            }
            #expect(property.accessors == accessors, "\(text)")
        }
    }

    /// As printed interfaces have it.
    @Test func `a subscript without accessors can be set`() {
        for (text, hasSetter) in [("", true), (" { get }", false), (" { self[i] }", false)] {
            guard case .subscript(let declaration) = member("subscript(i: Int) -> Int\(text)", in: "class")?.kind else {
                Issue.record("\(text) is no subscript")
                continue
            }
            #expect(declaration.accessors.hasSetter == hasSetter, "\(text)")
        }
    }

    @Test(arguments: [
        ("5", "Int"), ("-1.5", "Double"), ("Counter(1)", "Counter"), ("(1, name: \"x\")", "(Int, name: String)"),
        ("(5)", "Int"), ("Int(\"3\")", "Int?"), ("Int(4.5)", "Int"), ("Int(text)", nil), ("Int(exactly: x)", "Int?"),
        ("Int(\"3\")!", "Int"), ("Int(truncatingIfNeeded: x)", "Int"), ("URL(string: \"a\")", "URL?"),
        ("URL(string: \"a\")!", "URL"), ("URL(fileURLWithPath: \"a\")", "URL"), ("UUID()", "UUID"),
        ("String(data: a, encoding: .utf8)", "String?"), ("String(5)", "String"), ("Bool(\"true\")", "Bool?"),
        ("Bool(flag)", nil), ("Unicode.Scalar(65)", nil), ("a ? 1 : 2", "Int"), ("a ? 1 : \"x\"", nil),
        ("a ? 1 : b ? 2 : 3", nil), ("x as Int?", "Int?"), ("[Int(4.5)]", "[Int]"), ("make()!", nil),
    ])
    func `the type of an initial value is read where the text makes it certain`(value: String, type: String?) {
        guard case .property(let property) = member("var x = \(value)", in: "class")?.kind else {
            return #expect(Bool(false))
        }
        #expect(property.type?.description == type)
    }

    @Test(arguments: [
        "Int", "[String: [Int?]]", "(a: Int, b: String)", "any P & Q", "some Sequence<Int>", "Int.Type", "any P.Type",
        "(Int, inout String) async throws(E) -> Void", "Outer.Inner<T>", "()", "(repeat each T)", "~Copyable",
        "(() -> Void)?",
        "@escaping @Sendable () -> Void", "inout Int", "borrowing File", "sending Box", "isolated (any Actor)?",
        "String!",
        "nonisolated(nonsending) () async -> Void",
    ])
    func `a type is kept as it is written`(_ type: String) {
        guard case .function(let function) = member("func f(_ x: \(type))")?.kind else { return #expect(Bool(false)) }
        #expect(function.parameters.first?.type.description == type)
    }

    @Test func `attributes and modifiers are kept in one spelling`() {
        let member = member("@available( macOS 12 , * )\n  @MainActor\n nonisolated  static func f()")
        #expect(member?.attributes == ["@available( macOS 12 , * )", "@MainActor"])
        #expect(member?.modifiers == ["nonisolated", "static"])
    }

    @Test func `each member has all conditions of its #if, #elseif or #else`() {
        let text = """
            protocol P {
                #if A
                func a()
                #elseif B || C
                func b()
                    #if D
                    func d()
                    #endif
                #else
                func c()
                #endif
            }
            """
        let members = parse(text).file.types[0].members
        #expect(members.map(\.displayName) == ["a()", "b()", "d()", "c()"])
        #expect(
            members.map(\.conditions) == [
                ["A"], ["!(A) && (B || C)"], ["!(A) && (B || C)", "D"], ["!(A) && !(B || C)"],
            ])
    }

    @Test(arguments: [
        ("var v = 3", "Int"), ("var v = -1.5", "Double"), ("var v = \"a\"", "String"), ("var v = true", "Bool"),
        ("var v = [1, 2]", "[Int]"), ("var v = [String]()", "[String]"), ("var v = [Int: Bool]()", "[Int: Bool]"),
        ("var v = Cache<Int>()", "Cache<Int>"), ("lazy var v = Outer.Inner(1)", "Outer.Inner"),
        ("var v = x as Item", "Item"),
        ("var v: Int = f()", "Int"), ("var v = f()", ""), ("var v = [1, \"a\"]", ""), ("var v = Item.shared", ""),
    ])
    func `the type of a stored property is written or inferred`(_ text: String, _ type: String) {
        guard case .property(let property) = parse("class C { \(text) }").file.types.first?.members.first?.kind else {
            return #expect(Bool(false))
        }
        #expect(property.type?.description ?? "" == type)
    }
}
