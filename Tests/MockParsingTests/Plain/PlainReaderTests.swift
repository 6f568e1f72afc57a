import MockModel
@testable import MockParsing
import Testing

/// Texts that the plain reader supports, and texts that it leaves to the parser.
@Suite struct PlainReaderTests {
    private func isRead(_ text: String) -> Bool {
        let outcome = PlainAgreement(of: text)
        if case .different(let what) = outcome { Issue.record("\(what)") }
        return outcome == .same
    }

    @Test(arguments: [
        "func f()", "func f<T: P>(_ a: T, b c: [Int?]) async throws(E) -> (Int, a: String) where T: Q, T.A == Int",
        "func f(a: @escaping (_ x: Int, inout Int...) throws -> Void, in: inout A<B<C>>?)", "func get(set: Set<Int>)",
        "static func == (a: Self, b: Self) -> Bool", "func f(\n    a: Int,\n    b: Int\n)\n    -> Int",
        "var a: Int { get }", "var a: any P & Q { mutating get async throws nonmutating set }",
        "var open: A.Type {get}",
        "subscript<T>(a: T, b c: Int) -> T? { get set }", "init?(a: Int = .init(), b: [Int] = [], c: String = \"é\")",
        "associatedtype A: P, ~Copyable = [Int] where A.B == Int", "typealias A<T> = (T) -> Void",
        "@available(iOS 13.0, macOS 10.15.4, *) @MainActor func f()", "@objc(a:b:) optional func f(a: Int, b: Int)",
        "#if os(Linux) && !(A || swift(>=6.0))\nfunc f()\n#elseif B\nfunc g()\n#else\n#endif\nfunc h()",
        "func f(); func g();", "/* é */ func f() // é\n", "func `in`(`for` x: Int)", "func f(repeat a: repeat each T)",
        "func f(_ a: sending A, _ b: borrowing B, c: isolated (any Actor)?)", "nonisolated(unsafe) var a: Int { get }",
    ])
    func `plain requirements are read`(_ member: String) {
        #expect(isRead("protocol P {\n\(member)\n}"))
    }

    @Test(arguments: [
        "var a = 1", "lazy var a: A = {0}()", "var a: Int = 0 { didSet {} }", "private(set) var a = [String: [Int]]()",
        "let a = B.C<Int>(b: .c, 1)", "class func f() {}", "deinit {}", "convenience init() {}",
        "class B: C { var d: E {0} }",
        "@Published var a: [Int] = [1, 2,]", "required init?(coder: NSCoder) {}", "typealias A = B", "struct A { }",
        "override var a: Int { get {} set(b) {} }", "static let a = Notification.Name(\"b\")", "weak var a: A?",
        "@A(\n    \"\\(b)  c\".d()!) var a = 1",
        // Values of real code.
        "let a = URL(string: \"b\")!", "let a = URL(fileURLWithPath: \"b\")", "var a = URL(string: \"b\")",
        "let a = Int(\"1\")", "let a = Int(1)", "let a = Int(b)", "let a = Bool(1)", "let a = Double(exactly: 1)",
        "let a = UUID().uuidString", "let a = Just(()).eraseToAnyPublisher()",
        "let a = Empty<A, B>(c: 1)\n    .d()\n    .e!",
        "let a = B.c.d()!", "let a = b.c!", "let a = \"b\".data(using: .utf8)!", "let a = .b(1)!", "var a = [Any]()",
        "var a = [String: Any]()", "var a = [Any]", "var a: () -> Void = {}", "var a: (B) -> Void = { _, _ in }",
        "init(a: @escaping () -> Void = {}, b: B = { _ in }) {}", "let a = \"b\\n\\t\\\"\\\\\"",
        "let a = \"\\(B.self)-\\(C.d)\"", "let a = \"\"\"\n\"\"\"",
        "let a = \"\"\"\n  b \"c\" \"\"d\n\n    e\n  \"\"\"", "let a = b(\"\"\"\n    b\n    \"\"\".c(), d: 1)",
        "let a = Outer.Inner.init(1).b", "let a = Decimal(string: \"1\")!", "let a = foo.URL(string: \"b\")",
    ])
    func `plain members of classes are read`(_ member: String) {
        #expect(isRead("class A {\n\(member)\n}"))
    }

