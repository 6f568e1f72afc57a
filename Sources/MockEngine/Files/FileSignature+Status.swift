internal import Glibc
package import MockModel

extension FileSignature {
    init(_ status: stat) {
        self.init(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size),
            modified: Self.nanoseconds(status.st_mtim), changed: Self.nanoseconds(status.st_ctim))
    }

    /// True if a write after this moment could leave the signature as it is.
    ///
    /// - Parameter now: The time before the file was read, by the real-time clock.
    func isRacy(at now: Int) -> Bool { FileClock.mayHideWrites(changed: changed, statAt: now) }

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
        // Times use all 64 bits.
        writer.word(UInt64(bitPattern: Int64(modified)))
        writer.word(UInt64(bitPattern: Int64(changed)))
    }

    init(from reader: inout ByteReader) {
        let device = reader.word()
        let inode = reader.word()
        let size = reader.number()
        let modified = Int(Int64(bitPattern: reader.word()))
        let changed = Int(Int64(bitPattern: reader.word()))
        self.init(device: device, inode: inode, size: size, modified: modified, changed: changed)
    }
}

/// The bytes of a file, and the state of the file that they belong to.
package struct FileContents: Hashable, Sendable {
    package var bytes: [UInt8]
    /// `nil` if the file may change without a trace, because it was written a moment ago.
    package var signature: FileSignature?
}
