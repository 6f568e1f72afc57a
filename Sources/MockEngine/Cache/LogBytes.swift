internal import Glibc
internal import SystemPackage

/// The bytes of a log, a piece at a time: all of them at once would be the largest thing in memory at a start.
struct LogBytes: ~Copyable {
    private static let piece = 256 * 1024

    private let file: FileDescriptor
    /// Of the file, when it was opened.
    let size: Int
    private var unread: Int
    private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)
    private var held = 0..<0

    private init(_ file: FileDescriptor, size: Int) {
        self.file = file
        self.size = size
        unread = size
    }

    /// `nil` when there is no regular file.
    static func open(_ path: FilePath) -> LogBytes? {
        guard let file = try? FileDescriptor.open(path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
        else { return nil }
        var status = stat()
        guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            try? file.close()
            return nil
        }
        return LogBytes(file, size: Int(status.st_size))
    }

    deinit {
        buffer.deallocate()
        try? file.close()
    }

    /// What was read and not passed over.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[held]) }

    mutating func skip(_ count: Int) { held = (held.lowerBound + count)..<held.upperBound }

    /// Reads on until there are so many bytes; `false` when the file has no more.
    mutating func need(_ count: Int) -> Bool {
        guard count <= held.count + unread else { return false }
        makeRoom(for: count)
        while held.count < count {
            let room = UnsafeMutableRawBufferPointer(
                rebasing: buffer[held.upperBound..<min(buffer.count, held.upperBound + unread)])
            guard let read = try? file.read(into: room), read > 0 else { return false }
            held = held.lowerBound..<(held.upperBound + read)
            unread -= read
        }
        return true
    }

    /// Moves what is held to the front of a buffer that is large enough.
    private mutating func makeRoom(for count: Int) {
        let target =
            count <= buffer.count
            ? buffer : UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, Self.piece), alignment: 16)
        if let start = target.baseAddress, let bytes = bytes.baseAddress { memmove(start, bytes, held.count) }
        if target.baseAddress != buffer.baseAddress {
            buffer.deallocate()
            buffer = target
        }
        held = 0..<held.count
    }
}
