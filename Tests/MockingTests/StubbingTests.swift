import Mocking
import Synchronization
import Testing

@Suite struct StubbingTests {
    let cook = MockCook()
    let soup = Item(id: 1, name: "soup")

    private func cooks(_ bowls: Int = 1, _ soup: Soup = .miso, _ extras: [String] = []) -> Bool {
        cook.cookRamen(bowls: bowls, soup: soup, extras: extras)
    }

    @Test func `the newest matching stub answers`() {
        given(cook).cookRamen(bowls: 1).willReturn(true)
        given(cook).cookRamen(bowls: 2).willReturn(true)
        #expect(cooks(1))
        given(cook).cookRamen().willReturn(false)
        #expect(!cooks(1))
        #expect(!cooks(2))
        given(cook).cookRamen(bowls: 2).willReturn(true)
        #expect(cooks(2))
        #expect(!cooks(1))
    }

    @Test func `the last value of a sequence repeats`() {
        given(cook).typed(.any).willReturn(soup, Item(id: 2, name: ""), Item(id: 3, name: ""))
        #expect((0..<5).compactMap { _ in try? cook.typed(0).id } == [1, 2, 3, 3, 3])
    }

    @Test func `steps that are chained follow each other`() {
        given(cook).save().willThrow(MyError(code: 1), times: 2).willReturn().willThrow(MyError(code: 2))
        let outcomes = (0..<5).map { _ -> Int in
            do {
                try cook.save(soup, at: "", overwrite: false)
                return 0
            } catch {
                return (error as? MyError)?.code ?? -1
            }
        }
        #expect(outcomes == [1, 1, 0, 2, 2])
    }

    @Test func `a stub that has run out leaves the call to an older one`() {
        given(cook).cookRamen().willReturn(false)
        given(cook).cookRamen().willReturn(true, times: 2)
        #expect([cooks(), cooks(), cooks(), cooks()] == [true, true, false, false])
    }

    @Test func `a cycle goes on for ever`() {
        given(cook).cookRamen().willReturn(cycling: [true, false, false])
        #expect((0..<7).map { _ in cooks() } == [true, false, false, true, false, false, true])
    }

    @Test func `a value lasts until its condition holds, and the condition may use the mock`() {
        let cook = cook
        given(cook).cookRamen()
            .willReturn(true, until: { calls(cook).log().count == 2 })
            .willReturn(false)
        #expect(cooks())
        cook.log("")
        #expect(cooks())
        cook.log("")
        #expect(!cooks())
        clearCalls(cook)
        #expect(!cooks(), "a step that is over does not come back")
    }

    @Test func `a stub that waits in vain for its condition steps aside when it holds`() {
        given(cook).cookRamen().willReturn(false)
        given(cook).cookRamen().willReturn(true, until: { true })
        #expect(!cooks())
    }

    @Test func `a condition of a plain mock may use state that only the test sees`() throws {
        let (queue, other) = (MockQueue<Int, MyError, [Int]>(), MockQueue<Int, MyError, [Int]>())
        var isOver = false
        given(queue).slice().willReturn([1], until: { isOver || calls(other).push().count == 1 }).willReturn([])
        #expect(queue.slice(1) == [1])
        other.push(2)
        #expect(queue.slice(1) == [])
        given(queue).slice().willReturn([2], until: { isOver })
        #expect(queue.slice(1) == [2])
        isOver = true
        #expect(queue.slice(1) == [])
    }

    @MainActor @Test func `a condition of a mock on the main actor is asked for there`() {
        let (screen, other) = (MockScreen(), MockScreen())
        given(screen).show().willReturn(true, until: { other.title == "over" }).willReturn(false)
        other.title = "first"
        #expect(screen.show("", n: NonSendable()))
        other.title = "over"
        #expect(!screen.show("", n: NonSendable()))
    }

