import Mocking
import Testing

@Suite struct MessageTests {
    let cook = MockCook()

    private func cooks(_ bowls: Int, _ soup: Soup = .miso, _ extras: [String] = []) {
        _ = cook.cookRamen(bowls: bowls, soup: soup, extras: extras)
    }

    private func expect(_ text: String, _ body: () -> Void, at location: SourceLocation = #_sourceLocation) {
        #expect(collectFailures { body() } == [text], sourceLocation: location)
    }

    @Test func `the nearest call comes first, with its differences`() {
        cooks(3, .custom("x"), ["egg"])
        cooks(2, .shoyu)
        expect(
            """
            MockCook: expected exactly 1 call of cookRamen(bowls: 2, soup: .miso, extras: any), got none
              but got cookRamen(bowls: 2, soup: .shoyu, extras: [])
                soup: expected .miso, was .shoyu
              but got cookRamen(bowls: 3, soup: .custom("x"), extras: ["egg"])
                bowls: expected 2, was 3
                soup: expected .miso, was .custom("x")
            """
        ) { verify(cook).cookRamen(bowls: 2, soup: .equal(.miso)).wasCalled() }
    }

    @Test func `only the nearest three calls are shown`() {
        for bowls in 1...5 { cooks(bowls) }
        expect(
            """
            MockCook: expected exactly 1 call of cookRamen(bowls: 9, soup: any, extras: any), got none
              but got cookRamen(bowls: 5, soup: .miso, extras: [])
                bowls: expected 9, was 5
              but got cookRamen(bowls: 4, soup: .miso, extras: [])
                bowls: expected 9, was 4
              but got cookRamen(bowls: 3, soup: .miso, extras: [])
                bowls: expected 9, was 3
              and 2 more
            """
        ) { verify(cook).cookRamen(bowls: 9).wasCalled() }
    }

    @Test func `an unnamed argument is named as in the declaration`() throws {
        try cook.save(Item(id: 1, name: "a"), at: "p", overwrite: true)
        expect(
            """
            MockCook: expected exactly 1 call of save(Item(id: 1, name: "b"), at: any, overwrite: any), got none
              but got save(Item(id: 1, name: "a"), at: "p", overwrite: true)
                item: expected Item(id: 1, name: "b"), .name was "a", expected "b"
            """
        ) { verify(cook).save(.equal(Item(id: 1, name: "b"))).wasCalled() }
    }

    @Test func `a long value is shown once, and its beginning where it occurs again`() throws {
        let name = String(repeating: "wakame ", count: 20)
        let (wanted, found) = ("Item(id: 2, name: \"\(name)\")", "Item(id: 1, name: \"\(name)\")")
        try cook.save(Item(id: 1, name: name), at: "p", overwrite: true)
        try cook.save(Item(id: 1, name: name), at: "q", overwrite: true)
        expect(
            """
            MockCook: expected exactly 1 call of save(\(wanted), at: any, overwrite: any), got none
              but got save(\(found), at: "q", overwrite: true)
                item: expected \(wanted.prefix(60))…, .id was 1, expected 2
              but got save(\(found.prefix(60))…, at: "p", overwrite: true)
                item: expected \(wanted.prefix(60))…, .id was 1, expected 2
            """
        ) { verify(cook).save(.equal(Item(id: 2, name: name))).wasCalled() }
        expect(
            """
            MockCook: expected no more calls, got 2
              got save(\(found), at: "p", overwrite: true)
              got save(\(found.prefix(60))…, at: "q", overwrite: true)
            """
        ) { verifyNoMoreCalls(cook) }
    }

    @Test func `mocks of one type are told apart by their places`() {
        let (other, till) = (MockCook(), MockTill())
        other.log("a")
        expect(
            """
            MockCook, mock 3 of 3: expected no more calls, got 1
              got log("a")
            """
        ) { verifyNoMoreCalls(cook, till, other) }
    }

    @Test func `too many calls are listed`() {
        for bowls in 1...4 { cooks(bowls) }
        expect(
            """
            MockCook: expected at most 1 call of cookRamen(bowls: any, soup: any, extras: any), got 4
              got cookRamen(bowls: 1, soup: .miso, extras: [])
              got cookRamen(bowls: 2, soup: .miso, extras: [])
              got cookRamen(bowls: 3, soup: .miso, extras: [])
              and 1 more
            """
        ) { verify(cook).cookRamen().wasCalled(.atMost(1)) }
        expect(
            """
            MockCook: expected no call of cookRamen(bowls: 3, soup: any, extras: any), got 1
              got cookRamen(bowls: 3, soup: .miso, extras: [])
            """
        ) { verify(cook).cookRamen(bowls: 3).wasNeverCalled() }
    }

