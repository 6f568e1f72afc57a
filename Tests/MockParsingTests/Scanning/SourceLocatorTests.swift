import MockModel
@testable import MockParsing
import Testing

@Suite struct SourceLocatorTests {
    /// Counts byte by byte.
    private func position(_ offset: Int, in text: [UInt8]) -> SourcePosition {
        var (line, start, index) = (1, 0, 0)
        while index < offset {
            let isPair = text[index...].starts(with: "\r\n".utf8)
            let end = index + (isPair ? 2 : 1)
            if text[index] == UInt8(ascii: "\n") || text[index] == UInt8(ascii: "\r") {
                guard end <= offset else { break }
                (line, start) = (line + 1, end)
            }
            index = end
        }
        return SourcePosition(line: line, column: offset - start + 1)
    }

    @Test(arguments: [["\n", "a"], ["\r\n", "ab"], ["\r", "\n", "abcdefgh"], ["\n", "\r\n", "\u{0b}\u{8a}", "abc"]])
    func `positions are those that counting byte by byte gives, in any order`(parts: [String]) {
        for count in 0..<60 {
            let text = Array((0..<count).map { _ in parts.randomElement() ?? "" }.joined().utf8)
            let offsets = Array(0...text.count)
            for offsets in [offsets, offsets.shuffled(), offsets.filter { $0 % 7 == 0 }] {
                text.withUnsafeBufferPointer { buffer in
                    var locator = SourceLocator(text: Bytes(buffer: buffer))
                    for offset in offsets {
                        let found = locator.position(ofOffset: offset)
                        #expect(found == position(offset, in: text), "\(offset) of \(text)")
                    }
                }
            }
        }
    }
}