    @Test func `closures get the arguments by name or one by one`() async throws {
        given(cook).cookRamen(bowls: 1).will { bowls, soup, extras in bowls == 1 && soup == .miso && extras.isEmpty }
        given(cook).cookRamen(bowls: 2).will { $0.bowls == 2 && $0.soup == .miso }
        #expect(cooks(1) && cooks(2))
        given(cook).fetch().will { id, options in Item(id: id, name: options["n"] ?? "") }
        #expect(try await cook.fetch(id: 4, options: ["n": "four"]) == Item(id: 4, name: "four"))
        given(cook).typed().will { n throws(MyError) in throw MyError(code: n) }
        #expect(throws: MyError(code: 9)) { try cook.typed(9) }
    }

    @Test func `closures for a mock that stays where it is may change the test's variables, asynchronous ones, too`()
        async throws
    {
        let mock = MockVariants()
        var seen: [[Int]] = []
        given(mock).gather().will { numbers in
            await Task.yield()
            seen.append(numbers)
            return numbers.count
        }
        #expect(try await mock.gather(1, 2) == 2)
        #expect(seen == [[1, 2]])
    }

    @Test func `an asynchronous generic member has stubs for any types`() async throws {
        let mock = MockGenerics()
        given(mock).fetchAll().will { _ in [Ev(n: 1)] }
        #expect(try await mock.fetchAll(of: Ev.self) == [Ev(n: 1)])
        given(mock).fetchAll().willReturn([3] as [Int])
        #expect(try await mock.fetchAll(of: Int.self) == [3])
        #expect(try await mock.fetchAll(of: Ev.self) == [Ev(n: 1)], "the other value is of another type")
        given(mock).fetchAll().willThrow(MyError(code: 1), times: 1)
        await #expect(throws: MyError(code: 1)) { try await mock.fetchAll(of: Int.self) }
        AsyncClause<SendableStubbing<any Generics>, Any, Any, any Error>(mock.mocking, "fetchAll(of:)")
            .willReturn([4], after: .zero)
        #expect(try await mock.fetchAll(of: Int.self) == [4])
    }

    @Test func `a matcher may call the mock it is for`() {
        let cook = cook
        given(cook).cookRamen(bowls: .where { _ in calls(cook).log().isEmpty }).willReturn(true)
        #expect(cooks())
        cook.log("")
        #expect(!cooks())
    }

    @Test func `a stub may stub its own mock`() {
        let cook = cook
        given(cook).cookRamen().will { _, _, _ in
            given(cook).cookRamen().willReturn(false)
            return true
        }
        #expect(cooks())
        #expect(!cooks())
    }

    @Test func `a property keeps the value that was set until it is stubbed`() {
        #expect(cook.name == "")
        cook.name = "Bob"
        #expect(cook.name == "Bob")
        given(cook).name.willReturn("Eve", times: 1)
        #expect(cook.name == "Eve")
        #expect(cook.name == "Bob")
    }

    @Test func `a stubbed setter can watch and drop the value`() {
        let seen = Mutex<[String]>([])
        given(cook).name(set: .prefix("A")).will { name in seen.withLock { $0.append(name) } }
        cook.name = "Ann"
        cook.name = "Bob"
        #expect(seen.withLock { $0 } == ["Ann"])
        #expect(cook.name == "Bob")
    }

    @Test func `clearing stubs keeps the calls and clearing calls keeps the stubs`() {
        given(cook).cookRamen().willReturn(true)
        #expect(cooks())
        clearCalls(cook)
        #expect(calls(cook).cookRamen().isEmpty)
        #expect(cooks())
        clearStubs(cook)
        #expect(!cooks())
        #expect(calls(cook).cookRamen().count == 2)
    }

