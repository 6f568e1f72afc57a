import Glibc
import WatcherFrames

/// Buffers the bytes of a pipe, in frames: four bytes of length, then that many bytes of content.
struct FrameBuffer {
    private var bytes: [UInt8] = []
    private var start = 0

    var count: Int { bytes.count - start }

    // MARK: Writing

    mutating func appendEvent(id: UInt32, mask: UInt32, name: UnsafeRawBufferPointer) {
        appendHead(.event, count: 8 + name.count)
        append(id)
        append(mask)
        bytes.append(contentsOf: name)
    }

    mutating func appendAnswer(_ kind: FrameKind, id: UInt32, code: Int32? = nil) {
        appendHead(kind, count: code == nil ? 4 : 8)
        append(id)
        if let code { append(UInt32(bitPattern: code)) }
    }

    mutating func appendHello() {
        appendHead(.hello, count: 4)
        append(FrameKind.version)
    }

    mutating func appendFault(_ fault: ReportedFault) {
        appendHead(.fault, count: 4)
        append(fault.rawValue)
    }

    mutating func appendOverflow() {
        appendHead(.overflow, count: 0)
    }

    /// Writes as much as the pipe accepts now. Returns false if the reader has closed it.
    mutating func write(to descriptor: Int32) -> Bool {
        while count > 0 {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress.map { $0 + start }, count) }
            if written > 0 {
                drop(written)
            } else if written < 0 && errno == EAGAIN {
                return true
            } else if written < 0 && errno == EINTR {
                continue
            } else {
                return false
            }
        }
        return true
    }

    // MARK: Reading

    /// Reads the available bytes. Returns false at the end of the stream.
    mutating func read(from descriptor: Int32) -> Bool {
        let chunk = 65_536
        let old = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: chunk))
        let received = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress.map { $0 + old }, chunk) }
        let error = errno
        bytes.removeLast(chunk - max(received, 0))
        return received > 0 || (received < 0 && (error == EAGAIN || error == EINTR))
    }

    /// Returns the content of the next complete frame.
    mutating func nextFrame() -> [UInt8]? {
        guard count >= 4 else { return nil }
        let length = Int(Self.number(bytes[start..<start + 4]))
        guard count >= 4 + length else { return nil }
        let content = Array(bytes[(start + 4)..<(start + 4 + length)])
        drop(4 + length)
        return content
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    // MARK: Bytes

    private mutating func appendHead(_ kind: FrameKind, count: Int) {
        append(UInt32(1 + count))
        bytes.append(kind.rawValue)
    }

    private mutating func append(_ number: UInt32) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func drop(_ count: Int) {
        start += count
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
            start = 0
        } else if start > 1 << 16 && start > bytes.count / 2 {
            bytes.removeFirst(start)
            start = 0
        }
    }
}
