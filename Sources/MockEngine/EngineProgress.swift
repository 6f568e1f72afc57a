internal import Synchronization

/// The progress of an engine, for tasks that report it.
package final class EngineProgress: Sendable {
    private let foundCount = Atomic(0)
    private let readCount = Atomic(0)
    private let stepCount = Atomic(0)

    private let outputCount = Atomic(0)
    private let madeCount = Atomic(0)
    private let stopped = Atomic(false)

    package init() {}

    /// Makes the engine end soon: it finishes the writes under way and begins nothing else.
    package func stop() { stopped.store(true, ordering: .relaxed) }

    package var isStopping: Bool { stopped.load(ordering: .relaxed) }

    /// The number of source files to be read so far.
    package var found: Int { foundCount.load(ordering: .relaxed) }
    /// The number of them that have been read.
    package var read: Int { readCount.load(ordering: .relaxed) }
    /// The number of mock files to be compared or made, once all sources have been read.
    package var outputs: Int { outputCount.load(ordering: .relaxed) }
    /// The number of them that have been compared or made.
    package var made: Int { madeCount.load(ordering: .relaxed) }
    /// Grows with every file that is read and every output that is generated, so it grows as long as the engine works.
    package var steps: Int { stepCount.load(ordering: .relaxed) }

    func found(_ count: Int) { foundCount.add(count, ordering: .relaxed) }

    func didRead() {
        readCount.add(1, ordering: .relaxed)
        didStep()
    }

    func foundOutputs(_ count: Int) { outputCount.add(count, ordering: .relaxed) }

    func didMake() {
        madeCount.add(1, ordering: .relaxed)
        didStep()
    }

    func didStep() { stepCount.add(1, ordering: .relaxed) }
}
