/// The words that tell the scanner where declarations begin and of what kind they are.
enum Keyword: UInt8 {
    // Their members are read, or they are skipped to find the types within.
    case `protocol`, `class`, `struct`, `enum`, actor, `extension`
    case `import`, `typealias`
    // Everything else that is declared, by what may follow in braces.
    case `func`, `init`, `deinit`, `var`, `let`, `subscript`, `case`, `operator`, `precedencegroup`, `associatedtype`
    /// Stands before a declaration; some do so only where a declaration can begin and are plain names elsewhere.
    case modifier
    /// Begins an accessor where one can stand.
    case accessor

    init?(_ word: Word) {
        guard let found = Self.table[word] else { return nil }
        self = found
    }

    /// Up to sixteen bytes of a word, which can be compared and hashed without a string.
    struct Word: Hashable {
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        /// What is longer than every keyword becomes the empty word.
        init(_ text: Bytes, _ start: Int, _ end: Int) {
            guard end - start <= 16 else { return }
            var index = end
            while index > start {
                index -= 1
                high = high << 8 | low >> 56
                low = low << 8 | UInt64(text.buffer[index])
            }
        }

        init(_ word: String) {
            var word = word
            self = word.withUTF8 { Word(Bytes(buffer: $0), 0, $0.count) }
        }

        /// Spreads the keywords over the slots of the table.
        fileprivate var slot: Int {
            Int(truncatingIfNeeded: ((low ^ (high &* 31)) &* 0x9E37_79B9_7F4A_7C15) >> 56)
        }

        fileprivate var isEmpty: Bool { low == 0 }
    }

    /// A dictionary of 256 slots that asks nothing of the standard library's hashing.
    private struct Table: Sendable {
        private var words = [Word](repeating: Word(""), count: 256)
        private var keywords = [Keyword](repeating: .modifier, count: 256)

        init(_ entries: [(String, Keyword)]) {
            for (text, keyword) in entries {
                let word = Word(text)
                var slot = word.slot
                while !words[slot].isEmpty { slot = (slot + 1) & 255 }
                words[slot] = word
                keywords[slot] = keyword
            }
        }

        subscript(word: Word) -> Keyword? {
            guard !word.isEmpty else { return nil }
            var slot = word.slot
            while !words[slot].isEmpty {
                if words[slot] == word { return keywords[slot] }
                slot = (slot + 1) & 255
            }
            return nil
        }
    }

    private static let table = Table(
        [
            ("protocol", .protocol), ("class", .class), ("struct", .struct), ("enum", .enum), ("actor", .actor),
            ("extension", .extension), ("import", .import), ("typealias", .typealias), ("func", .func),
            ("init", .`init`), ("deinit", .deinit), ("var", .var), ("let", .let), ("subscript", .subscript),
            ("case", .case), ("operator", .operator), ("precedencegroup", .precedencegroup),
            ("associatedtype", .associatedtype),
        ]
            + [
                "__consuming", "__setter_access", "_const", "_local", "borrowing", "consuming", "convenience",
                "distributed", "dynamic", "fileprivate", "final", "indirect", "infix", "internal", "isolated", "lazy",
                "mutating", "nonisolated", "nonmutating", "open", "optional", "override", "package", "postfix",
                "prefix", "private", "public", "required", "static", "unowned",
                "weak",
            ].map { ($0, .modifier) }
            + [
                "get", "set", "willSet", "didSet", "_read", "_modify", "read", "modify", "yielding", "borrow", "mutate",
                "address", "mutableAddress", "unsafeAddress", "unsafeMutableAddress",
            ].map { ($0, .accessor) })
}
