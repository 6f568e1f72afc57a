import Foundation
import Mocking
import MockingTestSupport
import Testing

private struct Broth: Equatable, Sendable { var salt: Int }
private struct Plate: DefaultValue, Equatable {
    var size: Int
    static var defaultValue: Plate { Plate(size: 20) }
}
private struct Bowl: DefaultValue, Equatable {
    var size: Int
    static var defaultValue: Bowl { Bowl(size: 20) }
}

@Suite struct DefaultsTests {
    private func value<T>(_ type: T.Type = T.self, of mock: MockGenerics = MockGenerics()) -> T { mock.make() }

    @Test func `unstubbed calls return empty values`() {
        #expect(value(Int?.self) == nil)
        #expect(value([Int].self) == [] && value(Set<Int>.self) == [] && value([Int: Int].self) == [:])
        #expect(value(String.self) == "" && value(Substring.self) == "" && value(Character.self) == " ")
        #expect(value(Bool.self) == false && value(Double.self) == 0 && value(UInt8.self) == 0)
        #expect(value(ArraySlice<Int>.self) == [] && value(ContiguousArray<Int>.self) == [])
        #expect(value(Duration.self) == .zero && value(Int128.self) == 0 && value(Range<Int>.self) == 0..<0)
        #expect(value(Plate.self) == Plate(size: 20))
        #expect(value(ContinuousClock.Instant.self) == ContinuousClock().systemEpoch)
        #expect(value(SuspendingClock.Instant.self) == SuspendingClock().systemEpoch)
        #expect(value(ClosedRange<Int>.self) == 0...0 && value(Unicode.Scalar.self) == " ")
        #expect(value(StaticString.self).utf8CodeUnitCount == 0 && value(KeyValuePairs<Int, Int>.self).isEmpty)
        #expect(Array(value(AnySequence<Int>.self)) == [])
        value(Void.self)
    }

    @Test func `unstubbed calls return streams that end`() async throws {
        for await _ in value(AsyncStream<Int>.self) { Issue.record("an element") }
        for try await _ in value(AsyncThrowingStream<Int, any Error>.self) { Issue.record("an element") }
    }

    @Test func `Foundation's types have values that are the same in every run`() {
        #expect(value(Data.self).isEmpty)
        #expect(value(Date.self) == Date(timeIntervalSinceReferenceDate: 0))
        #expect(value(UUID.self).uuidString == "00000000-0000-0000-0000-000000000000")
        #expect(value(URL.self).path == "/")
        #expect(value(Decimal.self) == 0)
        #expect(value(IndexPath.self).isEmpty && value(IndexSet.self).isEmpty)
        #expect(value(DateComponents.self) == DateComponents())
        #expect(value(Locale.self).identifier == "en_US_POSIX")
        #expect(value(TimeZone.self) == .gmt && value(Calendar.self).timeZone == .gmt)
        #expect(value(DateInterval.self) == DateInterval(start: value(Date.self), duration: 0))
        #expect(value(CharacterSet.self) == CharacterSet() && value(AttributedString.self) == "")
        #expect(value(URLComponents.self).url?.absoluteString == "" && value(URLQueryItem.self).name == "")
        #expect(value(PersonNameComponents.self) == PersonNameComponents() && value(String.Encoding.self) == .utf8)
        #expect(value(OperatingSystemVersion.self).majorVersion == 0 && value(NSRange.self).length == 0)
        #expect(value(CGFloat.self) == 0 && value(CGRect.self) == .zero)
        #expect(value(CGPoint.self) == .zero && value(CGSize.self) == .zero)
    }

    @Test func `a registered value is for every mock`() {
        Defaults.register(Broth.self) { Broth(salt: 1) }
        defer { Defaults.unregister(Broth.self) }
        #expect(value(Broth.self) == Broth(salt: 1))
    }

    @Test func `a provider is for the mocks that use it and comes first`() {
        let provider = DefaultProvider()
        provider.register(Plate.self) { Plate(size: 1) }
        let more = DefaultProvider()
        more.register(Int.self) { 7 }
        provider.add(more)
        let mock = MockGenerics()
        useDefaults(from: provider, on: mock)
        #expect(value(Plate.self, of: mock) == Plate(size: 1))
        #expect(value(Int.self, of: mock) == 7)
        #expect(value(Int.self) == 0)
    }

