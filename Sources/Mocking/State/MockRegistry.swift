/// The existing mocks, with the tests that created them.
enum MockRegistry {
    private struct Entry {
        weak var core: MockCore?
        /// The running test; its name would cost far more to compute than the mock to create.
        let test: Any?
    }

    private static let lock = Lock()
    nonisolated(unsafe) private static var entries: [Entry] = []  // `lock` guards it
    nonisolated(unsafe) private static var limit = 64  // `lock` guards it

    static func add(_ core: MockCore) {
        let test = Failures.reporter.currentTestValue
        lock.locked {
            if entries.count == limit {
                entries.removeAll { $0.core == nil }
                limit = max(64, 2 * entries.count)
            }
            entries.append(Entry(core: core, test: test))
        }
    }

    static func coresOfRunningTest() -> [MockCore] {
        let reporter = Failures.reporter
        let all = lock.locked { entries.compactMap { entry in entry.core.map { (core: $0, test: entry.test) } } }
        guard let current = reporter.currentTestValue else {
            return all.filter { $0.test == nil }.map(\.core)
        }
        return all.filter { $0.test.map { reporter.isSameTest($0, current) } ?? false }.map(\.core)
    }
}
