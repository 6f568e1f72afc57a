internal import Synchronization

/// How far an engine is, for those who look on while it works.
package final class EngineProgress: Sendable {
    private let foundCount = Atomic(0)
    private let readCount = Atomic(0)
    private let stepCount = Atomic(0)

    private let outputCount = Atomic(0)
    private let madeCount = Atomic(0)
    private let stopped = Atomic(false)

    package init() {}

    /// Makes the engine come to an end soon: what it is writing is written, nothing else is begun.
    package func stop() { stopped.store(true, ordering: .relaxed) }

    package var isStopping: Bool { stopped.load(ordering: .relaxed) }

    /// Source files that were to be looked at so far.
    package var found: Int { foundCount.load(ordering: .relaxed) }
    /// How many of them have been.
    package var read: Int { readCount.load(ordering: .relaxed) }
    /// Mock files that are to be looked at or made, once all sources have been read.
    package var outputs: Int { outputCount.load(ordering: .relaxed) }
    /// How many of them have been.
    package var made: Int { madeCount.load(ordering: .relaxed) }
    /// Grows with every file that is read and every output that is generated: an engine at work never stands still here.
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
