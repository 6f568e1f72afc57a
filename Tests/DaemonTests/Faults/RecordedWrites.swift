import Foundation

/// The writes of a run in order, from which the disk after a power cut is computed.
struct RecordedWrites {
    private enum Step {
        case folder(String)
        case created(String)
        case appended(String, Int)
        case synced(String)
        case renamed(String, to: String)
        case removed(String)
    }

    private let steps: [Step]

    var count: Int { steps.count }

    /// - Parameters:
    ///   - trace: the output of `strace -f -y`.
    ///   - base: the folder whose files count.
    init(_ trace: String, below base: String) {
        // strace splits the line of a call that another thread's call interrupts.
        var begun: [Substring: String] = [:]
        var steps: [Step] = []
        for line in trace.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            var call = parts[1].drop { $0 == " " }
            if call.hasPrefix("<..."), let resumed = call.range(of: "resumed>") {
                call = Substring((begun.removeValue(forKey: parts[0]) ?? "") + call[resumed.upperBound...])
            } else if let unfinished = call.range(of: " <unfinished ...>") {
                begun[parts[0]] = String(call[..<unfinished.lowerBound])
                continue
            }
            if let step = Self.step(call), Self.paths(of: step).allSatisfy({ $0.hasPrefix(base) }) {
                steps.append(step)
            }
        }
        self.steps = steps
    }

    private static func paths(of step: Step) -> [String] {
        switch step {
        case .folder(let path), .created(let path), .appended(let path, _), .synced(let path), .removed(let path):
            [path]
        case .renamed(let from, let to): [from, to]
        }
    }

    private static func step(_ call: Substring) -> Step? {
        if let match = call.firstMatch(of: /^mkdir\("([^"]*)".* = 0$/) { return .folder(String(match.1)) }
        if let match = call.firstMatch(of: /^mkdirat\(\w+<([^>]*)>, "([^"]*)".* = 0$/) {
            return .folder("\(match.1)/\(match.2)")
        }
        if let match = call.firstMatch(of: /^openat\(.*O_CREAT.* = \d+<([^>]*)>$/) { return .created(String(match.1)) }
        if let match = call.firstMatch(of: /^write\(\d+<([^>]*)>, .* = (\d+)$/), let count = Int(match.2) {
            return .appended(String(match.1), count)
        }
        if let match = call.firstMatch(of: /^fsync\(\d+<([^>]*)>.* = 0$/) { return .synced(String(match.1)) }
        if let match = call.firstMatch(of: /^renameat\(\d+<([^>]*)>, "([^"]*)", \d+<([^>]*)>, "([^"]*)"\) += 0$/) {
            return .renamed("\(match.1)/\(match.2)", to: "\(match.3)/\(match.4)")
        }
        if let match = call.firstMatch(of: /^rename\("([^"]*)", "([^"]*)"\) += 0$/) {
            return .renamed(String(match.1), to: String(match.2))
        }
        if let match = call.firstMatch(of: /^unlinkat\(\d+<([^>]*)>, "([^"]*)", 0\) += 0$/) {
            return .removed("\(match.1)/\(match.2)")
        }
        if let match = call.firstMatch(of: /^unlink\("([^"]*)"\) += 0$/) { return .removed(String(match.1)) }
        return nil
    }

    // MARK: Power cuts

    /// A file as it is found after a power cut.
    private struct File {
        /// The bytes that the run wrote; the first `durable` of them are certain to be on the disk.
        var bytes: Data
        var durable: Int
        /// True if its name never reached the disk.
        var isLost = false
    }

    /// Returns the files after a power cut. A rename or a removal may or may not have reached the disk. Of bytes that
    /// were not synced, whole pages from the beginning are there, followed by zeros or by nothing.
    ///
    /// - Parameters:
    ///   - end: the number of steps before the power is cut.
    ///   - files: the files before the first step, by their absolute paths.
    ///   - written: the contents of the files that the run wrote, by their final paths.
    func powerCut(
        after end: Int, files: [String: Data], written: [String: Data], using random: inout some RandomNumberGenerator
    ) -> [String: Data] {
        var names = files.mapValues { File(bytes: $0, durable: $0.count) }
        for (number, step) in steps.prefix(end).enumerated() {
            switch step {
            case .folder: continue
            case .created(let path):
                let isCertain = steps[number..<end].contains { if case .synced(path) = $0 { true } else { false } }
                names[path] = File(bytes: Data(), durable: 0, isLost: !isCertain && Bool.random(using: &random))
            case .appended(let path, let count):
                guard let whole = written[finalPath(of: path, from: number)] else { continue }
                let size = names[path]?.bytes.count ?? 0
                names[path]?.bytes += whole.dropFirst(size).prefix(count)
            case .synced(let path):
                let size = names[path]?.bytes.count ?? 0
                names[path]?.durable = size
            case .renamed(let from, let target):
                guard let file = names[from], !file.isLost, Bool.random(using: &random) else { continue }
                names[from] = nil
                names[target] = file
            case .removed(let path):
                if Bool.random(using: &random) { names[path] = nil }
            }
        }
        return names.filter { !$0.value.isLost }.mapValues { Self.torn($0, using: &random) }
    }

    private func finalPath(of path: String, from number: Int) -> String {
        var path = path
        for case .renamed(path, let target) in steps[number...] { path = target }
        return path
    }

    private static func torn(_ file: File, using random: inout some RandomNumberGenerator) -> Data {
        let doubtful = file.bytes.count - file.durable
        guard doubtful > 0 else { return file.bytes }
        let page = 4096
        let pages = Int.random(in: 0...(doubtful / page), using: &random)
        // Keeps whole pages, counted from the one in which the uncertain bytes begin.
        let kept = pages == 0 ? file.durable : min((file.durable / page + pages) * page, file.bytes.count)
        // mockd keeps a mock that ends with a whole line, because it looks like the user's edit; so nothing is cut.
        if kept > 0, file.bytes.prefix(kept).last == UInt8(ascii: "\n") { return file.bytes }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return file.bytes
        case 1: return file.bytes.prefix(kept)
        default: return file.bytes.prefix(kept) + Data(count: file.bytes.count - kept)
        }
    }
}
