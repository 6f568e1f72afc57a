import Mocking
import Testing

@Suite struct ForwardingTests {
    @Test func `a forwarded call is recorded with its result or its error`() {
        let cook = MockCook(forwardingTo: RealCook())
        _ = cook.cookRamen(bowls: 7, soup: .miso, extras: [])
        _ = try? cook.typed(3)
        #expect(calls(cook).cookRamen().returned == [true])
        #expect(calls(cook).typed().thrown as? [MyError] == [MyError(code: 3)])
        verify(cook).cookRamen(bowls: 7).wasCalled()
    }

    @Test func `a stub comes before the target, and the target after a stub that has run out`() {
        let cook = MockCook(forwardingTo: RealCook())
        given(cook).cookRamen(bowls: 7).willReturn(false, times: 1)
        #expect(!cook.cookRamen(bowls: 7, soup: .miso, extras: []))
        #expect(cook.cookRamen(bowls: 7, soup: .miso, extras: []))
    }

    @Test func `some calls of a member can be forwarded, to the target or to another`() async throws {
        let other = MockCook()
        given(other).typed().willReturn(Item(id: 9, name: "other"))
        let cook = MockCook(forwardingTo: RealCook())
        given(cook).typed().willReturn(Item(id: 0, name: "stub"))
        given(cook).typed(1).willForward()
        given(cook).typed(2).willForward(to: other, times: 1)
        #expect(try cook.typed(0).name == "stub")
        #expect(throws: MyError(code: 1)) { try cook.typed(1) }
        #expect(try cook.typed(2).name == "other")
        #expect(try cook.typed(2).name == "stub")
        verify(other).typed(2).wasCalled()
    }

    @Test func `the newest target answers, and the one before it when it is taken away`() {
        let first = MockCook()
        let second = MockCook()
        given(first).typed().willReturn(Item(id: 1, name: ""))
        given(second).typed().willReturn(Item(id: 2, name: ""))
        let cook = MockCook(forwardingTo: first)
        cook.mocking.willForward(to: second)
        #expect(try! cook.typed(0).id == 2)
        cook.mocking.stopForwarding()
        #expect(try! cook.typed(0).id == 1)
        cook.mocking.stopForwarding()
        cook.mocking.stopForwarding()
        given(cook).typed().willReturn(Item(id: 3, name: ""))
        #expect(try! cook.typed(0).id == 3)
    }

    @Test func `a struct that is forwarded to changes with the calls, and the original does not`() {
        let real = RealProps()
        let mock = MockProps(forwardingTo: real)
        mock.b = "new"
        mock[1] = "one"
        #expect(mock.b == "new")
        #expect(mock[1] == "one")
        #expect(real.b == "b")
    }

    @Test func `a struct behind a stub changes, too`() {
        let mock = MockProps()
        given(mock)[.any].willForward(to: RealProps())
        #expect(mock[1] == "?")
    }

    @Test func `a mock with an initializer of its own can forward`() {
        struct Real: WithInit {
            func f() -> Int { 3 }
        }
        #expect(MockWithInit(forwardingTo: Real()).f() == 3)
    }

