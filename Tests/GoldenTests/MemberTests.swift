import Mocking
import MockingTestSupport
import Testing

struct RealProperties: Properties {
    var count: Int { 42 }
    var name = "real"
    var risky: Int { get throws(Failure) { throw Failure(code: 1) } }
    var later: [Int] { get async throws { [1] } }
    var handler: ((Int) -> Int)?
    var point = (x: 1, y: 2)
    var own: RealProperties { self }
    var reads = 0
    var lazy: Int {
        mutating get {
            reads += 1
            return reads
        }
    }
    var texts: [Int: String] = [:]
    subscript(index: Int) -> String {
        get { texts[index] ?? "?" }
        set { texts[index] = newValue }
    }
    subscript(key key: String) -> Int { get throws { key.count } }
    subscript<T: Hashable>(typed value: T) -> T? {
        get { value }
        set {}
    }
    subscript(many indices: Int...) -> Int { indices.count }
}

@Suite struct MemberTests {
    @Test func `an unstubbed property keeps the value that is set`() {
        let mock = MockProperties()
        mock.name = "new"
        mock.point = (3, 4)
        #expect(mock.name == "new")
        #expect(mock.point == (3, 4))
        verify(mock).name(set: "new").wasCalled()
        given(mock).count.willReturn(3)
        #expect(mock.count == 3)
    }

    @Test func `reads with effects and subscripts are stubbed`() async throws {
        let mock = MockProperties()
        given(mock).risky.willThrow(Failure(code: 2))
        #expect(throws: Failure(code: 2)) { try mock.risky }
        given(mock).later.willReturn([5])
        #expect(try await mock.later == [5])
        given(mock)[3].willReturn("three")
        #expect(mock[3] == "three")
        mock[5] = "five"
        verify(mock)[5, set: "five"].wasCalled()
        given(mock)[key: "k"].willReturn(9)
        #expect(try mock[key: "k"] == 9)
        given(mock)[typed: .equal("a")].willReturn("b")
        #expect(mock[typed: "a"] == "b")
        given(mock)[many: [1, 2]].willReturn(2)
        #expect(mock[many: 1, 2] == 2)
        given(mock).own.willReturn(mock)
        #expect(mock.own === mock)
    }

    @Test func `properties and subscripts are forwarded`() async throws {
        let mock = MockProperties(forwardingTo: RealProperties())
        #expect(mock.count == 42)
        mock.name = "changed"
        #expect(mock.name == "changed")
        mock[1] = "one"
        #expect(mock[1] == "one")
        #expect(try mock[key: "four"] == 4)
        #expect(try await mock.later == [1])
    }

    @Test func `parents with stronger and weaker requirements meet in one member`() {
        let mock = MockChild()
        mock.size = 3
        #expect(mock.size == 3)
        given(mock).act().willReturn(4)
        #expect(mock.act() == 4)
        given(mock).base().willReturn(5)
        #expect((mock as any Base).base() == 5)
    }

    @Test(.staticMocks) func `the static side is a mock of its own`() throws {
        let one = MockFactory(name: "one")
        verify(MockFactory.statics).initialize(name: "one").wasCalled()
        given(MockFactory.statics).initialize(risky: "bad").willThrow(Failure(code: 1))
        #expect(throws: Failure(code: 1)) { try MockFactory(risky: "bad") }
        given(MockFactory.statics).initialize(maybe: 2).willReturn(false)
        #expect(MockFactory(maybe: 2) == nil)
        #expect(MockFactory(maybe: 1) != nil)
        given(MockFactory.statics).make(id: 1).willReturn(one)
        #expect(MockFactory.make(id: 1) == one)
        MockFactory.count = 3
        #expect(MockFactory.count == 3)
        given(MockFactory.statics)[2].willReturn("two")
        #expect(MockFactory[2] == "two")
        #expect(Set([one, one]).count == 1)
    }

    @Test func `conditions and namespaces are kept`() {
        let conditional = MockConditional()
        given(conditional).always().willReturn(1)
        #expect(conditional.always() == 1)
        let tap = Kitchen.Sink.MockTap()
        given(tap).open(2).willReturn(Kitchen.Sink.Temperature(degrees: 60))
        #expect(tap.open(2).degrees == 60)
        let other = Kitchen.MockTap()
        given(other).close().willReturn(1)
        #expect(other.close() == 1)
    }

    @Test func `odd names and names of the library do no harm`() throws {
        let mock = MockNames()
        given(mock).class(in: 1, for: "x", self: 2).willReturn(3)
        #expect(mock.class(in: 1, for: "x", self: 2) == 3)
        given(mock).`raw name`(`the label`: 4).willReturn(5)
        #expect(mock.`raw name`(`the label`: 4) == 5)
        #expect(mock.mocking(1, stub: 2) == 0)
        verify(mock).mocking(1, stub: 2).wasCalled()
        mock.default = 6
        #expect(mock.default == 6)
        let clashes = MockClashes<Int, Int, Int>()
        clashes.mocking = 3
        #expect(clashes.mocking == 3)
        given(clashes).take(1, 2).willThrow(Failure(code: 4))
        #expect(throws: Failure(code: 4)) { try clashes.take(1, 2) }
        #expect(clashes.generic(1, "a") == 0)
    }
}
