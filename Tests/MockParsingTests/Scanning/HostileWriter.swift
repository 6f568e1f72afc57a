/// Writes Swift, nearly always valid, in which the ends of things are hard to find.
struct HostileWriter {
    var random: SeededGenerator
    /// The number of protocols that the file declares where mocks can see them.
    private(set) var protocols = 0
    private var depth = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func file() -> String {
        let count = Int.random(in: 1...6, using: &random)
        let declarations = (0..<count).map { _ in declaration(isMember: false) }
        protocols += 1
        return (declarations + ["protocol Last {}\n"]).joined(
            separator: pick(["\n", "\n\n", "\r\n", "\n// }\n", "\n/* { */\n"]))
    }

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    private mutating func declaration(isMember: Bool) -> String {
        depth += 1
        defer { depth -= 1 }
        let kind = Int.random(in: 0..<(depth > 4 ? 5 : 9), using: &random)
        switch kind {
        case 0: return "\(comment())\(isMember ? "func" : "func") f\(effects())(\(parameters())) {\(body())}"
        case 1: return "\(attribute())var v: Int {\(body())}"
        case 2:
            let values = ["static let s = S(\(expression()))", "public static var t: Self { get {\(body())} }"]
            return pick(["var w = \(expression())", "let r = 1..."] + (isMember ? values : []))
        case 3:
            protocols += 1
            return
                "\(comment())\(attribute())public protocol P\(protocols): Q { func g(_ a: Int\(comment(inline: true))) ; var `b`: Int { get } }"
        case 4:
            return "typealias A\(isMember ? "" : "<T>") = (Int) -> \(pick(["Void", "[Int]", "@Sendable () -> Int"]))"
        case 5:
            return
                "\(comment())\(pick(["struct S", "enum E", "actor A", "extension X.Y", "indirect enum N", "class C", "final class D"])) {\n\(members())\n}"
        case 6:
            return
                "#if \(pick(["A", "os(Linux) && !B", "swift(>=5.0)"]))\n\(declaration(isMember: isMember))\n#else\n\(declaration(isMember: isMember))\n#endif"
        case 7:
            return
                "\(attribute())class K\(comment(inline: true)): L {\n\(members())\nvar o: Int = 1 { didSet {\(body())} }\nvar p: Int { get {\(body())} set {\(body())} }\n}"
        default: return "#m(\(expression())) {\(body())}"
        }
    }

    private mutating func members() -> String {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in declaration(isMember: true) }.joined(separator: "\n")
    }

    private mutating func effects() -> String { pick(["", "<T>", "<T: Equatable>"]) }

    private mutating func parameters() -> String {
        pick(["", "a: Int", "_ a: Int = \(expression())", "a: () -> Void = {\(body())}", "a: [Int: String]"])
    }

    private mutating func attribute() -> String {
        pick(["", "@A ", "@A.B(c: \(expression())) ", "@available(macOS 12, *)\n", "@G<Int>(1) ", "public "])
    }

    private mutating func comment(inline: Bool = false) -> String {
        let block = pick(["", "/* } */", "/* /* \" */ { */", "/***/"])
        return inline ? block : pick([block, "// } \" /*\n", "/// protocol P {\n", "/** ' */\n"])
    }

    private mutating func body() -> String {
        depth += 1
        defer { depth -= 1 }
        let statements = (0..<Int.random(in: 0...3, using: &random)).map { _ in statement() }
        return statements.isEmpty ? " " : "\n" + statements.joined(separator: "\n") + "\n"
    }

    private mutating func statement() -> String {
        guard depth < 7 else { return "a()" }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return "if a {\(body())} else {\(body())}"
        case 1: return "let x = \(expression())"
        case 2: return "\(comment())f(\(expression()))"
        case 3: return "return \(expression())"
        case 4: return "#if A\nf {\(body())}\n#endif"
        case 5: return "protocol Local {}"
        case 6: return "switch a { case .b: f(); default: break }"
        default: return "`default`.init(\(expression()))"
        }
    }

    private mutating func expression() -> String {
        depth += 1
        defer { depth -= 1 }
        guard depth < 8 else { return "1" }
        return pick([
            "\"}\"", "\"\\\"{\"", "\"\\(\(inline()))}\"", "#\"\\(\"}\"#", "##\"\"# \\##(\(inline())) {\"##", "#\"\"\"#",
            "\"\"\"\n  } \"\" \\(\(inline()))\n  \"\"\"", "#\"\"\"\n  } \"\"\"\n  \"\"\"#", "/[/}]+/", "(/a b}/)",
            "#/}/#", "#/\n  {\n/#", "a / b", "(a) / (b)", "a/b", "f(a / b, c / d)", "[1, /}/]", "a.b(/\\}/)",
            "{ (x: Int) in\(body())}", "[\"a\": { \"}\" }]", "`a b`", "\\A.b", "a < b && c > d", "x ? y : z", "-1.5e3",
            "/* } */ 1", "try? /}x/", "$0 + $1", "A<B>(c)", "\"\\u{7D}\" + \"'\"",
        ])
    }

    private mutating func inline() -> String {
        depth += 1
        defer { depth -= 1 }
        guard depth < 8 else { return "1" }
        return pick([
            "a", "\"}\"", "f(\")\")", "[1, 2].map { \"\\($0)}\" }", "\"\\(\(inline()))\"", "(a) / b",
            "a ? \"b\" : \"\"",
        ])
    }

    // MARK: Damage

    mutating func damage(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let start = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 1...8, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0..<bytes.count, using: &random))
        case 2: bytes.insert(contentsOf: Array(pick(Self.tokens).utf8), at: start)
        default: bytes[start] = pick(Array("{}()[]\"'`/#\\*<>@;:,. \n\u{0}aA".utf8))
        }
    }

    static let tokens = [
        "{", "}", "(", ")", "[", "]", "\"", "\"\"\"", "#\"", "\"#", "'", "`", "/", "//", "/*", "*/", "#if A\n",
        "#else\n",
        "#endif\n", "#", "\\", "\\(", "<", ">", "->", "=", ":", ";", ",", ".", "@", "@A", "&", "?", "!", "\n", " ",
        "protocol",
        "class", "struct", "enum", "extension", "actor", "typealias", "import", "func", "init", "var", "let", "case",
        "some",
        "where", "public", "final", "open", "static", "get", "set", "if", "else", "x", "Int", "1", "<#a#>", "\u{0}",
        "é",
    ]
}
