import Mocking
import Testing

@Suite struct VerifyingTests {
    let cook = MockCook()

    private func log(_ messages: String...) {
        for message in messages { cook.log(message) }
    }

    @Test(arguments: [
        (CallCount.never, [0]), (.once, [1]), (.twice, [2]), (CallCount.exactly(3), [3]), (.exactly(0), [0]),
        (.atLeastOnce, [1, 2, 3, 4]), (.atLeast(2), [2, 3, 4]), (.atMost(2), [0, 1, 2]),
        (.between(1...3), [1, 2, 3]), (.between(2, 3), [2, 3]),
    ])
    func `a count accepts its numbers`(count: CallCount, accepted: [Int]) {
        for number in 0...4 {
            let cook = MockCook()
            for _ in 0..<number { cook.log("a") }
            let failures = collectFailures { verify(cook).log("a").wasCalled(count) }
            #expect(failures.isEmpty == accepted.contains(number), "\(number)")
        }
    }

    @Test func `a verification returns the arguments that it found`() {
        log("a", "b")
        #expect(verify(cook).log().wasCalled(2) == ["a", "b"])
        #expect(verify(cook).log("b").wasCalled() == ["b"])
    }

    @Test func `a consuming verification takes the calls away`() {
        log("a", "a", "b")
        verify(cook).log("a").wasCalled(2, consuming: true)
        verify(cook).log().wasCalled(1)
        verify(cook).log("a").wasNeverCalled()
    }

    @Test func `a consuming verification in eventually consumes once`() async {
        log("a")
        await eventually {
            verify(cook).log("a").wasCalled(consuming: true)
            verify(cook).log("a").wasNeverCalled()
        }
        verify(cook).log("a").wasNeverCalled()
    }

    @Test func `no more calls means no unverified ones`() {
        log("a", "b")
        cook.name = "Bob"
        verify(cook).log("a").wasCalled()
        _ = calls(cook).log("b").count
        #expect(
            collectFailures { verifyNoMoreCalls(cook) } == [
                """
                MockCook: expected no more calls, got 2
                  got log("b")
                  got name = "Bob"
                """
            ])
        verify(cook).log("b").wasCalled()
        verify(cook).name(set: .any).wasCalled()
        verifyNoMoreCalls(cook)
    }

    @Test func `of very many unverified calls some are shown`() {
        for number in 1...12 { log("\(number)") }
        #expect(
            collectFailures { verifyNoMoreCalls(MockTill(), cook) } == [
                """
                MockCook: expected no more calls, got 12
                  got log("1")
                  got log("2")
                  got log("3")
                  got log("4")
                  got log("5")
                  got log("6")
                  got log("7")
                  got log("8")
                  got log("9")
                  got log("10")
                  and 2 more
                """
            ])
    }

    @Test func `an unused stub is reported where it was made`() {
        given(cook).cookRamen(bowls: 1).willReturn(true)
        given(cook).log("a").willReturn(); let line = #line
        _ = cook.cookRamen(bowls: 1, soup: .miso, extras: [])
        let failures = failures { verifyStubsUsed(cook) }
        #expect(failures.map(\.message) == [#"MockCook: the stub of log("a") was never used"#])
        #expect(failures.first?.location.line == UInt(line))
        cook.log("a")
        verifyStubsUsed(cook)
    }

    @Test func `records have arguments, results and order`() throws {
        given(cook).typed(1).willReturn(Item(id: 1, name: "one"))
        given(cook).typed(2).willThrow(MyError(code: 2))
        _ = try? cook.typed(1)
        cook.log("between")
        _ = try? cook.typed(2)
        let typed = calls(cook).typed()
        #expect(typed.arguments == [1, 2])
        #expect(typed.first == 1 && typed.last == 2 && typed[1] == 2)
        #expect(!typed.isEmpty && typed.count == 2)
        #expect(typed.returned == [Item(id: 1, name: "one")])
        #expect(typed.thrown as? [MyError] == [MyError(code: 2)])
        #expect(typed.order[0] < calls(cook).log().order[0])
        #expect(calls(cook).log().order[0] < typed.order[1])
    }

    @Test func `a mock can be set not to keep arguments`() {
        final class Token {}
        weak var token: Token?
        do {
            let mock = MockGenericBox<Token>()
            #expect(mock.mocking.recordsArguments)
            mock.mocking.recordsArguments = false
            #expect(!mock.mocking.recordsArguments)
            let new = Token()
            token = new
            mock.put(new)
            verify(mock).put().wasCalled()
            #expect(token != nil)
        }
        #expect(token == nil)
    }

    @Test func `clearing calls releases their arguments`() {
        final class Token {}
        weak var token: Token?
        let mock = MockGenericBox<Token>()
        do {
            let new = Token()
            token = new
            mock.put(new)
        }
        #expect(token != nil)
        clearCalls(mock)
        #expect(token == nil)
    }

    @Test func `captors and actions run only for calls that fit as a whole`() {
        _ = cook.cookRamen(bowls: 1, soup: .miso, extras: [])
        _ = cook.cookRamen(bowls: 2, soup: .shoyu, extras: [])
        let bowls = Captor<Int>()
        verify(cook).cookRamen(bowls: .capture(bowls), soup: .shoyu).wasCalled()
        #expect(bowls.values == [2])
        let failed = Captor<Int>()
        _ = collectFailures { verify(cook).cookRamen(bowls: .capture(failed)).wasNeverCalled() }
        #expect(failed.values.isEmpty)
    }
}

