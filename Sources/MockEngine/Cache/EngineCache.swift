internal import Glibc
internal import MockModel
internal import Synchronization
package import SystemPackage

/// What the engine knows, kept from one run to the next: a log of records in the user's cache folder.
///
/// The head names the format, this build of mockd, the project and its configuration; each record has its length and
/// a hash. What does not fit is as good as not there, from the first wrong byte on: a cache may cost time and never
/// an error. The records of a pass are appended in one write, outputs before sources: whatever prefix of the log
/// survives, no output in it is older than the sources beside it. When most of the log is out of date it is written
/// anew beside itself and renamed.
///
/// One process at a time writes; another one that comes meanwhile reads, and keeps what it learns to itself.
package final class EngineCache: Sendable {
    /// Paths whose records differ from what the cache holds.
    struct News: Sendable {
        var sources: Set<DiskPath> = []
        var goneSources: Set<DiskPath> = []
        var outputs: Set<DiskPath> = []
        var goneOutputs: Set<DiskPath> = []
        /// Sources that were touched, and declare what the cache says they do. Who does not hear of that reads them
        /// once more, so this can wait.
        var touchedSources: Set<DiskPath> = []

        /// Nothing that would have to be found out again.
        var isEmpty: Bool { sources.isEmpty && goneSources.isEmpty && outputs.isEmpty && goneOutputs.isEmpty }
    }

    /// Everything that was found.
    struct Restored: Sendable {
        var sources: [DiskPath: SourceRecord] = [:]
        var outputs: [DiskPath: OutputRecord] = [:]
        /// What the log still has of sources that are gone or different.
        var memory = DigestMemory()
    }

    /// For those who want to know what is there.
    package struct Summary: Hashable, Sendable {
        package var path: FilePath
        /// Of the log; what it will be when it is written first is not known.
        package var bytes: Int
        /// Why not everything in it was of use at the start, if it was not.
        package var loss: String?
    }

    package static let fileName = "engine.cache"

    private let folder: FilePath
    private let root: String
    private let state = Mutex(CacheFile())

    private var path: FilePath { folder.appending(Self.fileName) }

    /// - Parameters:
    ///   - folder: this project's own, made when there is something to keep.
    ///   - root: the project's.
    package init(folder: FilePath, root: FilePath) {
        self.folder = folder
        self.root = root.string
    }

    deinit {
        state.withLock { state in
            if let log = state.log { close(log) }
            if let folder = state.folder { close(folder) }
        }
    }

    package var summary: Summary { state.withLock { Summary(path: path, bytes: $0.size, loss: $0.loss) } }

    // MARK: Reading

    /// Reads the log as far as it is sound.
    func restore(for project: Project) -> Restored {
        let head = CacheHead(project).bytes
        return state.withLock { state in
            state.head = head
            // A log with another head, our own of a moment ago included, is not to be continued.
            state.isDamaged = true
            var restored = Restored()
            guard var log = LogBytes.open(path) else {
                state.loss = nil
                return restored
            }
            guard log.need(head.count), log.bytes.prefix(head.count).elementsEqual(head) else {
                state.loss =
                    log.size == 0 ? nil : "it was written by another build of mockd or for another configuration"
                return restored
            }
            log.skip(head.count)
            var reader = CacheReader(from: head.count, root: root, modules: project.modules.count)
            // Half a kibibyte a record: near enough to spare the dictionaries most of their growth.
            restored.sources.reserveCapacity(min(log.size, 1 << 28) / 1024)
            restored.outputs.reserveCapacity(min(log.size, 1 << 28) / 2048)
            reading: while true {
                let start = reader.end
                switch reader.readRecord(log.bytes, into: &restored) {
                case .read: log.skip(reader.end - start)
                case .incomplete(let size): if !log.need(size) { break reading }
                case .damaged: break reading
                }
            }
            state.size = reader.end
            state.outdated = reader.outdated
            state.isDamaged = reader.end != log.size
            state.loss = state.isDamaged ? "it was damaged after \(reader.end) of \(log.size) bytes" : nil
            return restored
        }
    }

    // MARK: Writing

    /// - Parameters:
    ///   - news: the records of what changed.
    ///   - everything: the records of all there is, asked for when the log has to be written anew.
    func remember(_ news: (inout CacheWriter) -> Void, everything: (inout CacheWriter) -> Void) {
        state.withLock { state in
            guard state.takeLock(folder) else {
                // What is not written now must not be missing when writing is possible again.
                state.isDamaged = true
                return
            }
            if state.isDamaged || state.outdated > max(state.size / 2, 1 << 16) || !state.openLog(path) {
                rewrite(&state, everything)
            } else {
                var writer = CacheWriter(root: root)
                news(&writer)
                append(writer, &state)
            }
        }
    }

    private func append(_ writer: CacheWriter, _ state: inout CacheFile) {
        guard !writer.bytes.isEmpty else { return }
        guard let log = state.log, FileDescriptor(rawValue: log).writes(writer.bytes) else {
            // A part may have been written; nothing may follow it.
            state.isDamaged = true
            return
        }
        state.size += writer.bytes.count
        // Each record replaces an older one of about its size.
        state.outdated += writer.bytes.count
    }

    private func rewrite(_ state: inout CacheFile, _ everything: (inout CacheWriter) -> Void) {
        state.closeLog()
        state.isDamaged = true
        var writer = CacheWriter(root: root, head: state.head)
        everything(&writer)
        let temporary = folder.appending(".\(Self.fileName).\(getpid()).tmp")
        unlink(temporary.string)
        guard
            let file = try? FileDescriptor.open(
                temporary, .writeOnly, options: [.create, .exclusiveCreate, .append, .noFollow, .closeOnExec],
                permissions: .ownerReadWrite)
        else { return }
        guard file.writes(writer.bytes), rename(temporary.string, path.string) == 0 else {
            try? file.close()
            unlink(temporary.string)
            return
        }
        state.log = file.rawValue
        state.size = writer.bytes.count
        state.outdated = 0
        state.isDamaged = false
    }
}

extension FileDescriptor {
    fileprivate func writes(_ bytes: [UInt8]) -> Bool { (try? writeAll(bytes)) == bytes.count }
}
