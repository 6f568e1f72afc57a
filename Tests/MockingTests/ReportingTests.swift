import Foundation
import Mocking
import MockingTestSupport
import Synchronization
import Testing
import XCTest

/// A helper as users write it: it passes the caller's location on.
private func verifyGreeted(
    _ cook: MockCook, _ name: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    verify(cook).log(.equal("Hello \(name)"))
        .wasCalled(fileID: fileID, filePath: filePath, line: line, column: column)
}

@Suite struct ReportingTests {
    let cook = MockCook()

    /// The failures that Swift Testing receives, with their line numbers.
    private func issues(in body: () -> Void) -> [(text: String, line: Int?)] {
        let seen = Mutex<[(text: String, line: Int?)]>([])
        withKnownIssue {
            body()
        } matching: { issue in
            seen.withLock { $0.append((issue.comments.first?.rawValue ?? "", issue.sourceLocation?.line)) }
            return true
        }
        return seen.withLock { $0 }
    }

    @Test func `a failure reaches Swift Testing once, at the line of the verification`() {
        let issues = issues { verify(cook).log("a").wasCalled() }; let line = #line
        #expect(issues.count == 1)
        #expect(issues.first?.text == #"MockCook: expected exactly 1 call of log("a"), got none"#)
        #expect(issues.first?.line == line)
    }

    @Test func `a helper of one's own fails at the line of its caller`() {
        let issues = issues { verifyGreeted(cook, "Bob") }; let line = #line
        #expect(issues.map(\.line) == [line])
    }

    @Test func `an unexpected call fails at the line that made the mock`() {
        let strict = MockCook(.strict); let line = #line
        let issues = issues { strict.log("a") }
        #expect(issues.map(\.line) == [line])
    }

