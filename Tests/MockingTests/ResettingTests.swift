import Mocking
import Synchronization
import Testing

@Suite struct ResettingTests {
    @Test func `reset keeps the configuration of a mock`() throws {
        let cook = MockCook(.strict, forwardingTo: RealCook())
        cook.mocking.recordsArguments = false
        let provider = DefaultProvider()
        provider.register(Item.self) { Item(id: 5, name: "") }
        useDefaults(from: provider, on: cook)
        given(cook).typed().willReturn(Item(id: 1, name: ""))
        #expect(try cook.typed(3).id == 1)
        reset(cook)
        #expect(cook.mocking.behavior == .strict && !cook.mocking.recordsArguments)
        #expect(history(cook).isEmpty)
        #expect(throws: MyError(code: 3)) { try cook.typed(3) }
        given(cook).typed().willReturnDefault()
        #expect(try cook.typed(3).id == 5)
    }

    @Test func `the values of providers can be removed again`() async throws {
        let cook = MockCook()
        let (first, second) = (DefaultProvider(), DefaultProvider())
        first.register(Item.self) { Item(id: 1, name: "") }
        second.register(Item.self) { Item(id: 2, name: "") }
        useDefaults(from: first, on: cook)
        useDefaults(from: second, on: cook)
        #expect(try cook.typed(0).id == 2)
        stopUsingDefaults(from: second, on: cook)
        #expect(try cook.typed(0).id == 1)
        first.unregister(Item.self)
        second.unregisterAll()
        #expect(try cook.typed(0).id == 1, "the mock has what there was")
        useDefaults(from: first, on: cook)
        #expect(try cook.typed(0).id == 1, "there is nothing in it any more")
        clearDefaults(cook)
        let failures = await collectFailures {
            await #expect(throws: UnstubbedCall.self) { try await cook.fetch(id: 1, options: [:]) }
        }
        #expect(failures.count == 1)
    }

    @Test func `all mocks of the running test can be reset at once`() async throws {
        let (cook, tree) = (MockCook(), MockTree(height: 3))
        given(cook).cookRamen().willReturn(true)
        given(MockFactory.statics).shared(1).willReturn("one")
        given(MockWithInit.each).f().willReturn(7)
        cook.log("a")
        _ = tree.leaves
        let other = await Task.detached {
            let other = MockCook()
            other.log("of no test")
            return other
        }.value
        resetAllMocks()
        #expect(history(cook, tree).isEmpty)
        #expect(!cook.cookRamen(bowls: 1, soup: .miso, extras: []))
        #expect(try MockFactory.shared(1) == "")
        #expect(MockWithInit().f() == 0)
        #expect(history(other).count == 1)
    }

    @Test func `mocks that no longer exist are forgotten`() {
        weak var last: MockCook?
        for _ in 0..<1000 {
            let cook = MockCook()
            last = cook
            cook.log("a")
        }
        #expect(last == nil)
        resetAllMocks()
    }

    @Test func `a closure can answer a number of times`() async throws {
        let cook = MockCook()
        given(cook).cookRamen().willReturn(false)
        given(cook).cookRamen().will(times: 2) { bowls, soup, extras in bowls > 3 }
        #expect((0..<3).map { _ in cook.cookRamen(bowls: 4, soup: .miso, extras: []) } == [true, true, false])
        given(cook).fetch().will(times: 1) { id, options in Item(id: id, name: "") }.willThrow(MyError(code: 1))
        #expect(try await cook.fetch(id: 3, options: [:]).id == 3)
        await #expect(throws: MyError(code: 1)) { try await cook.fetch(id: 3, options: [:]) }
        let exotic = MockExotic()
        given(exotic).bump().will(times: 1) { n, k in
            n += k
            return true
        }
        var n = 1
        #expect(exotic.bump(&n, by: 2) && n == 3)
        #expect(!exotic.bump(&n, by: 2) && n == 3)
    }
}
