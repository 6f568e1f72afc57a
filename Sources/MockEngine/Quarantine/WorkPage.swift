internal import LinuxSystem
internal import MockModel
internal import Synchronization

/// The inputs under work, in memory that outlives the process: after its death the next process reads them.
final class WorkPage: Sendable {
    /// An input and what is done with it.
    struct Key: Hashable, Sendable {
        var hash: ContentHash
        var stage: WorkJournal.Stage
    }

    // The layout of the page, in words.
    private static let magic = UInt64(0x6d6f_636b_6477_0001)
    private static let (magicWord, buildWord, endWord) = (0, 1, 2)
    private static let firstSlot = 8
    private static let slotCount = 64
    private static let firstSuspect = firstSlot + 2 * slotCount
    private static let mostSuspects = (LastingPage.wordCount - firstSuspect) / 3

    private let page: LastingPage
    /// The slots that are taken, a bit each.
    private let slotsInUse = Atomic<UInt64>(0)

    /// Returns `nil` if another process has the page, or if none can be created.
    init?(named name: String) {
        guard let page = LastingPage(named: name) else { return nil }
        self.page = page
    }

    static func isThere(named name: String) -> Bool { LastingPage.words(named: name) != nil }

    // MARK: The last process

    /// Returns how many times in a row processes died while they worked on an input.
    func deaths() -> [Key: Int] {
        let words = (0..<LastingPage.wordCount).map { page.words[$0].load(ordering: .relaxed) }
        return Self.deaths(in: words, countsWork: true)
    }

    /// Returns the same for a page that another process has: its work under way has not killed it.
    static func deaths(named name: String) -> [Key: Int] {
        LastingPage.words(named: name).map { deaths(in: $0, countsWork: false) } ?? [:]
    }

    private static func deaths(in words: [UInt64], countsWork: Bool) -> [Key: Int] {
        // Another build may be able to process the input that killed the last one.
        guard words[magicWord] == magic, words[buildWord] == CacheHead.build.high else { return [:] }
        var deaths: [Key: Int] = [:]
        for number in 0..<mostSuspects {
            let start = firstSuspect + 3 * number
            guard let key = key(words[start], words[start + 1]) else { break }
            deaths[key] = Int(clamping: words[start + 2])
        }
        guard countsWork, words[endWord] == 0 else { return deaths }
        let slots = (0..<slotCount).map { firstSlot + 2 * $0 }
        for key in Set(slots.compactMap({ key(words[$0], words[$0 + 1]) })) { deaths[key, default: 0] += 1 }
        return deaths
    }

    private static func key(_ high: UInt64, _ low: UInt64) -> Key? {
        guard high != 0 || low != 0 else { return nil }
        let stage = WorkJournal.Stage(rawValue: high & 1) ?? .reading
        return Key(hash: ContentHash(high: high & ~1, low: low), stage: stage)
    }

    // MARK: This process

    /// Forgets the work of the last process and keeps these suspects.
    func begin(with deaths: [Key: Int]) {
        for word in 0..<LastingPage.wordCount { page.words[word].store(0, ordering: .relaxed) }
        store(deaths)
        page.words[Self.buildWord].store(CacheHead.build.high, ordering: .relaxed)
        page.words[Self.magicWord].store(Self.magic, ordering: .relaxed)
    }

    func store(_ deaths: [Key: Int]) {
        let kept = deaths.sorted { $0.value > $1.value }.prefix(Self.mostSuspects)
        for number in 0..<Self.mostSuspects {
            let words = page.words + (Self.firstSuspect + 3 * number)
            let suspect = number < kept.count ? kept[number] : nil
            words[0].store(suspect?.key.high ?? 0, ordering: .relaxed)
            words[1].store(suspect?.key.low ?? 0, ordering: .relaxed)
            words[2].store(UInt64(suspect?.value ?? 0), ordering: .relaxed)
        }
    }

    /// Records that work on an input begins; returns its slot, or `nil` if all slots are in use.
    func enter(_ key: Key) -> Int? {
        var bits = slotsInUse.load(ordering: .relaxed)
        while bits != .max {
            let slot = (~bits).trailingZeroBitCount
            let (isClaimed, seen) = slotsInUse.weakCompareExchange(
                expected: bits, desired: bits | 1 << UInt64(slot), ordering: .relaxed)
            guard isClaimed else {
                bits = seen
                continue
            }
            set(slot, key.high, key.low)
            return slot
        }
        return nil
    }

    func leave(_ slot: Int) {
        set(slot, 0, 0)
        slotsInUse.bitwiseAnd(~(1 << UInt64(slot)), ordering: .releasing)
    }

    private func set(_ slot: Int, _ high: UInt64, _ low: UInt64) {
        page.words[Self.firstSlot + 2 * slot].store(high, ordering: .relaxed)
        page.words[Self.firstSlot + 2 * slot + 1].store(low, ordering: .relaxed)
    }

    /// Records that no input is the reason for the coming end of the process. It may be called in a signal handler.
    func markIntendedExit() { page.words[Self.endWord].store(1, ordering: .relaxed) }

    func remove() { page.remove() }
}

extension WorkPage.Key {
    /// The first half of the hash, whose last bit makes room for the stage.
    fileprivate var high: UInt64 { hash.high & ~1 | stage.rawValue }
    fileprivate var low: UInt64 { hash.low }
}
