internal import Glibc

/// Tells from the bytes alone that a file cannot declare anything that a mock depends on.
enum DeclarationPrefilter {
    /// Every declaration of interest is introduced by one of these words, asked for by `mockable`, or changes how a
    /// parameter of its type is passed.
    private static let words = ["protocol", "typealias", "ockable", "~Copyable", "~Escapable", "globalActor"].map { Array($0.utf8) }

    static func mayDeclareTypes(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { text in words.contains { contains($0, in: text) } }
    }

    /// `memchr` skips to the candidates at memory speed; Glibc's `memmem` is not visible to Swift.
    private static func contains(_ word: [UInt8], in text: UnsafeRawBufferPointer) -> Bool {
        guard let first = word.first, let base = text.baseAddress else { return false }
        var start = 0
        while text.count - start >= word.count {
            let span = text.count - start - word.count + 1
            guard let found = memchr(base + start, Int32(first), span) else { return false }
            if memcmp(found, word, word.count) == 0 { return true }
            start = UnsafeRawPointer(found) - base + 1
        }
        return false
    }
}
