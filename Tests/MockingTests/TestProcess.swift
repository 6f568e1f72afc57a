import Foundation
import Testing

/// The end of the headline in the message of an unexpected call.
var inTest: String {
    Test.current.map { test in " in test \(test.displayName.map { "\"\($0)\"" } ?? test.name)" } ?? ""
}

/// Runs some of these tests, or a tool, in a separate process, to check a failure's output.
struct TestProcess {
    let text: String
    let status: Int32

    var lines: [String] { text.split(separator: "\n").map(String.init) }

    static let swiftTesting = ["--testing-library", "swift-testing", "--filter"]

    private static let mark = "MOCKING_DELIBERATE_FAILURES"

    /// True if this process was started in order to fail.
    static var isChild: Bool { deed != nil }

    /// The task for which this process was started.
    static var deed: String? { ProcessInfo.processInfo.environment[mark] }

    /// A program of the toolchain, found in `PATH`; `nil` if it is not there.
    static func program(_ name: String) -> URL? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(filePath: $0) }
    }

    /// Suspends until the process ends: blocking a thread would starve tests that are waiting for calls.
    ///
    /// - Parameter deed: the task of the process, if it runs a test that has several.
    static func run(
        _ arguments: [String], of program: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(),
        deed: String = "fail"
    ) async throws -> TestProcess {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment[mark] = deed
        // A trap in the child is expected; a backtrace would take longer than all tests together.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        let output = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: output) }
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        let file = try FileHandle(forWritingTo: output)
        process.standardOutput = file
        process.standardError = file
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        // Foundation closes it late, if ever.
        try file.close()
        return TestProcess(text: try String(contentsOf: output, encoding: .utf8), status: status)
    }
}
