import Foundation
import Mimus
import Mocking
import Testing

final class StorageMockArgumentFoo: ArgumentFoo, Mimus.Mock {
    let storage = Storage()
    func bar(arg1: Int, arg2: ViewController) { recordCall(withIdentifier: "bar", arguments: [arg1, arg2]) }
    func reset() { recordInvocation(withIdentifier: "reset") }
    func verifyBar(_ arg1: (any Mimus.Matcher)?, _ arg2: (any Mimus.Matcher)?) {
        verifyCall(withIdentifier: "bar", arguments: [arg1, arg2])
    }
}

struct User {
    let id: Int
    let name: String
}

extension User: Mimus.Matcher {
    func matches(argument: Any?) -> Bool { (argument as? User).map { $0.id == id } ?? false }
    func mismatchMessage(for argument: Any?) -> String { "expected user \(id)" }
}

/// Mocks in style `mimus` and the library that verifies their calls.
@Suite struct MimusTests {
    @Test func `a mock inherits from the class that its annotation names`() {
        let mock = MockPanel()
        mock.simulatedOpen = 3
        let scene: any Scene & Panel = mock
        mock.simulatedRedraw = 4
        #expect(scene.open(1) == 3 && scene.height == 2 && scene.redraw() == 4)
        mock.verify().open(mEqual(1))
    }

    @Test func `a mock by hand records and verifies`() {
        let mock = StorageMockArgumentFoo()
        let screen = ViewController()
        mock.bar(arg1: 52, arg2: screen)
        mock.verifyBar(EqualTo(Int(52)), IdenticalTo(screen))
        mock.reset()
        mock.verifyInvocation(withIdentifier: "reset")
    }

    @Test func `a generated mock has a verifier`() {
        let mock = MockArgumentFoo()
        let screen = ViewController()
        mock.bar(arg1: 10, arg2: screen)
        mock.verify().bar(arg1: EqualTo(Int(10)), arg2: IdenticalTo(screen))
        mock.bar(arg1: 11, arg2: screen)
        mock.verify(mode: .atLeast(1)).bar(arg1: AnyMatcher(), arg2: IdenticalTo(screen))
        mock.verify(mode: .never).reset()
    }

    @Test func `values are simulated, or stubbed for arguments`() throws {
        let mock = MockAuth()
        mock.simulatedTokenFor = "t"
        #expect(try mock.token(for: "a") == "t")
        mock.simulatedTokenForError = URLError(.timedOut)
        #expect(throws: URLError.self) { try mock.token(for: "a") }
        mock.stubValue(5, for: "ann")
        mock.stubError(URLError(.badURL), for: "bob")
        #expect(try mock.limit(for: "ann") == 5)
        #expect(throws: URLError.self) { try mock.limit(for: "bob") }
        #expect(try mock.limit(for: "eve") == 0)
        mock.isLoggedIn = true
        #expect(mock.isLoggedIn && mock.nickname == nil)
        MockAuth.track(event: "open")
        MockAuth.verify().track(event: mEqual("open"))
    }

    @Test func `matchers`() {
        let mock = MockSink()
        mock.put("text")
        mock.verify().put(mEqual("text"))
        mock.put(5)
        mock.verify().put(mNot(mEqual(6)))
        mock.put(nil)
        mock.verifyCall(withIdentifier: "put", arguments: [nil])
        mock.put([1, 2] as [Any])
        mock.verifyCall(withIdentifier: "put", arguments: [[1, 2]])
        mock.put(["type": "login"])
        mock.verifyCall(withIdentifier: "put", arguments: [["type": "login"]])
        mock.put(ViewController())
        mock.verify().put(mInstanceOf(ViewController.self))
        mock.put("abc")
        mock.verify().put(mClosure { (s: String?) in s?.count == 3 })
        let captor = CaptureArgumentMatcher()
        mock.put(42)
        mock.verify().put(captor)
        #expect(captor.lastValue as? Int == 42 && captor.capturedValues.count == 1)
        #expect(captor.lastValue() == 42)
        var number: Int?
        mock.put(7)
        mock.verify().put(mCaptureInto(pointer: &number))
        #expect(number == 7)
        var heard: (Int, String)?
        mock.call { heard = ($0, $1) }
        mock.verify().call(mSimulateCallback(1, "a"))
        #expect(heard?.0 == 1 && heard?.1 == "a")
        mock.put(URL(filePath: "/tmp"))
        mock.verify().put(URL(filePath: "/tmp"))
        mock.put(Data([1]))
        mock.verify().put(Data([1]))
    }

