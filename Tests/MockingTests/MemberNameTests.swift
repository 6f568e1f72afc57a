import Mocking
import Testing

/// The text of all kinds of members in messages.
@Suite struct MemberNameTests {
    private func text(_ body: () -> Void) -> String? {
        collectFailures(body).first?.split(separator: "\n").first.map(String.init)
    }

    @Test func `operators, initializers and static subscripts`() {
        withStaticMocks {
            let statics = MockFactory.statics
            let other = MockFactory()
            #expect(
                text { verify(statics).plus(.identical(to: other)).wasCalled() }
                    == "MockFactory: expected exactly 1 call of +(the identical MockFactory, any), got none")
            #expect(
                text { verify(statics).initialize(name: "a").wasCalled() }
                    == #"MockFactory: expected exactly 1 call of init(name: "a"), got none"#)
            #expect(
                text { verify(statics)[3].wasCalled() }
                    == "MockFactory: expected exactly 1 call of subscript(3), got none")
            #expect(
                text { verify(statics).count(set: 3).wasCalled() }
                    == "MockFactory: expected exactly 1 call of count = 3, got none")
        }
    }

    @Test func `members that only a closure of their own type can stand in for`() {
        let mock = MockExotic()
        var number = 1
        _ = mock.bump(&number, by: 2)
        mock.each { _ in }
        #expect(
            collectFailures { verify(mock).bump(5, by: 2).wasCalled() } == [
                """
                MockExotic: expected exactly 1 call of bump(5, by: 2), got none
                  but got bump(1, by: 2)
                    n: expected 5, was 1
                """
            ])
        #expect(
            collectFailures { verify(mock).each().wasCalled(2) } == [
                "MockExotic: expected exactly 2 calls of each(any), got 1"
            ])
        #expect(
            collectFailures { verify(mock).each().wasNeverCalled() } == [
                """
                MockExotic: expected no call of each(any), got 1
                  got each(not recorded)
                """
            ])
    }

    @Test func `generic members name the types they were called with`() {
        let mock = MockGenerics()
        _ = try? mock.decode(Int.self, from: "1")
        #expect(
            collectFailures { verify(mock).decode(.type(Int.self), from: "2").wasCalled() } == [
                """
                MockGenerics: expected exactly 1 call of decode(Int.self, from: "2"), got none
                  but got decode(Int.self, from: "1")
                    from: expected "2", was "1"
                """
            ])
        given(mock).all("a", 2).willReturn(("b", 3))
        _ = mock.all("a", 2)
        #expect(
            collectFailures { verify(mock).all(.equal("b"), .equal(2)).wasCalled() } == [
                """
                MockGenerics: expected exactly 1 call of all("b", 2), got none
                  but got all("a", 2)
                    argument: expected "b", was "a"
                """
            ])
        #expect(
            text { verify(mock).track().wasCalled() }
                == "MockGenerics: expected exactly 1 call of track(any, tags: any), got none")
    }
}
