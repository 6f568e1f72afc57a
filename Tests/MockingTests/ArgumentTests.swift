import Mocking
import Testing

/// Arguments of unusual sizes, alignments and kinds, whose memory layout the mock must read.
protocol Layouts {
    func small(_ a: Bool, _ b: Int64, _ c: UInt8, _ d: Double, _ e: Int16?)
    func mixed(name: String, done: @escaping () -> Int, error: (any Error)?, type: Any.Type, rest: [Any])
    func tuple(_ pair: (Int, String))
    func one(_ value: (any Equatable)?)
    func many<each T>(_ values: repeat each T)
    func empty(_ nothing: Void, _ n: Int)
}

final class MockLayouts: Layouts, ProtocolMock {
    func small(_ a: Bool, _ b: Int64, _ c: UInt8, _ d: Double, _ e: Int16?) {
        return mocking.call("small(_:_:_:_:_:)", (a: a, b: b, c: c, d: d, e: e)) { $0.small(a, b, c, d, e) }
    }
    func mixed(name: String, done: @escaping () -> Int, error: (any Error)?, type: Any.Type, rest: [Any]) {
        return mocking.call(
            "mixed(name:done:error:type:rest:)", (name: name, done: done, error: error, type: type, rest: rest)
        ) { $0.mixed(name: name, done: done, error: error, type: type, rest: rest) }
    }
    func tuple(_ pair: (Int, String)) {
        return mocking.call("tuple(_:)", pair) { $0.tuple(pair) }
    }
    func one(_ value: (any Equatable)?) {
        return mocking.call("one(_:)", value as (any Equatable)?) { $0.one(value) }
    }
    func many<each T>(_ values: repeat each T) {
        return mocking.call("many(_...:)", (repeat each values)) { $0.many(repeat each values) }
    }
    func empty(_ nothing: Void, _ n: Int) {
        return mocking.call("empty(_:_:)", (nothing: nothing, n: n)) { $0.empty(nothing, n) }
    }

    nonisolated struct MockMembers<MockMode>: MemberSet {
        let mocking: MockState<any Layouts>
        func small(
            _ a: Matcher<Bool> = .any, _ b: Matcher<Int64> = .any, _ c: Matcher<UInt8> = .any,
            _ d: Matcher<Double> = .any, _ e: OptionalMatcher<Int16> = .any
        ) -> Clause<MockMode, (a: Bool, b: Int64, c: UInt8, d: Double, e: Int16?), Void, Never> {
            .init(mocking, "small(_:_:_:_:_:)", a, b, c, d, e)
        }
        func mixed(
            name: Matcher<String> = .any, done: Matcher<() -> Int> = .any, error: OptionalMatcher<any Error> = .any,
            type: Matcher<Any.Type> = .any, rest: Matcher<[Any]> = .any
        ) -> Clause<
            MockMode, (name: String, done: () -> Int, error: (any Error)?, type: Any.Type, rest: [Any]), Void, Never
        > {
            .init(mocking, "mixed(name:done:error:type:rest:)", name, done, error, type, rest)
        }
        func tuple(_ pair: Matcher<(Int, String)> = .any) -> Clause<MockMode, (Int, String), Void, Never> {
            .init(mocking, "tuple(_:)", pair)
        }
        func one(_ value: OptionalMatcher<any Equatable> = .any) -> Clause<MockMode, (any Equatable)?, Void, Never> {
            .init(mocking, "one(_:)", value)
        }
        func many<each T>(_ values: repeat Matcher<each T>) -> Clause<MockMode, (repeat each T), Void, Never> {
            .init(mocking, "many(_...:)", all: repeat each values)
        }
        func empty(_ nothing: Matcher<Void> = .any, _ n: Matcher<Int> = .any)
            -> Clause<MockMode, (nothing: Void, n: Int), Void, Never>
        {
            .init(mocking, "empty(_:_:)", nothing, n)
        }
    }
    nonisolated let mocking: MockState<any Layouts>
    nonisolated init(mocking: MockState<any Layouts>) { self.mocking = mocking }
    typealias MockGiven = MockMembers<Stubbing<any Layouts>>
    typealias MockVerify = MockMembers<Verifying>
    typealias MockCalls = MockMembers<Recording>
}

@Suite struct ArgumentTests {
    let mock = MockLayouts()

