import Testing

/// Mocks with the names in Sourcery's documents and of swift-spyable, without a library.
@Suite struct SourcerySpyTests {
    @Test func `calls are counted and recorded`() {
        let mock = MockGreeting()
        #expect(!mock.sayHelloWithNameCalled)
        var seen = ""
        mock.sayHelloWithNameClosure = { seen = $0 }
        mock.sayHelloWith(name: "a")
        #expect(mock.sayHelloWithNameCallsCount == 1 && mock.sayHelloWithNameCalled && seen == "a")
        #expect(mock.sayHelloWithNameReceivedName == "a" && mock.sayHelloWithNameReceivedInvocations == ["a"])
        mock.sayHelloWithNameCallsCount = 0
        #expect(!mock.sayHelloWithNameCalled)
    }

    @Test func `several arguments are received as a tuple`() {
        let mock = MockBakery()
        mock.start(car: "a", of: "b")
        #expect(mock.startCarOfReceivedArguments?.car == "a" && mock.startCarOfReceivedArguments?.model == "b")
        #expect(mock.startCarOfReceivedInvocations.count == 1)
    }

    @Test func `values to return are set without a closure`() throws {
        let mock = MockBakery()
        #expect(mock.loadConfiguration() == nil)
        mock.loadConfigurationReturnValue = "a"
        #expect(mock.loadConfiguration() == "a")
        mock.saveReturnValue = 3
        #expect(try mock.save(nil) == 3)
        #expect(mock.saveReceivedLine == nil && mock.saveReceivedInvocations == [nil])
        mock.convertReturnValue = ["x"]
        #expect(mock.convert("y") == ["x"])
    }

    @Test func `errors to throw are set without a closure`() async throws {
        let mock = MockBakery()
        mock.saveThrowableError = Burnt()
        #expect(throws: Burnt()) { try mock.save("a") }
        mock.bakeThrowableError = Burnt()
        await #expect(throws: Burnt()) { try await mock.bake(1) }
        mock.bakeThrowableError = nil
        mock.bakeClosure = { count throws(Burnt) in "\(count)" }
        #expect(try await mock.bake(2) == "2")
        mock.ovenThrowableError = Burnt()
        await #expect(throws: Burnt()) { try await mock.oven }
        mock.ovenThrowableError = nil
        mock.underlyingOven = 200
        #expect(try await mock.oven == 200 && mock.ovenCallsCount == 2 && mock.ovenCalled)
    }

    @Test func `properties without a default have an underlying value`() {
        let mock = MockBakery()
        mock.flour = "a"
        mock.breads = ["c"]
        mock.underlyingName = "b"
        #expect(mock.flour == "a" && mock.name == "b" && mock.breads == ["c"])
    }

    @Test func `closures are received if they escape`() {
        let mock = MockBakery()
        var count = 0
        mock.setClosure { count += 1 }
        mock.setClosureReceivedClosure?()
        mock.setClosureReceivedInvocations.first?()
        mock.executeClosure = { $0() }
        mock.execute { count += 1 }
        #expect(count == 3 && mock.executeCallsCount == 1)
        mock.mixClosure = { $0 += 1 }
        mock.mix(&count)
        #expect(count == 4 && mock.mixReceivedCount == 3)
    }

    @Test func `overloads with equal labels are named by their types`() {
        let mock = MockBakery()
        mock.sellItemIntIntReturnValue = 1
        mock.sellItemStringIntReturnValue = 2
        #expect(mock.sell(0) == 1 && mock.sell("") == 2)
        #expect(mock.sellItemIntIntReceivedItem == 0 && mock.sellItemStringIntReceivedItem == "")
    }

    @Test func `static members are reset`() {
        MockBakery.openAtReturnValue = true
        #expect(MockBakery.open(at: 3) && MockBakery.openAtReceivedHour == 3)
        MockBakery.reset()
        #expect(MockBakery.openAtCallsCount == 0 && MockBakery.openAtReceivedHour == nil)
    }

    @Test func `a mock that can be shared is set from any thread`() async {
        let mock = MockDelivery()
        mock.address = "a"
        mock.deliverReturnValue = true
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 { group.addTask { _ = await mock.deliver("\(number)") } }
        }
        #expect(mock.deliverCallsCount == 100 && mock.deliverReceivedInvocations.count == 100 && mock.address == "a")
    }

    @Test func `what a mock frees may call it`() {
        let mock = MockDelivery()
        mock.leaveClosure = { [parcel = Parcel { mock.leave(Parcel {}) }] _ in _ = parcel }
        mock.leaveClosure = nil
        #expect(mock.leaveCallsCount == 1)
        mock.leaveReceivedParcel = Parcel { mock.leave(Parcel {}) }
        mock.leave(Parcel {})
        #expect(mock.leaveCallsCount == 3)
        MockDelivery.callClosure = { [parcel = Parcel { MockDelivery.call(Parcel {}) }] _ in _ = parcel }
        MockDelivery.reset()
        #expect(MockDelivery.callCallsCount == 1)
    }
}