    @Test func `an unexpected call of a static member fails at the running test`() {
        let test = #line - 1
        MockFactory.statics.mocking.behavior = .strict
        let issues = issues { _ = MockFactory[3] }
        #expect(
            issues.map(\.text) == [
                """
                MockFactory: unexpected call subscript(3) \
                in test "an unexpected call of a static member fails at the running test"
                  stub it: given(MockFactory.statics)[.any].willReturn(…)
                """
            ])
        #expect(issues.map(\.line) == [test])
    }

    @Test func `an unexpected call of the mock of a class fails at the running test`() {
        let test = #line - 1
        let tree = withMockBehavior(.strict) { MockTree(height: 3) }
        let issues = issues { _ = try? tree.grow(by: 2) }
        #expect(
            issues.map(\.text) == [
                """
                MockTree: unexpected call grow(by: 2) \
                in test "an unexpected call of the mock of a class fails at the running test"
                  stub it: given(mockTree).grow(by: .any).willReturn(…)
                """
            ])
        #expect(issues.map(\.line) == [test])
        let failures = failures { _ = try? tree.grow(by: 2) }
        #expect(failures.map(\.location.isKnown) == [false])
        #expect(failures.map { "\($0.location)" } == ["an unknown line"])
    }

    @Test func `an unexpected call of mocks that generated code makes fails at the user's lines`() {
        let test = #line - 1
        let made = MockFactory(name: "a")
        made.mocking.behavior = .strict
        #expect(issues { _ = made.base() }.map(\.line) == [test])
        let hotel = MockHotel(.strict); let line = #line
        given(hotel).kitchen().willReturnDefault()
        let kitchen = withMockBehavior(.strict) { hotel.kitchen() }
        #expect(issues { _ = kitchen.open() }.map(\.line) == [line])
        MockCook.each.mocking.willForward(to: RealCook())
        given(MockCook.each).log().willCallSuper()
        #expect(issues { MockCook.each.mocking.call("log(_:)", "a") { $0.log("a") } }.map(\.line) == [test])
    }

    @Test func `the mock of a class is made as that of a protocol`() async throws {
        let bench = MockWorkbench(.strict); let line = #line
        let issues = issues { #expect(bench.pair() == (0, "")) }
        #expect(
            issues.map(\.text) == [
                """
                MockWorkbench: unexpected call pair()\(inTest)
                  stub it: given(mockWorkbench).pair().willReturn(…)
                """
            ])
        #expect(issues.map(\.line) == [line])
        let service = MockService(forwardingTo: Service())
        #expect(await service.go(3) == 3)
        #expect(await MockService().go(3) == 0)
    }

    @Test func `a failure that XCTest cannot place is reported without a line`() async throws {
        let output = try await TestProcess.run(["MockingTests.DeliberateFailures/testUnexpectedCalls"])
        let failures = output.lines.filter { $0.contains(": error: ") }
        let name = "DeliberateFailures.testUnexpectedCalls"
        #expect(
            failures == [
                "<unknown>:0: error: \(name) : failed - MockFactory: unexpected call subscript(3)",
                "<unknown>:0: error: \(name) : failed - MockTree: unexpected call grow(by: 2)",
            ], "\(output.text)")
        #expect(output.text.contains("  stub it: given(MockFactory.statics)[.any].willReturn(…)"))
    }

    @Test func `a call that can throw is reported once and throws`() async {
        let cook = MockCook(); let line = #line
        let failures = await failures {
            let error = await #expect(throws: UnstubbedCall.self) { try await cook.fetch(id: 3, options: [:]) }
            #expect(
                error?.description
                    == "fetch(id:options:) of MockCook has no value to return; the failure before this one says why")
        }
        #expect(failures.map(\.location.line) == [UInt(line)])
        let strict = MockCook(.strict)
        let texts = await collectFailures { _ = try? await strict.fetch(id: 3, options: [:]) }
        #expect(texts.count == 1, "what a strict mock has reported is not reported again")
    }

    @Test func `collected failures carry their place`() {
        let failures = failures { verify(cook).log("a").wasCalled() }; let line = #line
        #expect(failures.first?.location.line == UInt(line))
        #expect("\(failures.first?.location.fileID ?? "")" == "MockingTests/ReportingTests.swift")
        #expect("\(failures[0].location)" == "MockingTests/ReportingTests.swift:\(line)")
        #expect("\(failures[0])" == failures[0].message)
    }

    @Test func `a verification that is forgotten fails at its line`() {
        let issues = issues { _ = verify(cook).log("a") }; let line = #line
        #expect(
            issues.map(\.text) == [#"MockCook: nothing was verified of log("a"); end the line with .wasCalled()"#])
        #expect(issues.map(\.line) == [line])
        let statics = failures { _ = verify(MockFactory.statics).shared(1) }; let second = #line
        #expect(statics.map(\.location.line) == [UInt(second)])
        #expect(
            statics.map(\.message) == ["MockFactory: nothing was verified of shared(1); end the line with .wasCalled()"]
        )
    }

    @Test func `every verdict is one, also a late one`() async {
        let texts = await collectFailures {
            cook.log("a")
            let clause = verify(cook).log("a")
            verify(cook).log("z").wasNeverCalled()
            clause.wasCalled()
            await verify(cook).log("a").wasCalled(within: .seconds(60))
            await eventually { verify(cook).log("a").wasCalled() }
            _ = verify(cook).log("a").expectation()
            let mock = MockOverloads()
            let _: String = mock.load(id: 1)
            verify(mock).load(id: 1).returning(String.self).wasCalled()
        }
        #expect(texts == [])
    }

    @Test func `a sink gets every failure of the process, as the framework does`() {
        let seen = Mutex<[MockFailure]>([])
        MockFailure.sink = { failure in seen.withLock { $0.append(failure) } }
        defer { MockFailure.sink = nil }
        #expect(MockFailure.sink != nil)
        let issues = issues { verify(cook).log("for the sink").wasCalled() }; let line = #line
        _ = collectFailures { verify(cook).log("for the sink").wasCalled() }
        // The sink also receives failures of other tests.
        let own = seen.withLock { $0 }.filter { $0.message.contains("for the sink") }
        #expect(own.map(\.message) == issues.map(\.text) && own.map(\.location.line) == [UInt(line)])
    }

    @Test func `a verification that is forgotten fails under XCTest, at its line`() async throws {
        let output = try await TestProcess.run(["MockingTests.DeliberateFailures/testForgottenVerdict"])
        let failures = output.lines.filter { $0.contains(": error: ") }
        #expect(failures.count == 1, "\(output.text)")
        #expect(
            failures.first?.hasSuffix(
                "ReportingTests.swift:\(DeliberateFailures.forgottenLine): error: "
                    + "DeliberateFailures.testForgottenVerdict : failed - "
                    + #"MockCook: nothing was verified of log("a"); end the line with .wasCalled()"#) == true,
            "\(output.text)")
    }

    @Test func `collecting nests`() {
        let outer = collectFailures {
            verify(cook).log("outer").wasCalled()
            let inner = collectFailures { verify(cook).log("inner").wasCalled() }
            #expect(inner.count == 1)
        }
        #expect(outer.count == 1)
    }

    @Test func `a failure reaches XCTest once, at the line of the verification`() async throws {
        let output = try await TestProcess.run(["MockingTests.DeliberateFailures/testVerification"])
        let failures = output.lines.filter { $0.contains(": error: ") }
        #expect(failures.count == 1, "\(output.text)")
        #expect(failures.first?.contains("ReportingTests.swift:\(DeliberateFailures.line): error: ") == true)
        #expect(output.text.contains(#"MockCook: expected exactly 1 call of log("a"), got none"#))
        #expect(output.text.contains("with 1 failure"))
        #expect(output.status != 0)
    }

    @Test func `a failure of a detached task fails the run of Swift Testing`() async throws {
        let output = try await TestProcess.run(TestProcess.swiftTesting + ["deliberateDetachedFailure"])
        let failures = output.lines.filter { $0.contains("recorded an issue") }
        #expect(failures.count == 1, "\(output.text)")
        #expect(failures.first?.contains("ReportingTests.swift:") == true)
        #expect(output.status != 0)
    }

    @Test func `an expectation that is not fulfilled names the call it waited for`() async throws {
        let output = try await TestProcess.run(["MockingTests.DeliberateFailures/testExpectation"])
        #expect(
            output.text.contains(
                "Asynchronous wait failed - Exceeded timeout of 0.01 seconds, with unfulfilled expectations: "
                    + #"MockCook: at least 2 calls of log("late"), a call of one's own"#),
            "\(output.text)")
    }
}

