import Mocking
import Testing

/// Unstubbed calls return these values without any default registered by the user.
@Suite struct DefaultShapeTests {
    @Test func `a member that returns Self returns a mock, the same every time`() throws {
        let station = MockStation()
        let copy: MockStation = station.copy()
        #expect(copy !== station)
        #expect(station.copy() === copy)
        #expect(MockStation.make() === MockStation.make())
        #expect(MockRow<Int>().next().next() !== MockRow<Int>())
        #expect(station.maybe().0 == nil && station.maybe().1.isEmpty)
    }

    @Test func `mocks that return each other are made on demand`() {
        let station = MockStation()
        let helper = station.pair().helper
        let next = helper.station()
        #expect(next is MockStation)
        #expect(helper.station() as? MockStation === next as? MockStation)
        #expect(station.itself() is MockStation)
    }

    @Test func `a type of the module with an initializer without arguments is made`() async throws {
        let station = MockStation()
        #expect(station.oven().degrees == 180)
        #expect(station.oven() === station.oven())
        #expect(station.grill === station.grill)
        #expect(station.platter() is MockPlatter)
        #expect(station.broth() == Broth())
        #expect(try station.noodles().length == 30)
        #expect(station.ladle() === station.ladle())
        #expect(station.topping().1.salt == 1)
        #expect(station.pair().oven.degrees == 180)
        #expect(station.builder()(1) is MockHelper)
        #expect(try await station.open().degrees == 180)
    }

    @Test func `a reset forgets the values that were made`() {
        let station = MockStation()
        let oven = station.oven()
        reset(station)
        #expect(station.oven() !== oven)
    }

    @Test func `a registered default and a stub come before the values that are made`() {
        let station = MockStation()
        let oven = Oven()
        let provider = DefaultProvider()
        provider.register(Oven.self) { [oven = Unchecked(oven)] in oven.value }
        useDefaults(from: provider, on: station)
        #expect(station.oven() === oven)
        given(station).grill.willReturn(Grill())
        #expect(station.grill === station.grill)
    }
}

private struct Unchecked<Value>: @unchecked Sendable {  // no other thread has it
    let value: Value
    init(_ value: Value) { self.value = value }
}
