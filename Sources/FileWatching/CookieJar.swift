import Glibc
import LinuxSystem
import SystemPackage

/// The files by which `sync()` finds its place in the kernel's queue: the queue is in order, so that everything before
/// the event about a cookie was written before the cookie.
final class CookieJar {
    /// No sync has this number.
    static let heartbeat: UInt64 = 0

    private static let prefix = "cookie-\(getpid())-"

    let directory: FilePath
    /// False when the kernel would not tell about a cookie.
    var isWatched = true
    /// Asked for, and the event has not come.
    var waiting: [UInt64] = []
    private var reached: [UInt64] = []

    init(directory: FilePath) {
        self.directory = directory
    }

    /// - Returns: false if there can be no event.
    func drop(_ id: UInt64) -> Bool {
        guard isWatched else { return false }
        let path = directory.appending(Self.prefix + String(id))
        let mode = FilePermissions(rawValue: 0o600)
        // A process of the same number may have been killed before it removed its own.
        _ = path.withPlatformString { unlink($0) }
        do throws(RegularFileError) {
            _ = try RegularFile(path, for: .creating(mode))
        } catch {
            return false
        }
        // The event is in the queue; the file has served.
        return path.withPlatformString { unlink($0) } == 0
    }

    func seen(_ name: [UInt8]) {
        let text = String(decoding: name, as: UTF8.self)
        guard text.hasPrefix(Self.prefix), let id = UInt64(text.dropFirst(Self.prefix.count)) else { return }
        if waiting.contains(id) { reach(id) }
    }

    /// For the next round to answer.
    func reach(_ id: UInt64) {
        waiting.removeAll { $0 == id }
        reached.append(id)
    }

    func takeReached() -> [UInt64] {
        defer { reached.removeAll() }
        return reached
    }

    func takeAll() -> [UInt64] {
        defer { waiting.removeAll() }
        return takeReached() + waiting
    }
}
