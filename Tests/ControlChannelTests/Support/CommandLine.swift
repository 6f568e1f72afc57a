import Foundation

/// The exit status and output of a finished process.
struct Finished: Equatable, Sendable {
    var status: Int32
    var output: String
    var errors: String
}

/// The real executables, built beside this test bundle.
enum Executables {
    static let mockctl = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "mockctl").path

    static func find(_ name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map { $0 + "/" } ?? []
        return (["/usr/bin/", "/bin/", "/usr/local/bin/"] + path).map { $0 + name }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}

/// Runs a process to its end with exactly this environment, and the options of sanitizers.
func run(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:], directory: String = "/"
) async throws -> Finished {
    try await onThread {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        let sanitizers = ProcessInfo.processInfo.environment.filter {
            ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
        }
        process.environment = environment.merging(sanitizers) { $1 }
        process.currentDirectoryURL = URL(filePath: directory)
        let (output, errors) = startingAlone { (Pipe(), Pipe()) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try startingAlone { try process.run() }
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Finished(
            status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: complaints, as: UTF8.self))
    }
}

/// Opens pipes, or starts a process, while no other test starts one.
///
/// Foundation lists the descriptors that a child must not inherit, and then starts it. The child inherits a pipe that
/// is opened in between, and the pipe's reader waits for the end of that child as well. A lock of the kernel serializes
/// the starts of all targets of this test run.
func startingAlone<Value>(_ body: () throws -> Value) rethrows -> Value {
    let gate = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
    defer { close(gate) }
    while flock(gate, LOCK_EX) != 0, errno == EINTR {}
    return try body()
}
