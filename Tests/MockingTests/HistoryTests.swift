import Foundation
import Mocking
import MockingTestSupport
import Testing

@Suite struct HistoryTests {
    let cook = MockCook()

    @Test func `the history of a member pairs arguments and results`() async throws {
        let cook = cook
        let held = given(cook).fetch(id: 1).willHold()
        given(cook).fetch(id: 2).willReturn(Item(id: 2, name: "two"))
        given(cook).fetch(id: 3).willThrow(MyError(code: 3))
        async let first = cook.fetch(id: 1, options: [:])
        await held.call()
        _ = try await cook.fetch(id: 2, options: ["a": "b"])
        _ = try? await cook.fetch(id: 3, options: [:])

        let history = calls(cook).fetch().history
        #expect(history.map(\.arguments.id) == [1, 2, 3])
        #expect(history.map(\.value) == [nil, Item(id: 2, name: "two"), nil])
        #expect(history.map { $0.error as? MyError } == [nil, nil, MyError(code: 3)])
        #expect(history.map(\.mock) == ["MockCook", "MockCook", "MockCook"])
        #expect(history.map(\.member) == ["fetch(id:options:)", "fetch(id:options:)", "fetch(id:options:)"])
        #expect(history.map(\.order) == calls(cook).fetch().order)
        #expect(
            history.map(\.description) == [
                "fetch(id: 1, options: [:]) has not ended",
                #"fetch(id: 2, options: ["a": "b"]) returned Item(id: 2, name: "two")"#,
                "fetch(id: 3, options: [:]) threw MyError(code: 3)",
            ])
        guard case .pending = history[0].result, case .value = history[1].result, case .error = history[2].result
        else { return #expect(Bool(false), "\(history)") }
        #expect(calls(cook).fetch(id: .greater(than: 1)).history.map(\.arguments.id) == [2, 3])

        held.resume(returning: Item(id: 1, name: "one"))
        _ = try await first
        #expect(calls(cook).fetch(id: 1).history.map(\.value) == [Item(id: 1, name: "one")])
    }

    @Test func `the history of mocks has all members in the order of their calls`() {
        let waiter = MockCook()
        given(cook).typed().willReturn(Item(id: 0, name: ""))
        cook.log("a")
        waiter.log("b")
        cook.name = "Bob"
        _ = cook.name
        _ = try? cook.typed(1)
        let all = history(cook, waiter)
        #expect(all.map(\.member) == ["log(_:)", "log(_:)", "name =", "name", "typed(_:)"])
        #expect(
            all.map(\.description) == [
                #"log("a")"#, #"log("b")"#, #"name = "Bob""#, #"name returned "Bob""#,
                #"typed(1) returned Item(id: 0, name: "")"#,
            ])
        #expect(all.map(\.order) == all.map(\.order).sorted())
        #expect(all[1].arguments as? String == "b" && all[3].value as? String == "Bob")
        #expect(history(cook).count == 4 && history(cook)[1].value is Void)
        #expect(collectFailures { verifyNoMoreCalls(waiter) }.count == 1, "reading verifies nothing")
    }

    @Test func `a call has its time`() {
        // The coarse clock of calls may lag by one tick of the scheduler.
        let before = Date().addingTimeInterval(-0.1)
        cook.log("a")
        let after = Date()
        let date = calls(cook).log().history[0].date
        #expect((before...after).contains(date))
    }

    @Test func `arguments that were not recorded are shown as such`() {
        cook.mocking.recordsArguments = false
        cook.log("a")
        #expect(calls(cook).log().history.isEmpty)
        #expect(history(cook).map(\.description) == ["log(_)"])
        #expect(history(cook).map { "\($0.arguments)" } == ["not recorded"])
    }

    @Test func `members that tell overloads apart read as in their declaration`() {
        let mock = MockOverloads()
        let _: String = mock.load(id: 1)
        let props = MockProps()
        props[3] = "x"
        #expect(history(mock).map(\.member) == ["load(id:)"])
        #expect(history(props).map(\.member) == ["subscript(_:) ="])
    }
}
