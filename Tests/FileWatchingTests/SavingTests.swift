import FileWatching
import Glibc
import MockModel
import SystemPackage
import Testing

extension KernelTests {
    /// Saves as people and their programs make them, with the real kernel and the real process.
    struct SavingTests {
        @Test func `a save is reported at once and once`() async throws {
            let playground = try Playground()
            try playground.write("A.swift")
            try await watching(playground) { watched in
                try playground.write("A.swift", "protocol Changed {}\n")
                #expect(try await watched.batch() == ["A.swift": .changed])
                #expect(try await watched.settled() == [:])
            }
        }

        @Test func `a file that replaces another by a rename is one change, and its temporary name none`()
            async throws
        {
            let playground = try Playground()
            try playground.write("A.swift")
            try await watching(playground) { watched in
                try playground.replace("A.swift", "protocol Changed {}\n")
                #expect(try await watched.batch() == ["A.swift": .changed])
                #expect(try await watched.settled() == [:])
            }
        }

        @Test func `a file that an editor moves away before saving is never reported as removed`() async throws {
            let playground = try Playground()
            try playground.write("A.swift")
            try await watching(playground) { watched in
                try playground.move("A.swift", to: "A.swift~")
                try playground.write("A.swift", "protocol Changed {}\n")
                try playground.remove("A.swift~")
                #expect(try await watched.batch() == ["A.swift": .changed])
                #expect(try await watched.settled() == [:])
            }
        }

        @Test func `files in folders created a moment before are reported`() async throws {
            try await watching { watched in
                for number in 0..<100 {
                    try watched.playground.makeDirectories("n\(number)/b/c")
                    try watched.playground.write("n\(number)/b/c/F.swift")
                }
                let changes = try await watched.settled()
                #expect(changes.count == 100)
                #expect(changes.values.allSatisfy { $0 == .changed })
                #expect(watched.watcher.status().directories == 301)
            }
        }

        @Test func `a deleted file is removed`() async throws {
            let playground = try Playground()
            try playground.write("A.swift")
            try await watching(playground) { watched in
                try playground.remove("A.swift")
                #expect(try await watched.batch() == ["A.swift": .removed])
                #expect(watched.watcher.status().files == 0)
            }
        }

        @Test func `a renamed folder is reported as its files removed and added`() async throws {
            let playground = try Playground()
            try playground.makeDirectories("old/deep")
            try playground.write("old/A.swift")
            try playground.write("old/deep/B.swift")
            try playground.makeDirectories("older")
            try playground.write("older/C.swift")
            try await watching(playground) { watched in
                try playground.move("old", to: "new")
                #expect(
                    try await watched.settled() == [
                        "old/A.swift": .removed, "old/deep/B.swift": .removed,
                        "new/A.swift": .changed, "new/deep/B.swift": .changed,
                    ])
                try playground.write("new/deep/B.swift", "protocol Changed {}\n")
                #expect(try await watched.settled() == ["new/deep/B.swift": .changed])
                #expect(watched.watcher.status().directories == 4)
            }
        }

