import Mocking

/// The protocol with the mocks that the benchmark calls a million times. `GoldenFileTests` annotates it: no test target
/// could hold a mock of this target, so mockd would print a note for an annotation here.
protocol Kitchen: Sendable {
    func log(_ message: String)
    func ramen(bowls: Int, soup: String, extras: [String]) -> Bool
}

/// A handwritten mock: it counts, keeps the arguments, and returns a preset value.
final class CountingKitchen: Kitchen, @unchecked Sendable {  // the benchmark calls it from one thread
    private(set) var logCount = 0
    private(set) var logMessages: [String] = []
    private(set) var ramenCount = 0
    private(set) var ramenArguments: [(bowls: Int, soup: String, extras: [String])] = []
    var ramenResult = false

    func log(_ message: String) {
        logCount += 1
        logMessages.append(message)
    }

    func ramen(bowls: Int, soup: String, extras: [String]) -> Bool {
        ramenCount += 1
        ramenArguments.append((bowls, soup, extras))
        return ramenResult
    }
}
