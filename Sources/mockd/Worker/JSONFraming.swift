/// JSON objects one after the other: Bazel 4 sends nothing between them, later versions a new line. So their structure
/// tells where they end.
struct JSONFraming: MessageFraming {
    private enum State {
        case between, inObject, inText, afterBackslash
        /// Everything up to the end of the line belongs to no message.
        case inRubbish
    }

    private enum Event {
        case end
        /// A line ended within a text, which has no such sign in it: it was never closed.
        case openText
        case rubbish
        case endOfRubbish
    }

    private let largest: Int
    private var received = ReceivedBytes()
    /// The number of received bytes whose meaning is known.
    private var examined = 0
    private var depth = 0
    private var state = State.between
    /// True if the message is too large and is only followed to its end.
    private var isDropped = false

    init(largest: Int) { self.largest = largest }

    var isIncomplete: Bool { state != .between && state != .inRubbish }

    mutating func append(_ bytes: UnsafeRawBufferPointer) { received.append(bytes) }

    mutating func next() -> MessageFrame? {
        while examined < received.count {
            let (event, wasDropped) = (scan(), isDropped)
            guard let event else {
                guard isIncomplete else {
                    removeExamined()
                    return nil
                }
                guard isDropped || examined > largest else { return nil }
                removeExamined()
                isDropped = true
                return wasDropped ? nil : .tooLarge(largest)
            }
            isDropped = false
            let message = removeExamined()
            if wasDropped { continue }
            switch event {
            case .end: return message.count > largest ? .tooLarge(largest) : .message(message)
            case .openText: return .malformed(reason: "a text in it has no end")
            case .endOfRubbish: continue
            case .rubbish: return .malformed(reason: "it does not begin with '{'")
            }
        }
        return nil
    }

    @discardableResult
    private mutating func removeExamined() -> ArraySlice<UInt8> {
        defer { examined = 0 }
        return received.removeFirst(examined)
    }

    /// Examines bytes to the next event, or all of them.
    private mutating func scan() -> Event? {
        let (event, state, depth, examined) = received.withBytes { [state, depth, examined] bytes in
            var (state, depth, index) = (state, depth, examined)
            while index < bytes.count {
                let event = Self.step(bytes[index], &state, &depth)
                index += 1
                if let event { return (Event?.some(event), state, depth, index) }
            }
            return (nil, state, depth, index)
        }
        (self.state, self.depth, self.examined) = (state, depth, examined)
        return event
    }

    private static func step(_ byte: UInt8, _ state: inout State, _ depth: inout Int) -> Event? {
        switch (state, byte) {
        case (.between, UInt8(ascii: "{")): (state, depth) = (.inObject, 1)
        case (.between, UInt8(ascii: " ")), (.between, 9), (.between, 10), (.between, 13): break
        case (.between, _):
            state = .inRubbish
            return .rubbish
        case (.inRubbish, 10):
            state = .between
            return .endOfRubbish
        case (.inText, 10), (.afterBackslash, 10):
            state = .between
            return .openText
        case (.inText, UInt8(ascii: "\\")): state = .afterBackslash
        case (.inText, UInt8(ascii: "\"")): state = .inObject
        case (.afterBackslash, _): state = .inText
        case (.inObject, UInt8(ascii: "\"")): state = .inText
        case (.inObject, UInt8(ascii: "{")), (.inObject, UInt8(ascii: "[")): depth += 1
        case (.inObject, UInt8(ascii: "}")), (.inObject, UInt8(ascii: "]")):
            depth -= 1
            guard depth == 0 else { break }
            state = .between
            return .end
        default: break
        }
        return nil
    }
}