    @Test func `too few calls show those that do not count`() {
        cooks(1)
        cooks(2)
        expect(
            """
            MockCook: expected at least 2 calls of cookRamen(bowls: 1, soup: any, extras: any), got 1
              but got cookRamen(bowls: 2, soup: .miso, extras: [])
                bowls: expected 1, was 2
            """
        ) { verify(cook).cookRamen(bowls: 1).wasCalled(.atLeast(2)) }
        expect("MockCook: expected between 3 and 5 calls of cookRamen(bowls: any, soup: any, extras: any), got 2") {
            verify(cook).cookRamen().wasCalled(.between(3...5))
        }
    }

    @Test func `a member that was never called shows the other calls of the mock`() {
        expect(#"MockCook: expected exactly 2 calls of log("a"), got none"#) { verify(cook).log("a").wasCalled(2) }
        cook.name = "Bob"
        cooks(1)
        expect(
            """
            MockCook: expected exactly 1 call of log("a"), got none
              it was asked for name = "Bob", cookRamen(bowls: 1, soup: .miso, extras: [])
            """
        ) { verify(cook).log("a").wasCalled() }
    }

    @Test func `properties and subscripts read as in Swift`() {
        cook.name = "Bob"
        expect(
            """
            MockCook: expected exactly 1 call of name = "Eve", got none
              but got name = "Bob"
                newValue: expected "Eve", was "Bob"
            """
        ) { verify(cook).name(set: "Eve").wasCalled() }
        let props = MockProps()
        props[3] = "x"
        expect(
            """
            MockProps: expected exactly 1 call of subscript(4) = "x", got none
              but got subscript(3) = "x"
                i: expected 4, was 3
            """
        ) { verify(props)[4, set: "x"].wasCalled() }
        expect(
            """
            MockProps: expected exactly 1 call of a, got none
              it was asked for subscript(3) = "x"
            """
        ) { verify(props).a.wasCalled() }
    }

    @Test func `a property that was read where it should have been set, or set, shows how to write that`() {
        let props = MockProps()
        _ = (cook.name, cook.name, props[3])
        expect(
            """
            MockCook: expected exactly 1 call of name = any, got none
              it was asked for name, name
              it was read 2 times, which is verify(…).name, without parentheses
            """
        ) { verify(cook).name().wasCalled() }
        expect(
            """
            MockProps: expected exactly 1 call of subscript(any) = any, got none
              it was asked for subscript(3)
              it was read once, which is verify(…)[…]
            """
        ) { verify(props)[.any, set: .any].wasCalled() }
        reset(cook)
        cook.name = "Bob"
        expect(
            """
            MockCook: expected exactly 1 call of name, got none
              it was asked for name = "Bob"
              it was set once, which is verify(…).name(set: …)
            """
        ) { verify(cook).name.wasCalled() }
    }

    @Test func `overloads do not show the text that tells them apart`() {
        let mock = MockOverloads()
        let _: String = mock.load(id: 1)
        expect(
            """
            MockOverloads: expected exactly 1 call of load(id: 2), got none
              but got load(id: 1)
                id: expected 2, was 1
            """
        ) { verify(mock).load(id: 2).returning(String.self).wasCalled() }
    }

    @Test func `consumed calls are mentioned`() {
        cook.log("a")
        verify(cook).log("a").wasCalled(consuming: true)
        expect(
            """
            MockCook: expected exactly 1 call of log("a"), got none
              earlier verifications have consumed 1 call of it
            """
        ) { verify(cook).log("a").wasCalled() }
        cook.log("a")
        cook.log("a")
        verify(cook).log("a").wasCalled(2, consuming: true)
        expect(
            """
            MockCook: expected at least 1 call of log("a"), got none
              earlier verifications have consumed 3 calls of it
            """
        ) { verify(cook).log("a").wasCalled(.atLeastOnce) }
    }

    @Test func `calls without arguments read as such`() {
        cook.mocking.recordsArguments = false
        cook.log("a")
        expect(
            """
            MockCook: expected exactly 1 call of log("a"), got none
              but got log(_)
                its arguments were not recorded
            """
        ) { verify(cook).log("a").wasCalled() }
    }

    @Test func `a call without a result shows how to stub one`() async {
        given(cook).fetch(id: 9).willReturn(Item(id: 1, name: "b")); let line = #line
        let texts = await collectFailures { _ = try? await cook.fetch(id: 3, options: ["a": "b"]) }
        #expect(
            texts == [
                """
                MockCook: unstubbed call fetch(id: 3, options: ["a": "b"])\(inTest) needs a value of type Item
                  a stub exists but does not match: fetch(id: 9, options: any) (MockingTests/MessageTests.swift:\(line))
                  stub it: given(mockCook).fetch(id: .any, options: .any).willReturn(…)
                  or say what to return: Defaults.register(Item.self) { … }
                """
            ])
    }

