/// Writes random declarations in all plain forms, and damages them.
struct PlainWriter {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func pick(_ choices: [String]) -> String {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    /// Writes a random number of elements with separators.
    private mutating func some(
        _ range: ClosedRange<Int>, _ separator: String = ", ", _ write: (inout PlainWriter) -> String
    ) -> String {
        (0..<Int.random(in: range, using: &random)).map { _ in write(&self) }.joined(separator: separator)
    }

    mutating func file() -> String {
        let imports = some(0...3, "\n") { $0.importDeclaration() }
        return imports + "\n" + some(1...3, "\n\n") { $0.declaration(depth: 0) } + pick(["", "\n", "\n// end\n"])
    }

    private mutating func importDeclaration() -> String {
        pick(["", "@testable ", "public ", "@_exported ", "@_spi(Inner) @testable ", "internal ", "@preconcurrency "])
            + "import " + pick(["A", "struct A.B", "A.B.C", "class `A`.B", "func A.f"])
    }

    // MARK: Types

    private mutating func declaration(depth: Int) -> String {
        let space = String(repeating: "    ", count: depth)
        if chance(12) {
            return "#if \(condition())\n\(declaration(depth: depth))\n"
                + pick([
                    "", "#else\n", "#elseif \(condition())\n\(declaration(depth: depth))\n#else\n",
                    "#else\n\(declaration(depth: depth))\n",
                ]) + "#endif"
        }
        let head = space + comment(space) + typeAttributes(space) + access()
        switch Int.random(in: 0..<9, using: &random) {
        case 0...2:
            return head + "protocol \(name())\(pick(["", "", "<Element>", "<A, B>"]))\(inheritance())\(requirements())"
                + block(space) { $0.requirement(depth + 1) }
        case 3, 4:
            let isFinal = chance(30)
            return head + (isFinal ? "final " : "") + "class \(name())\(generics())\(inheritance())\(requirements())"
                + block(space) { isFinal ? $0.inner(depth + 1) : $0.member(depth + 1) }
        case 5:
            return head + pick(["struct ", "enum ", "actor ", "indirect enum "]) + name() + generics() + inheritance()
                + requirements() + block(space) { $0.inner(depth + 1) }
        case 6 where depth == 0:
            return head + "extension \(pick(["A", "A.B"]))\(inheritance())\(requirements())"
                + block(space) { $0.inner(depth + 1) }
        default: return space + access() + "typealias \(name())\(generics()) = \(type())\(requirements())"
        }
    }

    private mutating func block(_ space: String, _ write: (inout PlainWriter) -> String) -> String {
        if chance(10) { return pick([" {}", " { }", "\n\(space){\n}"]) }
        return " {\n" + some(1...4, pick(["\n", "\n\n"])) { write(&$0) } + "\n\(space)}"
    }

    /// The reduced content of a block in which only types are kept.
    private mutating func inner(_ depth: Int) -> String {
        depth > 3 || chance(40) ? "#x" : declaration(depth: depth)
    }

    private mutating func name() -> String {
        pick(["A", "Service", "LongNameOfSomething", "`class`", "_Hidden", "x", "P2"])
    }

    private mutating func access() -> String {
        pick(["", "", "", "public ", "internal ", "private ", "fileprivate ", "package ", "open "])
    }

    private mutating func comment(_ space: String) -> String {
        let line = pick(["// text", "/// text @mockable", "/** a */", "/* @mockable */", "// sourcery: AutoMockable"])
        let asks = pick([
            "/// @mockable", "/// @mockable(override: name = F)", "/// @mockable(a: b = c)", "/// ```",
            "/// @mockable(override: name = A B)",
        ])
        return pick(["", "", "\(line)\n\(space)", "\(line)\n\(space)\(asks)\n\(space)", "\(asks)\n\n\(space)", "\n"])
    }

    private mutating func typeAttributes(_ space: String) -> String {
        pick([
            "", "", "", "@MainActor ", "@available(iOS 13.0, macOS 10.15.4, *)\n\(space)", "@objc\n\(space)",
            "@available(*, deprecated, message: \"a  b\", renamed: \"c\") ", "@objc(Name) ", "@_spi(Inner) ",
            "@globalActor @A.B ", "@available( swift 5 ,\n  *) ", "@A(b: 1, \"c\", .d) ", "@Observable // @mockable\n",
        ])
    }

    private mutating func inheritance() -> String {
        guard chance(40) else { return "" }
        return pick([": ", ":", " : "])
            + some(1...3) { $0.pick(["P", "A.B", "Any & P", "@unchecked Sendable", "~Copyable", "Q<Int>", "class"]) }
    }

    private mutating func generics() -> String {
        guard chance(20) else { return "" }
        return "<" + some(1...2) { $0.pick(["T", "T: P", "each U", "V: A.B & ~Copyable", "let n: Int", "T:P"]) } + ">"
    }

