/// What strace writes about a run.
struct SystemCallTrace {
    /// For each call the places, counted by thread from 1, at which some thread made it since the project was looked at.
    ///
    /// strace counts the calls of each thread, too: a fault at a place hits every thread that gets as far.
    private(set) var places: [String: Set<Int>] = [:]

    /// - Parameter root: the project's; what comes before the first call with a path below it is the dynamic linker's.
    init(_ text: String, root: String) {
        var counts: [String: Int] = [:]
        var hasBegun = false
        for line in text.split(separator: "\n") {
            // The thread, and its call behind one space or more.
            guard let match = line.firstMatch(of: /^(\d+) +(\w+)\(/) else { continue }
            counts["\(match.1) \(match.2)", default: 0] += 1
            if line.contains("\"\(root)") { hasBegun = true }
            if hasBegun, let place = counts["\(match.1) \(match.2)"] {
                places[String(match.2), default: []].insert(place)
            }
        }
    }

    /// The lines of calls that strace let fail.
    static func injected(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.contains("INJECTED") }
    }
}
