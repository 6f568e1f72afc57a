import Foundation
import Mocking
import Testing

/// Compiles and runs the right columns of the tables in the migration articles.
@Suite struct MigrationTests {
    let cook = MockCook()
    let exotic = MockExotic()
    let provider = DefaultProvider()

    @Test func `stubs`() async throws {
        given(cook).log().will { message in print(message) }
        given(cook).cookRamen().willReturn(true)
        given(cook).cookRamen().willReturn(true, times: 2).willReturn(false)
        given(cook).cookRamen().willReturn(false, until: { true }).willReturn(true)
        given(cook).cookRamen().willReturn(true, false)
        given(cook).cookRamen().willReturn(cycling: [true, false])
        given(cook).cookRamen().willReturn(true, times: 1)
        given(cook).save().willThrow(MyError(code: 1))
        given(cook).fetch().willThrow(MyError(code: 1))
        given(cook).fetch().will { id, options in Item(id: id, name: "") }
        given(cook).name.willReturn("Bob")
        given(cook).name(set: .any).will { print($0) }
        given(cook).typed(3).willForward(to: RealCook())
        given(exotic).callback().will { $0(.success(5)) }
        given(MockFactory.statics).shared(1).willReturn("one")

        #expect(try await cook.fetch(id: 3, options: [:]).id == 3)
        #expect(throws: MyError(code: 1)) { try cook.save(Item(id: 1, name: ""), at: "", overwrite: true) }
        #expect(throws: MyError(code: 3)) { try cook.typed(3) }
        #expect(cook.cookRamen(bowls: 1, soup: .miso, extras: []))
        #expect(try MockFactory.shared(1) == "one")
        var received: Int?
        exotic.callback { received = try? $0.get() }
        #expect(received == 5)
        given(cook).log().clearStubs()
        clearStubs(cook)
        clearCalls(cook)
        reset(cook)
        cook.name = "Bob"
        #expect(cook.name == "Bob")
        #expect(calls(cook).name(set: .any).count == 1)
    }

    @Test func `verifications`() async throws {
        cook.log("a")
        cook.log("b")
        #expect(calls(cook).log().arguments == ["a", "b"])
        #expect(calls(cook).log().count == 2 && calls(cook).log().last == "b")
        #expect(calls(cook).log().wasCalled)
        #expect(history(cook).map(\.member) == ["log(_:)", "log(_:)"])
        verify(cook).log().wasCalled(2)
        verify(cook).log().wasCalled(.atLeastOnce)
        verify(cook).log().wasCalled(.atLeast(1))
        verify(cook).log().wasCalled(.atLeast(2))
        verify(cook).log().wasCalled(.atMost(3))
        verify(cook).log("a").wasCalled()
        verify(cook).log("a").wasCalled(.atLeastOnce)
        verify(cook).log("a").wasCalled(.between(1...3))
        verify(cook).log("z").wasNeverCalled()
        verify(cook).log(.not("b")).wasCalled()
        verify(cook).log(.where { $0 == "a" }).wasCalled()
        verify(cook).log(.where { $0.isEmpty }).wasNeverCalled()
        verify(cook).typedAsync(nil).wasNeverCalled()
        verify(cook).typedAsync(.notNil).wasNeverCalled()
        verify(cook).cookRamen(bowls: .oneOf(1, 2)).wasNeverCalled()
        verify(cook).cookRamen(extras: .contains("egg")).wasNeverCalled()
        verify(cook).cookRamen(extras: .count(.atLeast(2))).wasNeverCalled()
        verify(cook).fetch(options: .keys("a")).wasNeverCalled()
        verify(exotic).sum(scale: .around(2, tolerance: 0.5)).wasNeverCalled()
        inOrder(.noCallsAfter) { verify(cook).log("b").wasCalled() }
        inOrder(.consecutive) { verify(cook).log("b").wasCalled() }
        await eventually { verify(cook).log("b").wasCalled() }
        await verify(cook).log("b").wasCalled(within: .seconds(1))
        given(cook).cookRamen().willReturn(true)
        _ = cook.cookRamen(bowls: 1, soup: .miso, extras: [])
        verify(cook).cookRamen(soup: .miso).wasCalled()
        #expect(try calls(cook).cookRamen().results.last?.get() == true)
        #expect(calls(cook).cookRamen().last?.soup == .miso && calls(cook).cookRamen().count == 1)
        verify(cook).cookRamen(bowls: .oneOf(1, 2)).wasCalled()
        cook.log("a")
        verify(cook).log("a").wasCalled(.twice)
        verify(cook).log("a").wasCalled(.exactly(2).or(.atLeast(5)))
        verify(cook).log("b").wasCalled(.not(.twice))
        resetAllMocks()
        #expect(!calls(cook).log().wasCalled)
        let strict = MockCook(.strict)
        #expect(collectFailures { strict.log("a") }.count == 1)
    }