/// Fails deliberately, in a separate process.
final class DeliberateFailures: XCTestCase {
    static let line = #line + 5

    func testVerification() throws {
        try XCTSkipUnless(TestProcess.isChild)
        let cook = MockCook()
        verify(cook).log("a").wasCalled()
    }

    static let forgottenLine = #line + 5

    func testForgottenVerdict() throws {
        try XCTSkipUnless(TestProcess.isChild)
        let cook = MockCook()
        _ = verify(cook).log("a")
    }

    func testUnexpectedCalls() throws {
        try XCTSkipUnless(TestProcess.isChild)
        MockFactory.statics.mocking.behavior = .strict
        _ = MockFactory[3]
        let tree = withMockBehavior(.strict) { MockTree(height: 3) }
        _ = try? tree.grow(by: 2)
    }

    func testExpectation() throws {
        try XCTSkipUnless(TestProcess.isChild)
        let cook = MockCook()
        cook.log("late")
        let expectations = [
            verify(cook).log("late").expectation(.atLeast(2)),
            verify(cook).log("a").expectation(description: "a call of one's own"),
        ]
        wait(for: expectations, timeout: 0.01)
    }
}

@Test(.enabled(if: TestProcess.isChild)) func deliberateDetachedFailure() async {
    let cook = MockCook()
    _ = await Task.detached { verify(cook).log("a").wasCalled() }.value
}
