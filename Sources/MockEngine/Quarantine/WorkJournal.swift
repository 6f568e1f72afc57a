internal import Dispatch
internal import MockModel
internal import Synchronization
internal import SystemPackage

/// Records the inputs under work beyond the end of the process, and leaves out those that kill it.
///
/// The input under work when a process died may have killed it, or made it hang until systemd's watchdog killed it. One
/// death proves nothing, because `kill -9` may come at any time. After two deaths in a row on the same bytes
/// the input is in quarantine: it is left out with a message, and everything else goes on. Inputs are known by
/// the hash of their bytes, so an edit is enough to have the file tried again. Work that comes to its end acquits the
/// input.
///
/// Many threads work in parallel, and one input ends them all. After a first death, the next process works on the
/// suspects one at a time, so that the second death has one suspect.
///
/// A process that its user or systemd stops records that before it ends. A power cut leaves no record behind.
package final class WorkJournal: Sendable {
    /// The work on an input.
    enum Stage: UInt64, Sendable {
        /// Its declarations are read.
        case reading = 0
        /// The mocks of its types are made.
        case making = 1
    }

    /// The number of deaths in a row after which an input is left out.
    private static let mostDeaths = 2

    private let page: WorkPage?
    private let suspects: Mutex<[WorkPage.Key: Int]>
    /// The number of suspects, which is nearly always 0.
    private let count: Atomic<Int>
    /// Held while a suspect is worked on.
    private let suspectTurn = DispatchSemaphore(value: 1)

    /// Opens the journal of a project and reads what the last process was working on when it died.
    ///
    /// - Parameters:
    ///   - cache: The project's cache; a project without a cache has no journal.
    ///   - notes: True to record the work of this process. A process that changes nothing does not, and one that runs
    ///     beside another cannot.
    package init(of cache: EngineCache, notes: Bool = true) {
        let name = "mockd-\(ContentHash(cache.folder.string))"
        // Without a page there is nothing to read, and a process that changes nothing creates none.
        let page = notes || WorkPage.isThere(named: name) ? WorkPage(named: name) : nil
        let deaths = page?.deaths() ?? WorkPage.deaths(named: name)
        self.page = notes ? page : nil
        self.page?.begin(with: deaths)
        suspects = Mutex(deaths)
        count = Atomic(deaths.count)
    }

    /// True if an input may be left out.
    var hasSuspects: Bool { count.load(ordering: .relaxed) > 0 }

    /// True if the input is left out.
    func isQuarantined(_ hash: ContentHash, _ stage: Stage) -> Bool {
        guard hasSuspects else { return false }
        return suspects.withLock { $0[WorkPage.Key(hash, stage), default: 0] >= Self.mostDeaths }
    }

    /// Works on an input, and records that: if the process dies meanwhile, the input may be the reason.
    func working<Result>(on hash: ContentHash, _ stage: Stage, _ work: () -> Result) -> Result {
        let key = WorkPage.Key(hash, stage)
        let isSuspect = hasSuspects && suspects.withLock { $0[key] != nil }
        if isSuspect { suspectTurn.wait() }
        defer { if isSuspect { suspectTurn.signal() } }
        let slot = page?.enter(key)
        let result = work()
        if let slot { page?.leave(slot) }
        if isSuspect { acquit(key) }
        return result
    }

    private func acquit(_ key: WorkPage.Key) {
        change { $0[key] = nil }
    }

    /// Has every input tried again.
    package func acquitAll() {
        change { $0 = [:] }
    }

    private func change(_ body: (inout [WorkPage.Key: Int]) -> Void) {
        suspects.withLock { suspects in
            body(&suspects)
            count.store(suspects.count, ordering: .relaxed)
            page?.store(suspects)
        }
    }

    /// Records that the process is asked to end, so that its work does not count as the reason. It may be called in a
    /// signal handler.
    package func markIntendedExit() { page?.markIntendedExit() }

    /// Ends the journal of a process that ends in order. Nothing is left behind unless there is a suspect.
    package func end() {
        markIntendedExit()
        if !hasSuspects { page?.remove() }
    }
}

extension WorkPage.Key {
    /// Makes the key as the page stores it: the stage replaces one bit of the hash.
    init(_ hash: ContentHash, _ stage: WorkJournal.Stage) {
        self.init(hash: ContentHash(high: hash.high & ~1, low: hash.low), stage: stage)
    }
}
