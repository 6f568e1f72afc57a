/// The meaning of a word to the plain reader.
enum PlainWord: UInt8 {
    /// An ordinary name.
    case name

    // Words that are never names without backticks.
    case anyType, selfType, `import`, `protocol`, `class`, `struct`, `enum`, `extension`, `typealias`
    case `func`, `init`, `deinit`, `var`, `let`, `subscript`, `associatedtype`
    case `where`, `throws`, `rethrows`, `inout`, `repeat`, `nil`
    /// `true`, `false`
    case boolean
    /// `public`, `static`
    case reservedModifier
    /// All other reserved words.
    case reserved

    // Contextual keywords, which are ordinary names elsewhere.
    case actor, async, some, any, each, get, set, final
    /// `willSet`, `didSet`
    case observer
    /// `_read`, `_modify`
    case coroutine
    case mutating, nonmutating, nonisolated, unowned
    /// Modifiers without an effect on mocks.
    case modifier
    /// `borrowing`, `consuming`: before a declaration as well as before a type.
    case ownership
    /// A specifier that precedes types only.
    case specifier
    /// `Type`, `Protocol`
    case metatype
    /// Begins an expression or declaration that is not plain.
    case contextual

    init(_ text: Bytes, _ start: Int, _ end: Int) {
        self = Self.table[text, start, end] ?? .name
    }

    /// True if it needs backticks to be a name.
    var isReserved: Bool { rawValue > Self.name.rawValue && rawValue < Self.actor.rawValue }

    /// True if it can be a modifier of a declaration without arguments.
    var isModifier: Bool {
        switch self {
        case .reservedModifier, .modifier, .ownership, .final, .mutating, .nonmutating: true
        default: false
        }
    }

    private static let table = WordTable<PlainWord>(
        [
            ("Any", .anyType), ("Self", .selfType), ("import", .import), ("protocol", .protocol), ("class", .class),
            ("struct", .struct), ("enum", .enum), ("extension", .extension), ("typealias", .typealias),
            ("func", .func), ("init", .`init`), ("deinit", .deinit), ("var", .var), ("let", .let),
            ("subscript", .subscript), ("associatedtype", .associatedtype), ("where", .where), ("throws", .throws),
            ("rethrows", .rethrows), ("inout", .inout), ("repeat", .repeat), ("nil", .nil), ("true", .boolean),
            ("false", .boolean), ("actor", .actor), ("async", .async), ("some", .some), ("any", .any),
            ("each", .each), ("get", .get), ("set", .set), ("final", .final), ("willSet", .observer),
            ("didSet", .observer), ("_read", .coroutine), ("_modify", .coroutine), ("mutating", .mutating),
            ("nonmutating", .nonmutating), ("nonisolated", .nonisolated), ("unowned", .unowned),
            ("borrowing", .ownership), ("consuming", .ownership), ("Type", .metatype), ("Protocol", .metatype),
        ]
            + words(.reservedModifier, "fileprivate internal private public static")
            + words(
                .reserved,
                """
                as break case catch continue default defer do else fallthrough for guard if in is operator \
                precedencegroup return self super switch throw try while
                """)
            + words(
                .modifier,
                """
                __consuming convenience distributed dynamic indirect infix lazy open optional override package postfix prefix \
                required weak
                """)
            + words(.specifier, "__owned __shared _const isolated sending")
            + words(
                .contextual,
                """
                __setter_access _borrowing _compilerInitialized _consuming _local _mutating await borrow \
                consume copy dependsOn discard macro modify module mutate of read reasync then unsafe unsafeAddress \
                using yield addressWithOwner
                """),
        filler: .name)

    private static func words(_ meaning: PlainWord, _ list: String) -> [(String, PlainWord)] {
        list.split(separator: " ").map { (String($0), meaning) }
    }
}