    @Test func `collections and counts`() {
        _ = cook.cookRamen(bowls: 1, soup: .miso, extras: ["wakame", "egg"])
        verify(cook).cookRamen(extras: .containsExactly(.equal("egg"), .prefix("wak"))).wasCalled()
        verify(cook).cookRamen(extras: .each(.prefix("e"))).wasNeverCalled()
        cook.log("a")
        cook.log("b")
        verify(cook).log().wasCalled(.exactly(2).or(.atLeast(5)))
    }

    @Test func `captors, objects and defaults`() throws {
        cook.log("a")
        verify(cook).log().wasCalled()
        verify(cook).log(.any).wasCalled()
        let captor = Captor<String>()
        verify(cook).log(.capture(captor)).wasCalled()
        #expect(captor.last == "a")
        exotic.give(NonSendable())
        let object = try #require(calls(exotic).give().last)
        verify(exotic).give(.instance(of: NonSendable.self)).wasCalled()
        verify(exotic).give(.identical(to: object)).wasCalled()
        Defaults.register(Migrated.self) { Migrated() }
        useDefaults(from: provider, on: cook)
        let log = MockFunction<String, Void, Never>("log")
        log("a")
        verify(log).call("a").wasCalled()
        cook.mocking.willForward(to: RealCook())
        let tree = MockTree(height: 3)
        tree.mocking.callsSuper = true
        #expect(tree.height == 3)
        given(tree).height.willCallSuper()
        #expect(tree.height == 3)
        #expect(!MockCook(forwardingTo: RealCook()).cookRamen(bowls: 1, soup: .miso, extras: []))
    }

    private struct Migrated: Sendable {}

    @Test func `every row of the tables is here`() throws {
        let tests = URL(fileURLWithPath: #filePath)
        let root = tests.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let catalogue = root.appendingPathComponent("Sources/Mocking/Mocking.docc")
        let code = try String(contentsOf: tests, encoding: .utf8)
        let shapes = try String(
            contentsOf: tests.deletingLastPathComponent().appendingPathComponent("Shapes/Cook.mocks.swift"),
            encoding: .utf8)
        let articles = try FileManager.default.contentsOfDirectory(atPath: catalogue.path)
            .filter { $0.hasPrefix("ComingFrom") }
        #expect(articles.count == 9)
        for article in articles {
            let text = try String(contentsOf: catalogue.appendingPathComponent(article), encoding: .utf8)
            let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
            #expect(rows.count >= 9, "\(article)")
            for row in rows {
                let columns = row.components(separatedBy: " | ")
                let here = columns[1].dropLast(2).dropFirst().dropLast()
                    // It is registered for the whole process, so the test uses its own type.
                    .replacingOccurrences(
                        of: #"Item.self) { Item(id: 0, name: "") }"#, with: "Migrated.self) { Migrated() }")
                #expect(code.contains(here) || shapes.contains(here), "\(article): \(here)")
            }
        }
    }
}