    @Test func `a stub that asks for a default value that there is none is told apart from one that does not match`()
        async
    {
        given(cook).fetch().willReturnDefault(); let line = #line
        let texts = await collectFailures { _ = try? await cook.fetch(id: 3, options: [:]) }
        #expect(
            texts == [
                """
                MockCook: unstubbed call fetch(id: 3, options: [:])\(inTest) needs a value of type Item
                  a stub exists but asks for a default value, which this type does not have: \
                fetch(id: any, options: any) (MockingTests/MessageTests.swift:\(line))
                  stub it: given(mockCook).fetch(id: .any, options: .any).willReturn(…)
                  or say what to return: Defaults.register(Item.self) { … }
                """
            ])
    }

    @Test func `a stub that asked for a default before is not said to ask where it does not match`() {
        let strict = MockCook(.strict)
        given(strict).log("a").willReturnDefault(); let line = #line
        strict.log("a")
        expect(
            """
            MockCook: unexpected call log("b")\(inTest)
              a stub exists but does not match: log("a") (MockingTests/MessageTests.swift:\(line))
              stub it: given(mockCook).log(.any).willReturn()
            """
        ) { strict.log("b") }
    }

    @Test func `calls and stubs of a generic member for other types are shown as such`() {
        let mock = MockGenerics()
        mock.track("x", tags: [])
        expect(
            """
            MockGenerics: expected exactly 1 call of track(3, tags: any), got none
              but got track("x", tags: []), which has other types
            """
        ) { verify(mock).track(.equal(3)).wasCalled() }
        given(mock).decode(.type(Int.self)).willReturn(3); let line = #line
        expect(
            """
            MockGenerics: unstubbed call decode(Ev.self, from: "")\(inTest) needs a value of type Ev
              a stub exists but is for calls whose result is Int: \
            decode(Int.self, from: any) (MockingTests/MessageTests.swift:\(line))
              stub it: given(mockGenerics).decode(.any, from: .any).willReturn(…)
              or say what to return: Defaults.register(Ev.self) { … }
            """
        ) { _ = try? mock.decode(Ev.self, from: "") }
    }

    @Test func `a very long value is shortened wherever it is shown`() {
        let name = String(repeating: "abcdefghi ", count: 45)
        try? cook.save(Item(id: 1, name: name), at: "p", overwrite: true)
        let shown = String("Item(id: 1, name: \"\(name)".prefix(200)) + "…"
        expect(
            """
            MockCook: expected no more calls, got 1
              got save(\(shown), at: "p", overwrite: true)
            """
        ) { verifyNoMoreCalls(cook) }
    }

    @Test func `an unstubbed call inside of the closure of a member that rethrows is thrown through it`() {
        let (exotic, generics) = (MockExotic(), MockGenerics())
        given(exotic).map().will { body in [try body(1)] }
        let texts = collectFailures {
            #expect(throws: UnstubbedCall.self) {
                try exotic.map { _ in "\(try generics.decode(Ev.self, from: ""))" }
            }
        }
        #expect(texts.count == 1)
    }

    @Test func `types are named as a test writes them`() {
        func name<T>(of type: T.Type) -> String? {
            let texts = collectFailures {
                do {
                    let _: T = try MockState<any Cook>("MockCook").call("make()", ()) { _ in throw NotFound() }
                } catch {}
            }
            return texts.first?.split(separator: "\n").first?.split(separator: "of type ").last.map(String.init)
        }
        #expect(name(of: Soup.self) == "Soup")
        #expect(name(of: Pantries.Shelf<Int>.Label.self) == "Pantries.Shelf<Int>.Label")
        #expect(name(of: Result<Pantries.Shelf<Soup>, any Error>.self) == "Result<Pantries.Shelf<Soup>, Error>")
        #expect(name(of: (any Cook).self) == "any Cook")
        #expect(name(of: (Pantries.Shelf<Soup>, name: Soup).self) == "(Pantries.Shelf<Soup>, name: Soup)")
        #expect(name(of: Hidden.Place.self) == "Hidden.Place")
        #expect(name(of: String.Label.self) == "String.Label")
    }

    @Test func `the suggested stub leaves out what has no matcher, and names what tells overloads apart`() async {
        let (database, exotic) = (MockDatabase(.strict), MockExotic(.strict))
        let texts = await collectFailures {
            database.run {}
            func read() { _ = database.read { "\($0)" } }
            read()
            _ = await database.read { @Sendable in "\($0)" }
            exotic.each { _ in }
        }
        #expect(
            texts.map { $0.split(separator: "stub it: ").last } == [
                "given(mockDatabase).run(body: .any).willReturn()", "given(mockDatabase).read().willReturn(…)",
                "given(mockDatabase).read(.any, .async).willReturn(…)", "given(mockExotic).each().willReturn()",
            ])
    }

    @Test func `calls of a generic member show the type of the result`() {
        let mock = MockGenerics()
        for number in 1...4 { _ = try? mock.decode(Int.self, from: "\(number)") }
        expect(
            """
            MockGenerics: expected exactly 1 call of decode(Ev.self, from: any), got none
              but got decode(Int.self, from: "2"), whose result is Int, not Ev
              but got decode(Int.self, from: "3"), whose result is Int, not Ev
              but got decode(Int.self, from: "4"), whose result is Int, not Ev
              and 1 more
            """
        ) { verify(mock).decode(.type(Ev.self)).wasCalled() }
    }

    @Test func `a stub for any types that throws an error the call cannot reports it, and the call goes on`() async {
        let mock = MockGenerics()
        given(mock).track().willThrow(MyError(code: 3))
        given(mock).convert().will { _ in throw MyError(code: 4) }
        expect(
            #"MockGenerics: track("x", tags: []): "#
                + "a stub for whatever types threw MyError(code: 3), but the call cannot throw"
        ) { mock.track("x", tags: []) }
        expect(
            #"MockGenerics: convert("k", to: Array<String>.self): "#
                + "a stub for whatever types threw MyError(code: 4), but the call cannot throw"
        ) { #expect(mock.convert("k", to: [String].self) == nil) }
        let cook = MockCook()
        AnyClause<SendableStubbing<any Cook>>(cook.mocking, "typedAsync(_:)").willThrow(CancellationError())
        let provider = DefaultProvider()
        provider.register(Item.self) { Item(id: 0, name: "") }
        useDefaults(from: provider, on: cook)
        let texts = await collectFailures { #expect(try! await cook.typedAsync(3).id == 0) }
        #expect(
            texts == [
                "MockCook: typedAsync(3): a stub for whatever types threw CancellationError(), "
                    + "but the call can throw only MyError"
            ])
    }

    @Test func `a stub for any types that returns the wrong one reports it`() {
        let mock = MockGenerics()
        given(mock).decode().will { _ in "text" as Any }
        expect(
            #"MockGenerics: decode(Int.self, from: "x"): "#
                + #"a stub for whatever types returned "text" of type String, but the call returns Int"#
        ) { _ = try? mock.decode(Int.self, from: "x") }
    }

    @Test func `the suggested stub fits static members, initializers and subscripts`() {
        withStaticMocks {
            let statics = MockFactory.statics
            statics.mocking.behavior = .strict
            expect(
                """
                MockFactory: unexpected call init(name: "a")\(inTest)
                  stub it: given(MockFactory.statics).initialize(name: .any).willReturn()
                """
            ) { _ = MockFactory(name: "a") }
            expect(
                """
                MockFactory: unexpected call subscript(3)\(inTest)
                  stub it: given(MockFactory.statics)[.any].willReturn(…)
                """
            ) { _ = MockFactory[3] }
        }
    }
}

private enum Pantries {
    struct Shelf<Item> {
        struct Label {}
    }
}

private struct Hidden { struct Place {} }

extension String {
    fileprivate struct Label {}
}
