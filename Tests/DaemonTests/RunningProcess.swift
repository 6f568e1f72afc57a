import Foundation
import Synchronization
import Testing

/// A real process whose output can be awaited line by line.
///
/// A process counts as ended when it exits, not when its output closes: while many tests start processes, one may
/// inherit the pipe of another and keep it open.
final class RunningProcess: Sendable {
    struct Result: Sendable {
        var status: Int32
        var output: String
        var errors: String
    }

    private let process: Mutex<Process>
    private let output = startingAlone { LineReader() }
    private let exit: AsyncStream<Int32>

    /// - Parameter readsErrors: true to read lines from standard error instead of standard output.
    init(
        _ executable: String, _ arguments: [String], in folder: URL, variables: [String: String] = [:],
        readsErrors: Bool = false
    ) throws {
        let process = Self.process(executable, arguments, in: folder, variables: variables)
        process.standardOutput = readsErrors ? FileHandle.nullDevice : output.pipe
        process.standardError = readsErrors ? output.pipe : FileHandle.nullDevice
        exit = Self.exit(of: process)
        try startingAlone { try process.run() }
        self.process = Mutex(process)
    }

    deinit { send(SIGKILL) }

    var pid: Int32 { process.withLock { $0.processIdentifier } }

    func send(_ signal: Int32) {
        process.withLock { process in
            if process.isRunning { kill(process.processIdentifier, signal) }
        }
    }

    /// Returns the first matching line since the start, waiting for it if necessary.
    func line(where fits: @Sendable (String) -> Bool) async -> String? {
        await withinLimit { await output.line(where: fits) }
    }

    /// Returns the matching line with this number, counted from 1.
    func line(number: Int, where fits: @escaping @Sendable (String) -> Bool) async -> String? {
        let seen = Mutex(0)
        return await line { line in
            fits(line)
                && seen.withLock { seen in
                    seen += 1
                    return seen == number
                }
        }
    }

    /// All lines printed so far.
    var lines: [String] { output.lines }

    /// Waits for the end and returns the exit status.
    func finish() async -> Int32 { await withinLimit { await Self.status(from: exit) } }

    /// Kills the process if it lets the test wait for minutes: a line that never comes must not stop the whole run.
    private func withinLimit<Value>(_ wait: () async -> Value) async -> Value {
        let limit = Task {
            try await Task.sleep(for: .seconds(300))
            Issue.record("the test still waits after five minutes; the last lines are \(lines.suffix(5))")
            send(SIGKILL)
        }
        defer { limit.cancel() }
        return await wait()
    }

    /// Runs a program to its end.
    static func run(
        _ executable: String, _ arguments: [String], in folder: URL, variables: [String: String] = [:]
    ) async throws -> Result {
        let files = ["out", "err"].map { name in
            FileManager.default.temporaryDirectory.appending(path: "mockd-\(UUID().uuidString).\(name)")
        }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        for file in files { try Data().write(to: file) }
        let process = process(executable, arguments, in: folder, variables: variables)
        let handles = try files.map(FileHandle.init(forWritingTo:))
        (process.standardOutput, process.standardError) = (handles[0], handles[1])
        let exit = exit(of: process)
        try startingAlone { try process.run() }
        // Foundation closes them late, if ever, and crashes when it lists more than a thousand descriptors.
        for handle in handles { try handle.close() }
        let status = await status(from: exit)
        return Result(
            status: status, output: try String(contentsOf: files[0], encoding: .utf8),
            errors: try String(contentsOf: files[1], encoding: .utf8))
    }

    static func status(from exit: AsyncStream<Int32>) async -> Int32 {
        for await status in exit { return status }
        return -1
    }

    /// Returns a stream with the exit status, at the end of the process.
    static func exit(of process: Process) -> AsyncStream<Int32> {
        let (exit, continuation) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = {
            continuation.yield($0.terminationStatus)
            continuation.finish()
        }
        return exit
    }

    private static func process(
        _ executable: String, _ arguments: [String], in folder: URL, variables: [String: String]
    ) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        var environment = ProcessInfo.processInfo.environment
        for name in ["NOTIFY_SOCKET", "RUNTIME_DIRECTORY", "MOCKD_SOCKET"] { environment[name] = nil }
        process.environment = environment.merging(variables) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }
}

/// Keeps the output of a process and resumes the tasks that wait for a line of it.
private final class LineReader: Sendable {
    private struct State {
        /// The start of a line whose end has not come yet.
        var rest: [UInt8] = []
        var lines: [String] = []
        var isClosed = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    let pipe = Pipe()
    private let state = Mutex(State())

    /// Reads in a thread of its own. A handler of the file handle sometimes crashes the test run: if a child inherited
    /// the pipe, the kernel keeps reporting a descriptor that is closed here.
    init() {
        let handle = pipe.fileHandleForReading
        Thread.detachNewThread { [weak self] in
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = read(handle.fileDescriptor, &buffer, buffer.count), count > 0 {
                self?.take(buffer[..<count])
            }
            self?.take([])
            try? handle.close()
        }
    }

    var lines: [String] { state.withLock { $0.lines } }

    func line(where fits: @Sendable (String) -> Bool) async -> String? {
        var next = 0
        while true {
            let (lines, isClosed) = state.withLock { ($0.lines, $0.isClosed) }
            while next < lines.count {
                if fits(lines[next]) { return lines[next] }
                next += 1
            }
            if isClosed { return nil }
            await more(than: lines.count)
        }
    }

    private func more(than count: Int) async {
        await withCheckedContinuation { continuation in
            let isHere = state.withLock { state in
                guard state.lines.count == count, !state.isClosed else { return true }
                state.waiters.append(continuation)
                return false
            }
            if isHere { continuation.resume() }
        }
    }

    private func take(_ data: ArraySlice<UInt8>) {
        let waiters = state.withLock { state in
            state.rest += data
            state.isClosed = data.isEmpty
            let end = state.isClosed ? state.rest.count : (state.rest.lastIndex(of: 10) ?? -1) + 1
            state.lines += String(decoding: state.rest[..<end], as: UTF8.self).split(separator: "\n").map(String.init)
            state.rest.removeFirst(end)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

/// Opens pipes, or starts a process, while no other code in this test run starts one.
///
/// Foundation first lists the descriptors to close in a child, and then starts it. A pipe opened in between is
/// inherited by the child, so its reader would wait for the end of that child as well. The lock is the kernel's, so
/// that it holds for all targets of this test run.
func startingAlone<Value>(_ body: () throws -> Value) rethrows -> Value {
    let gate = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
    defer { close(gate) }
    while flock(gate, LOCK_EX) != 0, errno == EINTR {}
    // A child inherits ignored signals: SIGINT from a script's background, SIGHUP from nohup.
    let actions = [SIGINT, SIGQUIT, SIGHUP].map { ($0, signal($0, SIG_DFL)) }
    defer { for (number, action) in actions { signal(number, action) } }
    return try body()
}