    @Test func `the default nearest to the call wins`() {
        let mock = MockHotel()
        let hotel = mock.mocking
        func bowl(generated: Bowl?) -> Int {
            (hotel.call("bowl()", (), default: generated) { _ in Bowl(size: 5) } as Bowl).size
        }
        #expect((hotel.call("broth()", (), default: Broth(salt: 1)) { _ in Broth(salt: 5) } as Broth).salt == 1)
        #expect(bowl(generated: Bowl(size: 1)) == 20, "the type's own, before that of the generated code")
        Defaults.register(Bowl.self) { Bowl(size: 2) }
        defer { Defaults.unregister(Bowl.self) }
        #expect(bowl(generated: Bowl(size: 1)) == 2, "one that was registered")
        let provider = DefaultProvider()
        provider.register(Bowl.self) { Bowl(size: 3) }
        useDefaults(from: provider, on: mock)
        #expect(bowl(generated: Bowl(size: 1)) == 3, "the mock's own")
        hotel.willForward(to: MockHotel())
        #expect(bowl(generated: Bowl(size: 1)) == 5, "the target's answer")
    }

    @Test func `a mock that a relaxed call makes is the same every time`() {
        let hotel = MockHotel()
        let kitchen = hotel.kitchen()
        #expect(hotel.kitchen() === kitchen)
        #expect(calls(hotel).kitchen().returned.first === kitchen)
        reset(hotel)
        #expect(hotel.kitchen() !== kitchen)
    }

    @Test func `a strict mock reports unstubbed calls, sets and gets`() {
        var cook = MockCook(.strict)
        #expect(
            collectFailures { cook.log("a") } == [
                """
                MockCook: unexpected call log("a")\(inTest)
                  stub it: given(mockCook).log(.any).willReturn()
                """
            ])
        #expect(
            collectFailures { cook.name = "Bob" } == [
                """
                MockCook: unexpected call name = "Bob"\(inTest)
                  stub it: given(mockCook).name(set: .any).willReturn()
                """
            ])
        #expect(collectFailures { _ = cook.name } == [], "it was set before")
        cook = MockCook(.strict)
        #expect(
            collectFailures { _ = cook.name } == [
                """
                MockCook: unexpected call name\(inTest)
                  stub it: given(mockCook).name.willReturn(…)
                """
            ])
    }

    @Test func `a scope can make mocks strict`() async {
        let mock = withMockBehavior(.strict) { MockCook() }
        #expect(mock.mocking.behavior == .strict)
        let later = await withMockBehavior(.strict) {
            await Task.yield()
            return MockCook()
        }
        #expect(later.mocking.behavior == .strict)
        #expect(withMockBehavior(.strict) { MockCook(.relaxed) }.mocking.behavior == .relaxed)
        #expect(MockCook().mocking.behavior == .relaxed)
    }

    @Test(.strictMocks) func `a trait can make mocks strict`() {
        #expect(MockCook().mocking.behavior == .strict)
    }
}

protocol Hotel { func kitchen() -> any Kitchen }
protocol Kitchen: AnyObject { func open() }

final class MockKitchen: Kitchen, ProtocolMock {
    func open() { return mocking.call("open()", ()) { $0.open() } }
    nonisolated struct MockMembers<MockMode>: MemberSet {
        let mocking: MockState<any Kitchen>
        func open() -> Clause<MockMode, Void, Void, Never> { .init(mocking, "open()") }
    }
    nonisolated let mocking: MockState<any Kitchen>
    nonisolated init(mocking: MockState<any Kitchen>) { self.mocking = mocking }
    typealias MockGiven = MockMembers<Stubbing<any Kitchen>>
    typealias MockVerify = MockMembers<Verifying>
    typealias MockCalls = MockMembers<Recording>
}

final class MockHotel: Hotel, ProtocolMock {
    func kitchen() -> any Kitchen {
        return mocking.call("kitchen()", (), default: MockKitchen()) { $0.kitchen() }
    }
    nonisolated struct MockMembers<MockMode>: MemberSet {
        let mocking: MockState<any Hotel>
        func kitchen() -> Clause<MockMode, Void, any Kitchen, Never> { .init(mocking, "kitchen()") }
    }
    nonisolated let mocking: MockState<any Hotel>
    nonisolated init(mocking: MockState<any Hotel>) { self.mocking = mocking }
    typealias MockGiven = MockMembers<Stubbing<any Hotel>>
    typealias MockVerify = MockMembers<Verifying>
    typealias MockCalls = MockMembers<Recording>
}

@Suite struct OptionalTests {
    @Test func `a nil that was returned, set or thrown away is a value like any other`() {
        let store = MockStore<String, Int>()
        given(store).value(for: "a").willReturn(nil, 3)
        #expect(store.value(for: "a") == nil && store.value(for: "a") == 3 && store.value(for: "b") == nil)
        #expect(calls(store).value().returned == [nil, 3, nil])
    }

    @Test func `a strict mock reports an unstubbed optional result`() {
        let store = MockStore<String, Int>(.strict)
        #expect(collectFailures { _ = store.value(for: "a") }.count == 1)
    }
}
