import Foundation

/// Runs some of these tests in a process of their own, to see what a failure looks like from outside.
struct TestProcess {
    let text: String
    let status: Int32

    var lines: [String] { text.split(separator: "\n").map(String.init) }

    private static let mark = "MOCKING_DELIBERATE_FAILURES"

    /// Whether this process was started to fail.
    static var isChild: Bool { ProcessInfo.processInfo.environment[mark] != nil }

    static func run(_ arguments: [String]) throws -> TestProcess {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment[mark] = "1"
        // A trap in the child is expected; its backtrace takes longer than all tests together.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return TestProcess(text: String(decoding: output, as: UTF8.self), status: process.terminationStatus)
    }
}
