import Mocking

/// The protocol whose mocks the benchmark calls a million times.
///
/// @mockable
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
