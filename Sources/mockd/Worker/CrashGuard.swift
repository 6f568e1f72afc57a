/// Decides which request the end of a process is blamed on, so that it alone fails.
///
/// Several requests may be under way when the process that performs them dies. They are performed again, one at a time,
/// and the one during which a process dies again is the one to blame. Meanwhile all others wait.
struct CrashGuard: Sendable {
    enum Action: Hashable, Sendable {
        /// Sends a request to the process, which is started if there is none.
        case send(WorkRequest)
        /// Answers a request without the process.
        case answer(WorkResponse)
    }

    /// The requests that the process has, in the order of their arrival.
    private var underWay: [WorkRequest] = []
    /// Requests that were under way when a process died, and are not being performed again yet.
    private var suspects: [WorkRequest] = []
    /// Requests that arrived while others are performed one at a time.
    private var waiting: [WorkRequest] = []
    /// True while requests are performed one at a time.
    private var isCareful = false

    var isIdle: Bool { underWay.isEmpty && suspects.isEmpty && waiting.isEmpty }

    mutating func receive(_ request: WorkRequest) -> [Action] {
        if request.isCancellation { return cancel(request) }
        guard !isCareful else {
            waiting.append(request)
            return []
        }
        underWay.append(request)
        return [.send(request)]
    }

    private mutating func cancel(_ request: WorkRequest) -> [Action] {
        if underWay.contains(where: { $0.id == request.id }) { return [.send(request)] }
        let cancelled = (suspects + waiting).filter { $0.id == request.id }
        suspects.removeAll { $0.id == request.id }
        waiting.removeAll { $0.id == request.id }
        return cancelled.map { .answer(WorkResponse(id: $0.id, wasCancelled: true)) }
    }

    /// Records that the process has answered a request.
    mutating func finish(_ id: Int) -> [Action] {
        if let index = underWay.firstIndex(where: { $0.id == id }) { underWay.remove(at: index) }
        return next()
    }

    /// Records that the process has ended.
    ///
    /// - Parameter cause: Completes "mockd …", such as "was ended by signal 11".
    mutating func lose(because cause: String) -> [Action] {
        let lost = underWay
        underWay = []
        guard let first = lost.first else { return next() }
        guard lost.count == 1 else {
            suspects += lost
            isCareful = true
            return next()
        }
        let output =
            "error: mockd \(cause) during this request; build it again, and if that ends so, too, report it with the "
            + "module's sources\n"
        return [.answer(WorkResponse(exitCode: ExitStatus.failed, output: output, id: first.id))] + next()
    }

    private mutating func next() -> [Action] {
        guard isCareful, underWay.isEmpty else { return [] }
        if !suspects.isEmpty {
            underWay = [suspects.removeFirst()]
        } else {
            isCareful = false
            (underWay, waiting) = (waiting, [])
        }
        return underWay.map { .send($0) }
    }
}
