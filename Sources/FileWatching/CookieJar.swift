import Glibc
import LinuxSystem
import SystemPackage

/// Creates the cookie files that mark the position of `sync()` in the kernel's queue. The queue is ordered, so
/// everything before a cookie's event was written before the cookie.
final class CookieJar {
    /// The id of the heartbeat's cookie; no sync has it.
    static let heartbeat: UInt64 = 0

    private static let prefix = "cookie-\(getpid())-"

    let directory: FilePath
    /// False if the cookie directory has no watch, so that a cookie causes no event.
    var isWatched = true
    /// Syncs whose cookie event has not arrived.
    var waiting: [UInt64] = []
    private var reached: [UInt64] = []

    init(directory: FilePath) {
        self.directory = directory
    }

    /// - Returns: false if the cookie could not be written or is not watched, so that no event will arrive.
    func drop(_ id: UInt64) -> Bool {
        guard isWatched else { return false }
        let path = directory.appending(Self.prefix + String(id))
        let mode = FilePermissions(rawValue: 0o600)
        // An earlier process with the same process id may have been killed before it removed its cookie.
        _ = path.withPlatformString { unlink($0) }
        do throws(RegularFileError) {
            _ = try RegularFile(path, for: .creating(mode))
        } catch {
            return false
        }
        // The event is in the queue, so the file is no longer needed.
        return path.withPlatformString { unlink($0) } == 0
    }

    func noteEvent(_ name: [UInt8]) {
        let text = String(decoding: name, as: UTF8.self)
        guard text.hasPrefix(Self.prefix), let id = UInt64(text.dropFirst(Self.prefix.count)) else { return }
        if waiting.contains(id) { reach(id) }
    }

    /// Marks the sync as reached; the next round reports it.
    func reach(_ id: UInt64) {
        waiting.removeAll { $0 == id }
        reached.append(id)
    }

    func drainReached() -> [UInt64] {
        defer { reached.removeAll() }
        return reached
    }

    func drainAll() -> [UInt64] {
        defer { waiting.removeAll() }
        return drainReached() + waiting
    }
}
