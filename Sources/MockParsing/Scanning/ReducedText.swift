/// A text without the parts that no mock depends on. It maps its bytes to their original offsets.
struct ReducedText {
    private(set) var bytes: [UInt8] = []
    /// The offsets at which kept parts begin, in this text and in the whole text; ascending.
    private(set) var pieces: [(reduced: Int, original: Int)] = []

    private let text: Bytes
    /// The offset of the first byte that is neither copied nor cut yet.
    private var position = 0
    private(set) var isCutting = false

    init(_ text: Bytes) {
        self.text = text
        bytes.reserveCapacity(text.count / 4)
    }

    /// Cuts the text from `offset` to the next call of `resume`.
    mutating func cut(from offset: Int) {
        guard !isCutting else { return }
        copy(to: offset)
        isCutting = true
    }

    /// Keeps the text from `offset` on. If anything was cut, `substitute` replaces it.
    mutating func resume(at offset: Int, substitute: StaticString) {
        guard isCutting else { return }
        isCutting = false
        if offset > position { substitute.withUTF8Buffer { bytes.append(contentsOf: $0) } }
        position = offset
    }

    mutating func finish(at end: Int) {
        if !isCutting { copy(to: end) }
    }

    private mutating func copy(to offset: Int) {
        guard offset > position else { return }
        pieces.append((bytes.count, position))
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text.buffer[position..<offset]))
        position = offset
    }

    /// Returns the original offset of a byte. A substitute's bytes have the offset of the text that they replace.
    func originalOffset(of reduced: Int) -> Int {
        var low = 0
        var high = pieces.count
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].reduced <= reduced { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        let original = pieces[low - 1].original + reduced - pieces[low - 1].reduced
        return low < pieces.count ? min(original, pieces[low].original) : min(original, text.count)
    }
}