    @Test func `every argument is found behind its padding`() {
        mock.small(true, -5, 7, 1.5, nil)
        verify(mock).small(true, -5, 7, 1.5, nil).wasCalled()
        verify(mock).small(false).wasNeverCalled()
        verify(mock).small(.any, 5).wasNeverCalled()
        verify(mock).small(.any, .any, 8).wasNeverCalled()
        verify(mock).small(.any, .any, .any, 2.5).wasNeverCalled()
        verify(mock).small(.any, .any, .any, .any, .notNil).wasNeverCalled()
        #expect(
            collectFailures { verify(mock).small(false, 5, 8, 2.5, 3).wasCalled() } == [
                """
                MockLayouts: expected exactly 1 call of small(false, 5, 8, 2.5, 3), got none
                  but got small(true, -5, 7, 1.5, nil)
                    a: expected false, was true
                    b: expected 5, was -5
                    c: expected 8, was 7
                    d: expected 2.5, was 1.5
                    e: expected 3, was nil
                """
            ])
    }

    @Test func `closures, existentials, types and lists are found, too`() {
        mock.mixed(name: "n", done: { 7 }, error: MyError(code: 1), type: Int.self, rest: [1, "x"])
        verify(mock).mixed(name: "n", done: .where { $0() == 7 }, error: .some(.instance(of: MyError.self))).wasCalled()
        verify(mock).mixed(type: .where { $0 == Int.self }, rest: .count(2)).wasCalled()
        verify(mock).mixed(done: .where { $0() == 8 }).wasNeverCalled()
        #expect(calls(mock).mixed().last?.done() == 7)
        #expect(
            collectFailures { verify(mock).mixed(name: "m").wasCalled() }.first?.split(separator: "\n")[1]
                == #"  but got mixed(name: "n", done: a closure, error: MyError(code: 1), type: Int.self, rest: [1, "x"])"#
        )
    }

    @Test func `a tuple that is one argument stays one`() {
        mock.tuple((1, "x"))
        verify(mock).tuple(.where { $0.0 == 1 && $0.1 == "x" }).wasCalled()
        #expect(
            collectFailures { verify(mock).tuple(.where("nothing") { _ in false }).wasCalled() } == [
                """
                MockLayouts: expected exactly 1 call of tuple(nothing), got none
                  but got tuple((1, "x"))
                    argument: expected nothing, was (1, "x")
                """
            ])
    }

    @Test func `an existential is not opened`() {
        mock.one(3)
        mock.one(nil)
        verify(mock).one(nil).wasCalled()
        verify(mock).one(.some(.where { $0 as? Int == 3 })).wasCalled()
        verify(mock).one().wasCalled(2)
    }

    @Test func `packs of any size are matched element by element`() {
        mock.many(1, "x", true)
        mock.many(2)
        mock.many()
        verify(mock).many(.equal(1), .equal("x"), .equal(true)).wasCalled()
        verify(mock).many(.equal(1), .equal("y"), .equal(true)).wasNeverCalled()
        verify(mock).many(.equal(2)).wasCalled()
        verify(mock).many().wasCalled()
    }

    @Test func `packs read as the arguments they are`() {
        let strict = MockLayouts(.strict)
        #expect(
            collectFailures {
                strict.many(1, "x")
                strict.many()
            }.map { $0.prefix { $0 != "\n" } } == [
                "MockLayouts: unexpected call many(1, \"x\")\(inTest)", "MockLayouts: unexpected call many()\(inTest)",
            ])
        #expect(
            collectFailures { verify(strict).many(.equal(2), .equal("x")).wasCalled() } == [
                """
                MockLayouts: expected exactly 1 call of many(2, "x"), got none
                  but got many(1, "x")
                    argument: expected 2, was 1
                """
            ])
    }

    @Test func `an argument without a size takes no room`() {
        mock.empty((), 3)
        verify(mock).empty(.any, 3).wasCalled()
        verify(mock).empty(.any, 4).wasNeverCalled()
    }

    @Test func `an argument whose matcher is of another type does not match and says why`() {
        let mock = MockSloppy()
        mock.put(3, "x")
        #expect(
            collectFailures { verify(mock).put("3", .any).wasCalled() } == [
                """
                MockSloppy: expected exactly 1 call of put("3", any), got none
                  but got put(3, "x")
                    n: expected "3", was 3, which is no String
                """
            ])
    }
}

protocol Sloppy { func put(_ n: Int, _ s: String) }

/// A handwritten mock whose matchers have wrong types.
final class MockSloppy: Sloppy, ProtocolMock {
    func put(_ n: Int, _ s: String) { return mocking.call("put(_:_:)", (n: n, s: s)) { $0.put(n, s) } }

    nonisolated struct MockMembers<MockMode>: MemberSet {
        let mocking: MockState<any Sloppy>
        func put(_ n: Matcher<String>, _ s: Matcher<Int>) -> Clause<MockMode, (n: Int, s: String), Void, Never> {
            .init(mocking, "put(_:_:)", n, s)
        }
    }
    nonisolated let mocking: MockState<any Sloppy>
    nonisolated init(mocking: MockState<any Sloppy>) { self.mocking = mocking }
    typealias MockGiven = MockMembers<Stubbing<any Sloppy>>
    typealias MockVerify = MockMembers<Verifying>
    typealias MockCalls = MockMembers<Recording>
}
