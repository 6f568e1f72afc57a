// Searching in the bytes of texts, which compare as the compiler compares them: the standard library's own functions
// look for whole characters, and took a sixth of a rendering.
extension String {
    /// True if the text has the part in it, and for an empty part.
    func containsText(_ part: String) -> Bool {
        var (text, part) = (self, part)
        return text.withUTF8 { text in
            part.withUTF8 { part in Self.offset(of: part, in: text, from: 0) != nil }
        }
    }

    /// Returns the text with each occurrence of a part replaced.
    func replacingText(_ part: String, with new: String) -> String {
        guard !part.isEmpty, containsText(part) else { return self }
        var (text, part, new) = (self, part, new)
        let bytes = text.withUTF8 { text in
            part.withUTF8 { part in new.withUTF8 { new in Self.replacing(part, in: text, with: new) } }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private static func replacing(_ part: Bytes, in text: Bytes, with new: Bytes) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + new.count)
        var start = 0
        while let offset = offset(of: part, in: text, from: start) {
            result += text[start..<offset]
            result += new
            start = offset + part.count
        }
        return result + text[start...]
    }

    private static func offset(of part: Bytes, in text: Bytes, from start: Int) -> Int? {
        guard let first = part.first else { return start }
        var offset = start
        while offset + part.count <= text.count {
            if text[offset] == first, text[offset..<(offset + part.count)].elementsEqual(part) { return offset }
            offset += 1
        }
        return nil
    }
}
