import Foundation
import Glibc
import MockModel
import SystemPackage
import Testing

extension KernelTests {
    /// Saves with real editors where they are installed, and with their system calls where they are not.
    struct EditorTests {
        enum Editor: String, CaseIterable, CustomTestStringConvertible {
            case vim = "vim.tiny"
            case vimWithBackup = "vim.tiny with backup"
            case vimByRename = "vim.tiny with backupcopy=no"
            case sed, nano, git
            case emacs = "emacs (its system calls)"
            case safeWrite = "a safe write with a backup, as JetBrains does (its system calls)"
            case unnamed = "O_TMPFILE and linkat (their system calls)"
            case exchange = "renameat2 with RENAME_EXCHANGE (its system call)"

            var testDescription: String { rawValue }

            var program: String? {
                switch self {
                case .vim, .vimWithBackup, .vimByRename: "vim.tiny"
                case .sed: "sed"
                case .nano: "nano"
                case .git: "git"
                case .emacs, .safeWrite, .unnamed, .exchange: nil
                }
            }

            var isHere: Bool { program.map { Tools.has($0) } ?? true }
        }

        /// One test reports the missing editors: it is skipped and names them.
        @Test(
            .enabled(
                if: Editor.allCases.allSatisfy(\.isHere),
                "install \(Editor.allCases.filter { !$0.isHere }.compactMap(\.program).joined(separator: ", "))"))
        func `every editor that is tested is installed`() {}

        @Test(arguments: Editor.allCases.filter(\.isHere))
        func `a save is a change of that file, never its removal`(_ editor: Editor) async throws {
            let playground = try Playground()
            try playground.write("A.swift", "protocol Before {}\n")
            if editor == .git { try playground.commitBoth() }
            try await watching(playground) { watched in
                try editor.save(in: playground)
                #expect(
                    try String(contentsOfFile: playground.path("A.swift").string, encoding: .utf8).contains("After"))
                let batches = try await watched.settledBatches()
                #expect(!batches.isEmpty)
                #expect(batches.allSatisfy { $0 == ["A.swift": .changed] }, "\(batches)")
            }
        }
    }
}

extension KernelTests.EditorTests.Editor {
    fileprivate func save(in playground: Playground) throws {
        let file = playground.path("A.swift").string
        switch self {
        case .vim: try edit(playground, "set nobackup")
        case .vimWithBackup: try edit(playground, "set backup")
        case .vimByRename: try edit(playground, "set backup backupcopy=no")
        case .sed: #expect(try playground.run("sed", "-i", "s/Before/After/", file) == 0)
        case .nano: try Terminal(["nano", "--ignorercfiles", file]).type("After", whenShown: "A.swift")
        case .git: try playground.git("checkout", "-q", "after")
        case .emacs:
            // The old text is kept as a copy; the file is written in place.
            try playground.write("#A.swift#", "protocol After {}\n")
            try playground.link(".#A.swift", to: "me@host.1:1")
            try FileManager.default.copyItem(atPath: file, toPath: file + "~")
            try playground.write("A.swift", "protocol After {}\n")
            try playground.remove(".#A.swift")
            try playground.remove("#A.swift#")
        case .safeWrite:
            try playground.write("A.swift___jb_tmp___", "protocol After {}\n")
            try playground.move("A.swift", to: "A.swift___jb_old___")
            try playground.move("A.swift___jb_tmp___", to: "A.swift")
            try playground.remove("A.swift___jb_old___")
        case .unnamed:
            let descriptor = open(playground.root.string, O_WRONLY | 0o20_200_000, 0o644)
            try #require(descriptor >= 0)
            _ = Glibc.write(descriptor, "protocol After {}\n", 18)
            try playground.remove("A.swift")
            #expect(linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, file, AT_SYMLINK_FOLLOW) == 0)
            close(descriptor)
        case .exchange:
            try playground.write("new.tmp", "protocol After {}\n")
            #expect(try exchange(playground.path("new.tmp").string, file) == 0)
        }
    }

    /// glibc has the call, but its Swift module does not; 2 is RENAME_EXCHANGE.
    private func exchange(_ one: String, _ other: String) throws -> CInt {
        typealias Call = @convention(c) (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt) -> CInt
        let address = try #require(dlsym(nil, "renameat2"))
        return unsafeBitCast(address, to: Call.self)(AT_FDCWD, one, AT_FDCWD, other, 2)
    }

    private func edit(_ playground: Playground, _ settings: String) throws {
        #expect(
            try playground.run(
                "vim.tiny", "-u", "NONE", "-es", "-c", settings, "-c", "%s/Before/After/", "-c", "wq", "A.swift") == 0)
    }
}

extension Playground {
    /// Commits the file's two states on two branches.
    fileprivate func commitBoth() throws {
        try git("init", "-q", "-b", "before")
        try git("add", ".")
        try git("commit", "-q", "-m", "before")
        try git("checkout", "-q", "-b", "after")
        try write("A.swift", "protocol After {}\n")
        try git("commit", "-q", "-a", "-m", "after")
        try git("checkout", "-q", "before")
    }
}

/// A program that needs a terminal, on a pseudoterminal.
private struct Terminal {
    private let process = Process()
    private let main: FileHandle

    init(_ command: [String]) throws {
        // Does the work of posix_openpt, unlockpt and ptsname, not all of which are in Glibc's module.
        let number = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (isLocked, index): (Int32, UInt32) = (0, 0)
        guard number >= 0, ioctl(number, 0x4004_5431, &isLocked) == 0, ioctl(number, 0x8004_5430, &index) == 0 else {
            throw Errno(rawValue: errno)
        }
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(number, UInt(TIOCSWINSZ), &size)
        let other = FileHandle(fileDescriptor: open("/dev/pts/\(index)", O_RDWR | O_NOCTTY), closeOnDealloc: true)
        main = FileHandle(fileDescriptor: number, closeOnDealloc: true)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ["TERM": "xterm", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        (process.standardInput, process.standardOutput, process.standardError) = (other, other, other)
        try process.run()
        try other.close()
    }

    /// Types the text at the start of the file once the screen shows `sign`, saves (^S) and leaves (^X).
    func type(_ text: String, whenShown sign: String) throws {
        var screen: [UInt8] = []
        while !String(decoding: screen, as: UTF8.self).contains(sign) {
            let more = drawn()
            guard !more.isEmpty else { throw Ended(screen: String(decoding: screen, as: UTF8.self)) }
            screen += more
        }
        main.write(Data((text + "\u{13}\u{18}").utf8))
        // Its output must be read, or it blocks before it can end.
        while !drawn().isEmpty {}
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    /// Returns the output; empty at the end, which a terminal reports as an error.
    private func drawn() -> [UInt8] {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
            Array(buffer.prefix(max(0, read(main.fileDescriptor, buffer.baseAddress, buffer.count))))
        }
    }

    struct Ended: Error {
        var screen: String
    }
}
