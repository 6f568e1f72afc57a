import Testing

@testable import MockParsing

@Suite struct GeneratedInterfaceTests {
    private func sections(_ text: String, of mock: String = "MockCook") -> [String] {
        GeneratedInterface.read(Array(text.utf8), of: mock)?.sections.flatMap { section in
            [section.declaration] + section.members.map { "  " + $0.declaration }
        } ?? []
    }

    @Test func `members are declarations without bodies, one line each`() {
        #expect(
            sections(
                """
                import Mocking

                final class MockOther { func no() {} }

                @MainActor
                final class MockCook<A>: Cook,
                    Mock {
                    var name: String {
                        get async throws { try await mocking.get("name") }
                    }
                    var level: Int { get { 1 } set { print(newValue) } }
                    var size: Int { 1 }
                    let state = MockState<Cook>("MockCook")
                    var count: Int = 0
                    private var secret = 0
                    private(set) var calls = 0
                    init(a: Int) { fatalError() }
                    static func fry<T>(
                        _ eggs: T = 1
                    ) async throws(E) -> [T] where T: Egg { [] }
                    subscript(_ i: Int) -> Int { get { 1 } set { _ = newValue } }
                    #if os(Linux)
                    func boil() {}
                    #endif
                    struct Members<Mode>: MemberSet { func boil() -> Clause<Mode> { .init(mocking, "boil()") } }
                    typealias Given = Members<Stubbing>
                }

                extension MockCook {
                    func later() {}
                }
                """) == [
                    "@MainActor final class MockCook<A>: Cook, Mock",
                    "  var name: String { get async throws }",
                    "  var level: Int { get set }",
                    "  var size: Int { get }",
                    #"  let state = MockState<Cook>("MockCook")"#,
                    "  var count: Int",
                    "  private(set) var calls = 0",
                    "  init(a: Int)",
                    "  static func fry<T>( _ eggs: T = 1 ) async throws(E) -> [T] where T: Egg",
                    "  subscript(_ i: Int) -> Int { get set }",
                    "  func boil()",
                    "  typealias Given = Members<Stubbing>",
                    "  func later()",
                    "struct Members<Mode>: MemberSet",
                    "  func boil() -> Clause<Mode>",
                ])
    }

    @Test func `a member has the condition of its branch`() {
        let text = """
            final class MockCook {
                func a() {}
                #if DEBUG
                func b() {}
                #if os(Linux)
                func c() {}
                #else
                func d() {}
                #endif
                #elseif NIGHT
                func e() {}
                #else
                func f() {}
                #endif
                func g() {}
            }
            """
        let members = GeneratedInterface.read(Array(text.utf8), of: "MockCook")?.sections[0].members ?? []
        #expect(
            members.map { "\($0.declaration) \($0.condition ?? "")" } == [
                "func a() ", "func b() DEBUG", "func c() DEBUG", "func d() DEBUG && !(os(Linux))",
                "func e() !(DEBUG) && NIGHT", "func f() !(DEBUG) && !(NIGHT)", "func g() ",
            ])
    }

    @Test func `a text without the mock, and one that is too deep, give nothing`() {
        #expect(sections("struct MockOven {}").isEmpty)
        #expect(sections("final class MockCook { func a() { \(String(repeating: "(", count: 100_000)) } }").isEmpty)
    }
}