    @Test func `every kind of step can be limited`() throws {
        let tree = MockTree(height: 10)
        tree.mocking.willForward(to: Tree(height: 100))
        given(tree).height.willCallSuper()
        given(tree).height(set: .any).willCallSuper()
        given(tree).grow(by: 1).willCallSuper(times: 1).willForward(times: 1)
            .willForward(to: Tree(height: 1000), times: 1).willReturnDefault(times: 1).willReturn(7, times: 1)
            .willThrow(MyError(code: 1), times: 1)
        #expect(try (0..<5).map { _ in try tree.grow(by: 1) } == [11, 101, 1001, 0, 7])
        #expect(throws: MyError(code: 1)) { try tree.grow(by: 1) }
        #expect(try tree.grow(by: 1) == 102, "the steps are over, so the call goes to the target")
        let strict = MockCook(.strict)
        given(strict).log().willReturn(times: 1)
        #expect(collectFailures { strict.log("a") } == [])
        #expect(collectFailures { strict.log("a") }.count == 1)
    }

    @Test func `several mocks can be cleared at once`() {
        let other = MockCook()
        for cook in [cook, other] {
            given(cook).cookRamen().willReturn(true)
            cook.log("a")
        }
        clearCalls(cook, other)
        clearStubs(cook, other)
        for cook in [cook, other] {
            verify(cook).log().wasNeverCalled()
            #expect(!cook.cookRamen(bowls: 1, soup: .miso, extras: []))
        }
    }

    @Test func `an action in a stub runs with the calls that it answers`() {
        let exotic = MockExotic()
        given(exotic).callback(.perform { $0(.success(6)) }).willReturn()
        var received: [Int] = []
        exotic.callback { received.append((try? $0.get()) ?? 0) }
        exotic.callback { received.append((try? $0.get()) ?? 0) }
        verify(exotic).callback().wasCalled(2)
        #expect(received == [6, 6])
    }

    @Test func `one member can be unstubbed`() {
        given(cook).cookRamen(bowls: 1).willReturn(true)
        given(cook).name.willReturn("Bob")
        given(cook).cookRamen().clearStubs()
        #expect(!cooks(1))
        #expect(cook.name == "Bob")
    }

    @Test func `a reset mock is as good as new`() {
        let other = MockCook()
        for cook in [cook, other] {
            given(cook).cookRamen().willReturn(true)
            cook.name = "Bob"
        }
        reset(cook, other)
        for cook in [cook, other] {
            #expect(cook.name == "")
            #expect(!cook.cookRamen(bowls: 1, soup: .miso, extras: []))
            verify(cook).name(set: .any).wasNeverCalled()
            verify(cook).cookRamen().wasCalled()
        }
    }

    @Test func `a default can be asked for`() {
        let strict = MockCook(.strict)
        given(strict).cookRamen().willReturn(true, times: 1).willReturnDefault()
        #expect(strict.cookRamen(bowls: 1, soup: .miso, extras: []))
        #expect(!strict.cookRamen(bowls: 1, soup: .miso, extras: []))
    }

    @Test func `a captor in a stub sees the calls that it answers`() {
        let captor = Captor<Int>()
        given(cook).cookRamen(bowls: .capture(captor), soup: .miso).willReturn(true)
        _ = (cooks(1), cooks(2, .shoyu), cooks(3))
        #expect(captor.values == [1, 3])
        captor.clear()
        #expect(captor.last == nil)
    }

    @Test func `an asynchronous value can come late`() async throws {
        given(cook).fetch().willReturn(soup, after: .milliseconds(1))
        #expect(try await cook.fetch(id: 1, options: [:]) == soup)
        given(cook).fetch().willThrow(MyError(code: 1), after: .milliseconds(1), times: 1)
        await #expect(throws: MyError(code: 1)) { try await cook.fetch(id: 1, options: [:]) }
        #expect(try await cook.fetch(id: 1, options: [:]) == soup)
        let tally = MockTally(.strict)
        given(tally).addLater().willReturn(after: .milliseconds(1))
        #expect(await collectFailures { await tally.addLater(3) } == [])
        verify(tally).addLater(3).wasCalled()
    }
}
