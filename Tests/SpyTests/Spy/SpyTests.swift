import Testing

/// Mocks with mockolo's names, without a library.
@Suite struct SpyTests {
    @Test func `calls are counted`() {
        let mockFoo = MockFoo()
        #expect(mockFoo.barCallCount == 0)
        mockFoo.bar()
        #expect(mockFoo.barCallCount == 1)
    }

    @Test func `a handler sees the arguments, and all arguments are kept`() {
        let mock = MockCook()
        var seen: Int?
        mock.cookRamenHandler = { bowls, soup, extras in seen = bowls }
        mock.cookRamen(bowls: 2, soup: .miso, extras: [])
        #expect(seen == 2 && mock.cookRamenCallCount == 1 && mock.cookRamenArgValues.last?.0 == 2)
        Waiter(cook: mock).order()
        #expect(mock.cookRamenArgValues.map(\.extras) == [[], ["wakame", "tamago"]])
    }

    @Test func `properties count how often they are set, but not in an initializer`() {
        let box = Box()
        let mock = MockPantry(name: "a", box: box, shelf: nil)
        #expect(mock.name == "a" && mock.box === box && mock.shelf == nil && mock.boxSetCallCount == 0)
        mock.box = Box()
        mock.shelf = ["b"]
        mock.name = "c"
        #expect(mock.box !== box && mock.boxSetCallCount == 1 && mock.shelfSetCallCount == 1 && mock.name == "c")
        #expect(MockPantry().name == "" && MockPantry(name: "d").name == "d")
    }

    @Test func `handlers have the effects of their members`() async throws {
        let mock = MockPantry()
        mock.findHandler = { id throws(Spoiled) in throw Spoiled(day: id) }
        #expect(throws: Spoiled(day: 3)) { try mock.find(3) }
        #expect(try await mock.fetch(1, from: "a") == nil)
        mock.fetchHandler = { id, place in "\(place)\(id)" }
        #expect(try await mock.fetch(1, from: "a") == "a1")
        #expect(mock.fetchArgValues.map(\.place) == ["a", "a"] && mock.fetchCallCount == 2)
        mock.riskyHandler = { 7 }
        #expect(try await mock.risky == 7)
    }

    @Test func `handlers change inout arguments and call closures`() {
        let mock = MockPantry()
        mock.updateHandler = { count, change in count = change(count) }
        var count = 3
        mock.update(&count) { $0 * 2 }
        #expect(count == 6 && mock.updateArgValues == [3])
        mock.repeatedHandler = { $0.count }
        #expect(mock.repeated("a", "b") == 2 && mock.repeatedArgValues == [["a", "b"]])
        mock.rethrowingHandler = { try? $0() }
        mock.rethrowing { count = 0 }
        #expect(count == 0)
    }

    @Test func `generic members are answered with Any`() {
        let mock = MockPantry()
        mock.storeHandler = { item, other in other ?? item }
        #expect(mock.store("a", or: nil) == "a" && mock.store(1, or: 2) == 2)
        #expect(mock.storeArgValues.first?.item as? String == "a")
    }

    @Test func `subscripts have handlers for both accessors`() {
        let mock = MockPantry()
        var values: [Int: String] = [:]
        mock.subscriptHandler = { values[$0] ?? "?" }
        mock.subscriptSetHandler = { values[$0] = $1 }
        mock[1] = "a"
        #expect(mock[1] == "a" && mock[2] == "?")
        #expect(mock.subscriptCallCount == 2 && mock.subscriptSetCallCount == 1)
    }

    @Test func `static members are counted on the type`() {
        #expect(MockPantry.open("a") == false)
        MockPantry.openHandler = { $0 == "b" }
        #expect(MockPantry.open("b") && MockPantry.openCallCount == 2 && MockPantry.openArgValues == ["a", "b"])
    }

