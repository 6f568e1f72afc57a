import CInotifyTools
import Glibc
import WatcherFrames

/// The only inotify instance of this process, used through the six functions of libinotifytools that are reliable.
///
/// The others are avoided: the recursive ones lose files created meanwhile, the renaming ones corrupt their tree, the
/// formatting ones overrun their buffers, and `next_events` with more than one event spins.
struct KernelQueue {
    struct Failure: Error {
        var code: Int32
        /// A watch that a lost race may have left, under a name that is never requested.
        var leftover: Int32?
    }

    struct Event {
        var watch: Int32
        var mask: UInt32
        /// The name in the library's buffer, valid until the next call of `next()`.
        var name: UnsafeRawBufferPointer
    }

    let descriptor: Int32

    /// Closes the parent's descriptors: the library uses `select`, and aborts if its descriptor is 1024 or above, so
    /// the low numbers must stay free.
    static func closeInheritedDescriptors() {
        for (descriptor, _) in descriptors() where descriptor > STDERR_FILENO { close(descriptor) }
    }

    static func open() -> Result<KernelQueue, ReportedFault> {
        guard inotifytools_initialize() != 0 else { return .failure(.noInstance) }
        // The library does not expose its descriptor.
        guard let descriptor = descriptors().first(where: { $0.kind == "anon_inode:inotify" })?.number,
            descriptor < 1024
        else { return .failure(.noInstance) }
        // The library sets neither flag: a child would keep the queue alive, and a read on an empty queue would block.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        return .success(KernelQueue(descriptor: descriptor))
    }

    /// Watches the directory at `path`.
    func watch(_ path: [UInt8], mask: UInt32) -> Result<Int32, Failure> {
        var key = path
        if key.last == UInt8(ascii: "/") { key.append(UInt8(ascii: ".")) }
        // The library keeps entries of deleted and moved directories forever, and lookups return the oldest one. A
        // spelling that it has never seen cannot return a wrong one.
        while number(of: key) != -1 || number(of: key + [UInt8(ascii: "/")]) != -1 {
            key += [UInt8(ascii: "/"), UInt8(ascii: ".")]
        }
        let added = Self.withCString(key) { inotifytools_watch_file($0, Int32(bitPattern: mask)) }
        guard added != 0 else { return .failure(Failure(code: inotifytools_error())) }
        let watch = number(of: key + [UInt8(ascii: "/")])
        guard watch > 0 else {
            // The directory was deleted between the library's inotify_add_watch and its lstat, so the entry was stored
            // as a file.
            let leftover = number(of: key)
            return .failure(Failure(code: ENOENT, leftover: leftover > 0 ? leftover : nil))
        }
        return .success(watch)
    }

    /// Removes a watch that the kernel still has; for others the library prints an error and keeps its entry.
    func remove(_ watch: Int32) {
        _ = inotifytools_remove_watch_by_wd(watch)
    }

    /// Returns the next event, if one is available.
    func next() -> Event? {
        guard let event = inotifytools_next_events(0, 1) else { return nil }
        let head = event.pointee
        let start = UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size
        // The kernel pads names with NUL.
        let name = UnsafeRawBufferPointer(start: start, count: Int(head.len)).prefix { $0 != 0 }
        return Event(watch: head.wd, mask: head.mask, name: UnsafeRawBufferPointer(rebasing: name))
    }

    private func number(of key: [UInt8]) -> Int32 {
        Self.withCString(key) { inotifytools_wd_from_filename($0) }
    }

    private static func withCString<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map(body) ?? body("")
        }
    }

    private static func descriptors() -> [(number: Int32, kind: String)] {
        guard let directory = opendir("/proc/self/fd") else { return [] }
        defer { closedir(directory) }
        var found: [(Int32, String)] = []
        while let entry = readdir(directory) {
            // Read in place: the kernel's records are only as long as their names, shorter than the declared type.
            let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 19)
            let name = String(cString: start.assumingMemoryBound(to: CChar.self))
            guard let number = Int32(name), number != dirfd(directory) else { continue }
            var target = [CChar](repeating: 0, count: 64)
            let length = readlink("/proc/self/fd/" + name, &target, target.count)
            found.append(
                (number, String(decoding: target.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)))
        }
        return found
    }
}
