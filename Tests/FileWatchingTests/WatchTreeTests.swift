import MockModel
import SystemPackage
import Synchronization
import Testing

@testable import FileWatching

/// Tests the tree on a fake disk, with a fake kernel that answers on demand.
struct WatchTreeTests {
    @Test func `a directory is listed when it is watched, not before`() {
        let disk = PaperDisk(["/r/A.swift", "/r/sub/B.swift"])
        let tree = disk.tree()
        #expect(tree.recrawl())
        #expect(tree.drainRequests() == [.add(16, "/r/.")])
        #expect((tree.fileCount, tree.awaited) == (0, 1))
        tree.watched(16)
        #expect(tree.fileCount == 1)
        #expect(tree.drainRequests() == [.add(17, "/r/sub")])
        tree.watched(17)
        #expect((tree.fileCount, tree.directoryCount, tree.awaited) == (2, 2, 0))
        #expect(tree.drainChanges().map(\.text) == ["+/r/A.swift", "+/r/sub/B.swift"])
        #expect(tree.drainChanges() == [])
    }

    @Test func `the listing has each file's state, and no folder that was not read`() {
        let disk = PaperDisk(["/r/A.swift", "/r/notes.txt", "/r/sub/B.swift", "/r/.git/C.swift", "/r/Pods/D.swift"])
        let tree = disk.tree()
        #expect(tree.recrawl())
        tree.watched(16)
        let state = MockModel.FileSignature(device: 1, inode: 4, size: 0, modified: 0, changed: 0)
        #expect(tree.listing.paths.sorted() == ["/r"])
        #expect(
            tree.listing["/r"]?.sorted { $0.name < $1.name } == [
                FolderEntry(name: ".git", kind: .directory),
                FolderEntry(name: "A.swift", kind: .file, signature: state),
                FolderEntry(name: "Pods", kind: .directory), FolderEntry(name: "sub", kind: .directory),
            ])
        tree.answerAll()
        #expect(tree.listing.paths.sorted() == ["/r", "/r/sub"])
        #expect(tree.listing["/r/sub"]?.map(\.name) == ["B.swift"])
    }

    @Test func `entries read ahead are reported when the directory's turn comes, and later changes by hints`() {
        let disk = PaperDisk(["/r/a/A.swift", "/r/b/B.swift", "/r/b/C.swift"])
        let (tree, a, b) = disk.treeThatListedAhead()
        disk.remove("/r/b/B.swift")
        disk.add("/r/b/D.swift")
        #expect(tree.fileCount == 0)
        tree.watched(a)
        tree.watched(b)
        #expect(tree.drainChanges().map(\.text) == ["+/r/a/A.swift", "+/r/b/B.swift", "+/r/b/C.swift"])
        tree.resolve(["B.swift", "D.swift"].map { .init(directory: b, name: Array($0.utf8)) })
        #expect(tree.drainChanges().map(\.text) == ["-/r/b/B.swift", "+/r/b/D.swift"])
    }

    @Test func `entries read ahead for a turn that did not come are not used later`() {
        let disk = PaperDisk(["/r/a/A.swift", "/r/b/B.swift"])
        let (tree, a, b) = disk.treeThatListedAhead()
        tree.watched(a)
        disk.remove("/r/b/B.swift")
        tree.listAhead([])
        tree.watched(b)
        #expect(tree.drainChanges().map(\.text) == ["+/r/a/A.swift"])
    }

    @Test func `entries read ahead do not outlive the process that was asked`() {
        let disk = PaperDisk(["/r/a/A.swift", "/r/b/B.swift"])
        let (tree, a, b) = disk.treeThatListedAhead()
        disk.remove("/r/b/B.swift")
        #expect(tree.recrawl())
        for id in [16, a, b] { _ = tree.failed(id, .tooManyOpenFiles) }
        #expect(tree.drainChanges().map(\.text) == ["+/r/a/A.swift"])
    }

    @Test func `a file that did not change is not reported at a hint`() {
        let disk = PaperDisk(["/r/A.swift"])
        let tree = disk.settledTree()
        tree.resolve([.init(directory: 16, name: Array("A.swift".utf8))])
        #expect(tree.drainChanges() == [])
        disk.touch("/r/A.swift")
        tree.resolve([.init(directory: 16, name: Array("A.swift".utf8))])
        #expect(tree.drainChanges().map(\.text) == ["+/r/A.swift"])
    }

    @Test func `a source that came and went between two reads is reported as removed`() {
        let tree = PaperDisk([]).settledTree()
        tree.resolve(["A.swift", "A.txt", "folder"].map { .init(directory: 16, name: Array($0.utf8)) })
        #expect(tree.drainChanges().map(\.text) == ["-/r/A.swift"])
        #expect(tree.fileCount == 0)
    }

    @Test func `a directory that moved is removed before it is added, for any order of hints`() {
        for names in [["new", "old"], ["old", "new"]] {
            let disk = PaperDisk(["/r/old/A.swift"])
            let tree = disk.settledTree()
            disk.move("/r/old", "/r/new")
            tree.resolve(names.map { .init(directory: 16, name: Array($0.utf8)) })
            #expect(tree.drainRequests() == [.remove(id: 17), .add(18, "/r/new")])
            tree.watched(18)
            #expect(tree.drainChanges().map(\.text) == ["+/r/new/A.swift", "-/r/old/A.swift"])
        }
    }

    @Test func `a directory is moved even if its old place was not read again yet`() {
        let disk = PaperDisk(["/r/a/old/A.swift", "/r/b/B.swift"])
        let tree = disk.settledTree()
        disk.move("/r/a/old", "/r/b/new")
        tree.resolve([.init(directory: tree.id("/r/b"), name: Array("new".utf8))])
        tree.answerAll()
        #expect(tree.drainChanges().map(\.text) == ["-/r/a/old/A.swift", "+/r/b/new/A.swift"])
        #expect(tree.directoryCount == 4)
    }

    @Test(arguments: [[17, 16, 18], [16, 17, 18], [18, 17, 16], [17, 18, 16]] as [[UInt32]])
    func `a directory and its subdirectory that swapped places unseen are told apart`(_ answers: [UInt32]) {
        let disk = PaperDisk(["/r/a/A.swift", "/r/a/b/B.swift"])
        let tree = disk.settledTree()
        disk.move("/r/a/b", "/r/t")
        disk.move("/r/a", "/r/t/b")
        disk.move("/r/t", "/r/a")
        _ = tree.recrawl()
        _ = tree.drainRequests()
        for id in answers { tree.watched(id) }
        repeat { tree.answerAll() } while tree.resolveStaleHints()
        #expect(
            tree.drainChanges().map(\.text)
                == ["-/r/a/A.swift", "+/r/a/B.swift", "+/r/a/b/A.swift", "-/r/a/b/B.swift"])
        #expect((tree.directoryCount, tree.fileCount, tree.awaited) == (3, 2, 0))
    }

    @Test func `the same inode number is another directory once the kernel dropped the watch`() {
        let disk = PaperDisk(["/r/a/A.swift"])
        let tree = disk.settledTree()
        disk.remove("/r/a/A.swift")
        disk.add("/r/a/B.swift")
        let hint = tree.lost(17)
        #expect(hint == .init(directory: 16, name: Array("a".utf8)))
        tree.resolve([hint].compactMap(\.self))
        #expect(tree.drainRequests() == [.add(18, "/r/a")])
        tree.watched(18)
        #expect(tree.drainChanges().map(\.text) == ["-/r/a/A.swift", "+/r/a/B.swift"])
    }

    @Test func `a directory that was away for a moment is reported whole`() {
        let disk = PaperDisk(["/r/a/A.swift", "/r/a/b/B.swift"])
        let tree = disk.settledTree()
        tree.resolve([.init(directory: 16, name: Array("a".utf8))])
        #expect(tree.drainRequests() == [])
        #expect(tree.drainChanges().map(\.text) == ["+/r/a/A.swift", "+/r/a/b/B.swift"])
        tree.resolve([tree.lost(17)].compactMap(\.self))
        tree.answerAll()
        #expect(tree.drainChanges().map(\.text) == ["+/r/a/A.swift", "+/r/a/b/B.swift"])
        #expect(tree.fileCount == 2)
    }

    @Test func `a directory that was away when it was due is listed when it is back`() {
        let disk = PaperDisk(["/r/a/c/C.swift", "/r/a/c/d/D.swift"])
        let tree = disk.settledTree()
        disk.move("/r/a/c", "/r/c")
        tree.resolve([.init(directory: 17, name: Array("c".utf8)), .init(directory: 16, name: Array("c".utf8))])
        _ = tree.drainChanges()
        _ = tree.drainRequests()
        // The kernel adds the watch; then the directory moves elsewhere and back.
        disk.move("/r/c", "/r/a/e")
        tree.watched(tree.id("/r/c"))
        disk.move("/r/a/e", "/r/c")
        tree.resolve([.init(directory: 17, name: Array("e".utf8)), .init(directory: 16, name: Array("c".utf8))])
        tree.answerAll()
        #expect(tree.drainChanges().map(\.text) == ["+/r/c/C.swift", "+/r/c/d/D.swift"])
        #expect((tree.directoryCount, tree.watchedCount, tree.uncoveredCount) == (4, 4, 0))
    }

    @Test func `files found elsewhere while their directory was there are found again when it is back`() {
        let disk = PaperDisk(["/r/a/A.swift", "/r/a/b/B.swift", "/r/a/b/c/C.swift"])
        let tree = disk.settledTree()
        // It is being moved: visible at both paths, its contents at the new one only.
        disk.bind("/r/a", "/r/x")
        for path in ["/r/a/A.swift", "/r/a/b/B.swift", "/r/a/b/c/C.swift", "/r/a/b/c"] { disk.remove(path) }
        tree.resolve([.init(directory: 16, name: Array("x".utf8))])
        while tree.resolveStaleHints() { tree.answerAll() }
        tree.answerAll()
        _ = tree.drainChanges()
        disk.remove("/r/a/b")
        disk.remove("/r/a")
        disk.move("/r/x", "/r/a")
        tree.resolve([.init(directory: 16, name: Array("x".utf8)), .init(directory: 16, name: Array("a".utf8))])
        while tree.resolveStaleHints() { tree.answerAll() }
        tree.answerAll()
        #expect(
            tree.drainChanges().map(\.text).filter { $0.hasPrefix("+") }
                == ["+/r/a/A.swift", "+/r/a/b/B.swift", "+/r/a/b/c/C.swift"])
        #expect((tree.directoryCount, tree.watchedCount, tree.uncoveredCount) == (4, 4, 0))
    }

    @Test func `the second path of a directory is watched when the first one disappears`() {
        let disk = PaperDisk(["/r/a/A.swift"])
        let tree = disk.settledTree()
        disk.bind("/r/a", "/r/b")
        tree.resolve([.init(directory: 16, name: Array("b".utf8))])
        disk.remove("/r/a/A.swift")
        disk.remove("/r/a")
        tree.resolve([.init(directory: 16, name: Array("a".utf8))])
        tree.sweep()
        tree.answerAll()
        #expect((tree.directoryCount, tree.watchedCount, tree.uncoveredCount) == (2, 2, 0))
    }

    @Test func `a file that was written in the tick of its last reading is reported at the next hint`() {
        let disk = PaperDisk(["/r/A.swift"])
        let tree = disk.settledTree()
        let hint = WatchTree.Hint(directory: 16, name: Array("A.swift".utf8))
        disk.touch("/r/A.swift", isRacy: true)
        tree.resolve([hint])
        #expect(tree.drainChanges().map(\.text) == ["+/r/A.swift"])
        tree.resolve([hint])
        #expect(tree.drainChanges().map(\.text) == ["+/r/A.swift"])
        disk.letTimePass("/r/A.swift")
        #expect(tree.audit(16) == 2)
        #expect(tree.drainChanges() == [])
        tree.resolve([hint])
        #expect(tree.drainChanges() == [])
    }

    @Test func `a directory that vanishes before it is watched is read again`() {
        let disk = PaperDisk(["/r/a/A.swift"])
        let tree = disk.tree()
        _ = tree.recrawl()
        tree.watched(16)
        disk.remove("/r/a/A.swift")
        disk.remove("/r/a")
        let hint = tree.failed(17, .noSuchFileOrDirectory)
        tree.resolve([hint].compactMap(\.self))
        #expect((tree.directoryCount, tree.awaited, tree.uncoveredCount) == (1, 0, 0))
        #expect(tree.drainChanges() == [])
    }

    @Test func `a directory that the kernel refuses is listed, swept and tried again`() {
        let disk = PaperDisk(["/r/a/A.swift"])
        let tree = disk.tree()
        _ = tree.recrawl()
        tree.watched(16)
        #expect(tree.failed(17, .noSpace) == nil)
        #expect(tree.uncoveredReasons() == [.noSpace: 1])
        #expect(tree.drainChanges().map(\.text) == ["+/r/a/A.swift"])
        disk.touch("/r/a/A.swift")
        _ = tree.drainRequests()
        tree.sweep()
        #expect(tree.drainRequests() == [.add(17, "/r/a")])
        tree.watched(17)
        #expect(tree.uncoveredCount == 0)
        #expect(tree.drainChanges().map(\.text) == ["+/r/a/A.swift"])
    }

    @Test func `a recrawl reports differences only, and a missing root changes nothing`() {
        let disk = PaperDisk(["/r/Same.swift", "/r/a/Gone.swift", "/r/b/Edited.swift"])
        let tree = disk.settledTree()
        disk.remove("/r/a/Gone.swift")
        disk.remove("/r/a")
        disk.touch("/r/b/Edited.swift")
        disk.add("/r/c/New.swift")
        #expect(tree.recrawl())
        #expect(tree.awaited == 3)
        tree.answerAll()
        #expect(tree.drainChanges().map(\.text) == ["-/r/a/Gone.swift", "+/r/b/Edited.swift", "+/r/c/New.swift"])
        let empty = PaperDisk([])
        empty.remove("/r")
        #expect(!empty.tree().recrawl())
    }

    @Test func `a file or directory without permission does not count as removed`() {
        let disk = PaperDisk(["/r/A.swift", "/r/a/B.swift"])
        let tree = disk.settledTree()
        disk.forbid("/r/A.swift")
        disk.forbid("/r/a")
        tree.resolve(["A.swift", "a"].map { .init(directory: 16, name: Array($0.utf8)) })
        #expect(tree.drainChanges() == [])
        #expect((tree.fileCount, tree.directoryCount) == (2, 2))
        #expect(tree.unreadable.values.map(\.error) == [.permissionDenied, .permissionDenied])
        disk.remove("/r/a/B.swift")
        disk.remove("/r/a")
        disk.remove("/r/A.swift")
        tree.resolve(["A.swift", "a"].map { .init(directory: 16, name: Array($0.utf8)) })
        #expect(tree.unreadable == [:])
        #expect(tree.drainChanges().map(\.text) == ["-/r/A.swift", "-/r/a/B.swift"])
    }

    @Test func `a directory that becomes searchable again is read again`() {
        let disk = PaperDisk(["/r/a/A.swift"])
        disk.forbid("/r/a/A.swift")
        let tree = disk.settledTree()
        #expect((tree.fileCount, tree.unreadable.count) == (0, 1))
        // The listing omits the folder, so its consumer must read it itself.
        #expect(tree.listing.paths.sorted() == ["/r"])
        disk.add("/r/a/A.swift")
        tree.resolve([.init(directory: 16, name: Array("a".utf8))])
        #expect(tree.drainChanges().map(\.text) == ["+/r/a/A.swift"])
        #expect(tree.unreadable == [:])
    }

    @Test func `an entry that could not be read is read again without another event`() {
        let disk = PaperDisk(["/r/a/A.swift"])
        let tree = disk.settledTree()
        disk.forbid("/r/B.swift")
        tree.resolve([.init(directory: 16, name: Array("B.swift".utf8))])
        #expect(tree.hasNewBlindSpots && tree.hasBlindSpots)
        tree.retryBlindSpots()
        #expect(!tree.hasNewBlindSpots && tree.hasBlindSpots)
        disk.add("/r/B.swift")
        tree.sweep()
        #expect(tree.drainChanges().map(\.text) == ["+/r/B.swift"])
        #expect(!tree.hasBlindSpots)
    }

    @Test func `one directory at two paths is watched at the first and swept at the second`() {
        let disk = PaperDisk(["/r/a/A.swift"])
        let tree = disk.settledTree()
        disk.bind("/r/a", "/r/b")
        tree.resolve([.init(directory: 16, name: Array("b".utf8))])
        #expect(tree.drainRequests() == [])
        #expect((tree.uncoveredCount, tree.fileCount) == (1, 2))
        #expect(tree.drainChanges().map(\.text) == ["+/r/b/A.swift"])
        disk.touch("/r/a/A.swift")
        disk.touch("/r/b/A.swift")
        tree.sweep()
        #expect(tree.drainRequests() == [])
        #expect(tree.drainChanges().map(\.text) == ["+/r/b/A.swift"])
    }

    @Test(arguments: [
        ("A.swift", false, true), ("A.txt", false, false), ("sub", true, true), (".git", true, false),
        ("node_modules", true, false), ("node_modules", false, false), (".mockd.yml", false, true),
    ])
    func `hints about names that cannot matter are dropped`(_ name: String, _ isDirectory: Bool, _ matters: Bool) {
        let tree = PaperDisk([]).settledTree()
        #expect(tree.isOfInterest(Array(name.utf8), in: 16, isDirectory: isDirectory, isNew: false) == matters)
        #expect(!tree.isOfInterest(Array(name.utf8), in: 99, isDirectory: isDirectory, isNew: true))
    }
}

extension WatcherRequest {
    fileprivate static func add(_ id: UInt32, _ path: String) -> Self {
        .add(id: id, mask: .tree, path: Array(path.utf8))
    }
}

extension FileChange {
    fileprivate var text: String { (kind == .changed ? "+" : "-") + path.string }
}

extension WatchTree {
    /// Answers as a kernel that refuses nothing.
    fileprivate func answerAll() {
        while awaited > 0 {
            for case .add(let id, _, _) in drainRequests() { watched(id) }
        }
    }

    fileprivate func id(_ path: String) -> UInt32 {
        var node = root
        for name in path.split(separator: "/").dropFirst() { node = node?.directories[Array(name.utf8)] }
        return node?.id ?? 0
    }
}

extension PaperDisk {
    /// Returns a tree that knows `/r/a` and `/r/b` and has read their entries ahead, but has not listed them.
    fileprivate func treeThatListedAhead() -> (tree: WatchTree, a: UInt32, b: UInt32) {
        let tree = tree()
        _ = tree.recrawl()
        tree.watched(16)
        let (a, b) = (tree.id("/r/a"), tree.id("/r/b"))
        tree.listAhead([a, b])
        return (tree, a, b)
    }
}
