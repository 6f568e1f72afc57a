package import Glibc
package import SystemPackage

/// An open file that is guaranteed to be a regular file.
///
/// A path is only a name: any process that may write to its folder can put a pipe, a device, a folder or an endless
/// file there. `open` on a pipe waits for a writer, perhaps forever. So every file is opened here: non-blocking, never
/// as the controlling terminal, closed on exec, and refused unless it is a regular file.
package struct RegularFile: ~Copyable {
    package enum Purpose: Hashable, Sendable {
        case reading
        /// Every write goes to the end of the file, which must exist.
        case appending
        /// Reads, writes and locks; creates the file for its owner alone if it is missing.
        case locking
        /// Writes from the beginning and empties the file first; creates it with these permissions if it is missing.
        case overwriting(FilePermissions)
        /// Writes a new file; an existing one at the path is an error.
        case creating(FilePermissions)
    }

    private let descriptor: FileDescriptor
    /// The state of the file when it was opened.
    package let status: stat

    /// - Parameter followsLink: true if the path itself may be a symbolic link; links in its folders are always
    ///   followed.
    package init(
        _ path: FilePath, for purpose: Purpose = .reading, followsLink: Bool = true
    ) throws(RegularFileError) {
        (descriptor, status) = try Self.openFile(path, for: purpose, followsLink: followsLink)
    }

    deinit { try? descriptor.close() }

    /// Returns the descriptor; the caller must close it.
    package consuming func release() -> FileDescriptor {
        let released = descriptor
        discard self
        return released
    }

    /// Reads from the current position to the end.
    ///
    /// - Parameter limit: in bytes; a longer rest is an error, detected by reading at most one byte more.
    package func read(atMost limit: Int) throws(RegularFileError) -> [UInt8] {
        guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
        var bytes: [UInt8] = []
        // Asking for one byte more than expected detects the end without another call. Files in /proc and /sys report
        // the size 0.
        var capacity = max(Int(status.st_size) + 1, 512)
        while true {
            let chunk: [UInt8]
            do {
                chunk = try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                    count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
            } catch {
                throw .system(error as? Errno ?? .ioError)
            }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
            if chunk.isEmpty { return bytes }
            if status.st_size > 0, bytes.count == Int(status.st_size) { return bytes }
            capacity = min(max(4096, bytes.count), limit + 1 - bytes.count)
        }
    }

    /// Reads bytes at a place; fewer if the file ends before.
    package func read(at offset: Int, count: Int) throws(RegularFileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let end = try bytes.withUnsafeMutableBufferPointer { buffer throws(RegularFileError) in
            try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
        }
        bytes.removeLast(count - end)
        return bytes
    }

    /// Fills a buffer with the bytes at a place; returns their number, which is smaller if the file ends before.
    private func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(RegularFileError) -> Int {
        var end = 0
        do {
            while end < buffer.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
                let count = try descriptor.read(fromAbsoluteOffset: Int64(offset + end), into: rest)
                if count == 0 { break }
                end += count
            }
        } catch {
            throw .system(error as? Errno ?? .ioError)
        }
        return end
    }

    /// Reads a part of the file piece by piece, in one buffer.
    ///
    /// - Parameters:
    ///   - range: the offsets of the part; behind the end of the file is nothing.
    ///   - size: the size of a piece without the overlap.
    ///   - overlap: the number of bytes that a piece repeats from the end of the one before.
    ///   - body: returns false to end.
    /// - Returns: False if the body ended it.
    package func forEachPiece(
        in range: Range<Int>, of size: Int, overlap: Int, _ body: (UnsafeRawBufferPointer) -> Bool
    ) throws(RegularFileError) -> Bool {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(overlap + size, range.count), alignment: 8)
        defer { buffer.deallocate() }
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = min(buffer.count, range.upperBound - offset)
            let end = try read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
            if end > 0, !body(UnsafeRawBufferPointer(rebasing: buffer[..<end])) { return false }
            if end < count || offset + end == range.upperBound { return true }
            offset += end - overlap
        }
        return true
    }

    /// Writes all bytes, at the end of a file opened for appending.
    package func write(_ bytes: [UInt8]) throws(RegularFileError) {
        do {
            _ = try descriptor.writeAll(bytes)
        } catch {
            throw .system(error as? Errno ?? .ioError)
        }
    }

    /// Returns the current state of the file.
    package func currentStatus() throws(RegularFileError) -> stat {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0 else { throw .system(Errno(rawValue: errno)) }
        return status
    }

    // MARK: Whole files

    /// Reads a file of at most `limit` bytes.
    package static func bytes(
        of path: FilePath, atMost limit: Int, followsLink: Bool = true
    ) throws(RegularFileError) -> [UInt8] {
        try RegularFile(path, followsLink: followsLink).read(atMost: limit)
    }

    /// Reads a file of at most `limit` bytes as UTF-8; other bytes become replacement characters.
    package static func text(
        of path: FilePath, atMost limit: Int, followsLink: Bool = true
    ) throws(RegularFileError) -> String {
        String(decoding: try bytes(of: path, atMost: limit, followsLink: followsLink), as: UTF8.self)
    }

    // MARK: Parts

    private static func openFile(
        _ path: FilePath, for purpose: Purpose, followsLink: Bool
    ) throws(RegularFileError) -> (FileDescriptor, stat) {
        let flags = purpose.flags | (followsLink ? 0 : O_NOFOLLOW) | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        var descriptor: Int32
        repeat {
            descriptor = path.withPlatformString { Glibc.open($0, flags, purpose.mode) }
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else {
            throw failure(Errno(rawValue: errno), at: path, followsLink: followsLink)
        }
        do throws(RegularFileError) {
            let status = try statusOfFile(descriptor)
            if case .overwriting = purpose, ftruncate(descriptor, 0) != 0 { throw .system(Errno(rawValue: errno)) }
            return (FileDescriptor(rawValue: descriptor), status)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func statusOfFile(_ descriptor: Int32) throws(RegularFileError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(Errno(rawValue: errno)) }
        let kind = FileKind(status)
        guard kind == .file else { throw .notAFile(kind) }
        return status
    }

    /// Names the kind of file if `open` itself failed on it: a socket, a folder opened for writing, a pipe without a
    /// reader or a link. Its own errors do not name them.
    private static func failure(_ error: Errno, at path: FilePath, followsLink: Bool) -> RegularFileError {
        guard [.noSuchAddressOrDevice, .isDirectory, .tooManySymbolicLinkLevels].contains(error) else {
            return .system(error)
        }
        var status = stat()
        let result = path.withPlatformString { followsLink ? stat($0, &status) : lstat($0, &status) }
        guard result == 0 else { return .system(error) }
        let kind = FileKind(status)
        return kind == .file ? .system(error) : .notAFile(kind)
    }
}

extension RegularFile.Purpose {
    fileprivate var flags: Int32 {
        switch self {
        case .reading: O_RDONLY
        case .appending: O_WRONLY | O_APPEND
        case .locking: O_RDWR | O_CREAT
        case .overwriting: O_WRONLY | O_CREAT
        case .creating: O_WRONLY | O_CREAT | O_EXCL | O_APPEND
        }
    }

    fileprivate var mode: mode_t {
        switch self {
        case .reading, .appending: 0
        case .locking: 0o600
        case .overwriting(let permissions), .creating(let permissions): permissions.rawValue
        }
    }
}
