import Foundation
import MockEngine
import Synchronization

@testable import mockd

/// A real `mockd worker` with the two streams that a build system holds.
final class WorkerProcess: Sendable {
    private struct State {
        var framing = DelimitedFraming(largest: .max)
        var json = ""
        var responses: [WorkResponse] = []
        var isClosed = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let format: WorkerFormat
    private let process: Mutex<Process>
    private let input = startingAlone { Pipe() }
    private let output = startingAlone { Pipe() }
    private let errors: URL
    private let exit: AsyncStream<Int32>
    private let state = Mutex(State())

    init(
        in folder: URL, _ format: WorkerFormat = .proto, _ options: [String] = [], variables: [String: String] = [:]
    ) throws {
        self.format = format
        errors = FileManager.default.temporaryDirectory.appending(path: "mockd-worker-\(UUID().uuidString).err")
        try Data().write(to: errors)
        let process = Process()
        process.executableURL = PackageFixture.products.appending(path: "mockd")
        process.arguments = ["worker", "--persistent_worker", "--protocol", format.rawValue] + options
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        let handle = try FileHandle(forWritingTo: errors)
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, handle)
        exit = RunningProcess.exit(of: process)
        try startingAlone { try process.run() }
        try handle.close()
        self.process = Mutex(process)
        let reader = output.fileHandleForReading
        Thread.detachNewThread { [weak self] in
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = read(reader.fileDescriptor, &buffer, buffer.count), count > 0 {
                self?.receive(buffer[..<count])
            }
            self?.receive([])
            try? reader.close()
        }
    }

    deinit {
        process.withLock { process in
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }
        try? FileManager.default.removeItem(at: errors)
    }

    var pid: Int32 { process.withLock { $0.processIdentifier } }

    /// The process that performs the requests.
    var performer: Int32? {
        // The kernel lists children by the thread that started them.
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
        let children = threads.compactMap {
            try? String(contentsOfFile: "/proc/\(pid)/task/\($0)/children", encoding: .utf8)
        }
        return children.joined(separator: " ").split(separator: " ").compactMap { Int32($0) }.first
    }

    /// The resident memory of both processes in bytes.
    var residentMemory: Int {
        [pid, performer].compactMap(\.self).reduce(0) { sum, process in
            let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            return sum + (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
        }
    }

    /// The standard error so far.
    var log: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    func send(_ signal: Int32) { kill(pid, signal) }

    func write(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

    func send(_ request: WorkRequest) throws { try write(request.bytes(format)) }

    /// Sends a request and waits for its answer.
    func ask(_ request: WorkRequest) async throws -> WorkResponse? {
        let count = state.withLock { $0.responses.count }
        try send(request)
        return await response(after: count) { $0.id == request.id }
    }

    /// Returns the first matching answer, waiting for it if necessary; `nil` if the stream ends before.
    func response(
        after count: Int = 0, where fits: @Sendable (WorkResponse) -> Bool
    ) async -> WorkResponse? {
        while true {
            let (responses, isClosed) = state.withLock { ($0.responses, $0.isClosed) }
            if let response = responses[count...].first(where: fits) { return response }
            if isClosed { return nil }
            await more(than: responses.count)
        }
    }

    /// Returns all answers, when there are that many.
    func responses(count: Int) async -> [WorkResponse] {
        while true {
            let (responses, isClosed) = state.withLock { ($0.responses, $0.isClosed) }
            if responses.count >= count || isClosed { return responses }
            await more(than: responses.count)
        }
    }

    /// Ends the requests and returns the exit status.
    func finish() async throws -> Int32 {
        try? input.fileHandleForWriting.close()
        return await RunningProcess.status(from: exit)
    }

    private func more(than count: Int) async {
        await withCheckedContinuation { continuation in
            let isHere = state.withLock { state in
                guard state.responses.count == count, !state.isClosed else { return true }
                state.waiters.append(continuation)
                return false
            }
            if isHere { continuation.resume() }
        }
    }

    private func receive(_ bytes: ArraySlice<UInt8>) {
        let waiters = state.withLock { state in
            state.isClosed = bytes.isEmpty
            switch format {
            case .proto:
                bytes.withUnsafeBytes { state.framing.append($0) }
                while case .message(let message)? = try? state.framing.next() {
                    state.responses.append(message.withUnsafeBytes { WorkResponse(protocolBuffer: $0) })
                }
            case .json:
                state.json += String(decoding: bytes, as: UTF8.self)
                while let end = state.json.firstIndex(of: "\n") {
                    if let response = WorkResponse(json: String(state.json[..<end])) {
                        state.responses.append(response)
                    }
                    state.json.removeSubrange(...end)
                }
            }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

extension WorkRequest {
    func bytes(_ format: WorkerFormat) -> [UInt8] {
        guard format == .json else { return protocolBuffer }
        var object: [String: Any] = ["arguments": arguments]
        object["inputs"] = inputs.map { ["path": $0.path, "digest": Data($0.digest).base64EncodedString()] }
        if id != 0 { object["requestId"] = id }
        if isCancellation { object["cancel"] = true }
        if verbosity != 0 { object["verbosity"] = verbosity }
        if !sandbox.isEmpty { object["sandboxDir"] = sandbox }
        let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
        return (data.map(Array.init) ?? []) + [10]
    }
}

extension WorkResponse {
    fileprivate init?(json: String) {
        let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        guard let object else { return nil }
        self.init(
            exitCode: Int32(object["exitCode"] as? Int ?? 0), output: object["output"] as? String ?? "",
            id: object["requestId"] as? Int ?? 0, wasCancelled: object["wasCancelled"] as? Bool ?? false)
    }
}
