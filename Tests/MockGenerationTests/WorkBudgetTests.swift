import MockGeneration
import MockModel
import MockParsing
import Testing

/// Small inputs that cause exponential or quadratic work. The cost of a mock is counted, never timed.
@Suite struct WorkBudgetTests {
    private static func times(_ count: Int, _ separator: String = "", _ text: (Int) -> String) -> String {
        (0..<count).map(text).joined(separator: separator)
    }

    private static func spent(_ text: String, _ type: String = "P") -> (units: Int, resolved: ResolvedType?) {
        let budget = WorkBudget()
        let resolved = Fixture(text).resolve(type, budget).resolved
        return (budget.spent, resolved)
    }

    /// Inputs of growing size, as people or generators may write them.
    static let ordinary: [(String, @Sendable (Int) -> String)] = [
        (
            "typealiases of themselves twice",
            { count in
                times(count) { "typealias C\($0) = C\($0 + 1) & C\($0 + 1)\n" }
                    + "protocol C\(count) { func f() }\n/// @mockable\nprotocol P: C0 {}"
            }
        ),
        (
            "typealiases of themselves twice above a class",
            { count in
                times(count) { "typealias C\($0) = C\($0 + 1) & C\($0 + 1)\n" }
                    + "protocol C\(count) { func f() }\n/// @mockable\nclass P: C0 {}"
            }
        ),
        (
            "a ladder of diamonds",
            { count in
                times(count) {
                    "protocol A\($0): A\($0 + 1), B\($0 + 1) { func a\($0)() }\nprotocol B\($0): A\($0 + 1), B\($0 + 1) {}\n"
                } + "protocol A\(count) {}; protocol B\(count) {}\n/// @mockable\nprotocol P: A0, B0 {}"
            }
        ),
        (
            "a chain of parents",
            { count in
                times(count) { "protocol A\($0): A\($0 + 1) { func a\($0)() }\n" }
                    + "protocol A\(count) {}\n/// @mockable\nprotocol P: A0 {}"
            }
        ),
        (
            "many parents",
            { count in
                times(count) { "protocol A\($0) { func a\($0)() }\n" }
                    + "/// @mockable\nprotocol P: \(times(count, ", ") { "A\($0)" }) {}"
            }
        ),
        (
            "many unknown parents",
            { count in "/// @mockable\nprotocol P: \(times(count, ", ") { "A\($0)" }) {}" }
        ),
        (
            "overloads of one name",
            { count in "/// @mockable\nprotocol P {\n\(times(count) { "func f(_ a: T\($0))\n" })}" }
        ),
        (
            "many names of types",
            { count in "/// @mockable\nprotocol P {\n\(times(count) { "func f\($0)(_ a: A.T\($0)) -> T\($0)\n" })}" }
        ),
        (
            "a large tuple",
            { count in "/// @mockable\nprotocol P { func f(_ a: (\(times(count, ", ") { "T\($0)" }))) }" }
        ),
        (
            "many associated types",
            { count in
                "/// @mockable\nprotocol P {\n\(times(count) { "associatedtype T\($0)\nfunc f(_ a: T\($0))\n" })}"
            }
        ),
        (
            "overridden overloads",
            { count in
                "class B {\n\(times(count) { "func f\($0)() {}\n" })}\n"
                    + "/// @mockable\nclass P: B {\n\(times(count) { "override func f\($0)() {}\n" })}"
            }
        ),
        (
            "protocols that results mention",
            { count in
                times(count) {
                    "protocol A\($0): A\($0 + 1), B\($0 + 1) {}\n/// @mockable\nprotocol B\($0): A\($0 + 1), B\($0 + 1) {}\n"
                }
                    + "protocol A\(count) {}; protocol B\(count) {}\n/// @mockable\nprotocol P { func f() -> any B\(max(0, count - 8)) }"
            }
        ),
    ]

    @Test(arguments: ordinary.indices)
    func `twice the input is twice the work`(_ index: Int) {
        let (name, text) = Self.ordinary[index]
        let (once, twice) = (Self.spent(text(60)), Self.spent(text(120)))
        #expect(once.resolved?.isTooComplex == false, "\(name)")
        #expect(twice.resolved?.isTooComplex == false, "\(name)")
        // A cost per mock instead of per part makes the smaller input more expensive in proportion.
        #expect(twice.units <= 2 * once.units + 400, "\(name): \(once.units), \(twice.units)")
    }