        @Test func `folders that swap their names are reported correctly`() async throws {
            let playground = try Playground()
            try playground.makeDirectories("a")
            try playground.makeDirectories("b")
            try playground.write("a/A.swift")
            try playground.write("b/B.swift")
            try await watching(playground) { watched in
                try playground.move("a", to: "c")
                try playground.move("b", to: "a")
                try playground.move("c", to: "b")
                #expect(
                    try await watched.settled() == [
                        "a/A.swift": .removed, "a/B.swift": .changed, "b/B.swift": .removed, "b/A.swift": .changed,
                    ])
                try playground.write("a/New.swift")
                #expect(try await watched.settled() == ["a/New.swift": .changed])
            }
        }

        @Test func `a folder that is deleted and made again at once is read again`() async throws {
            try await watching { watched in
                for number in 0..<200 {
                    try? watched.playground.removeTree("again")
                    try watched.playground.makeDirectories("again")
                    try watched.playground.write("again/F\(number).swift")
                    if number % 10 == 9 { _ = try await watched.settled() }
                }
                try watched.playground.write("again/Last.swift")
                #expect(try await watched.settled() == ["again/Last.swift": .changed])
                #expect(watched.watcher.status().files == 2)
            }
        }

        @Test func `a file that becomes a folder and a file again is reported correctly`() async throws {
            let playground = try Playground()
            try playground.write("A.swift")
            try await watching(playground) { watched in
                try playground.remove("A.swift")
                try playground.makeDirectories("A.swift")
                try playground.write("A.swift/B.swift")
                #expect(try await watched.settled() == ["A.swift": .removed, "A.swift/B.swift": .changed])
                try playground.removeTree("A.swift")
                try playground.write("A.swift")
                #expect(try await watched.settled() == ["A.swift": .changed, "A.swift/B.swift": .removed])
                try playground.move("A.swift", to: "a.swift")
                #expect(try await watched.settled() == ["A.swift": .removed, "a.swift": .changed])
            }
        }

        @Test func `truncation, links and permissions are changes`() async throws {
            let playground = try Playground()
            try playground.write("A.swift")
            try await watching(playground) { watched in
                #expect(playground.path("A.swift").withPlatformString { truncate($0, 3) } == 0)
                #expect(try await watched.settled() == ["A.swift": .changed])
                #expect(playground.path("A.swift").withPlatformString { chmod($0, 0o600) } == 0)
                #expect(try await watched.settled() == ["A.swift": .changed])
                let (from, to) = (playground.path("A.swift").string, playground.path("B.swift").string)
                #expect(link(from, to) == 0)
                // The new name increments the link count, which is a change of the inode.
                #expect(try await watched.settled()["B.swift"] == .changed)
                try playground.link("C.swift", to: "A.swift")
                #expect(try await watched.settled() == ["C.swift": .changed])
            }
        }

        @Test(arguments: [
            "A.txt", ".A.swift.swp", ".#A.swift", "#A.swift#", "A.swift~", "4913", "A.swift___jb_tmp___",
            ".hidden.swift",
            ".git/A.swift", ".build/A.swift", "node_modules/A.swift",
        ])
        func `temporary files of editors, tools and package managers are not reported`(_ name: String) async throws {
            let playground = try Playground()
            for directory in [".git", ".build", "node_modules"] { try playground.makeDirectories(directory) }
            try await watching(playground) { watched in
                try playground.write(name)
                #expect(try await watched.settled() == [:])
                #expect(watched.watcher.status().files == 0)
            }
        }

        @Test func `pipes and folders with the names of sources are not sources`() async throws {
            try await watching { watched in
                let playground = watched.playground
                #expect(playground.path("P.swift").withPlatformString { mkfifo($0, 0o644) } == 0)
                try playground.makeDirectories("D.swift")
                #expect(try await watched.settled() == [:])
                try playground.write("D.swift/A.swift")
                #expect(try await watched.settled() == ["D.swift/A.swift": .changed])
            }
        }

        @Test func `a link to a folder is reported and not followed`() async throws {
            let playground = try Playground()
            try playground.makeDirectories("a")
            try playground.write("a/A.swift")
            try await watching(playground) { watched in
                try playground.link("loop", to: ".")
                try playground.link("a/up", to: "..")
                #expect(try await watched.settled() == ["loop": .changed, "a/up": .changed])
                try playground.write("a/A.swift", "protocol Changed {}\n")
                #expect(try await watched.settled() == ["a/A.swift": .changed])
            }
        }

        @Test func `names that are not UTF-8 keep their bytes`() async throws {
            try await watching { watched in
                let name: [UInt8] = [0xff, 0xfe, 0x0a, 0x22, 0x2a] + Array(".swift".utf8)
                let path = watched.playground.root.bytes + [UInt8(ascii: "/")] + name
                let file = path.map { CChar(bitPattern: $0) } + [0]
                close(open(file, O_WRONLY | O_CREAT, 0o644))
                let changes = try await watched.first { if case .changes(let changes, _) = $0 { changes } else { nil } }
                #expect(changes.map(\.path.bytes) == [path])
            }
        }

        @Test func `the configuration is an input, and so is what makes a folder below a project, but no other file`()
            async throws
        {
            let playground = try Playground()
            try playground.makeDirectories("below")
            try await watching(playground) { watched in
                try playground.write(".mockd.yml", "mock: all\n")
                try playground.write("below/.mockd.yml", "mock: all\n")
                try playground.write("below/.swift-format", "{}\n")
                #expect(try await watched.settled() == [".mockd.yml": .changed, "below/.mockd.yml": .changed])
            }
        }
    }
}

extension FilePath {
    var bytes: [UInt8] {
        withPlatformString { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
}
