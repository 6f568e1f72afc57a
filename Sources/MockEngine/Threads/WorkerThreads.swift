internal import Dispatch
internal import Synchronization

/// Runs work in parallel on its own threads, whose stacks suffice for deeply nested sources.
///
/// Not the cooperative pool: reading a file blocks, and the parser recurses deeper than those stacks allow. The threads
/// are kept for the next work.
struct WorkerThreads: Sendable {
    /// The number of threads. The calling one is among them if its stack is as deep and it would otherwise wait.
    var count: Int

    /// Returns the results of `work` for 0 to `total` - 1, in that order, when all are complete.
    func map<Result: Sendable>(_ total: Int, _ work: @Sendable @escaping (Int) -> Result) -> [Result] {
        mapPieces(of: total) { $0.map(work) }
    }

    private func mapPieces<Result: Sendable>(
        of total: Int, _ work: @Sendable @escaping (Range<Int>) -> [Result]
    ) -> [Result] {
        guard total > 0 else { return [] }
        let slots = Slots<Result>(total)
        start(total, isDoneHere: DeepStack.isHere) { slots.fill($0, work($0)) }.wait()
        return slots.moveOut()
    }

    /// Passes on the results of `work` for 0 to `total` - 1, in that order, each as soon as it is complete. Processing
    /// them here overlaps with the work; it must not change values that the work reads, which would then be copied.
    func forEach<Result: Sendable>(
        _ total: Int, _ work: @Sendable @escaping (Int) -> Result, whenDone consume: (Result) -> Void
    ) {
        forEachPiece(of: total, { $0.map(work) }, whenDone: consume)
    }

    /// Does the same with work that returns the results of a few items at a time.
    func forEachPiece<Result: Sendable>(
        of total: Int, _ work: @Sendable @escaping (Range<Int>) -> [Result], whenDone consume: (Result) -> Void
    ) {
        guard total > Self.few else { return mapPieces(of: total, work).forEach(consume) }
        let slots = Slots<Result>(total)
        let finished = Milestones()
        let group = start(total, isDoneHere: false) { piece in
            slots.fill(piece, work(piece))
            finished.reach(piece.lowerBound)
        }
        var start = 0
        while start < total {
            finished.wait(for: start)
            let end = min(start + piece(of: total), total)
            for index in start..<end { consume(slots.moveOut(index)) }
            start = end
        }
        group.wait()
    }

    /// With at most this many items, waiting for all is faster than waking the caller for each piece.
    private static let few = 64

    /// Returns the results of `work` for runs of 0 to `total` - 1, in that order. A single run is done on the calling
    /// thread.
    func mapRuns<Result: Sendable>(of total: Int, _ work: @Sendable @escaping (Range<Int>) -> Result) -> [Result] {
        let runs = runs(of: total)
        guard count > 1, runs.count > 1 else { return total > 0 ? [work(0..<total)] : [] }
        return map(runs.count) { work(runs[$0]) }
    }

    /// Passes on the results of `work` for runs of 0 to `total` - 1, in that order; if there are many, each as soon as
    /// it is complete.
    func forEachRun<Result: Sendable>(
        of total: Int, _ work: @Sendable @escaping (Range<Int>) -> Result, whenDone consume: (Result) -> Void
    ) {
        let runs = runs(of: total)
        forEach(runs.count, { work(runs[$0]) }, whenDone: consume)
    }

    /// Returns ranges of items that are too little work to pass on one by one, if there are many.
    private func runs(of total: Int) -> [Range<Int>] {
        stride(from: 0, to: total, by: piece(of: total)).map { $0..<min(total, $0 + piece(of: total)) }
    }

    /// Returns the result of `work`, run on a thread with a deep stack.
    static func onDeepStack<Result: Sendable>(_ work: @Sendable @escaping () -> Result) -> Result {
        WorkerThreads(count: 1).map(1) { _ in work() }[0]
    }

