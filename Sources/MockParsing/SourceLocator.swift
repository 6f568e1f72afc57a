internal import MockModel

/// Turns offsets into lines and columns; cheapest for ascending offsets.
struct SourceLocator {
    private let text: Bytes
    /// `nil` if offsets refer to the whole text.
    private let reduced: ReducedText?
    private var line = 1
    private var lineStart = 0
    /// All line ends before this offset have been counted.
    private var counted = 0

    init(text: Bytes, reduced: ReducedText? = nil) {
        self.text = text
        self.reduced = reduced
    }

    mutating func position(ofOffset offset: Int) -> SourcePosition {
        let target = min(reduced?.originalOffset(of: offset) ?? offset, text.count)
        if target < lineStart { (line, lineStart, counted) = (1, 0, 0) }
        if let (count, end) = text.lineFeeds(from: counted, to: target) {
            line += count
            if count > 0 { lineStart = end }
            counted = max(counted, target)
        } else {
            countLineEnds(to: target)
        }
        return SourcePosition(line: line, column: target - lineStart + 1)
    }

    /// Counts the line ends before an offset if some are carriage returns.
    private mutating func countLineEnds(to target: Int) {
        while true {
            let end = text.endOfLine(from: counted)
            guard end < target else { break }
            counted = end + (text.hasPrefix("\r\n", at: end) ? 2 : 1)
            // An offset between the two bytes of a line end belongs to the line that they end.
            guard counted <= target else {
                counted = end
                break
            }
            line += 1
            lineStart = counted
        }
    }
}
