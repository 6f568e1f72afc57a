internal import Mocking

/// The times at which tests reset all mocks.
///
/// Time is a count of the resets: what was recorded between two of them has the same time.
enum Resets {
    private static let lock = Lock()
    nonisolated(unsafe) private static var count = 0  // `lock` guards it
    /// The time of the last reset in each test; that outside of a known test counts for those only.
    nonisolated(unsafe) private static var times: [String: Int] = [:]  // `lock` guards it

    static var now: Int { lock.locked { count } }

    /// The time of the running test's last reset; 0 if there was none.
    static var ofRunningTest: Int {
        if now == 0 { return 0 }
        let test = runningTest
        return lock.locked { times[test] ?? 0 }
    }

    static func reset() {
        let test = runningTest
        lock.locked {
            count += 1
            times[test] = count
        }
    }

    /// XCTest runs one test at a time, so all of them have one name.
    private static var runningTest: String {
        Failures.reporter.tellsTestsApart ? Failures.reporter.currentTest ?? "" : ""
    }
}
