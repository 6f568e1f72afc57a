internal import Glibc

extension UnsafeRawBufferPointer {
    /// Returns the offset of the first occurrence of a word that begins at `start` or behind it; `nil` if there is none.
    /// An empty word occurs nowhere.
    func offset(of word: [UInt8], from start: Int = 0) -> Int? {
        guard let first = word.first, let base = baseAddress else { return nil }
        var offset = start
        while count - offset >= word.count,
            let next = memchr(base + offset, Int32(first), count - offset - word.count + 1)
        {
            let found = UnsafeRawPointer(next) - base
            if memcmp(next, word, word.count) == 0 { return found }
            offset = found + 1
        }
        return nil
    }
}

extension [UInt8] {
    /// True if the bytes of `word` occur in the array.
    func holds(_ word: [UInt8]) -> Bool { withUnsafeBytes { $0.offset(of: word) != nil } }
}
