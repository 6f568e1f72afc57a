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

    /// The keyword that stands between two offsets.
    init?(_ text: Bytes, _ start: Int, _ end: Int) {
        guard let found = Self.table[text, start, end] else { return nil }
        self = found
    }

    private static let table = WordTable<Keyword>(
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
            ].map { ($0, .accessor) },
        filler: .modifier)
}
