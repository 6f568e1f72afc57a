internal import Dispatch
internal import Synchronization

/// Does many things side by side on threads of its own, with stacks that deeply nested sources need.
///
/// Not the cooperative pool: reading a file blocks, and the parser recurses deeper than those stacks allow. The threads
/// stay for the next time.
struct WorkerThreads: Sendable {
    /// How many work. The calling one is among them if its stack is as deep and it has nothing else to do.
    var count: Int

    /// The results of `work` for 0 to `total` - 1, in that order. Returns when all are there.
    func map<Result: Sendable>(_ total: Int, _ work: @Sendable @escaping (Int) -> Result) -> [Result] {
        guard total > 0 else { return [] }
        let slots = Slots<Result>(total)
        start(total, isDoneHere: DeepStack.isHere) { slots.fill($0, work) }.wait()
        return slots.take()
    }

    /// Hands over the results of `work` for 0 to `total` - 1, in that order, each as soon as it is there. So what is done
    /// with them here takes no time of its own; it must not change what the work looks at, which would be copied for it.
    func forEach<Result: Sendable>(
        _ total: Int, _ work: @Sendable @escaping (Int) -> Result, whenDone take: (Result) -> Void
    ) {
        guard total > Self.few else { return map(total, work).forEach(take) }
        let slots = Slots<Result>(total)
        let finished = Milestones()
        let group = start(total, isDoneHere: false) { piece in
            slots.fill(piece, work)
            finished.reach(piece.lowerBound)
        }
        var start = 0
        while start < total {
            finished.wait(for: start)
            let end = min(start + piece(of: total), total)
            for index in start..<end { take(slots.take(index)) }
            start = end
        }
        group.wait()
    }

    /// To wake somebody for so few would take longer than to wait for all.
    private static let few = 64

    /// The results of `work` for runs of 0 to `count` - 1, in that order. A single run is done where one is.
    func mapRuns<Result: Sendable>(of total: Int, _ work: @Sendable @escaping (Range<Int>) -> Result) -> [Result] {
        guard total > Self.run, count > 1 else { return total > 0 ? [work(0..<total)] : [] }
        return map(Self.runs(in: total)) { work(Self.run($0, of: total)) }
    }

    /// Hands over the results of `work` for runs of 0 to `total` - 1, in that order; of many each as soon as it is
    /// there.
    func forEachRun<Result: Sendable>(
        of total: Int, _ work: @Sendable @escaping (Range<Int>) -> Result, whenDone take: (Result) -> Void
    ) {
        forEach(Self.runs(in: total), { work(Self.run($0, of: total)) }, whenDone: take)
    }

    /// Of what is too little work to be handed over one by one.
    private static let run = 16

    private static func runs(in total: Int) -> Int { (total + run - 1) / run }

    private static func run(_ number: Int, of total: Int) -> Range<Int> {
        (number * run)..<min(total, (number + 1) * run)
    }

    /// The result of `work`, done on one such thread.
    static func onDeepStack<Result: Sendable>(_ work: @Sendable @escaping () -> Result) -> Result {
        WorkerThreads(count: 1).map(1) { _ in work() }[0]
    }

    /// Small enough that nobody waits long for the last one.
    private func piece(of total: Int) -> Int { max(1, min(16, total / max(1, count) / 4)) }

    /// Has the work done for pieces of 0 to `total` - 1, each of which one thread takes; returns what to wait for.
    private func start(
        _ total: Int, isDoneHere: Bool, _ work: @Sendable @escaping (Range<Int>) -> Void
    ) -> DispatchGroup {
        let next = Counter()
        let piece = piece(of: total)
        let threads = min(count, (total + piece - 1) / piece)
        let task = WorkerTask {
            while case let start = next.take(piece), start < total { work(start..<min(start + piece, total)) }
        }
        let group = DispatchGroup()
        var helpers = 0
        for _ in (isDoneHere ? 1 : 0)..<threads where Worker.perform(task, in: group) { helpers += 1 }
        // Without a single thread to be had, too.
        if isDoneHere || helpers == 0 { task.body() }
        return group
    }
}

private final class WorkerTask: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// A thread that waits for the next task when it has done one: an edit is so little work that to start a thread for
/// it would be felt.
private final class Worker: Sendable {
    private struct Order: Sendable {
        var task: WorkerTask
        var group: DispatchGroup
    }

    private static let parked = Mutex<[Worker]>([])

    private let order = Mutex<Order?>(nil)
    private let wake = DispatchSemaphore(value: 0)

    /// Has a task done by a thread that is free, or a new one; `group` is left at its end. `false` if there is none to
    /// be had.
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
            // First, so that whoever waits for the group finds it free.
            Self.parked.withLock { $0.append(self) }
            group?.leave()
        }
    }

    /// Does the task and lets go of it: who waits for the group is about to change what the task looked at, and would
    /// have to copy it as long as somebody else holds it.
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

    func take(_ count: Int) -> Int { next.add(count, ordering: .relaxed).oldValue }
}

/// What has been reached so far, for one who waits for it.
private final class Milestones: Sendable {
    private let reached = Mutex<Set<Int>>([])
    private let news = DispatchSemaphore(value: 0)

    func reach(_ milestone: Int) {
        _ = reached.withLock { $0.insert(milestone) }
        news.signal()
    }

    func wait(for milestone: Int) {
        while !reached.withLock({ $0.contains(milestone) }) { news.wait() }
    }
}

// Every slot is written by the one thread that took its number, and taken when that is through with its piece.
private final class Slots<Result: Sendable>: @unchecked Sendable {  // see above
    private let memory: UnsafeMutableBufferPointer<Result>

    init(_ count: Int) { memory = .allocate(capacity: count) }

    deinit { memory.deallocate() }

    func fill(_ indices: Range<Int>, _ work: (Int) -> Result) {
        for index in indices { memory.initializeElement(at: index, to: work(index)) }
    }

    func take(_ index: Int) -> Result { memory.moveElement(from: index) }

    func take() -> [Result] {
        Array(unsafeUninitializedCapacity: memory.count) { buffer, count in
            count = buffer.moveInitialize(fromContentsOf: memory)
        }
    }
}