    private mutating func requirements() -> String {
        guard chance(20) else { return "" }
        return pick([" where ", "\n    where "])
            + some(1...2) { writer in
                writer.pick(["T: P", "T == Int", "Self.A: ~Copyable", "T==[U]", "A.B == any P", "Self: _Q"])
            }
    }

    private mutating func condition() -> String {
        pick([
            "A", "!A", "os(Linux) && !B", "canImport(A.B) || (C && D)", "swift(>=5.10)", "compiler(<6) // text",
            "hasFeature($C)", "true", "!(A || B)",
        ])
    }

    // MARK: Members

    private mutating func requirement(_ depth: Int) -> String {
        chance(20)
            ? String(repeating: "    ", count: depth)
                + pick([
                    "associatedtype A", "associatedtype A: P & Q", "associatedtype A = [Int] where A: P",
                    "associatedtype A: ~Copyable", "typealias B = \(type())",
                ]) : member(depth)
    }

    private mutating func member(_ depth: Int) -> String {
        let space = String(repeating: "    ", count: depth)
        if chance(8) { return "#if \(condition())\n\(member(depth))\n#else\n\(member(depth))\n#endif" }
        let head = space + comment(space) + memberAttributes() + modifiers()
        switch Int.random(in: 0..<8, using: &random) {
        case 0...3: return head + function()
        case 4, 5: return head + property()
        case 6: return head + "init\(pick(["", "", "?", "!"]))\(generics())\(signature())\(requirements())\(body())"
        default:
            return head + "subscript\(generics())(\(some(1...2) { $0.parameter() })) -> \(type())" + requirements()
                + " " + accessors()
        }
    }

    private mutating func memberAttributes() -> String {
        pick(["", "", "", "", "@MainActor ", "@discardableResult\n", "@objc(a:b:) ", "@available(iOS 13, *) ", "@A "])
    }

    private mutating func modifiers() -> String {
        pick([
            "", "", "", "public ", "static ", "mutating ", "nonisolated ", "override ", "private(set) ", "lazy ",
            "open ", "nonisolated(unsafe) ", "public static ", "unowned(safe) ", "consuming ", "optional ",
        ])
    }

    private mutating func function() -> String {
        pick(["func ", "func ", "class func "])
            + (chance(80)
                ? pick(["f", "load", "get", "`in`", "async", "prefix", "open", "a1"]) + generics()
                : pick(["== ", "<", "+", ">= "]))
            + signature() + pick(["", "", " -> \(type())", "\n    -> \(type())"]) + requirements()
            + body()
    }

    private mutating func body() -> String { chance(20) ? " {}" : "" }

    private mutating func signature() -> String {
        let separator = pick([", ", ",", ",\n        "])
        let parameters = some(0...3, separator) { $0.parameter() }
        return pick(["(\(parameters))", "(\n        \(parameters)\n    )"])
            + pick(["", "", " async", " throws", " async throws", " throws(E)", " rethrows", " async throws(A.E)"])
    }

    private mutating func parameter() -> String {
        pick(["", "", "", "", "@ViewBuilder ", "@A.B "])
            + pick(["a", "_ a", "for a", "in", "_", "a b", "any", "some x", "isolated", "`b` c", "of `in`"])
            + pick([": ", ": ", ":"])
            + pick(["", "", "", "", "inout ", "sending ", "borrowing ", "isolated "])
            + type() + pick(["", "", "", "", "...", " = \(value())"])
    }

    private mutating func property() -> String {
        let name = pick(["a", "value", "`self`", "get", "open", "prefix"])
        return pick([
            "var \(name): \(type()) \(accessors())", "var \(name): \(type())", "let \(name): \(type())",
            "var \(name) = \(value())", "let \(name): \(type()) = \(value())", "var \(name): Int = 1 { didSet {} }",
            "var \(name) = A() { willSet(new) {} }", "lazy var \(name) = {0}()",
        ])
    }

    private mutating func accessors() -> String {
        pick([
            "{ get }", "{ get set }", "{get}", "{\n    get\n    set\n}", "{ get async throws }", "{ get throws(E) }",
            "{ mutating get nonmutating set }", "{0}", "{ get {} set(a) {} }", "{ _read {} _modify {} }",
            "{ didSet {} }",
        ])
    }

    private mutating func value() -> String {
        pick([
            "1", "-1", "1.5", "nil", "true", "\"a\"", "\"\"", "[]", "[:]", ".a", ".init()", "A()", "A.B(c: 1, .d)",
            "[1, 2]", "[\"a\": 1]", "[Int]()", "[String: [Int]]()", "Cache<Int, A.B>()", "a.b", "(1)", "(1, a: \"b\")",
            "A.self", "#function", "A.init(b)", "[A()]", "[.a, .b,]", "a",
        ])
    }

