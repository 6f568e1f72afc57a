/// The words by which the scanner recognizes declarations.
enum Keyword: UInt8 {
    // Types: their members are read, or skipped to find nested types.
    case `protocol`, `class`, `struct`, `enum`, actor, `extension`
    case `import`, `typealias`
    // All other declarations, by what their braces may contain.
    case `func`, `init`, `deinit`, `var`, `let`, `subscript`, `case`, `operator`, `precedencegroup`, `associatedtype`
    /// Precedes a declaration. Some modifiers are ordinary names where no declaration can begin.
    case modifier
    /// Begins an accessor where one is allowed.
    case accessor

    init?(_ word: Word) {
        guard let found = Self.table[word] else { return nil }
        self = found
    }

    /// The keyword between two offsets.
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