    @Test func `a composition of a protocol with itself is that protocol`() {
        let text = Self.ordinary[0].1(40)
        #expect(Fixture(text).resolve("P").resolved?.members.map(\.member.displayName) == ["f()"])
    }

    /// Inputs that are exponential or cubic by nature, in some hundred bytes to a few kilobytes.
    static let hostile: [(String, String)] = [
        (
            "tuples of tuples",
            times(40) { "typealias C\($0) = (C\($0 + 1), C\($0 + 1))\n" }
                + "typealias C40 = Int\n/// @mockable\nprotocol P { func f(_ a: C0); func f(_ a: Int) }"
        ),
        (
            "generic typealiases of function types",
            times(40) { "typealias C\($0)<T> = C\($0 + 1)<(T, T)>\n" }
                + "typealias C40<T> = (T) -> Void\n/// @mockable\nprotocol P { func f(_ a: C0<Int>); func f(_ a: Int) }"
        ),
        (
            "generic typealiases of parents",
            times(40) { "typealias C\($0)<T> = C\($0 + 1)<(T, T)>\n" }
                + "protocol Q<T> { associatedtype T }\ntypealias C40<T> = Q<T>\n/// @mockable\nprotocol P: C0<Int> {}"
        ),
        (
            "associated types that are fixed to pairs",
            "protocol Q {\n\(times(41) { "associatedtype C\($0)\n" })func f(_ a: C0); func f(_ a: Int) }\n"
                + "/// @mockable\nprotocol P: Q where \(times(40, ", ") { "C\($0) == (C\($0 + 1), C\($0 + 1))" }), C40 == Int {}"
        ),
        (
            "parents under every combination of conditions",
            times(24) {
                "#if F\($0)\nprotocol A\($0): A\($0 + 1) { func a\($0)() }\n#else\nprotocol A\($0): A\($0 + 1) { func b\($0)() }\n#endif\n"
            } + "protocol A24 { func z() }\n/// @mockable\nprotocol P: A0 {}"
        ),
        (
            "a chain of parents without end",
            times(2_000) { "protocol A\($0): A\($0 + 1) {}\n" } + "protocol A2000 {}\n/// @mockable\nprotocol P: A0 {}"
        ),
        (
            "generic parameters that are all the same",
            "/// @mockable\nprotocol P {\nassociatedtype E\nfunc f<\(times(2_000, ", ") { "T\($0)" })>(_ a: T0) where "
                + "\(times(1_999, ", ") { "T\($0) == T\($0 + 1)" }), T1999 == E\n}"
        ),
    ]

    @Test(arguments: hostile.indices)
    func `exponential work ends at the bound with one message`(_ index: Int) throws {
        let (name, text) = Self.hostile[index]
        let fixture = Fixture(text)
        let messages = try onDeepStack {
            let budget = WorkBudget()
            let resolved = fixture.resolve("P", budget).resolved
            #expect(resolved?.isTooComplex == true, "\(name)")
            #expect(budget.spent == WorkBudget.perMock + 1, "\(name)")
            return fixture.messages("P")
        }
        let wanted =
            "error: a mock of 'P' would take too much work: its parents, typealiases and members lead to more than 3000000 steps, so it is not made, and one that was made before stays; split it, or write out the targets of its typealiases [too-complex]"
        #expect(messages == [wanted], "\(name)")
    }

    @Test func `mocks of one source share a bound, and small ones are made beyond it`() {
        #expect(WorkBudget(ofSourceThatSpent: 0).limit == WorkBudget.perMock)
        #expect(WorkBudget(ofSourceThatSpent: WorkBudget.perSource - 1_000_000).limit == 1_000_000)
        #expect(WorkBudget(ofSourceThatSpent: 2 * WorkBudget.perSource).limit == 2_000)
        let budget = WorkBudget(ofSourceThatSpent: 2 * WorkBudget.perSource)
        let text = "/// @mockable\nprotocol P {\n\(Self.times(15) { "func f\($0)(_ a: Int) -> T\($0)\n" })}"
        #expect(Fixture(text).resolve("P", budget).resolved?.isTooComplex == false)
    }

    @Test func `of many unknown parents the first twenty are named`() {
        let messages = Fixture("/// @mockable\nprotocol P: \(Self.times(1_000, ", ") { "A\($0)" }) {}").messages("P")
        #expect(messages.count == 21)
        #expect(
            messages.last
                == "error: requirements of 980 more parents are not known, so the mock of 'P' lacks them; declare them in the project, or import the modules that do [unknown-parent]"
        )
    }
}
