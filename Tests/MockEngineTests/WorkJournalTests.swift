import Foundation
import Glibc
import LinuxSystem
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// A process leaves its unfinished work behind for the next one, which leaves out inputs that kill it.
@Suite struct WorkJournalTests {
    private let cache = EngineCache(folder: FilePath("/tmp/mockd-journal-\(UUID().uuidString)"), root: "/tmp")
    private let input = ContentHash("a source")

    private var file: FilePath { LastingPage.folder.appending("mockd-\(ContentHash(cache.folder.string))") }
    private var isThere: Bool { access(file.string, F_OK) == 0 }

    /// Leaves the journal of a process that died while it worked on these inputs.
    private func die(of inputs: ContentHash..., at stage: WorkJournal.Stage = .reading) {
        let journal = WorkJournal(of: cache)
        func work(_ rest: ArraySlice<ContentHash>) {
            guard let next = rest.first else { return copy() }
            journal.working(on: next, stage) { work(rest.dropFirst()) }
        }
        // Later entries are not part of the copy.
        func copy() { dying = try? RegularFile.bytes(of: file, atMost: 4096) }
        var dying: [UInt8]?
        work(inputs[...])
        replace(with: dying ?? [])
    }

    private func replace(with bytes: [UInt8]) {
        unlink(file.string)
        _ = FileManager.default.createFile(atPath: file.string, contents: Data(bytes))
    }

    private func isQuarantined(_ stage: WorkJournal.Stage = .reading) -> Bool {
        WorkJournal(of: cache, notes: false).isQuarantined(input, stage)
    }

    @Test func `an input is left out after two deaths in a row on the same bytes, not after one`() {
        defer { unlink(file.string) }
        die(of: input)
        #expect(!WorkJournal(of: cache, notes: false).isQuarantined(input, .reading))
        die(of: input)
        let journal = WorkJournal(of: cache)
        #expect(journal.isQuarantined(input, .reading))
        #expect(!journal.isQuarantined(input, .making))
        #expect(!journal.isQuarantined(ContentHash("another source"), .reading))
        journal.acquitAll()
        #expect(!journal.isQuarantined(input, .reading))
    }

    @Test func `deaths at different stages are counted apart`() {
        defer { unlink(file.string) }
        die(of: input, at: .reading)
        die(of: input, at: .making)
        #expect(!WorkJournal(of: cache).isQuarantined(input, .reading))
        #expect(!WorkJournal(of: cache).isQuarantined(input, .making))
    }

    @Test func `an input is cleared when work on it ends, and no other input with it`() {
        defer { unlink(file.string) }
        let other = ContentHash("another source")
        die(of: input, other)
        do {
            let journal = WorkJournal(of: cache)
            journal.working(on: input, .reading) {}
        }
        die(of: other)
        let journal = WorkJournal(of: cache)
        #expect(!journal.isQuarantined(input, .reading))
        #expect(journal.isQuarantined(other, .reading))
    }

    @Test func `an orderly end leaves no file`() {
        let journal = WorkJournal(of: cache)
        journal.working(on: input, .reading) {}
        #expect(isThere)
        journal.end()
        #expect(!isThere)
    }

    @Test func `the work of a running process does not count as a death`() {
        defer { unlink(file.string) }
        die(of: input)
        let running = WorkJournal(of: cache)
        running.working(on: ContentHash("another source"), .reading) {
            let second = WorkJournal(of: cache)
            #expect(!second.isQuarantined(ContentHash("another source"), .reading))
            second.working(on: input, .reading) {}
            second.end()
        }
        #expect(isThere, "another process has it")
    }

    @Test func `a page that is cut, empty, damaged or another build's is ignored`() throws {
        defer { unlink(file.string) }
        die(of: input)
        die(of: input)
        let page = try RegularFile.bytes(of: file, atMost: 4096)
        var foreign = page
        foreign[8] ^= 1
        var generator = SystemRandomNumberGenerator()
        let noise = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &generator) }
        for bytes in [[], Array(page[..<4095]), page + [0], foreign, noise] {
            replace(with: bytes)
            #expect(!isQuarantined())
            let journal = WorkJournal(of: cache)
            #expect(!journal.isQuarantined(input, .reading))
            #expect(journal.working(on: input, .reading) { 1 } == 1)
        }
        replace(with: page)
        #expect(isQuarantined())
    }

    @Test func `anything but a file in its place is left alone, and work goes on without a journal`() {
        unlink(file.string)
        symlink("/etc/passwd", file.string)
        #expect(WorkJournal(of: cache).working(on: input, .reading) { 1 } == 1)
        unlink(file.string)
        mkfifo(file.string, 0o600)
        #expect(WorkJournal(of: cache).working(on: input, .reading) { 1 } == 1)
        unlink(file.string)
        mkdir(file.string, 0o700)
        #expect(WorkJournal(of: cache).working(on: input, .reading) { 1 } == 1)
        rmdir(file.string)
    }

    @Test func `more inputs than the page holds may be worked on at once`() {
        let journal = WorkJournal(of: cache)
        defer { journal.end() }
        func nest(_ depth: Int) -> Int {
            depth == 0 ? 0 : journal.working(on: ContentHash("\(depth)"), .making) { nest(depth - 1) + 1 }
        }
        #expect(nest(200) == 200)
    }
}
