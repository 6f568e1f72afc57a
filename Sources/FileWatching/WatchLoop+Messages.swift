import SystemPackage
import WatcherFrames

/// Handles the messages of the watcher's process.
extension WatchLoop {
    func handle(_ message: WatcherMessage, at now: Instant) {
        guard process?.hasGreeted == true || message == .hello(version: FrameKind.version) else {
            return note(.otherVersion)
        }
        switch message {
        case .hello:
            process?.hasGreeted = true
        case .event(let id, let mask, let name):
            status.events += 1
            handle(mask, name, in: id, at: now)
        case .overflow:
            status.overflows += 1
            restart(reason: "overflow")
        case .added(let id):
            if id < Post.firstFree { watchedPosts.insert(id) } else { tree.watched(id) }
        case .failed(let id, let code):
            failed(id, Errno(rawValue: code), at: now)
        case .lost(let id):
            lost(id, at: now)
        case .fault(let fault):
            note(WatchFault(fault))
        }
    }

    private func handle(_ mask: WatchMask, _ name: [UInt8], in id: UInt32, at now: Instant) {
        switch id {
        case Post.cookies:
            if mask.contains(.create) { cookies.noteEvent(name) }
        case Post.git:
            // Git took or released its lock. Every turn checks if hints wait for that.
            break
        case Post.parent:
            if name == rootName { needsRootCheck = true }
        case tree.root?.id where name.isEmpty:
            if !mask.isDisjoint(with: [.moveSelf, .deleteSelf, .unmount]) { needsRootCheck = true }
        default:
            if name.isEmpty { return }
            if id == tree.root?.id, name.elementsEqual(".git".utf8) { findGitLock() }
            let isNew = !mask.isDisjoint(with: [.create, .movedTo])
            guard tree.isOfInterest(name, in: id, isDirectory: mask.contains(.isDirectory), isNew: isNew) else {
                return
            }
            let hint = WatchTree.Hint(directory: id, name: name)
            debouncer.note(hint, completesSave: Self.completesSave(mask), at: now)
        }
    }

    private static func completesSave(_ mask: WatchMask) -> Bool? {
        if mask.contains(.isDirectory) { return false }
        if !mask.isDisjoint(with: [.closeWrite, .movedTo]) { return true }
        return mask.contains(.attributes) ? nil : false
    }

    private func failed(_ id: UInt32, _ error: Errno, at now: Instant) {
        switch id {
        case Post.cookies:
            cookies.isWatched = false
        case 0..<Post.firstFree:
            break
        default:
            if id == tree.root?.id { needsRootCheck = true }
            if let hint = tree.failed(id, error) { debouncer.note(hint, completesSave: false, at: now) }
        }
    }

    private func lost(_ id: UInt32, at now: Instant) {
        status.deadEntries += 1
        watchedPosts.remove(id)
        switch id {
        case Post.cookies:
            cookies.isWatched = false
        case 0..<Post.firstFree:
            break
        default:
            if id == tree.root?.id { needsRootCheck = true }
            if let hint = tree.lost(id) { debouncer.note(hint, completesSave: false, at: now) }
        }
    }

    private func findGitLock() {
        let found = GitLock(root: options.root)
        guard found != gitLock else { return }
        if gitLock != nil {
            process?.send([.remove(id: Post.git)])
            watchedPosts.remove(Post.git)
        }
        gitLock = found
        if let found { process?.send([.add(id: Post.git, mask: .names, path: Array(RawPath(found.directory).bytes))]) }
    }
}
