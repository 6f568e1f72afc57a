import FileWatching
import Foundation
import Glibc
import SystemPackage
import Synchronization

/// Does to a tree what people and programs do, as fast as it can. The seed decides what, the machine decides when.
final class Mutator: Sendable {
    private static let names = ["a", "b", "c", "d", "Sub", "Gen"]

    private let playground: Playground
    private let seed: UInt64
    private let seconds: Double
    private let torments: Bool
    private let progress = Mutex((operations: 0, lastSync: UInt64?.none))

    var operations: Int { progress.withLock { $0.operations } }

    /// Asked for when nothing more was going to happen.
    var lastSync: UInt64? { progress.withLock { $0.lastSync } }

    /// - Parameter torments: whether the watcher's process is killed and stalled now and then.
    init(playground: Playground, seed: UInt64, seconds: Double, torments: Bool = false) {
        self.playground = playground
        self.seed = seed
        self.seconds = seconds
        self.torments = torments
    }

    /// Runs on a thread of its own, and says by a sync that it has ended.
    func start(_ watcher: FileWatcher) {
        let thread = Thread { [self] in
            var generator = SeededGenerator(state: seed)
            let end = Date().addingTimeInterval(seconds)
            while Date() < end {
                // Half of what is tried is impossible, which is part of the exercise.
                if torments, Int.random(in: 0..<50, using: &generator) == 0 { torment(watcher, &generator) }
                try? step(&generator)
                progress.withLock { $0.operations += 1 }
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
            write(path + "/F\(Int.random(in: 0...9, using: &generator)).swift", "\(generator.next())")
        case 25..<45:
            write(file, String(repeating: "x", count: Int.random(in: 0...99, using: &generator)))
        case 45..<60:
            let temporary = directory + "/.F.tmp\(generator.next())"
            write(temporary, "\(generator.next())")
            rename(temporary, file)
        case 60..<75:
            rename(directory + "/" + name, someDirectory(&generator) + "/" + name)
        case 75..<80:
            try FileManager.default.removeItem(atPath: directory + "/" + name)
        case 80..<88:
            unlink(file)
        case 88..<93:
            symlink("F1.swift", file)
        case 93..<96:
            truncate(file, Int.random(in: 0...50, using: &generator))
        default:
            chmod(file, 0o600)
        }
    }

    private func write(_ path: String, _ text: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard file >= 0 else { return }
        _ = Glibc.write(file, text, text.utf8.count)
        close(file)
    }

    private func torment(_ watcher: FileWatcher, _ generator: inout SeededGenerator) {
        guard let process = watcher.status().watcherProcess else { return }
        if Int.random(in: 0..<5, using: &generator) == 0 {
            kill(process, SIGKILL)
        } else {
            kill(process, SIGSTOP)
            usleep(20_000)
            kill(process, SIGCONT)
        }
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
