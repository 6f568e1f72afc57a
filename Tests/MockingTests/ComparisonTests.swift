import Foundation
import Mocking
import Synchronization
import Testing
import XCTest

/// A mistake that a test finds, with its message in either framework.
private struct Mistake: Sendable {
    var text: String
    var make: @Sendable (_ cook: MockCook) async -> Void

    static let all = [
        Mistake(text: "MockCook: expected exactly 2 calls of log(any), got 1") { cook in
            cook.log("a")
            verify(cook).log().wasCalled(2)
        },
        Mistake(
            text: """
                MockCook: expected exactly 1 call of cookRamen(bowls: any, soup: .miso, extras: any), got none
                  but got cookRamen(bowls: 2, soup: .shoyu, extras: [])
                    soup: expected .miso, was .shoyu
                """
        ) { cook in
            _ = cook.cookRamen(bowls: 2, soup: .shoyu, extras: [])
            verify(cook).cookRamen(soup: .miso).wasCalled()
        },
        Mistake(
            text: "MockCook: expected exactly 1 call of log(\"b\"), got none\n  it was called, but not after log(\"a\")"
        ) { cook in
            cook.log("b")
            cook.log("a")
            inOrder {
                verify(cook).log("a").wasCalled(); verify(cook).log("b").wasCalled()
            }
        },
        Mistake(text: "MockCook: expected no more calls, got 1\n  got log(\"a\")") { cook in
            cook.log("a")
            verifyNoMoreCalls(cook)
        },
        Mistake(
            text: """
                MockCook: expected at least 1 call of log("b") within 0.01 seconds, got none
                  but got log("a")
                    argument: expected "b", was "a"
                """
        ) { cook in
            cook.log("a")
            await verify(cook).log("b").wasCalled(within: .milliseconds(10))
        },
        Mistake(
            text: """
                MockCook: expected exactly 1 call of cookRamen(bowls: any, soup: .custom(not empty), extras: any), got none
                  but got cookRamen(bowls: 1, soup: .custom(""), extras: [])
                    soup: expected .custom(not empty), was .custom("")
                """
        ) { cook in
            _ = cook.cookRamen(bowls: 1, soup: .custom(""), extras: [])
            verify(cook).cookRamen(soup: .custom(.not(.empty))).wasCalled()
        },
        Mistake(
            text: """
                MockCook: expected exactly 1 call of cookRamen(bowls: any, soup: any, extras: every element odd), got none
                """
        ) { cook in
            verify(cook).cookRamen(extras: .each(.where("odd") { $0.count % 2 == 1 })).wasCalled()
        },
        Mistake(
            text: """
                inOrder: expected no call after the verified ones
                  got MockCook log("b")
                """
        ) { cook in
            cook.log("a")
            cook.log("b")
            inOrder([.consecutive, .noCallsAfter]) { verify(cook).log("a").wasCalled() }
        },
        Mistake(
            text: """
                MockCook: expected exactly 1 call of cookRamen(bowls: any, soup: any, extras: exactly "wakame", "chashu" \
                in any order), got none
                  but got cookRamen(bowls: 1, soup: .miso, extras: ["egg", "wakame"])
                    extras: expected exactly "wakame", "chashu" in any order, was ["egg", "wakame"]: got "egg", \
                expected "chashu"
                """
        ) { cook in
            _ = cook.cookRamen(bowls: 1, soup: .miso, extras: ["egg", "wakame"])
            verify(cook).cookRamen(extras: .containsExactly("wakame", "chashu")).wasCalled()
        },
        Mistake(text: "MockCook: expected exactly 2 or at least 5 calls of log(any), got 1") { cook in
            cook.log("a")
            verify(cook).log().wasCalled(.exactly(2).or(.atLeast(5)))
        },
    ]
}

/// The article that compares this library with others: its lines compile and run, and its messages are these.
@Suite struct ComparisonTests {
    private static let article = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Mocking/Mocking.docc/Comparison.md")