    @Test func `overloads are named by what distinguishes them`() {
        let mock = MockOverloads(talk: 1)
        mock.display()
        mock.display(x: 1)
        mock.display(y: 1)
        mock.display(z: 1)
        #expect([mock.displayCallCount, mock.displayXCallCount, mock.displayYCallCount] == [1, 1, 1])
        #expect(mock.displayZArgValues == [1])
        _ = mock.update() as Int
        mock.update() as Void
        mock.update(arg: 1 as Int)
        mock.update(arg: 1 as Float)
        #expect(mock.updateCallCount == 1 && mock.updateArgArgValues == [1] && mock.updateArgFloatArgValues == [1])
        #expect(mock.update1CallCount == 1)
        mock.talk(true)
        #expect(mock.talkDismissArgValues == [true])
        mock.popViewController()
        mock.popViewController(viewController: 1)
        #expect(mock.popViewController1CallCount == 1 && mock.popViewControllerCallCount == 1)
    }

    @Test func `a requirement that the type repeats is named before those of its parents`() {
        let mock = MockNaming()
        mock.update(arg: 1 as Float)
        mock.update(arg: 2 as Int)
        #expect(mock.updateArgValues == [1 as Float] && mock.updateArgArgValues == [2 as Int])
        mock.connectAdapterTTSequenceHandler = { #expect($0 is AnySequence<Int>) }
        mock.connect(adapter: AnySequence([1]))
        #expect(mock.connectAdapterTTSequenceCallCount == 1)
    }

    @Test func `closures with generic results and unwrapped values are called as they are`() {
        let mock = MockNaming()
        mock.makeHandler = { body in [try body(1), try body(2)] }
        #expect(mock.make { $0 * 2 } == [2, 4])
        mock.laterHandler = { body in body(3) as? Int ?? 0 }
        #expect(mock.later { $0 + 1 } == 4)
        mock.unwrapHandler = { "\($0 + 1)" }
        #expect(mock.unwrap(1) == "2")
    }

    @Test func `a mock that can be shared counts calls from all threads`() async {
        let mock = MockCounter(total: 3)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 { group.addTask { mock.add(number) } }
        }
        #expect(mock.addCallCount == 100 && mock.addArgValues.reduce(0, +) == 4950 && mock.total == 3)
        mock.slowHandler = { box in
            box.number += 1
            return box
        }
        #expect(await mock.slow(Box()).number == 1)
    }

    @Test func `what a mock frees may call it`() {
        let mock = MockCounter(total: 1)
        mock.addHandler = { [caller = Parcel { mock.add(mock.total) }] _ in _ = caller }
        mock.addHandler = nil
        #expect(mock.addCallCount == 1 && mock.addArgValues == [1])
    }

    @Test func `an actor's mock is set from outside`() async throws {
        let mock = MockLedger(owner: "a")
        mock.writeHandler = { $0.count }
        #expect(await mock.write("abc") == 3)
        try await mock.close()
        #expect(mock.writeArgValues == ["abc"] && mock.closeCallCount == 1)
        #expect(await mock.owner == "a")
    }

    @MainActor @Test func `a mock on the main actor runs handlers there`() {
        let mock = MockScreen(title: "a")
        mock.showHandler = { [unowned mock] in
            mock.title = $0
            return true
        }
        #expect(mock.show("b") && mock.title == "b" && mock.titleSetCallCount == 1)
        mock.log("c")
        #expect(mock.logArgValues == ["c"])
    }

    @Test func `properties of the mock keep out of the way of requirements`() {
        let mock = MockClashing(fooCallCount: 3)
        mock.foo()
        mock.default(for: 2)
        #expect(mock.fooCallCount == 3 && mock.foo2CallCount == 1 && mock.defaultArgValues == [2])
    }

    @Test func `a class is answered by handlers, too`() {
        let mock = MockEngine(power: 3)
        #expect(mock.power == 3 && mock.start("a") == false)
        mock.startHandler = { $0 == "a" }
        mock.gearHandler = { 5 }
        #expect(mock.start("a") && mock.gear == 5 && mock.startCallCount == 2)
    }

    #if os(Linux)
        @Test func `conditional members have conditional properties`() {
            let mock = MockConditional()
            #expect(mock.debugging() == 0 && mock.always() == 0)
            #expect(mock.debuggingCallCount == 1 && mock.alwaysCallCount == 1)
        }
    #endif
}
