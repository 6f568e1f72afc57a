extension SurfaceReader {
    /// Returns true if a text may declare or extend a type: its name stands behind `extension` or the keyword of a type.
    ///
    /// Most sources that mention a type only use it, and need not be parsed to learn its members. A comment or a string
    /// may have the same words, so only `false` is certain.
    ///
    /// - Parameter name: the type's name without those of the types that contain it.
    package static func mayHave(_ name: [UInt8], in text: [UInt8]) -> Bool {
        guard let first = name.first else { return false }
        return text.withUnsafeBufferPointer { text in
            var place = 0
            while place + name.count <= text.count {
                if text[place] == first, text[place..<(place + name.count)].elementsEqual(name),
                    isDeclared(from: place, to: place + name.count, in: text)
                {
                    return true
                }
                place += 1
            }
            return false
        }
    }

    private static let keywords = ["extension", "class", "struct", "enum", "actor"].map { Array($0.utf8) }

    /// Returns true if the name at these places is a word of its own, and may be that of a declaration.
    private static func isDeclared(from start: Int, to end: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        if start > 0, text[start - 1].isWord { return false }
        if end < text.count, text[end].isWord { return false }
        var place = start
        while true {
            let (before, crossesLine) = skipSpace(before: place, in: text)
            guard before > 0 else { return false }
            let byte = text[before - 1]
            // A comment may be in between.
            if byte == UInt8(ascii: "/") { return true }
            if crossesLine, endsWithComment(lineBefore: place, in: text) { return true }
            if byte.isWord {
                let word = wordStart(before: before, in: text)
                return keywords.contains { text[word..<before].elementsEqual($0) }
            }
            guard let outer = outerName(before: before, in: text) else { return false }
            if outer > 0, text[outer - 1] == UInt8(ascii: ">") { return true }
            place = wordStart(before: outer, in: text)
            if place == outer { return false }
        }
    }

    /// Returns the end of the name of an outer type, or of the module, in `Kitchen.Oven` or `Kitchen::Oven`; `nil` if
    /// there is none.
    private static func outerName(before end: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        if text[end - 1] == UInt8(ascii: ".") { return skipSpace(before: end - 1, in: text).start }
        let colon = UInt8(ascii: ":")
        guard end > 1, text[end - 1] == colon, text[end - 2] == colon else { return nil }
        return skipSpace(before: end - 2, in: text).start
    }

    private static func wordStart(before end: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        var start = end
        while start > 0, text[start - 1].isWord { start -= 1 }
        return start
    }

    /// Skips white space, and the backticks of an escaped name.
    private static func skipSpace(
        before end: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> (start: Int, crossesLine: Bool) {
        var (start, crossesLine) = (end, false)
        while start > 0 {
            switch text[start - 1] {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): crossesLine = true
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "`"), 0x0B, 0x0C: break
            default: return (start, crossesLine)
            }
            start -= 1
        }
        return (start, crossesLine)
    }

    /// Returns true if a line above, the nearest that is not blank, has a `//`.
    private static func endsWithComment(lineBefore place: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var (place, _) = skipSpace(before: place, in: text)
        while place > 1, text[place - 1] != UInt8(ascii: "\n"), text[place - 1] != UInt8(ascii: "\r") {
            if text[place - 1] == UInt8(ascii: "/"), text[place - 2] == UInt8(ascii: "/") { return true }
            place -= 1
        }
        return false
    }
}