extension VerifyingTests {
    @Test func `captors and actions reach the part of an argument that their matcher is for`() {
        _ = cook.cookRamen(bowls: 1, soup: .miso, extras: ["egg", "nori"])
        let (count, extras, first) = (Captor<Int>(), Captor<String>(), Captor<String>())
        verify(cook).cookRamen(extras: .property(\.count, .capture(count))).wasCalled()
        verify(cook).cookRamen(extras: .each(.capture(extras))).wasCalled()
        verify(cook).cookRamen(extras: .elements(.capture(first), .any)).wasCalled()
        verify(cook).cookRamen(extras: .contains(where: .capture(first, "nori"))).wasCalled()
        #expect(count.values == [2] && extras.values == ["egg", "nori"] && first.values == ["egg", "nori"])
        let (both, either) = (Captor<[String]>(), Captor<[String]>())
        verify(cook).cookRamen(extras: .capture(both) && .count(2)).wasCalled()
        verify(cook).cookRamen(extras: .empty || .capture(either, .notEmpty)).wasCalled()
        #expect(both.last?.count == 2 && either.last?.count == 2)
        let mock = MockGenericBox<Any>()
        mock.put(3)
        mock.put("three")
        mock.put(["a": 4])
        let numbers = Captor<Int>()
        verify(mock).put(.instance(of: Int.self, .capture(numbers))).wasCalled()
        verify(mock).put(.instance(of: [String: Int].self, .entry("a", .capture(numbers)))).wasCalled()
        #expect(numbers.values == [3, 4])
    }
}

protocol GenericBox<Content> {
    associatedtype Content
    func put(_ content: Content)
}

/// A mock as a user would write it.
final class MockGenericBox<Content>: GenericBox, ProtocolMock {
    func put(_ content: Content) {
        return mocking.call("put(_:)", content as Content) { $0.put(content) }
    }

    nonisolated struct MockMembers<MockMode>: MemberSet {
        let mocking: MockState<any GenericBox<Content>>
        func put(_ content: Matcher<Content> = .any) -> Clause<MockMode, Content, Void, Never> {
            .init(mocking, "put(_:)", content)
        }
    }
    nonisolated let mocking: MockState<any GenericBox<Content>>
    nonisolated init(mocking: MockState<any GenericBox<Content>>) { self.mocking = mocking }
    typealias MockGiven = MockMembers<Stubbing<any GenericBox<Content>>>
    typealias MockVerify = MockMembers<Verifying>
    typealias MockCalls = MockMembers<Recording>
}