    /// Returns the number of items in a piece, small enough that the last piece ends soon after the others.
    private func piece(of total: Int) -> Int { max(1, min(16, total / max(1, count) / 4)) }

    /// Starts the work for pieces of 0 to `total` - 1, each on one thread; returns the group to wait for.
    private func start(
        _ total: Int, isDoneHere: Bool, _ work: @Sendable @escaping (Range<Int>) -> Void
    ) -> DispatchGroup {
        let next = Counter()
        let piece = piece(of: total)
        let threads = min(count, (total + piece - 1) / piece)
        let task = WorkerTask {
            while case let start = next.claim(piece), start < total { work(start..<min(start + piece, total)) }
        }
        let group = DispatchGroup()
        var helpers = 0
        for _ in (isDoneHere ? 1 : 0)..<threads where Worker.perform(task, in: group) { helpers += 1 }
        // The calling thread also works if no thread could be started.
        if isDoneHere || helpers == 0 { task.body() }
        return group
    }
}

private final class WorkerTask: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// A thread that waits for its next task: an edit is so little work that starting a thread for it would be noticeable.
private final class Worker: Sendable {
    private struct Order: Sendable {
        var task: WorkerTask
        var group: DispatchGroup
    }

    private static let parked = Mutex<[Worker]>([])

    private let order = Mutex<Order?>(nil)
    private let wake = DispatchSemaphore(value: 0)

    /// Runs a task on an idle thread or a new one, which leaves `group` at its end. Returns `false` if no thread can be
    /// started.
    static func perform(_ task: WorkerTask, in group: DispatchGroup) -> Bool {
        guard let worker = parked.withLock({ $0.popLast() }) ?? started() else { return false }
        group.enter()
        worker.order.withLock { $0 = Order(task: task, group: group) }
        worker.wake.signal()
        return true
    }

    private static func started() -> Worker? {
        let worker = Worker()
        return DeepStack.startThread { worker.run() } ? worker : nil
    }

    private func run() {
        while true {
            wake.wait()
            let group = perform()
            // Before leaving the group, so that its waiter finds this thread idle.
            Self.parked.withLock { $0.append(self) }
            group?.leave()
        }
    }

    /// Runs the task and releases it: the waiter of the group will change values that the task read, and a remaining
    /// reference would cause a copy.
    @inline(never)
    private func perform() -> DispatchGroup? {
        let order = order.withLock { order in
            defer { order = nil }
            return order
        }
        order?.task.body()
        return order?.group
    }
}

private final class Counter: Sendable {
    private let next = Atomic(0)

    func claim(_ count: Int) -> Int { next.add(count, ordering: .relaxed).oldValue }
}

/// The milestones reached so far, for one waiting thread.
private final class Milestones: Sendable {
    private let reached = Mutex<Set<Int>>([])
    private let milestoneReached = DispatchSemaphore(value: 0)

    func reach(_ milestone: Int) {
        _ = reached.withLock { $0.insert(milestone) }
        milestoneReached.signal()
    }

    func wait(for milestone: Int) {
        while !reached.withLock({ $0.contains(milestone) }) { milestoneReached.wait() }
    }
}

// Every slot is written by the one thread that claimed its index, and read after that thread has finished its piece.
private final class Slots<Result: Sendable>: @unchecked Sendable {  // see above
    private let memory: UnsafeMutableBufferPointer<Result>

    init(_ count: Int) { memory = .allocate(capacity: count) }

    deinit { memory.deallocate() }

    /// - Parameter results: one for each index.
    func fill(_ indices: Range<Int>, _ results: [Result]) {
        for (index, result) in zip(indices, results) { memory.initializeElement(at: index, to: result) }
    }

    func moveOut(_ index: Int) -> Result { memory.moveElement(from: index) }

    func moveOut() -> [Result] {
        Array(unsafeUninitializedCapacity: memory.count) { buffer, count in
            count = buffer.moveInitialize(fromContentsOf: memory)
        }
    }
}