    @Test func `a verification takes the calls that it has found, and fails at its line`() {
        let mock = MockArgumentFoo()
        mock.reset()
        mock.verify(mode: .times(1)).reset()
        withKnownIssue { mock.verify(mode: .times(1)).reset() }
        mock.bar(arg1: 1, arg2: ViewController())
        var line = #line + 1
        let first = failures { mock.verify().bar(arg1: mEqual(2), arg2: mAny()) }
        #expect(
            first.map(\.message) == [
                "Call with identifier barArg1Arg2 was recorded once, but arguments didn't match.\nMismatch in argument #0 - expected <(2)>, but was <(1)>."
            ])
        #expect(first.first?.location.line == UInt(line) && first.first?.location.fileID.description == #fileID)
        mock.bar(arg1: 3, arg2: ViewController())
        line = #line + 1
        let second = failures { mock.verifyCall(withIdentifier: "barArg1Arg2", arguments: [2, mAny()]) }
        #expect(
            second.map(\.message) == [
                """
                Call with identifier barArg1Arg2 was recorded 2 times, but arguments didn't match.
                Mismatched call #1:
                Mismatch in argument #0 - expected <(2)>, but was <(1)>.

                Mismatched call #2:
                Mismatch in argument #0 - expected <(2)>, but was <(3)>.
                """
            ])
        #expect(second.first?.location.line == UInt(line))
        mock.verifyCall(withIdentifier: "other", mode: .never)
        mock.verifyCall(withIdentifier: "barArg1Arg2", arguments: .any, mode: .atMost(3))
    }

    @Test(arguments: [
        (VerificationMode.never, "Expected no call with identifier reset, but 2 were recorded."),
        (.atMost(1), "Expected at most 1 of the calls with identifier reset, but 2 were recorded."),
        (.atLeast(3), "Call with identifier reset was recorded 2 times, but expected at least 3."),
        (.times(1), "Call with identifier reset was recorded 2 times, but expected 1."),
    ])
    func `each mode has a message`(mode: VerificationMode, message: String) {
        let mock = MockArgumentFoo()
        mock.reset()
        mock.reset()
        #expect(failures { mock.verify(mode: mode).reset() }.map(\.message) == [message])
        let none = failures { mock.verify().reset() }
        #expect(none.map(\.message) == ["No call with identifier reset was captured."])
    }

    @Test func `a type of the test's own is a matcher with its own message`() {
        let mock = MockSink()
        mock.put(User(id: 2, name: "b"))
        let found = failures {
            mock.verifyCall(withIdentifier: "put", arguments: [User(id: 1, name: "a")])
        }
        #expect(found.count == 1 && found[0].message.contains("Mismatch in argument #0 - expected user 1"))
        mock.verifyCall(withIdentifier: "put", arguments: [User(id: 2, name: "c")])
    }

    @Test func `overloads, typed errors, mocks and tuples have values`() async throws {
        let mock = MockVault()
        mock.simulatedOpenCodeIntBoolError = Expired(day: 1)
        #expect(throws: Expired(day: 1)) { try mock.open(1) }
        mock.simulatedOpenCodeStringString = ["a"]
        #expect(await mock.open("b") == ["a"])
        mock.verify().open(1)
        mock.verify().openCodeStringString("b")
        #expect(mock.auth() is MockAuth && mock.owner is MockAuth)
        #expect((mock.inner() as? MockAuth) === mock.simulatedInner)
        mock.simulatedFirst = 3
        #expect(mock.first([1]) == 3 && mock.find(URL: "", by: { _ in true }) == (0, ""))
        mock.verify().find(URL: mEqual(""), by: mAny())
        mock["key"] = 4
        mock.verifyCall(withIdentifier: "subscriptSet", arguments: ["key", 4])
        #expect(mock["key"] == 0 && MockVault.make() === MockVault.make() && mock.names == [])
        MockVault.verify(mode: .times(2)).make()
    }

    /// A value that runs code when it is freed.
    private final class EndingScreen: ViewController {
        private let onEnd: () -> Void
        init(onEnd: @escaping () -> Void) { self.onEnd = onEnd }
        deinit { onEnd() }
    }

    @Test func `what a mock frees may call it`() {
        let mock = StorageMockArgumentFoo()
        let other = ViewController()
        mock.bar(arg1: 1, arg2: EndingScreen { mock.bar(arg1: 2, arg2: other) })
        mock.storage.reset()
        mock.verifyBar(EqualTo(2), IdenticalTo(other))
        mock.bar(arg1: 3, arg2: EndingScreen { mock.bar(arg1: 4, arg2: other) })
        mock.verifyBar(EqualTo(3), AnyMatcher())
        mock.verifyBar(EqualTo(4), IdenticalTo(other))
    }

    @Test func `a mock that is Sendable is used from several threads`() async {
        let mock = MockSafeSink()
        mock.simulatedPut = 1
        await withTaskGroup { group in
            for value in 0..<100 { group.addTask { _ = mock.put(value) } }
        }
        mock.verify(mode: .times(100)).put(mAny())
        mock.total = 3
        #expect(mock.total == 3)
    }

    @Test @MainActor func `a mock of a protocol on the main actor is used there`() {
        let mock = MockStage()
        mock.title = "a"
        mock.simulatedShow = 2
        #expect(mock.show("b") == 2 && mock.title == "a")
        mock.verify().show("b")
    }
}