    @Test func `static calls can be forwarded, except initializers`() {
        MockOdd.statics.mocking.willForward(to: RealOdd.self)
        #expect(MockOdd.s(3) == 30)
        verify(MockOdd.statics).s(3).wasCalled()
        MockWithInit.statics.mocking.willForward(to: MockWithInit.self)
        #expect(
            collectFailures { _ = MockWithInit() } == [
                "MockWithInit.init() is an initializer, so it cannot be forwarded to another object; stub it"
            ])
    }

    @Test func `a call that cannot be forwarded reports why and returns a default`() {
        let mock = MockExotic(forwardingTo: RealExotic()); let line = #line
        let failures = failures { _ = mock.compare(mock) }
        #expect(
            failures.map(\.message) == [
                "MockExotic.compare(_:) has a Self parameter or result, so it cannot be forwarded to another object; stub it"
            ])
        #expect(failures.first?.location.line == UInt(line))
    }

    @Test func `an object with other associated types than the mock's cannot answer for it`() throws {
        let queue = MockQueue<String, MyError, [String]>(.relaxed, forwardingTo: RealQueue())
        #expect(
            collectFailures { queue.push("a") } == [
                "MockQueue<String, MyError, Array<String>>.push(_:) cannot be forwarded to RealQueue, "
                    + "which has other associated types; stub it"
            ])
        verify(queue).push("a").wasCalled()
    }

    @Test func `of several targets the newest that fits answers`() throws {
        let queue = MockQueue<Int, MyError, [Int]>(forwardingTo: RealQueue())
        queue.mocking.willForward(to: MockQueue<String, MyError, [String]>())
        queue.push(3)
        #expect(queue.slice(1) == [3])
        queue.mocking.willForward(to: RealQueue())
        #expect(queue.slice(1) == [], "this one fits, too")
        queue.mocking.stopForwarding()
        #expect(try queue.pop() == 3)
        #expect(calls(queue).slice().returned == [[3], []])
    }

    @Test func `a real actor answers for the mock of its protocol`() async throws {
        let counter = MockCounter(forwardingTo: RealCounter())
        given(counter).slow().willForward(to: RealCounter(start: 100))
        #expect(try await counter.slow(NonSendable()) == 100)
        #expect(await counter.slow2(NonSendable(), b: NonSendable()) == 2)
        #expect(counter.peek(4) == 5 && counter.id == "real")
        verify(counter).peek(4).wasCalled()
        #expect(calls(counter).slow2().returned == [2])
    }

    @Test func `a project without forwarding reports that in its own words`() {
        let state = MockState<any Hotel>("MockHotel", forwardingTo: MockHotel())
        #expect(
            collectFailures { let _: Int = state.call("rooms()", (), unforwardable: "forwarding switched off") } == [
                "MockHotel.rooms() cannot be forwarded to another object (forwarding switched off); stub it"
            ])
    }

    @Test func `forwarding without a target is reported`() {
        let cook = MockCook()
        given(cook).log().willForward()
        #expect(
            collectFailures { cook.log("a") } == [
                #"MockCook: log("a"): willForward() needs a mock made with forwardingTo:"#
            ])
    }

    @Test func `calling super without a superclass is reported`() {
        let cook = MockCook()
        given(cook).log().willCallSuper()
        #expect(
            collectFailures { cook.log("a") } == [
                #"MockCook: log("a"): willCallSuper() needs a superclass that implements the member"#
            ])
    }

    @Test func `a class mock can forward, call super, or neither`() throws {
        let tree = MockTree(height: 1)
        #expect(try tree.grow(by: 1) == 0)
        tree.mocking.callsSuper = true
        given(tree).grow(by: 5).willReturn(50, times: 1)
        #expect(try tree.grow(by: 5) == 50)
        tree.mocking.willForward(to: Tree(height: 100))
        #expect(try tree.grow(by: 5) == 105, "a target comes before the superclass")
        tree.mocking.behavior = .strict
        tree.mocking.stopForwarding()
        tree.mocking.callsSuper = false
        #expect(collectFailures { _ = try? tree.grow(by: 1) }.count == 1)
    }
}

private actor RealCounter: Counter {
    private var sum: Int
    init(start: Int = 0) { sum = start }
    func add(_ n: Int) -> Int {
        sum += n
        return sum
    }
    func slow(_ n: NonSendable) async throws -> Int { add(n.n) }
    func slow2(_ a: NonSendable, b: NonSendable) async -> Int { add(2) }
    var total: Int { sum }
    nonisolated var id: String { "real" }
    nonisolated func peek(_ n: Int) -> Int { n + 1 }
}

private final class RealOdd: Odd {
    func log(_ m: @autoclosure () throws -> String) rethrows {}
    func opt(_ s: (some Sequence<Int>)?) -> Int { 0 }
    func keywords(in: Int, for repeat: String) -> [Int] { [] }
    func give(_ x: sending NonSendable, n: Int) {}
    func existentials(_ a: any Sequence, _ b: any Equatable & Sendable) {}
    func meta(_ t: any Equatable.Type) -> Bool { false }
    func anyArg(_ x: Any) -> Any? { nil }
    func old() {}
    subscript(async k: Int) -> Int { get async throws { 0 } }
    static func s(_ n: Int) -> Int { n * 10 }
}
