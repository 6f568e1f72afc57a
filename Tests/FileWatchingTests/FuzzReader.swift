import FileWatching
import Foundation
import Glibc
import MockModel
import SystemPackage
import Testing

/// Keeps what a consumer of the changes knows: the content of each file when its change was read.
final class FuzzReader {
    private let watched: Watched
    private var known: [FilePath: String] = [:]
    /// The known files that only a scan of our own found: the watcher may never have known them.
    private var unconfirmed: Set<FilePath> = []
    private var fence: UInt64?
    private var hasChangedSinceFence = false

    init(_ watched: Watched) {
        self.watched = watched
    }

    /// Scans the tree as an engine does when the watch begins. From then on every change of a file that the watcher
    /// knows is reported. Files that only this scan has found may have existed too briefly for the watcher, so they are
    /// checked again until nothing changes meanwhile.
    func lookAtEverything() {
        known = everything().files
        unconfirmed = Set(known.keys)
        raiseFence()
    }

    private func raiseFence() {
        fence = watched.watcher.sync()
        hasChangedSinceFence = false
    }

    /// Reads changes as they come, until all changes of the mutator have been delivered.
    func follow(_ mutator: Mutator) async throws {
        var hasEnded = false
        while !hasEnded || fence != nil {
            switch try await watched.next() {
            case .changes(let changes, _):
                #expect(Set(changes.map(\.path)).count == changes.count)
                hasChangedSinceFence = true
                for change in changes {
                    known[change.path] = change.kind == .removed ? nil : Self.content(change.path)
                    unconfirmed.remove(change.path)
                }
            case .rescanned:
                // Events were lost, among them maybe that of a file that was missing when it was read.
                lookAtEverything()
            case .synced(let id):
                hasEnded = hasEnded || id == mutator.lastSync
                guard id == fence else { break }
                for path in unconfirmed where Self.content(path) == nil { known[path] = nil }
                if hasChangedSinceFence { raiseFence() } else { fence = nil }
            default:
                break
            }
        }
    }

    func compare(_ seed: UInt64, _ mutator: Mutator) throws {
        let (files, directories) = everything()
        let status = watched.watcher.status()
        let missing = files.keys.filter { known[$0] == nil }
        let ghosts = known.keys.filter { files[$0] == nil }
        let stale = files.keys.filter { known[$0] != nil && known[$0] != files[$0] }
        print(
            "fuzz seed \(seed): \(mutator.log.count) operations, \(status.events) events, \(files.count) files,",
            "\(directories) directories, \(status.restarts) restarts, \(status.overflows) overflows, \(status.recrawls) recrawls,",
            "missing \(missing.count), ghosts \(ghosts.count), stale \(stale.count)")
        if !(missing + ghosts + stale).isEmpty {
            Attachment.record(mutator.log.joined(separator: "\n"), named: "fuzz-\(seed).log")
        }
        #expect(missing == [], "seed \(seed)")
        #expect(ghosts == [], "seed \(seed)")
        #expect(stale == [], "seed \(seed)")
        #expect(status.directories == directories)
        // Two more watches: the root's parent and the cookies.
        #expect(kernelWatches(of: try #require(status.watcherProcess)) == directories + 2)
        #expect(status.kernelWatches == directories + 2)
    }

    private func everything() -> (files: [FilePath: String], directories: Int) {
        var (files, directories): ([FilePath: String], Int) = ([:], 0)
        look(at: watched.playground.root, &files, &directories)
        return (files, directories)
    }

    /// Scans folder by folder: Foundation's enumerator skips whole folders while their siblings are created and
    /// deleted.
    private func look(at folder: FilePath, _ files: inout [FilePath: String], _ directories: inout Int) {
        directories += 1
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? [] {
            let path = folder.appending(name)
            var status = stat()
            guard path.withPlatformString({ lstat($0, &status) }) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                look(at: path, &files, &directories)
            } else if SourceFileName.isSource(Array(name.utf8)) {
                files[path] = Self.content(path)
            }
        }
    }

    /// Returns nil if the file has been deleted meanwhile: a change does not say that it still exists.
    private static func content(_ path: FilePath) -> String? {
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path.string) {
            return "-> " + target
        }
        return FileManager.default.contents(atPath: path.string).map { String(decoding: $0, as: UTF8.self) }
    }
}
