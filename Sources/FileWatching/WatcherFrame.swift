internal import WatcherFrames

/// A request to `mockd-watcher`. Directories have numbers, which are never reused.
enum WatcherRequest: Hashable, Sendable {
    case add(id: UInt32, mask: WatchMask, path: [UInt8])
    case remove(id: UInt32)
}

/// A message from `mockd-watcher`.
enum WatcherMessage: Hashable, Sendable {
    /// The first message: the version of the frames that the process speaks.
    case hello(version: UInt32)
    /// Something happened to this name in this directory; an empty name means the directory itself. Only a hint.
    case event(id: UInt32, mask: WatchMask, name: [UInt8])
    /// The kernel's queue or the process's buffer was full: events are missing.
    case overflow
    case added(id: UInt32)
    case failed(id: UInt32, code: Int32)
    /// The kernel dropped the watch, or another number got the same inode.
    case lost(id: UInt32)
    /// The process does not see every change.
    case fault(ReportedFault)

    /// The number of the directory that is watched from now on, if this is an `added`.
    var added: UInt32? {
        if case .added(let id) = self { id } else { nil }
    }
}

// Only the directions that the daemon needs are here; `mockd-watcher` has the others.

extension WatcherRequest {
    func encode(into bytes: inout [UInt8]) {
        switch self {
        case .add(let id, let mask, let path):
            Self.append(UInt32(9 + path.count), to: &bytes)
            bytes.append(FrameKind.add.rawValue)
            Self.append(id, to: &bytes)
            Self.append(mask.rawValue, to: &bytes)
            bytes.append(contentsOf: path)
        case .remove(let id):
            Self.append(5, to: &bytes)
            bytes.append(FrameKind.remove.rawValue)
            Self.append(id, to: &bytes)
        }
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
}

/// Decodes the stream of `mockd-watcher` into messages, whatever the chunks it arrives in.
struct MessageDecoder {
    /// The stream is malformed, so the rest of it cannot be trusted either.
    struct Malformed: Error, Hashable {
        var reason: String
    }

    /// A name has at most 255 bytes, so a longer frame is malformed.
    static let longestFrame = 1_024

    private var bytes: [UInt8] = []
    private var start = 0

    mutating func append(_ more: UnsafeRawBufferPointer) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Returns nil until the next message has arrived completely.
    mutating func next() throws(Malformed) -> WatcherMessage? {
        guard bytes.count - start >= 4 else { return nil }
        let length = Int(number(at: start))
        guard 1...Self.longestFrame ~= length else { throw Malformed(reason: "a frame of \(length) bytes") }
        guard bytes.count - start - 4 >= length else { return nil }
        let content = start + 4
        start = content + length
        return try message(kind: bytes[content], from: content + 1, count: length - 1)
    }

    private func message(kind: UInt8, from: Int, count: Int) throws(Malformed) -> WatcherMessage {
        switch (FrameKind(rawValue: kind), count) {
        case (.hello, 4):
            return .hello(version: number(at: from))
        case (.event, 8...):
            let mask = WatchMask(rawValue: number(at: from + 4))
            return .event(id: number(at: from), mask: mask, name: Array(bytes[(from + 8)..<(from + count)]))
        case (.overflow, 0):
            return .overflow
        case (.added, 4):
            return .added(id: number(at: from))
        case (.failed, 8):
            return .failed(id: number(at: from), code: Int32(bitPattern: number(at: from + 4)))
        case (.lost, 4):
            return .lost(id: number(at: from))
        case (.fault, 4):
            if let fault = ReportedFault(rawValue: number(at: from)) { return .fault(fault) }
        default:
            break
        }
        throw Malformed(reason: "a frame of kind \(kind) with \(count) bytes")
    }

    private func number(at index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
    }
}
