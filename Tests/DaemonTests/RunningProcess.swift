import Foundation
import Synchronization

/// A real process whose output can be awaited line by line.
final class RunningProcess: Sendable {
    struct Result: Sendable {
        var status: Int32
        var output: String
        var errors: String
    }

    private let process: Mutex<Process>
    private let output: LineReader
    private let errors: LineReader
    private let exit: AsyncStream<Int32>

    /// - Parameter variables: Added to an environment that holds nothing of this machine but what programs need.
    init(
        _ executable: String, _ arguments: [String], in folder: URL, variables: [String: String] = [:]
    ) throws {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        var environment = ProcessInfo.processInfo.environment
        for name in ["NOTIFY_SOCKET", "RUNTIME_DIRECTORY", "MOCKD_SOCKET"] { environment[name] = nil }
        process.environment = environment.merging(variables) { $1 }
        output = LineReader()
        errors = LineReader()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output.pipe
        process.standardError = errors.pipe
        let (exit, continuation) = AsyncStream<Int32>.makeStream()
        self.exit = exit
        process.terminationHandler = {
            continuation.yield($0.terminationStatus)
            continuation.finish()
        }
        try process.run()
        self.process = Mutex(process)
    }

    var pid: Int32 { process.withLock { $0.processIdentifier } }

    func send(_ signal: Int32) { kill(pid, signal) }

    /// The first line of standard output, from the start, that fits.
    func line(where fits: @Sendable (String) -> Bool) async -> String? { await output.line(where: fits) }

    func errorLine(where fits: @Sendable (String) -> Bool) async -> String? { await errors.line(where: fits) }

    /// Waits for the end of the process and of its output.
    func finish() async -> Result {
        var status: Int32 = -1
        for await ended in exit { status = ended }
        return Result(status: status, output: await output.text(), errors: await errors.text())
    }

    static func run(
        _ executable: String, _ arguments: [String], in folder: URL, variables: [String: String] = [:]
    ) async throws -> Result {
        try await RunningProcess(executable, arguments, in: folder, variables: variables).finish()
    }
}

/// Keeps what a process prints and wakes those who wait for a line of it.
private final class LineReader: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var lines: [String] = []
        var isClosed = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    let pipe = Pipe()
    private let state = Mutex(State())

    init() {
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in self?.take(handle.availableData) }
    }

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

    func text() async -> String {
        _ = await line { _ in false }
        return state.withLock { String(decoding: $0.bytes, as: UTF8.self) }
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

    private func take(_ data: Data) {
        let waiters = state.withLock { state in
            state.bytes += data
            state.isClosed = data.isEmpty
            let complete = state.isClosed ? state.bytes[...] : state.bytes[...(state.bytes.lastIndex(of: 10) ?? -1)]
            state.lines = String(decoding: complete, as: UTF8.self).split(separator: "\n").map(String.init)
            defer { state.waiters = [] }
            return state.waiters
        }
        if data.isEmpty { pipe.fileHandleForReading.readabilityHandler = nil }
        for waiter in waiters { waiter.resume() }
    }
}
