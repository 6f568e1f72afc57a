/// Reads the words of a condition. An operator binds its operands the tighter, the larger its rank is.
struct ConditionParser {
    private static let ranks = [
        "in": 5, "or": 6, "and": 7, "==": 10, "!=": 10, ">": 10, ">=": 10, "<": 10, "<=": 10,
    ]
    private static let rankOfNot = 8

    private let words: [String]
    private let compiler: TemplateCompiler
    private var position = 0

    /// Returns `nil` if the words are no condition.
    static func parse(_ words: [String], _ compiler: TemplateCompiler) -> Condition? {
        var parser = ConditionParser(words: words, compiler: compiler)
        guard let condition = parser.condition(above: 0), parser.position == words.count else { return nil }
        return condition
    }

    private init(words: [String], compiler: TemplateCompiler) {
        self.words = words
        self.compiler = compiler
    }

    private mutating func next() -> String? {
        guard position < words.count else { return nil }
        defer { position += 1 }
        return words[position]
    }

    private mutating func condition(above rank: Int) -> Condition? {
        guard let word = next(), var left = operand(word) else { return nil }
        while position < words.count, let own = Self.ranks[words[position]], own > rank {
            let name = words[position]
            position += 1
            guard let right = condition(above: own) else { return nil }
            left = Self.condition(name, left, right)
        }
        return left
    }

    private mutating func operand(_ word: String) -> Condition? {
        switch word {
        case "not": return condition(above: Self.rankOfNot).map { .not($0) }
        case "(":
            guard let inner = condition(above: 0), next() == ")" else { return nil }
            return inner
        case ")": return nil
        default: return Self.ranks[word] == nil ? .value(Operand(word, compiler)) : nil
        }
    }

    private static func condition(_ name: String, _ left: Condition, _ right: Condition) -> Condition {
        switch name {
        case "in": .contained(left, right)
        case "or": .or(left, right)
        case "and": .and(left, right)
        case "==": .equal(left, right)
        case "!=": .unequal(left, right)
        default: .compare(Condition.Comparison(rawValue: name) ?? .less, left, right)
        }
    }
}
