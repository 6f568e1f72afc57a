import Foundation
import Testing

/// The compiler's errors for mistakes in a test, because users see those most often.
@Suite(.serialized) struct MistakeTests {
    private static let mistakes: [(code: String, error: String)] = [
        (
            #"given(cook).cookRamen().willReturn("x")"#,
            "error: cannot convert value of type 'String' to expected argument type 'Bool'"
        ),
        (
            "given(cook).log().willThrow(MyError(code: 1))",
            "error: cannot convert value of type 'MyError' to expected argument type 'Never'"
        ),
        ("given(cook).cookRamen(soup: .udon).willReturn(true)", "error: type 'Matcher<Soup>' has no member 'udon'"),
        (
            "given(cook).cookRamen(soup: .custom(number)).willReturn(true)",
            "error: cannot convert value of type 'Int' to expected argument type 'Matcher<String>'"
        ),
        (
            "given(cook).log().wasCalled()",
            "error: referencing instance method 'wasCalled(_:consuming:fileID:filePath:line:column:)' on 'ClauseProtocol' "
                + "requires the types 'SendableStubbing<any Cook>' and 'Verifying' be equivalent"
        ),
        ("verify(cook).log()", "warning: result of call to 'log' is unused"),
        (
            "verify(cook).cookRamen(bowls: number).wasCalled()",
            "error: cannot convert value of type 'Int' to expected argument type 'Matcher<Int>'"
        ),
        (
            "given(cook).log().will { _ in count += 1 }",
            "error: mutation of captured var 'count' in concurrently-executing code"
        ),
        ("given(cook as any Cook).log().willReturn()", "error: type 'any Cook' cannot conform to 'Mock'"),
        (
            "given(screen).log().will { _ in count += 1 }",
            "error: mutation of captured var 'count' in concurrently-executing code"
        ),
        ("verify(cook).cookRamen().wasCalled(times: 2)", "error: extraneous argument label 'times:' in call"),
        (
            "verify(cook).cookRamen().wasNotCalled()",
            "error: 'wasNotCalled()' has been renamed to 'wasNeverCalled()'"
        ),
    ]

    private static let compiler = TestProcess.program("swiftc")

    @Test(.enabled(if: compiler != nil, "there is no swiftc in PATH"))
    func `the compiler's errors point at mistakes in useful words`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let functions = Self.mistakes.enumerated().map { index, mistake in
            "func f\(index)(_ cook: MockCook, _ screen: MockScreen, _ number: Int, _ start: Int) "
                + "{ var count = start; \(mistake.code); _ = count; count = 0 }"
        }
        let file = folder.appending(path: "Mistakes.swift")
        let text = (["import Mocking", "@testable import MockingTests"] + functions).joined(separator: "\n")
        try text.write(to: file, atomically: true, encoding: .utf8)

        let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let compiler = try #require(Self.compiler)
        let output = try await TestProcess.run(
            ["-typecheck", "-swift-version", "6", "-parse-as-library", "-I", build.appending(path: "Modules").path()]
                + [file.path()],
            of: compiler)
        for (index, mistake) in Self.mistakes.enumerated() {
            let said = output.lines.filter { $0.contains("Mistakes.swift:\(index + 3):") }
            #expect(
                said.count == 1 && said[0].contains(": \(mistake.error)"), "\(mistake.code)\n\(said)")
        }
    }
}
