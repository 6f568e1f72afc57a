internal import MockModel

/// Decides from the bytes alone that a file declares nothing that a mock depends on.
///
/// Used for files that the scanner cannot read. A false positive costs the time of parsing; a false negative is a
/// defect.
enum DeclarationPrefilter {
    static func mayDeclareTypes(_ bytes: UnsafeBufferPointer<UInt8>, _ usedNames: WordSet) -> Bool {
        let text = UnsafeRawBufferPointer(bytes)
        return words.contains { contains($0, in: text) } || declaresSuperclass(text) || declares(usedNames, in: text)
    }

    /// Every relevant declaration is introduced by one of these words, is annotated with `mockable`, affects how
    /// parameters of its type are passed, or brings those of another module.
    private static let words = [
        "protocol", "typealias", "ockable", "~Copyable", "~Escapable", "globalActor", "@_spi", "@_exported",
    ]
    .map { Array($0.utf8) }

    private static func contains(_ word: [UInt8], in text: UnsafeRawBufferPointer) -> Bool {
        firstIndex(of: word, in: text, from: 0) != nil
    }

    private static func firstIndex(of word: [UInt8], in text: UnsafeRawBufferPointer, from offset: Int) -> Int? {
        guard let first = word.first else { return nil }
        var rest = text[offset...]
        while let index = rest.firstIndex(of: first) {
            if text[index...].starts(with: word) { return index }
            rest = text[(index + 1)...]
        }
        return nil
    }

    // MARK: Superclasses

    private static let classWord = Array("class".utf8)
    private static let finalWord = Array("final".utf8)

    /// A class that is not final may be the parent of a mocked one in another file.
    private static func declaresSuperclass(_ text: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while let index = firstIndex(of: classWord, in: text, from: offset) {
            offset = index + classWord.count
            if isDeclaration(at: index, in: text) { return true }
        }
        return false
    }

    /// The word is most often in a comment, and most classes are final.
    private static func isDeclaration(at index: Int, in text: UnsafeRawBufferPointer) -> Bool {
        let end = index + classWord.count
        guard end < text.count, !isNameByte(text[end]), index == 0 || !isNameByte(text[index - 1]) else { return false }
        var lineStart = index
        while lineStart > 0, text[lineStart - 1] != UInt8(ascii: "\n"), text[lineStart - 1] != UInt8(ascii: "\r") {
            lineStart -= 1
        }
        let line = UnsafeRawBufferPointer(rebasing: text[lineStart..<index])
        guard let first = line.first(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else {
            return true
        }
        if first == UInt8(ascii: "/") || first == UInt8(ascii: "*") { return false }
        return firstIndex(of: finalWord, in: line, from: 0) == nil || line.contains(UInt8(ascii: "{"))
    }

    // MARK: Names that generated code uses

    private static let introducers = ["struct", "enum", "class", "actor"].map { Array($0.utf8) }

    private static func declares(_ usedNames: WordSet, in text: UnsafeRawBufferPointer) -> Bool {
        introducers.contains { introducer in
            var offset = 0
            while let index = firstIndex(of: introducer, in: text, from: offset) {
                offset = index + introducer.count
                if isName(of: usedNames, after: offset, in: text) { return true }
            }
            return false
        }
    }

    private static func isName(
        of usedNames: WordSet, after offset: Int, in text: UnsafeRawBufferPointer
    ) -> Bool {
        var start = offset
        while start < text.count, text[start] <= UInt8(ascii: " ") || text[start] == UInt8(ascii: "`") { start += 1 }
        guard start > offset else { return false }
        var end = start
        while end < text.count, isNameByte(text[end]) { end += 1 }
        return text[start..<end].withContiguousStorageIfAvailable(usedNames.contains) ?? false
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
