internal import Dispatch
internal import Glibc
internal import LinuxSystem
internal import Synchronization
internal import SystemPackage

/// Passes requests on to a process that performs them, and its answers back: a defect that ends the process costs one
/// answer, and another process goes on.
///
///     build system ◀─streams─▶ WorkerSupervisor ◀─socket─▶ Worker, in a process of its own
final class WorkerSupervisor: Sendable {
    private struct State {
        var crashes = CrashGuard()
        /// Our end of the socket of the process; `nil` while there is none.
        var process: Int32?
        /// True if no more requests come.
        var isEnding = false
    }

    private let format: WorkerFormat
    private let streams: WorkerStreams
    /// The words of the command that performs requests; it reads protocol buffers.
    private let command: [String]
    private let state = Mutex(State())
    private let isDone = DispatchSemaphore(value: 0)

    init(_ format: WorkerFormat, _ streams: WorkerStreams, command: [String]) {
        self.format = format
        self.streams = streams
        self.command = command
    }

    /// Passes all requests on, and returns when they are answered; the result says why that ended too early.
    func run() -> String? {
        // The other process needs nearly all of the program, this one little of what has run so far.
        ProcessMemory.forgetCode()
        var decoder = WorkRequestDecoder(format)
        var failure: String?
        do throws(WorkRequestDecoder.Broken) {
            while streams.receive({ decoder.append($0) }) {
                while let message = try decoder.next() { accept(message) }
            }
            try decoder.finish()
        } catch {
            failure = error.reason
        }
        state.withLock { state in
            state.isEnding = true
            if state.crashes.isIdle { isDone.signal() }
        }
        isDone.wait()
        return failure
    }

    private func accept(_ message: WorkRequestDecoder.Message) {
        switch message {
        case .request(let request): state.withLock { perform($0.crashes.receive(request), &$0) }
        case .malformed(let error): streams.send(WorkResponse(error), format)
        }
    }

    /// Requests reach the process in the order of the actions, so the lock is held while they are written. The process
    /// reads whatever else it does, so this does not wait for long.
    private func perform(_ actions: [CrashGuard.Action], _ state: inout State) {
        for action in actions {
            switch action {
            case .answer(let response): streams.send(response, format)
            case .send(let request):
                guard let process = state.process ?? start() else {
                    let output = "error: mockd cannot start a process for requests\n"
                    streams.send(
                        WorkResponse(exitCode: ExitStatus.failed, output: output, id: request.id), format)
                    perform(state.crashes.finish(request.id), &state)
                    continue
                }
                state.process = process
                Self.write(request.protocolBuffer, to: process)
            }
        }
        if state.isEnding, state.crashes.isIdle { isDone.signal() }
    }

    /// Writes to a process that may have ended; its reader notices that, and the request is not lost.
    private static func write(_ bytes: [UInt8], to socket: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest.removeFirst(count)
        }
    }

    // MARK: The process

    private func start() -> Int32? {
        guard let ends = try? SocketPair(isBlocking: true) else { return nil }
        var spawn = Spawn(command)
        (spawn.input, spawn.output) = (.descriptor(ends.theirs), .descriptor(ends.theirs))
        let process = try? spawn.start()
        close(ends.theirs)
        guard let process else {
            close(ends.ours)
            return nil
        }
        do throws(Errno) {
            try DetachedThread.start { [self] in receive(from: ends.ours, process) }
            return ends.ours
        } catch {
            kill(process, SIGKILL)
            ChildExit.reap(process)
            close(ends.ours)
            return nil
        }
    }

    /// Passes the answers of a process on until it ends.
    private func receive(from socket: Int32, _ process: pid_t) {
        var framing = DelimitedFraming(largest: .max)
        let answers = WorkerStreams(input: socket, output: socket)
        while answers.receive({ framing.append($0) }) {
            while case .message(let bytes)? = try? framing.next() {
                let response = bytes.withUnsafeBytes { WorkResponse(protocolBuffer: $0) }
                streams.send(response, format)
                state.withLock { perform($0.crashes.finish(response.id), &$0) }
            }
        }
        // A process that closes its stream without ending would be waited for.
        kill(process, SIGKILL)
        let status = ChildExit.reap(process)
        state.withLock { state in
            close(socket)
            state.process = nil
            perform(state.crashes.lose(because: Self.cause(of: status)), &state)
        }
    }

    /// Completes "mockd …".
    private static func cause(of status: Int32) -> String {
        let status = ChildExit.shellStatus(status)
        return status > 128 ? "was ended by signal \(status - 128)" : "ended with status \(status)"
    }
}
