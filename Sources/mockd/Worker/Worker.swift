internal import Glibc
internal import LinuxSystem
internal import MockEngine
internal import Synchronization
internal import SystemPackage

/// Answers the requests that a build system writes to standard input, until that ends.
///
///     standard input ─▶ WorkRequestDecoder ─▶ RequestQueue ─▶ RequestPerformer ─▶ standard output
///                        one thread                            several threads
final class Worker: Sendable {
    private let format: WorkerFormat
    private let performer: RequestPerformer
    private let streams: WorkerStreams
    private let queue = RequestQueue()
    /// The reason why the requests ended before their stream did.
    private let failure = Mutex<String?>(nil)

    init(_ format: WorkerFormat, _ performer: RequestPerformer, _ streams: WorkerStreams) {
        self.format = format
        self.performer = performer
        self.streams = streams
    }

    /// Answers all requests; returns why that ended too early, or `nil`.
    ///
    /// - Parameter parallelism: The number of requests to work on side by side.
    func run(parallelism: Int) async -> String? {
        let threads = (0..<max(1, parallelism)).compactMap { _ in EngineThread() }
        guard !threads.isEmpty else { return "no thread can be started; there are too many, or too little memory" }
        do throws(Errno) {
            try DetachedThread.start { [self] in receive() }
        } catch {
            return "no thread can be started: \(error)"
        }
        await withTaskGroup(of: Void.self) { group in
            for thread in threads { group.addTask(executorPreference: thread) { [self] in perform() } }
        }
        return failure.withLock { $0 }
    }

    private func perform() {
        while let pending = queue.next() {
            streams.send(performer.response(to: pending), format)
            queue.finish(pending)
        }
    }

    // MARK: The thread that reads

    private func receive() {
        var decoder = WorkRequestDecoder(format)
        do throws(WorkRequestDecoder.Broken) {
            while streams.receive({ decoder.append($0) }) {
                while let message = try decoder.next() { accept(message) }
            }
            try decoder.finish()
        } catch {
            failure.withLock { $0 = error.reason }
        }
        queue.close()
    }

    private func accept(_ message: WorkRequestDecoder.Message) {
        switch message {
        case .request(let request) where request.isCancellation:
            for pending in queue.cancel(request.id) {
                streams.send(WorkResponse(id: pending.request.id, wasCancelled: true), format)
            }
        case .request(let request): queue.add(PendingRequest(request))
        case .malformed(let error): streams.send(WorkResponse(error), format)
        }
    }
}
