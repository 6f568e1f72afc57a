import Foundation
import Mocking
import Testing

/// Cases that must end the process. Each runs in a separate process whose standard error is read.
enum Trap: String, CaseIterable {
    case result, tuple, existential, closure, resultThatCannotBeCopied, forwardedResultThatCannotBeCopied
    case errorInsteadOfResultThatCannotBeCopied, errorOfAnotherType, laterErrorOfAnotherType
    case numberOfMatchers, rethrowing

    /// The text after `Fatal error: ` and the line that created the mock.
    var text: String {
        switch self {
        case .result:
            """
            MockCook: unstubbed call soup() in test deliberateTrap() needs a value of type Soup
              stub it: given(mockCook).soup().willReturn(…)
              or say what to return: Defaults.register(Soup.self) { … }
            """
        case .tuple:
            """
            MockCook: unstubbed call pair() in test deliberateTrap() needs a value of type (Int, Soup)
              stub it: given(mockCook).pair().willReturn(…)
              or say what to return: Defaults.register((Int, Soup).self) { … }
            """
        case .existential:
            """
            MockHotel: unstubbed call chef() in test deliberateTrap() needs a value of type any Cook
              stub it: given(mockHotel).chef().willReturn(…)
              or say what to return: Defaults.register((any Cook).self) { … }
            """
        case .closure:
            """
            MockCook: unstubbed call maker() in test deliberateTrap() needs a value of type (Int) -> String
              stub it: given(mockCook).maker().willReturn(…)
              or say what to return: Defaults.register(((Int) -> String).self) { … }
            """
        case .resultThatCannotBeCopied:
            """
            MockExotic: unstubbed call make() in test deliberateTrap() needs a value of type File
              stub it: given(mockExotic).make().will { … }
            """
        case .forwardedResultThatCannotBeCopied:
            "MockVariants.makeLike(_:) has a Self parameter or result, so it cannot be forwarded to another object; stub it"
        case .errorInsteadOfResultThatCannotBeCopied:
            "MockExotic: make(): a stub for whatever types threw MyError(code: 3), but the call cannot throw"
        case .errorOfAnotherType, .laterErrorOfAnotherType:
            "MockCook.make(_:): its stub threw MyError(code: 3), but the call can throw only Refused"
        case .rethrowing:
            "locked(_:) of MockCook has no value to return; the failure before this one says why; a member that rethrows cannot throw it"
        case .numberOfMatchers:
            "log(_:level:to:) has 2 matchers for 3 arguments; generate its mock again"
        }
    }

    func perform() async {
        switch self {
        case .result:
            let _: Soup = MockState<any Cook>("MockCook").call("soup()", ()) { _ in .miso }
        case .tuple:
            let _: (Int, Soup) = MockState<any Cook>("MockCook").call("pair()", ()) { _ in (1, .miso) }
        case .existential:
            let _: any Cook = MockState<any Hotel>("MockHotel").call("chef()", ()) { (_) -> any Cook in MockCook() }
        case .closure:
            let _: (Int) -> String = MockState<any Cook>("MockCook").call("maker()", ()) { _ in { "\($0)" } }
        case .resultThatCannotBeCopied:
            _ = MockExotic().make().fd
        case .forwardedResultThatCannotBeCopied:
            let mock = MockVariants(forwardingTo: MockVariants())
            _ = try? mock.makeLike(mock).fd
        case .errorInsteadOfResultThatCannotBeCopied:
            let mock = MockExotic()
            AnyClause<Stubbing<any Exotic>>(mock.mocking, "make()").willThrow(MyError(code: 3))
            _ = mock.make().fd
        case .errorOfAnotherType:
            let state = MockState<any Cook>("MockCook")
            try? state.narrowing(to: Refused.self, "make(_:)") { throw MyError(code: 3) }
        case .laterErrorOfAnotherType:
            let state = MockState<any Cook>("MockCook")
            try? await state.narrowing(to: Refused.self, "make(_:)") {
                await Task.yield()
                throw MyError(code: 3)
            }
        case .rethrowing:
            let state = MockState<any Cook>("MockCook")
            func locked(_ body: () throws -> Soup) rethrows -> Soup {
                try Result<Soup, any Error> { try state.call("locked(_:)", ()) { _ in try body() } }.rethrowGet()
            }
            _ = locked { .miso }
        case .numberOfMatchers:
            let state = MockState<any Cook>("MockCook")
            _ = Clause<Verifying, (String, level: Int, to: String), Void, Never>(
                state, "log(_:level:to:)", Matcher<String>.any, Matcher<Int>.any)
        }
    }

    private struct Refused: Error {}
}

@Suite struct TrapTests {
    @Test(arguments: Trap.allCases)
    func `a case that cannot go on ends the process with its text on standard error`(trap: Trap) async throws {
        let output = try await TestProcess.run(TestProcess.swiftTesting + ["deliberateTrap"], deed: trap.rawValue)
        var said = output.text.components(separatedBy: "Fatal error: ").last ?? ""
        // The line that created the mock comes first.
        if said.hasPrefix("MockingTests/TrapTests.swift:") { said = String(said.drop { $0 != " " }.dropFirst()) }
        #expect(said.hasPrefix(trap.text + "\n"), "\(output.text)")
        #expect(output.status != 0)
    }
}

@Test(.enabled(if: TestProcess.isChild)) func deliberateTrap() async {
    await TestProcess.deed.flatMap(Trap.init)?.perform()
}
