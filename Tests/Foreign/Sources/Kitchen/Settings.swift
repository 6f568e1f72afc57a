import Foundation

/// @mockable(seam: ProcessFacts, members: environment, processIdentifier)
extension ProcessInfo {}

struct Settings {
    let process: any ProcessFacts

    var language: String { process.environment["LANG"] ?? "C" }
}
