internal import Glibc
internal import MockModel

/// What tells one state of a file from another without reading it.
///
/// Different means changed, never newer: `cp -p`, `tar` and a clock that was set back give old times to new content.
package struct FileSignature: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
    var size: Int
    /// Nanoseconds since 1970.
    var modified: Int
    var changed: Int

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    /// A write after this moment could leave the signature as it is.
    ///
    /// - Parameter now: the moment before the file was read, by the real-time clock.
    func isRacy(at now: Int) -> Bool { FileClock.mayHideWrites(changed: changed, lookedAt: now) }

    static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }

    private static func nanoseconds(_ time: timespec) -> Int { Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec) }
}

extension FileSignature: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.word(device)
        writer.word(inode)
        writer.number(size)
        writer.number(modified)
        writer.number(changed)
    }

    init(from reader: inout ByteReader) {
        device = reader.word()
        inode = reader.word()
        size = reader.number()
        modified = reader.number()
        changed = reader.number()
    }
}

/// The bytes of a file, and the state of the file that they are.
package struct FileContents: Hashable, Sendable {
    package var bytes: [UInt8]
    /// `nil` when the file may change without a trace: it was written a moment ago.
    package var signature: FileSignature?
}