    // MARK: Types of values

    mutating func type(depth: Int = 0) -> String {
        func inner() -> String { type(depth: depth + 1) }
        guard depth < 3 else { return pick(["Int", "Self", "Any", "A.B", "T?"]) }
        return switch Int.random(in: 0..<26, using: &random) {
        case 0: "[\(inner())]"
        case 1: "[\(inner()): \(inner())]"
        case 2: "[\(inner()) : \(inner())]?"
        case 3: "Result<\(inner()), \(inner())>"
        case 4: "A<\(inner())>.B"
        case 5: "(\(inner()), \(inner()))"
        case 6: "(a: \(inner()), _ b: \(inner()))"
        case 7: "(\(inner())) -> \(inner())"
        case 8: "@escaping (_ a: \(inner()), inout \(inner())) async throws -> \(inner())"
        case 9: "@Sendable (\(inner())...) throws(E) -> \(inner())"
        case 10: "(\(functionType()))?"
        case 11: "any P & Q"
        case 12: "some Sequence<\(inner())>"
        case 13: "(any P)?"
        case 14: "any P.Type"
        case 15: "A.Protocol"
        case 16: "(repeat each T)"
        case 17: "Swift.Array<\(inner())>!"
        case 18: "@MainActor @Sendable () -> Void"
        case 19: "@convention(c) (Int) -> Int"
        case 20: "()"
        case 21: "`A`.`B`"
        default: pick(["Int", "String?", "Self", "Any", "Void", "Int??", "any P", "T.Element"])
        }
    }

    private mutating func functionType() -> String { pick(["() -> Void", "(Int) async -> Void", "(A, b: B) -> C"]) }

    // MARK: Damage

    /// Changes the text at one position.
    mutating func damage(_ text: String) -> String {
        var pieces = Self.pieces(of: text)
        guard pieces.count > 1 else { return text }
        let index = Int.random(in: 0..<pieces.count, using: &random)
        let other = Int.random(in: 0..<pieces.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: pieces.remove(at: index)
        case 1: pieces.insert(pieces[other], at: index)
        case 2: pieces.swapAt(index, other)
        case 3, 4: pieces.insert(pick(Self.tokens), at: index)
        case 5: pieces[index] = pick(Self.tokens)
        case 6: pieces.insert(pick(Self.spaces), at: index)
        default:
            var bytes = Array(text.utf8)
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = Array(pick(Self.tokens).utf8)[0]
            return String(decoding: bytes, as: UTF8.self)
        }
        return pieces.joined()
    }

    /// Words, signs and runs of white space.
    private static func pieces(of text: String) -> [String] {
        var pieces: [String] = []
        var wasWord = false
        for character in text {
            let isWord = character.isLetter || character.isNumber || character == "_"
            if isWord, wasWord { pieces[pieces.count - 1].append(character) } else { pieces.append(String(character)) }
            wasWord = isWord
        }
        return pieces
    }

    private static let spaces = ["\n", " ", "\n\n", "/* a */", "// a\n", "\t", "\r\n", "/* \n */", " \n "]

    private static let tokens = [
        "{", "}", "(", ")", "[", "]", "<", ">", ",", ":", ";", ".", "@", "#", "=", "==", "->", "?", "!", "&", "~",
        "...",
        "-", "*", "/", "\"", "`", "'", "\\", "$0", "_", "1", "1.5", "\"a\"", "::", "&&", "+", "%", "..", "é", "\u{0}",
        "import", "protocol", "class", "struct", "enum", "extension", "typealias", "func", "init", "deinit", "var",
        "let",
        "subscript", "associatedtype", "where", "throws", "rethrows", "inout", "repeat", "nil", "true", "self", "Self",
        "Any", "static", "public", "private", "as", "is", "in", "case", "operator", "default", "try", "throw", "super",
        "actor", "async", "some", "any", "each", "get", "set", "final", "willSet", "didSet", "_read", "_modify",
        "mutating", "nonmutating", "nonisolated", "unowned", "open", "override", "prefix", "lazy", "weak", "package",
        "borrowing", "consuming", "isolated", "sending", "__owned", "_const", "Type", "Protocol", "await", "macro",
        "of",
        "reasync", "unsafe", "using", "copy", "consume", "then", "yield", "discard", "dependsOn", "_", "T", "x", "Int",
        "@A", "@escaping", "@Sendable", "@objc", "@available", "#x", "#if A\n", "\n#endif\n", "\n#else\n", "#if", "()",
        "{}", "{0}", "[]", ".self", ".Type", "(set)", "(unsafe)", "<T>", "-> Int", ": Int", "= 1", "= .a", "{ get }",
    ]
}
