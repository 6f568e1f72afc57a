/// The system calls of a run, as strace writes them.
struct SystemCallTrace {
    /// For each call, its positions in the threads' own counts, from 1, since the first access to the project.
    ///
    /// strace counts calls per thread as well: a fault at a position hits every thread that gets that far.
    private(set) var places: [String: Set<Int>] = [:]

    /// - Parameter root: the project's root. Calls before the first one with a path below it are the dynamic linker's.
    init(_ text: String, root: String) {
        var counts: [String: Int] = [:]
        var hasBegun = false
        for line in text.split(separator: "\n") {
            // The thread's number, one space or more, and the call.
            guard let match = line.firstMatch(of: /^(\d+) +(\w+)\(/) else { continue }
            counts["\(match.1) \(match.2)", default: 0] += 1
            if line.contains("\"\(root)") { hasBegun = true }
            if hasBegun, let place = counts["\(match.1) \(match.2)"] {
                places[String(match.2), default: []].insert(place)
            }
        }
    }

    /// Returns the lines of the calls that strace made fail.
    static func injected(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.contains("INJECTED") }
    }
}
