internal import Glibc

/// A range of an array's bytes without a copy: the records of a cache are slices of its log.
struct ByteSlice: Hashable, Sendable {
    static let empty = ByteSlice([])

    private let whole: [UInt8]
    /// 32 bits suffice: no array here is larger.
    private let start: UInt32
    private let end: UInt32

    init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

    init(_ whole: [UInt8], _ range: Range<Int>) {
        self.whole = range.isEmpty ? [] : whole
        start = range.isEmpty ? 0 : UInt32(range.lowerBound)
        end = range.isEmpty ? 0 : UInt32(range.upperBound)
    }

    var count: Int { Int(end - start) }

    var isEmpty: Bool { start == end }

    subscript(range: Range<Int>) -> ByteSlice {
        ByteSlice(whole, (Int(start) + range.lowerBound)..<(Int(start) + range.upperBound))
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        whole.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[Int(start)..<Int(end)])) }
    }

    static func == (left: ByteSlice, right: ByteSlice) -> Bool {
        guard left.count == right.count else { return false }
        return left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return memcmp(first, second, left.count) == 0
            }
        }
    }

    func hash(into hasher: inout Hasher) { withUnsafeBytes { hasher.combine(bytes: $0) } }
}
