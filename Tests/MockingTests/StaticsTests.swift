import Mocking
import MockingTestSupport
import Testing

/// Creates its own objects, as code under test does.
private struct Workshop<Made: WithInit> {
    func run() -> [Int] { (0..<2).map { _ in Made().f() } }
}

@Suite struct StaticsTests {
    @Test func `every mock that code under test makes can be stubbed and verified beforehand`() {
        given(MockWithInit.each).f().willReturn(7)
        #expect(Workshop<MockWithInit>().run() == [7, 7])
        verify(MockWithInit.each).f().wasCalled(2)
        #expect(calls(MockWithInit.each).f().returned == [7, 7])
        let own = MockWithInit()
        given(own).f().willReturn(1, times: 1)
        #expect(own.f() == 1 && own.f() == 7)
        verify(own).f().wasCalled(2)
    }

    @Test func `a step for all mocks is used up by all of them together`() {
        given(MockWithInit.each).f().willReturn(1, 2)
        #expect(Workshop<MockWithInit>().run() == [1, 2])
    }

    @Test func `the mocks that initializers made can be stubbed and verified one by one`() throws {
        let first = MockFactory(name: "a")
        let second = try MockFactory(risky: "b")
        given(MockFactory.statics).initialize(maybe: 3).willReturn(false)
        #expect(MockFactory(maybe: 3) == nil)
        let created = MockFactory.statics.created
        #expect(created.count == 2 && created[0] === first && created[1] === second)
        given(created[1]).base().willReturn(5)
        #expect(second.base() == 5 && first.base() == 0)
        clearCalls(MockFactory.statics)
        #expect(MockFactory.statics.created.isEmpty)
    }

    @Test func `a mock that an initializer made is let go with the calls`() {
        _ = MockWithInit()
        weak let made = MockWithInit.statics.created.last
        #expect(made != nil)
        reset(MockWithInit.statics)
        #expect(made == nil)
    }

    @Test func `mocks of other tests are not touched`() {
        _ = MockWithInit.each
        #expect(Workshop<MockWithInit>().run() == [0, 0])
        verify(MockWithInit.each).f().wasCalled(2)
    }

    @Test func `statics are reset like any mock`() throws {
        given(MockFactory.statics).shared(1).willReturn("one")
        #expect(try MockFactory.shared(1) == "one")
        reset(MockFactory.statics)
        #expect(try MockFactory.shared(1) == "")
        verify(MockFactory.statics).shared(1).wasCalled()
        verifyNoMoreCalls(MockFactory.statics)
    }

    @Test func `a scope of static mocks ends with its closure`() throws {
        given(MockFactory.statics).shared(1).willReturn("outer")
        let inner = try withStaticMocks { try MockFactory.shared(1) }
        #expect(inner == "")
        #expect(try MockFactory.shared(1) == "outer")
    }

    @Test func `child tasks see the statics of their test`() async throws {
        given(MockFactory.statics).shared(1).willReturn("child")
        async let child = MockFactory.shared(1)
        #expect(try await child == "child")
        #expect(try await Task { try MockFactory.shared(1) }.value == "child")
    }

    @Test func `a call from a detached task that fails reports where it came from`() async {
        await Task.detached {
            let statics = MockOdd.statics
            statics.mocking.behavior = .strict
            let texts = collectFailures { _ = MockOdd.s(3) }
            #expect(
                texts == [
                    """
                    MockOdd: unexpected call s(3)
                      stub it: given(MockOdd.statics).s(.any).willReturn(…)
                      it was called outside of every test, as by a detached task, where the stubs of a test are not seen
                    """
                ])
            statics.mocking.behavior = .relaxed
        }.value
    }
}
