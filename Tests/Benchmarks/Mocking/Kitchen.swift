import Mocking

/// What is called a million times.
///
/// @mockable
protocol Kitchen: Sendable {
    func log(_ message: String)
    func ramen(bowls: Int, soup: String, extras: [String]) -> Bool
}

/// As one would write it by hand: it counts, keeps the arguments, and returns what it was told to.
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
