internal import MockGeneration
internal import MockModel

/// Matchers with the names of one type's values, as an output needs them: see ``NamedValues``.
struct TypeMatchers: Hashable, Sendable {
    /// The module and the qualified name of the type.
    var module: String
    var type: String
    /// The source that declares the type: an edit of its body may give it other values.
    var source: DiskPath
    /// The imports that the text needs besides that of the type.
    var imports: [ImportDeclaration]
    /// The modifier of the matchers, followed by a space, or nothing.
    var access = ""
    /// The module of the library that the text uses.
    var library = ""
    /// The Swift code; empty if no value of the type can be named.
    var text: String

    var key: String { "\(module).\(type)" }
}

extension TypeMatchers {
    private static let mark = "()"

    /// An extension that a style's mocks share: it is kept like matchers, with a key of its own.
    ///
    /// - Parameter source: The source of a mock that relies on it.
    init(_ shared: StyleConformance, module: Module, library: String, source: DiskPath) {
        self.init(
            module: shared.module, type: shared.type + Self.mark, source: source, imports: [],
            text: shared.text(isInside: module.importStyle == .none))
        access = "\(shared.access.keyword) "
        self.library = library
    }

    /// The sentence about the text of a key, for `mockctl explain`.
    static func sentence(about key: String) -> String {
        key.hasSuffix(mark)
            ? "an extension of \(key.dropLast(mark.count)), which mocks have values of"
            : "matchers for the values of \(key)"
    }
}

extension CodedTexts {
    private static let partsPerType = 7

    /// These occur in no condition.
    private static let (separator, mark): (Character, Character) = ("\u{1}", "\u{2}")

    private static func text(of declaration: ImportDeclaration) -> String {
        (declaration.conditions + [declaration.path]).joined(separator: String(mark))
    }

    private static func declaration(_ text: Substring) -> ImportDeclaration {
        let parts = text.split(separator: mark).map(String.init)
        return ImportDeclaration(path: parts.last ?? "", conditions: parts.dropLast())
    }

    /// Sorts the matchers; of several for one type, one is kept.
    init(distinct matchers: [TypeMatchers]) {
        var texts: [String] = []
        var last: String?
        for type in matchers.sorted(by: { $0.key < $1.key }) where type.key != last {
            let imports = type.imports.map(Self.text).joined(separator: String(Self.separator))
            texts += [type.module, type.type, type.source.text, imports, type.access, type.library, type.text]
            last = type.key
        }
        self.init(texts)
    }

    var matchers: [TypeMatchers] {
        var texts = texts[...]
        var matchers: [TypeMatchers] = []
        while texts.count >= Self.partsPerType {
            let parts = Array(texts.prefix(Self.partsPerType))
            texts = texts.dropFirst(Self.partsPerType)
            let imports = parts[3].split(separator: Self.separator).map(Self.declaration)
            matchers.append(
                TypeMatchers(
                    module: parts[0], type: parts[1], source: DiskPath(parts[2]), imports: imports, access: parts[4],
                    library: parts[5], text: parts[6]))
        }
        return matchers
    }
}
