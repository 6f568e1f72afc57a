import Mocking
import Testing

/// Messages of a handwritten or outdated mock whose members and clauses do not agree.
@Suite struct HandWrittenTests {
    private let state = MockState<any Hotel>("MockHotel")

    private func expect(_ text: String, _ body: () -> Void, at location: SourceLocation = #_sourceLocation) {
        #expect(collectFailures { body() } == [text], sourceLocation: location)
    }

    @Test func `an asynchronous stub of a synchronous member`() {
        AsyncClause<Stubbing<any Hotel>, Void, Int, Never>(state, "rooms()").willReturn(3, after: .zero)
        expect("MockHotel: rooms(): an asynchronous stub cannot answer a synchronous call") {
            #expect(state.call("rooms()", ()) { _ in 7 } == 0)
        }
    }

    @Test func `a target of another type`() {
        Clause<Stubbing<Int>, Void, Int, Never>(state, "rooms()").willForward(to: 5)
        expect("MockHotel: rooms(): the target of willForward(to:) is of another type") {
            #expect(state.call("rooms()", ()) { _ in 7 } == 0)
        }
    }

    @Test func `a closure of another type`() async {
        BodyClause<Stubbing<any Hotel>, Void, Int, Never, (Bool) -> Int>(state, "rooms()").will { _ in 3 }
        let text = "MockHotel.rooms(): the closure of its stub is no (Int) -> Int; generate the mock again"
        expect(text) {
            #expect(
                state.callBody("rooms()", ()) { (body: (Int) -> Int) in
                    body(1)
                } forward: { _ in
                    7
                } == 0)
        }
        expect(text) {
            #expect(
                state.callBody("rooms()", (), unforwardable: "a closure") { (body: (Int) -> Int) in body(1) } == 0)
        }
        let later = await collectFailures {
            let rooms = await state.callBodyAsync("rooms()", ()) { (body: (Int) -> Int) in
                body(1)
            } forward: { _ in
                7
            }
            #expect(rooms == 0)
        }
        #expect(later == [text])
    }

    @Test func `a strict mock that has reported a mistake does not report it again`() {
        state.behavior = .strict
        Clause<Stubbing<any Hotel>, Void, Int, Never>(state, "rooms()").willForward()
        expect("MockHotel: rooms(): willForward() needs a mock made with forwardingTo:") {
            #expect(state.call("rooms()", ()) { _ in 7 } == 0)
        }
        state.willForward(to: MockHotel())
        expect("MockHotel.stars() is an operator, so it cannot be forwarded to another object; stub it") {
            #expect(state.call("stars()", (), unforwardable: "an operator") == 0)
        }
    }

    @Test func `asynchronous calls of an object with other associated types`() async {
        let older = MockHotel()
        state.willForward(to: older)
        state.willForward(to: MockHotel())
        let answer = await state.callOpenedAsync("rooms()", 3) { target in (target as AnyObject) === older ? 7 : nil }
        #expect(answer == 7, "of several targets the newest that fits answers")
        let texts = await collectFailures {
            #expect(await state.callOpenedAsync("rooms()", 3) { _ in nil as Int? } == 0)
        }
        #expect(
            texts == [
                "MockHotel.rooms() cannot be forwarded to MockHotel, which has other associated types; stub it"
            ])
    }

    @Test func `an argument that is given away goes on to the target`() throws {
        let state = MockState<any Variants>("MockVariants", forwardingTo: MockVariants())
        let target = MockVariants()
        given(target).give().will { $0.x.n + $0.n }
        state.willForward(to: target)
        let x = NonSendable()
        x.n = 40
        #expect(try state.callSending("give(_:n:)", (x: x, n: 2)) { try $0.give($1.x, n: $1.n) } == 42)
    }

    @Test func `asynchronous results that can neither be copied nor forwarded`() async {
        BodyClause<Stubbing<any Hotel>, Void, Unrecorded<File>, Never, () async -> File>(state, "make()").will {
            await Task.yield()
            return File(fd: 3)
        }
        let file = await state.callNoncopyableAsync("make()", (), unforwardable: "a Self parameter") {
            (body: () async -> File) in await body()
        }
        #expect(file.fd == 3)
    }

    @Test func `an asynchronous member with the matchers of a pack`() async {
        let clause = AsyncClause<Stubbing<any Hotel>, (Int, String), Int, Never>(
            state, "many(_...:)", all: Matcher<Int>.equal(1), Matcher<String>.any)
        clause.willReturn(5)
        #expect(await state.callAsync("many(_...:)", (1, "x")) { _ in 0 } == 5)
        #expect(await state.callAsync("many(_...:)", (2, "x")) { _ in 0 } == 0)
    }

    @Test func `a cycle of nothing`() {
        let line = #line + 2
        let failures = failures {
            Clause<Stubbing<any Hotel>, Void, Int, Never>(state, "rooms()").willReturn(cycling: [])
        }
        #expect(failures.map(\.message) == ["MockHotel: a cycle for rooms() needs at least one value"])
        #expect(failures.map(\.location.line) == [UInt(line)])
        #expect(state.call("rooms()", ()) { _ in 7 } == 0)
    }

    @Test(
        arguments: [
            ("an initializer", "MockHotel.f() is an initializer, so it cannot be forwarded to another object; stub it"),
            ("an operator", "MockHotel.f() is an operator, so it cannot be forwarded to another object; stub it"),
            (
                "a synchronous actor-isolated member",
                "MockHotel.f() is a synchronous actor-isolated member, so it cannot be forwarded to another object; stub it"
            ),
            (
                "a value that cannot be copied",
                "MockHotel.f() has a value that cannot be copied, so it cannot be forwarded to another object; stub it"
            ),
            (
                "a variadic parameter",
                "MockHotel.f() has a variadic parameter, so it cannot be forwarded to another object; stub it"
            ),
            (
                "an associated type that 'any Tag' does not tell",
                "MockHotel.f() has an associated type that 'any Tag' does not tell, "
                    + "so it cannot be forwarded to another object; stub it"
            ),
            (
                "forwarding switched off",
                "MockHotel.f() cannot be forwarded to another object (forwarding switched off); stub it"
            ),
        ] as [(StaticString, String)])
    func `each reason for not forwarding reads as a sentence`(reason: StaticString, text: String) {
        state.willForward(to: MockHotel())
        expect(text) { state.call("f()", (), unforwardable: reason) }
    }
}
