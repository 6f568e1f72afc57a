import FileWatching
import Foundation
import Glibc
import SystemPackage
import Synchronization

/// Changes a tree as people and programs do, as fast as it can. The seed decides the changes, the machine their timing.
final class Mutator: Sendable {
    private static let names = ["a", "b", "c", "d", "Sub", "Gen"]

    private let playground: Playground
    private let seed: UInt64
    private let seconds: Double
    private let torments: Bool
    private let progress = Mutex((log: [String](), lastSync: UInt64?.none))

    /// The attempted changes. They depend on the seed only, but their timing differs from run to run.
    var log: [String] { progress.withLock { $0.log } }

    /// The sync requested after the last change.
    var lastSync: UInt64? { progress.withLock { $0.lastSync } }

    /// - Parameter torments: true to kill, stall and flood the watcher's process now and then.
    init(playground: Playground, seed: UInt64, seconds: Double, torments: Bool = false) {
        self.playground = playground
        self.seed = seed
        self.seconds = seconds
        self.torments = torments
    }

    /// Runs on its own thread, and requests a sync at the end.
    func start(_ watcher: FileWatcher) {
        let thread = Thread { [self] in
            var generator = SeededGenerator(state: seed)
            let tormentor = torments ? Tormentor(watcher: watcher, seconds: seconds) : nil
            let end = Date().addingTimeInterval(seconds)
            while Date() < end {
                // Half of the attempts fail, which is intended.
                try? step(&generator)
                if let name = tormentor?.strike(playground, &generator) { note(name) }
            }
            progress.withLock { $0.lastSync = watcher.sync() }
        }
        thread.start()
    }

    private func step(_ generator: inout SeededGenerator) throws {
        let directory = someDirectory(&generator)
        let file = directory + "/F\(Int.random(in: 0...9, using: &generator)).swift"
        let name = Self.names.randomElement(using: &generator) ?? "a"
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<25:
            var path = directory
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                path += "/" + (Self.names.randomElement(using: &generator) ?? "a")
                mkdir(path, 0o755)
            }
            path += "/F\(Int.random(in: 0...9, using: &generator)).swift"
            note("mkdir -p, write", path)
            write(path, "\(generator.next())")
        case 25..<45:
            note("write", file)
            write(file, String(repeating: "x", count: Int.random(in: 0...99, using: &generator)))
        case 45..<60:
            note("replace", file)
            let temporary = directory + "/.F.tmp\(generator.next())"
            write(temporary, "\(generator.next())")
            rename(temporary, file)
        case 60..<75:
            let target = someDirectory(&generator) + "/" + name
            note("rename", directory + "/" + name, target)
            rename(directory + "/" + name, target)
        case 75..<80:
            note("rm -r", directory + "/" + name)
            try FileManager.default.removeItem(atPath: directory + "/" + name)
        case 80..<88:
            note("rm", file)
            unlink(file)
        case 88..<93:
            note("ln -s F1.swift", file)
            symlink("F1.swift", file)
        case 93..<96:
            note("truncate", file)
            truncate(file, Int.random(in: 0...50, using: &generator))
        default:
            note("chmod", file)
            chmod(file, 0o600)
        }
    }

    private func note(_ operation: String...) {
        progress.withLock { $0.log.append(operation.joined(separator: " ")) }
    }

    private func someDirectory(_ generator: inout SeededGenerator) -> String {
        var path = playground.root.string
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let next = path + "/" + (Self.names.randomElement(using: &generator) ?? "a")
            var status = stat()
            if lstat(next, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { path = next }
        }
        return path
    }
}

/// Truncates and writes the file in place, as simple programs do.
private func write(_ path: String, _ text: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { return }
    _ = Glibc.write(file, text, text.utf8.count)
    close(file)
}

/// Kills, stalls and floods the watcher's process now and then.
private final class Tormentor {
    private let watcher: FileWatcher
    private let half: Date
    private var kills = 0
    private var hasFlooded = false

    init(watcher: FileWatcher, seconds: Double) {
        self.watcher = watcher
        half = Date().addingTimeInterval(seconds / 2)
    }

    func strike(_ playground: Playground, _ generator: inout SeededGenerator) -> String? {
        guard let process = watcher.status().watcherProcess else { return nil }
        if !hasFlooded, Date() > half {
            hasFlooded = true
            // Two events each time; the queue holds 16,384.
            stall(process, playground, writes: 9_000)
            return "flood"
        }
        guard Int.random(in: 0..<50, using: &generator) == 0 else { return nil }
        // At most three kills: a process that keeps dying is another test.
        if kills < 3, Int.random(in: 0..<5, using: &generator) == 0 {
            kills += 1
            kill(process, SIGKILL)
            return "kill"
        }
        stall(process, playground, writes: 100)
        return "stall"
    }

    /// Stops the process while files change.
    private func stall(_ process: Int32, _ playground: Playground, writes: Int) {
        kill(process, SIGSTOP)
        let names = ["/Flood1.swift", "/Flood2.swift"].map { playground.root.string + $0 }
        for number in 0..<writes { write(names[number % 2], "") }
        kill(process, SIGCONT)
    }
}

/// SplitMix64: the same numbers for the same seed everywhere.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
