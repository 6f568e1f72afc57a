/// Tells that a word does not occur in a large text, without keeping the text.
///
/// It has a bit for the hash of each six letters in a row: a word can occur only if the bits of all its parts are set.
struct SubstringFilter: Sendable {
    private var bits: [UInt64]
    private let shift: UInt64

    private static let length = 6

    /// - Parameter count: the size of the text. In compiled modules, a quarter of a bit per byte leaves most bits unset.
    init(forTextOf count: Int) {
        let exponent = max(10, Int.bitWidth - count.leadingZeroBitCount - 2)
        bits = [UInt64](repeating: 0, count: 1 << (exponent - 6))
        shift = UInt64(64 - exponent)
    }

    /// Adds a piece of the text. Pieces must overlap by five bytes.
    ///
    /// Most bytes of a compiled module are no text. Of these every sixth is looked at, because one that is no letter
    /// rules out all parts with it.
    mutating func add(_ piece: UnsafeRawBufferPointer) {
        bits.withUnsafeMutableBufferPointer { [shift] bits in
            var last = Self.length - 1
            while last < piece.count {
                var first = last
                while first > last - Self.length, piece[first].isASCIILetter { first -= 1 }
                guard first == last - Self.length else {
                    last = first + Self.length
                    continue
                }
                var part = piece[(first + 1)...last].reduce(0) { $0 << 8 | UInt64($1) }
                repeat {
                    let bit = Self.bit(part, shift)
                    bits[Int(bit >> 6)] |= 1 << (bit & 63)
                    last += 1
                    guard last < piece.count else { return }
                    part = part << 8 | UInt64(piece[last])
                } while piece[last].isASCIILetter
                last += Self.length
            }
        }
    }

    /// True if the word may occur; always for one that is shorter than a part, or has other signs than letters of ASCII.
    func mayContain(_ word: [UInt8]) -> Bool {
        guard word.allSatisfy(\.isASCIILetter) else { return true }
        var part: UInt64 = 0
        for (offset, byte) in word.enumerated() {
            part = part << 8 | UInt64(byte)
            guard offset >= Self.length - 1 else { continue }
            let bit = Self.bit(part, shift)
            if bits[Int(bit >> 6)] & 1 << (bit & 63) == 0 { return false }
        }
        return true
    }

    /// The place of the last six bytes that were shifted in.
    @inline(__always) private static func bit(_ part: UInt64, _ shift: UInt64) -> UInt64 {
        ((part << 16) &* 0x9E37_79B9_7F4A_7C15) >> shift
    }
}

extension UInt8 {
    /// True for the bytes of an identifier.
    var isLetter: Bool { @inline(__always) get { isASCIILetter || self >= 0x80 } }

    fileprivate var isASCIILetter: Bool {
        @inline(__always) get {
            (self | 0x20) &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10 || self == UInt8(ascii: "_")
        }
    }
}
