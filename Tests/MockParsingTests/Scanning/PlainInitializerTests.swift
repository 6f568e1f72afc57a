import MockModel
import MockParsing
import Testing

/// The scanner finds out whether a struct or a final class has an `init()`.
@Suite struct PlainInitializerTests {
    private func initializer(_ text: String) -> String? {
        let type = SourceParser().parse(Array(text.utf8), path: "File.swift").file.types.first { $0.name == "S" }
        return type?.members.first.map { (($0.modifiers) + [$0.displayName]).joined(separator: " ") }
    }

    @Test(arguments: [
        "struct S {}", "struct S: Equatable, Sendable {\n}", "struct S { init() {} }", "final class S { init() {} }",
        "final class S {}", "final class S: Error { let a = 1 }",
        "struct S { var a = 1; let b = \"\"; let c = [1, 2] }",
        "struct S { var a: Int? }", "struct S { var a: [Int]?\n  var b: Bool = false }",
        "struct S { static let a: Int }",
        "struct S { var a: Int { 1 } }", "struct S { var a: Int { get { 1 } } }", "struct S { lazy var a: Int = f() }",
        "struct S { var a: A = .b }", "struct S { var a = -1 }", "struct S { var a = UUID() }",
        "struct S { var a: Set<Int> = [] }", "struct S { let a: Int; init() { a = 1 } }",
        "struct S { var a: Int; init(a: Int) { self.a = a }; init() { a = 1 } }", "struct S { private var a = 1 }",
        "struct S { func f() { let a: Int; init() } }", "struct S { enum A { case b; init(a: Int) {} } }",
        "struct S { public private(set) var a = 1 }", "struct S {} ; protocol P {}", "protocol P {}\nstruct S {}",
        "@frozen struct A { let a: Int }\nstruct S {}", "struct S { var a = [1].map { $0 } }",
    ])
    func `a type that can be made without arguments has that initializer`(_ text: String) {
        #expect(initializer(text) == "init()")
    }

    @Test func `the access level of the initializer is known`() {
        #expect(initializer("public struct S { public init() {} }") == "public init()")
        #expect(initializer("public struct S { init() {} }") == "init()")
        #expect(initializer("public struct S {}") == "init()")
        #expect(initializer("package final class S { package init() {} }") == "package init()")
    }

    @Test(arguments: [
        "struct S { let a: Int }", "struct S { var a: Int }", "struct S { let a: Int? }",
        "struct S { init(a: Int) {} }",
        "struct S { private init() {} }", "final class S { fileprivate init() {} }", "struct S { init() async {} }",
        "struct S { init() throws {} }", "struct S { init() throws(E) {} }", "struct S { init?() {} }",
        "struct S { init<T>() {} }", "struct S { @MainActor init() {} }", "@MainActor struct S { init() {} }",
        "struct S<T> { init() {} }", "struct S: A.B { init() {} }", "struct S: ~Copyable { init() {} }",
        "struct S: P where A: B {}", "private struct S {}", "fileprivate struct S {}", "struct S { @A var a = 1 }",
        "struct S { var a: Int { didSet {} } }", "struct S { var a: Int { willSet {} } }", "struct S { var a, b: Int }",
        "struct S { var a = 1, b: Int }", "final class S { let a = f() }", "struct S { var (a, b) = (1, 2) }",
        "struct S { var a = Other() }",
        "struct S { var a = f() }", "struct S {\n#if A\nvar a: Int\n#endif\n}", "struct S { #members }",
        "final class S { init(a: Int) {} }", "final class S { convenience init(a: Int) { self.init() } }",
        "enum A { struct S {} }", "extension A { struct S {} }", "#if A\nstruct S {}\n#endif", "enum S { case a }",
        "struct S { unowned var a: A }", "struct S: AutoMockable {}", "struct S: @unchecked Sendable {}",
    ])
    func `no initializer is found in any other type`(_ text: String) {
        #expect(initializer(text) == nil)
        // With a protocol, the file is read for its declarations, not for names alone.
        #expect(initializer("\(text)\nprotocol Q {}") == nil)
    }
}
