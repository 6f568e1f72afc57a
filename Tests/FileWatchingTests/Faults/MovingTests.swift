import FileWatching
import Foundation
import Glibc
import MockModel
import SystemPackage
import Testing

extension KernelTests {
    /// Moved directories, links, times and other changes of what a path means.
    struct MovingTests {
        @Test func `a renamed directory of four hundred is watched everywhere at its new place`() async throws {
            let playground = try Playground()
            for number in 0..<400 {
                try playground.makeDirectories("old/d\(number)")
                try playground.write("old/d\(number)/F.swift")
            }
            try await watching(playground) { watched in
                try playground.move("old", to: "new")
                let changes = try await watched.settled()
                #expect(changes.count == 800)
                for number in 0..<400 { try playground.write("new/d\(number)/F.swift", "protocol Changed {}\n") }
                let expected = Dictionary(
                    uniqueKeysWithValues: (0..<400).map { ("new/d\($0)/F.swift", FileChange.Kind.changed) })
                #expect(try await watched.settled() == expected)
                let status = watched.watcher.status()
                #expect(kernelWatches(of: try #require(status.watcherProcess)) == 402 + 2)
                #expect(status.kernelWatches == 402 + 2)
            }
        }

        @Test func `a directory whose name is taken at once by a new one is reported correctly`() async throws {
            let playground = try Playground()
            try playground.makeDirectories("a/deep")
            try playground.write("a/deep/A.swift")
            try await watching(playground) { watched in
                for round in 0..<50 {
                    try playground.move("a", to: "b\(round)")
                    try playground.makeDirectories("a/deep")
                    try playground.write("a/deep/A\(round).swift")
                    if round % 10 == 9 { _ = try await watched.settled() }
                }
                try playground.write("a/deep/A49.swift", "protocol Changed {}\n")
                try playground.write("b0/deep/A.swift", "protocol Changed {}\n")
                #expect(try await watched.settled() == ["a/deep/A49.swift": .changed, "b0/deep/A.swift": .changed])
            }
        }

        @Test func `a directory that leaves the tree is removed, and reported again when it returns`() async throws {
            let playground = try Playground()
            try playground.makeDirectories("a/deep")
            try playground.write("a/deep/A.swift")
            try await watching(playground) { watched in
                let outside = playground.base.appending("outside")
                try playground.move(playground.path("a"), to: outside)
                #expect(try await watched.settled() == ["a/deep/A.swift": .removed])
                // The kernel would keep sending events for it.
                try playground.write(outside.appending("deep/A.swift"), "protocol Changed {}\n")
                #expect(try await watched.settled() == [:])
                try playground.move(outside, to: playground.path("c"))
                #expect(try await watched.settled() == ["c/deep/A.swift": .changed])
                try playground.write("c/deep/A.swift", "protocol Again {}\n")
                #expect(try await watched.settled() == ["c/deep/A.swift": .changed])
            }
        }

        @Test func `a link that dangles, points outside or is swapped for a directory is reported correctly`()
            async throws
        {
            let playground = try Playground()
            let outside = playground.base.appending("outside")
            try playground.makeDirectory(outside)
            try playground.write(outside.appending("A.swift"), "protocol Outside {}\n")
            try await watching(playground) { watched in
                try playground.link("Dangling.swift", to: "nowhere")
                try playground.link("File.swift", to: outside.appending("A.swift").string)
                try playground.link("folder", to: outside.string)
                let first = try await watched.settled()
                #expect(first == ["folder": .changed, "Dangling.swift": .changed, "File.swift": .changed])
                try playground.write(outside.appending("B.swift"), "protocol Outside {}\n")
                #expect(try await watched.settled() == [:])
                for _ in 0..<20 {
                    try playground.remove("folder")
                    try playground.makeDirectories("folder")
                    try playground.write("folder/Inside.swift")
                    try playground.removeTree("folder")
                    try playground.link("folder", to: outside.string)
                }
                _ = try await watched.settled()
                #expect((watched.watcher.status().directories, watched.watcher.status().files) == (1, 2))
            }
        }

        @Test(arguments: ["the past", "the future", "what it was, with the same size"])
        func `a file with any modification time is changed`(_ time: String) async throws {
            let playground = try Playground()
            try playground.write("A.swift", "protocol A1 {}\n")
            let path = playground.path("A.swift").string
            var before = stat()
            #expect(stat(path, &before) == 0)
            try await watching(playground) { watched in
                try playground.write("A.swift", "protocol A2 {}\n")
                var times = [before.st_mtim, before.st_mtim]
                if time == "the past" { times[1].tv_sec -= 86_400 }
                if time == "the future" { times[1].tv_sec += 366 * 86_400 }
                #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
                #expect(try await watched.settled() == ["A.swift": .changed])
            }
        }

        @Test func `a mutator that is at work during the first scan is followed`() async throws {
            for seed in UInt64(1)...3 {
                let playground = try Playground()
                for number in 0..<200 { try playground.makeSource(number, "before") }
                let mutator = Mutator(playground: playground, seed: 2_000 + seed, seconds: 0.5)
                try await watching(playground, whileStarting: mutator.start) { watched in
                    let reader = FuzzReader(watched)
                    reader.lookAtEverything()
                    try await reader.follow(mutator)
                    try reader.compare(2_000 + seed, mutator)
                }
            }
        }
    }
}
