// swift-format-ignore-file
import Foundation
import Mocking
import MockingTestSupport
import Testing

/// The examples of the manual's first page, one test each, in its order.
@Suite struct ManualTests: Sendable {
    let cook = MockCook()
    let strict = MockCook(.strict)
    let till = MockTill()
    let stock = MockStock()

    @Test func `examples of: make a mock`() async throws {
        let cook = MockCook()                                   // unstubbed calls return defaults: false, "", nil, [] …
        let strict = MockCook(.strict)                          // unstubbed calls fail the test
        let watched = MockCook(forwardingTo: RealCook())        // unstubbed calls reach the real object
        #expect(!cook.ramen(bowls: 2, soup: "miso") && strict !== watched)
        #expect(watched.ramen(bowls: 2, soup: "miso"))
    }

    @Test func `examples of: stub`() async throws {
        given(cook).ramen().willReturn(true)
        given(cook).ramen(bowls: .greater(than: 9)).willReturn(false)
        given(cook).save("secret").willThrow(Refused())
        given(cook).fetch().will { id in "dish \(id)" }
        #expect(cook.ramen(bowls: 2, soup: "miso") && !cook.ramen(bowls: 10, soup: "miso"))
        #expect(throws: Refused.self) { try cook.save("secret") }
        #expect(try await cook.fetch(id: 7) == "dish 7")
    }

    @Test func `examples of: answer differently each time`() async throws {
        given(cook).ramen().willReturn(true, times: 2).willReturn(false)
        given(cook).fetch().willThrow(NotFound(), times: 1).willReturn("miso", "shoyu")
        #expect([1, 2, 3].map { cook.ramen(bowls: $0, soup: "miso") } == [true, true, false])
        await #expect(throws: NotFound.self) { try await cook.fetch(id: 1) }
        #expect(try await cook.fetch(id: 1) == "miso")
    }

    @Test func `examples of: properties and subscripts`() async throws {
        cook.name = "Ann"                                       // an unstubbed property keeps its value
        given(cook).name.willReturn("Bob")
        #expect(cook.name == "Bob")
        verify(cook).name.wasCalled()                           // was read once
        verify(cook).name(set: "Ann").wasCalled()               // was set once
        given(stock)["noodles"].willReturn(3)
        #expect(stock["noodles"] == 3)
    }

    @Test func `examples of: verify`() async throws {
        _ = cook.ramen(bowls: 2, soup: "miso")
        _ = cook.ramen(bowls: 3, soup: "miso")
        verify(cook).ramen().wasCalled(2)
        verify(cook).ramen(bowls: 2).wasCalled()                // exactly once
        verify(cook).ramen(soup: .prefix("m")).wasCalled(.atLeast(1))
        verify(cook).save().wasNeverCalled()
    }

    @Test func `examples of: match arguments`() async throws {
        _ = cook.ramen(bowls: 2, soup: "miso")
        verify(cook).ramen(bowls: .in(1...3), soup: .not(.empty)).wasCalled()
        verify(cook).ramen(bowls: .where("even") { $0 % 2 == 0 }, soup: .oneOf("miso", "shoyu")).wasCalled()
        let bowls = 2
        verify(cook).ramen(bowls: .equal(bowls)).wasCalled()    // a value that is no literal
        assertThat(bowls, .less(than: 3))                       // matchers work without mocks, too
    }

    @Test func `examples of: read and capture calls`() async throws {
        let soups = Captor<String>()
        given(cook).ramen(soup: .capture(soups)).willReturn(true)
        _ = cook.ramen(bowls: 2, soup: "miso")
        #expect(soups.values == ["miso"])
        #expect(calls(cook).ramen().last?.bowls == 2)
        #expect(calls(cook).ramen().count == 1)
    }

    @Test func `examples of: order, and nothing else`() async throws {
        _ = cook.ramen(bowls: 2, soup: "miso")
        till.pay()
        inOrder {
            verify(cook).ramen().wasCalled()
            verify(till).pay().wasCalled()
        }
        verifyNoMoreCalls(cook, till)                           // every call was verified
    }

    @Test func `examples of: stubs that were never used`() async throws {
        given(cook).ramen().willReturn(true)
        _ = cook.ramen(bowls: 2, soup: "miso")
        verifyStubsUsed(cook)
    }

    @Test func `examples of: wait for calls`() async throws {
        Task { try await cook.fetch(id: 7) }
        await verify(cook).fetch(id: 7).wasCalled(within: .seconds(10))
    }

    @Test func `examples of: hold a call, and look meanwhile`() async throws {
        let held = given(cook).fetch().willHold()
        async let dish = cook.fetch(id: 7)
        await held.call()                                       // the call has come, and waits
        held.resume(returning: "miso")
        #expect(try await dish == "miso")
    }

    @Test func `examples of: forward to a real object`() async throws {
        let partial = MockCook(forwardingTo: RealCook())
        given(partial).fetch(id: 7).willThrow(NotFound())       // this one call fails
        #expect(try await partial.fetch(id: 8) == "real dish 8")
        verify(partial).fetch(id: 8).wasCalled()
    }

    @Test func `examples of: static members and initializers`() async throws {
        given(MockMenu.statics).dish(1).willReturn("miso")
        #expect(MockMenu.dish(1) == "miso")
        verify(MockMenu.statics).dish(1).wasCalled()
    }

    @Test func `examples of: a closure`() async throws {
        let load = MockFunction<Int, String, any Error>("load")
        given(load).call(3).willReturn("three")
        #expect(try load(3) == "three")
        verify(load).call(3).wasCalled()
    }

    @Test func `examples of: defaults of your types`() async throws {
        let provider = DefaultProvider()
        provider.register(String.self) { "water" }
        useDefaults(from: provider, on: cook)
        #expect(try await cook.fetch(id: 1) == "water")
    }

    @Test func `examples of: strict tests`() async throws {
        let failures = collectFailures { _ = strict.ramen(bowls: 2, soup: "miso") }
        #expect(failures.count == 1)
    }

    @Test func `examples of: start again`() async throws {
        given(cook).ramen().willReturn(true)
        _ = cook.ramen(bowls: 2, soup: "miso")
        clearCalls(cook)                                        // forgets the calls and keeps the stubs
        verify(cook).ramen().wasNeverCalled()
        reset(cook)                                             // forgets both
        #expect(!cook.ramen(bowls: 2, soup: "miso"))
    }

    /// No example of the page is missing in the tests above.
    @Test func `every example of the manual is one of these tests`() throws {
        let here = URL(filePath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(path: "Sources/Mocking/Mocking.docc/Mocking.md"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n### Make a mock\n").last)
        let examples = section.components(separatedBy: "\n## Topics\n")[0].components(separatedBy: "```swift\n")
        let tests = try String(contentsOf: here, encoding: .utf8)
        #expect(examples.count == 18)
        for example in examples.dropFirst() {
            let code = example.components(separatedBy: "```")[0].split(separator: "\n")
            for line in code { #expect(tests.contains("        \(line)\n"), "\(line)") }
        }
    }
}
