import Foundation
import FileWatching
import SystemPackage
import Synchronization

/// Does to a tree what people and programs do, as fast as it can. The seed decides what, the machine decides when.
final class Mutator: Sendable {
    private static let names = ["a", "b", "c", "d", "Sub", "Gen"]

    private let playground: Playground
    private let seed: UInt64
    private let seconds: Double
    private let done = Mutex(0)
    private let victim = Mutex<FileWatcher?>(nil)

    var operations: Int { done.withLock { $0 } }

    init(playground: Playground, seed: UInt64, seconds: Double) {
        self.playground = playground
        self.seed = seed
        self.seconds = seconds
    }

    /// Kills or stalls the watcher's process now and then.
    func torment(_ watcher: FileWatcher) {
        victim.withLock { $0 = watcher }
    }

    /// Ends when the mutator does, which runs on a thread of its own.
    func run() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let thread = Thread { [self] in
            var generator = SeededGenerator(state: seed)
            let end = Date().addingTimeInterval(seconds)
            while Date() < end {
                // Half of what is tried is impossible, which is part of the exercise.
                try? step(&generator)
                done.withLock { $0 += 1 }
            }
            continuation.finish()
        }
        thread.start()
        return stream
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
                try? playground.makeDirectory(playground.path(path))
            }
            try playground.write(path + "/F\(Int.random(in: 0...9, using: &generator)).swift", "\(generator.next())")
        case 25..<45:
            try playground.write(file, String(repeating: "x", count: Int.random(in: 0...99, using: &generator)))
        case 45..<60:
            try playground.replace(file, "\(generator.next())")
        case 60..<75:
            try playground.move(directory + "/" + name, to: someDirectory(&generator) + "/" + name)
        case 75..<82:
            try playground.removeTree(directory + "/" + name)
        case 82..<88:
            try playground.remove(file)
        case 88..<93:
            try playground.link(file, to: "F1.swift")
        case 93..<96:
            truncate(playground.path(file).string, Int.random(in: 0...50, using: &generator))
        case 96..<98:
            chmod(playground.path(file).string, 0o600)
        default:
            torment(&generator)
        }
    }

    private func torment(_ generator: inout SeededGenerator) {
        guard let process = victim.withLock({ $0 })?.status().watcherProcess else { return }
        guard Int.random(in: 0..<40, using: &generator) == 0 else { return }
        kill(process, Bool.random(using: &generator) ? SIGKILL : SIGSTOP)
        kill(process, SIGCONT)
    }

    private func someDirectory(_ generator: inout SeededGenerator) -> String {
        var path = "."
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let next = path + "/" + (Self.names.randomElement(using: &generator) ?? "a")
            var status = stat()
            if lstat(playground.path(next).string, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { path = next }
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