    @Test func `twelve things that tests say`() async throws {
        let cook = MockCook()
        given(cook).cookRamen().willReturn(true)
        #expect(cook.cookRamen(bowls: 1, soup: .miso, extras: []))
        given(cook).cookRamen().willReturn(true, false)
        #expect([1, 2].map { cook.cookRamen(bowls: $0, soup: .miso, extras: []) } == [true, false])
        given(cook).save().willThrow(MyError(code: 1))
        #expect(throws: MyError(code: 1)) { try cook.save(Item(id: 1, name: ""), at: "", overwrite: true) }
        given(cook).cookRamen().will { bowls, _, _ in bowls > 1 }
        #expect([1, 2].map { cook.cookRamen(bowls: $0, soup: .shoyu, extras: []) } == [false, true])
        reset(cook)
        cook.log("a")
        cook.log("b")
        _ = cook.cookRamen(bowls: 1, soup: .miso, extras: [])
        #expect(calls(cook).log().last == "b")
        verify(cook).log().wasCalled(2)
        verify(cook).cookRamen(soup: .miso).wasCalled()
        verifyNoMoreCalls(cook)
        inOrder {
            verify(cook).log("a").wasCalled(); verify(cook).log("b").wasCalled()
        }
        await verify(cook).log("b").wasCalled(within: .seconds(1))
        #expect(MockCook(forwardingTo: RealCook()).cookRamen(bowls: 7, soup: .miso, extras: []))
    }

    @Test func `each mistake has this message in Swift Testing`() async {
        for mistake in Mistake.all {
            let seen = Mutex<[String?]>([])
            await withKnownIssue {
                await mistake.make(MockCook())
            } matching: { issue in
                seen.withLock { $0.append(issue.comments.first?.rawValue) }
                return true
            }
            #expect(seen.withLock { $0 } == [mistake.text])
        }
    }

    @Test func `each mistake has this message in XCTest`() async throws {
        let output = try await TestProcess.run(["MockingTests.DeliberateMistakes/testMistakes"])
        let parts = output.text.components(separatedBy: " : failed - ").dropFirst()
        #expect(parts.count == Mistake.all.count, "\(output.text)")
        for (part, mistake) in zip(parts, Mistake.all) { #expect(part.hasPrefix(mistake.text + "\n")) }
        #expect(output.text.ranges(of: "ComparisonTests.swift:").count == Mistake.all.count)
    }

    /// Returns the code without what a formatter changes, and without the marks of code in a table.
    private static func plain(_ code: String) -> String { code.filter { !$0.isWhitespace && !";`".contains($0) } }

    /// Returns the sections of the article: a title, the rows of the table, the message.
    private static func sections() throws -> [(title: String, rows: [[String]], message: String?)] {
        try String(contentsOf: article, encoding: .utf8).components(separatedBy: "\n### ").dropFirst().map { section in
            let rows = section.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map { row in
                row.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            }
            let parts = section.components(separatedBy: "```")
            let message = parts.count > 1 ? parts[1].trimmingCharacters(in: .newlines) : nil
            return (section.components(separatedBy: "\n")[0], Array(rows), message)
        }
    }

    @Test func `the article's lines and messages are tested, and none of its own is the longest`() throws {
        let code = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        let sections = try Self.sections()
        #expect(sections.count == 12)
        for section in sections {
            let names = section.rows.map(\.[0])
            #expect(names == ["mockd", "Mockable", "Mockingbird", "Cuckoo", "mockolo", "by hand"], "\(section.title)")
            let lines = section.rows.map { $0[1].trimmingCharacters(in: .punctuationCharacters) }
            #expect(Self.plain(code).contains(Self.plain(section.rows[0][1])), "\(section.title)")
            #expect(lines.dropFirst().contains { $0.count >= lines[0].count }, "\(section.title)")
            if let message = section.message { #expect(Mistake.all.contains { $0.text == message }, "\(message)") }
        }
        #expect(sections.count { $0.message != nil } == 5)
    }
}

/// Fails deliberately, in a separate process.
final class DeliberateMistakes: XCTestCase {
    func testMistakes() async throws {
        try XCTSkipUnless(TestProcess.isChild)
        for mistake in Mistake.all { await mistake.make(MockCook()) }
    }
}