    @Test(arguments: [
        // Names and words.
        "func größe()", "var `a b`: Int { get }", "func $0()", "func f($a: Int)", "func self()", "var _: Int { get }",
        "func f(inout: Int)", "func f(a b c: Int)", "var (a, b): (Int, Int) { get }", "func repeat()",
        // Types that are invalid or have another meaning.
        "func f(_ a: some)", "func f(_ a: isolated)", "var a: _ { get }", "var a: Int ? { get }",
        "var a: A . B { get }",
        "var a: A <B> { get }", "var a: A<> { get }", "var a: A<3> { get }", "var a: [3 of Int] { get }",
        "var a: (Int...) { get }", "var a: A -> B { get }", "var a: A & { get }", "var a: A &B { get }",
        "var a: nonisolated(nonsending) () async -> Void { get }", "func f(_ a: @MainActor (A), b: B)",
        "var a: A:: B { get }",
        "func f(a: (some x: Int))", "var a: Self<Int> { get }", "var a: [Int { get }", "var a: async { get }",
        "var a: A<\nB\n>? { get }", "func f() -> ~ Copyable", "func f(a: Int ...)", "func f(a: A<B>=1)",
        // Declarations.
        "func f", "func f() -> ", "func f() func g()", "func f() async reasync", "func f() throws (E)",
        "func f()\nasync",
        "func f<T>(a: T) where T: _Trivial", "func <+> (a: A, b: A)", "func f(a: Int,)", "func f <T>()", "case a",
        "import A",
        "struct A {}", "class A {}", "macro a()", "#A", "#x", "func f() { a() }", "func f();;", "var a, b: Int { get }",
        "var a: Int { }", "var a: Int { get get { }", "var a: Int { @A get }", "var a: Int { get set {} }",
        "var a { get }",
        "subscript(a: Int) -> Int", "init() -> Int", "deinit {}", "precedencegroup A {}", "isolated deinit",
        "func f() -> Int async",
        "associatedtype A<B>", "public(set) func f()\nvar a", "private (set) var a: Int { get }",
        "open(set) var a: Int { get }",
        // Attributes, values and conditions.
        "@ A func f()", "@A (b) func f()", "@A<B> func f()", "@A(b: { c }) func f()",
        "@_specialize(where T == Int) func f()",
        "@available(*, deprecated, message: \"\\(b)\") func f()",
        "@available(*, deprecated, message: \"\"\"\nb\n\"\"\") func f()",
        "@available(iOS) func f()", "@available(iOS 13 func f()", "@A", "func f(a: Int = b + c)", "func f(a: Int = -b)",
        "func f(a: Int = try b())", "func f(a: Int =1)", "func f(a: Int = b() .c)", "func f(a: Int = b()?.c)",
        "func f(a: String = \"\\(b + c)\")", "func f(a: String = \"\\(self)\")", "func f(a: String = \"\\u{20}\")",
        "func f(a: String = \"\"\"\n a\n  \"\"\")", "func f(a: String = \"\"\"\n\\(b)\n\"\"\")",
        "func f(a: String = \"\"\"a\n\"\"\")", "func f(a: String = \"\"\"\na\"\"\")",
        "@A(\"\"\"\nb\n\"\"\") var a: Int { get }", "func f(a: String = \"\"\"\n\ta\n\t\"\"\")",
        "func f(a: A = { b in })", "func f(a: A = { _ in 0 })",
        "var a = B<C>", "func f(a: Int = 0x1F)", "func f(a: A = #selector(b))", "func f(a: A = { $0 })",
        "#if A\n@B\n#endif\nfunc f()", "#if A == B\n#endif", "#if!A\n#endif", "#if A||B\n#endif",
        "#if canImport(A, _version: 1)\n#endif",
        "#if A\n#else\n#elseif B\n#endif", "#if A func f()\n#endif", "#if A\nfunc f()", "func f() #if A\n#endif",
    ])
    func `everything else is left to the parser`(_ member: String) {
        #expect(PlainAgreement(of: "protocol P {\n\(member)\n}").isHandedBack)
    }

    @Test(arguments: [
        "#!/usr/bin/swift\nprotocol P {}", "protocol P {} }", "protocol P {", "protocol P {}\nf()", "\u{0}", "(",
    ])
    func `files that are not plain are left to the parser`(_ text: String) {
        #expect(PlainAgreement(of: text).isHandedBack)
    }

    @Test func `unusually deep nesting is left to the parser`() {
        func type(_ depth: Int) -> String {
            String(repeating: "A<", count: depth) + "B?" + String(repeating: ">", count: depth)
        }
        #expect(isRead("protocol P { func f(_ a: \(type(7))) }"))
        #expect(
            PlainAgreement(of: "protocol P { func f(_ a: \(type(30))) }")
                == .handedBack(
                    .tooDeep, "< ⏵ A<A<A<A<A<A<A<A<A<A<A<A<A<A<A<A<A<A<A<A<A<B?>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>) }"))
        let blocks = String(repeating: "class A {\n", count: 40) + String(repeating: "}\n", count: 40)
        #expect(PlainAgreement(of: blocks).isHandedBack)
    }

    /// Both count tokens; the plain reader must stop first.
    @Test(arguments: [
        "@objc func f(a: Int)\n", "nonisolated func f(a: Int)\n", "func f() async throws\n", "func f(a: Int) -> Int?\n",
        "var a: [Int: String] { get }\n", "@A var a: Int { get }\n", "#if A\nfunc f()\n#endif\n",
        "func f(a: some P, b: Int)\n",
    ])
    func `a text too complex for the parser is not read`(_ member: String) {
        for count in [100, 200, 400] {
            let outcome = PlainAgreement(of: "protocol P {\n\(String(repeating: member, count: count))}")
            if case .different(let what) = outcome { Issue.record("\(count): \(what)") }
        }
    }

    @Test func `the parser's errors are reported where the plain reader finds a mistake`() {
        #expect(
            parse("protocol P { func f(a: Int b: Int) }").diagnostics.map(\.description) == [
                "File.swift:1:27: error: expected ',' in parameter [syntax]"
            ])
    }
}
