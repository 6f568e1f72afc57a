internal import MockGeneration
internal import MockParsing

// Lines for a test: one pastes them and changes what should differ. They compile as they are; those that need a value or a
// type of the test are comments.
extension ShownMock {
    /// Returns a stub and a verification for each member; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - interface: the declarations of the mock.
    ///   - words: the style's expressions for the mock.
    ///   - needsValues: true if the mock's initializers have parameters.
    static func examples(
        of mock: String, _ interface: GeneratedInterface, _ words: StyleInterface, needsValues: Bool
    ) -> Section? {
        let examples = interface.sections.flatMap { section in
            words.receivers[section.type].map { receiver in
                lines(for: section.members, receiver.replacing("{mock}", with: mock))
            } ?? []
        }
        guard !examples.isEmpty, let own = interface.sections.first(where: { $0.type == mock }) else { return nil }
        // The types of a generic mock and the values of an initializer are for the test to choose.
        let creation = mock + typeParameters(of: own, mock) + (needsValues ? "(…)" : "()")
        let effects = own.members.first { $0.name == "init()" }?.declaration.split(separator: " ") ?? []
        let prefix =
            (effects.contains { $0.hasPrefix("throws") } ? "try " : "") + (effects.contains("async") ? "await " : "")
        return Section(title: "let mock = \(prefix)\(creation)", declarations: examples)
    }

    /// `<Thing, Other>` for `final class MockShelf<Thing: Sendable, Other>: …`.
    private static func typeParameters(of section: GeneratedInterface.Section, _ mock: String) -> String {
        guard let start = section.declaration.firstRange(of: "\(mock)<")?.upperBound else { return "" }
        var depth = 1
        let clause = section.declaration[start...].prefix { character in
            depth += character == "<" ? 1 : character == ">" ? -1 : 0
            return depth > 0
        }
        let names = clause.parts(separatedBy: ",").map { $0.drop { $0 == " " }.prefix { $0 != ":" } }
        return "<\(names.joined(separator: ", "))>"
    }

    private static func lines(for members: [GeneratedInterface.Member], _ receiver: String) -> [String] {
        // A declaration in several branches of `#if` is one; they are taken for all that there are.
        var seen: Set<GeneratedInterface.Clause> = []
        let clauses = members.compactMap(\.clause).filter { seen.insert($0).inserted }
        let conditions = Dictionary(
            members.compactMap { member in member.clause.map { ($0, member.condition) } },
            uniquingKeysWith: { _, _ in nil })
        let counts = Dictionary(clauses.map { ($0.expression, 1) }, uniquingKeysWith: +)
        let countsWithTypes = Dictionary(clauses.map { ($0.expressionWithTypes, 1) }, uniquingKeysWith: +)
        func pair(for clause: GeneratedInterface.Clause) -> [String] {
            guard clause.typeParameters.isEmpty else { return generic(clause, receiver) }
            let isOverloaded = counts[clause.expression] != 1
            let expression = isOverloaded ? clause.expressionWithTypes : clause.expression
            // Overloads that differ in their results alone.
            let suffix =
                isOverloaded && countsWithTypes[expression] != 1 ? ".returning(\(clause.resultMetatype))" : ""
            let verification = "verify(\(receiver))\(expression)\(suffix).wasCalled()"
            if clause.isSetter || clause.expression.hasPrefix(".initialize(") { return [verification] }
            return [stub("given(\(receiver))\(expression)\(suffix)", returning: clause.result), verification]
        }
        return clauses.flatMap { clause -> [String] in
            let lines = pair(for: clause)
            guard let condition = conditions[clause] ?? nil else { return lines }
            return lines.map { ($0.hasPrefix("//") ? $0 : "// \($0)") + "  #if \(condition)" }
        }
    }

    /// Returns comments: the test puts its types in the place of the parameters' names.
    private static func generic(_ clause: GeneratedInterface.Clause, _ receiver: String) -> [String] {
        let expression = clause.expression + (clause.needsResult ? ".returning(\(clause.resultMetatype))" : "")
        let value = simpleValues[clause.result] ?? "…"
        let types = clause.typeParameters.joined(separator: " and ")
        return [
            "// given(\(receiver))\(expression).willReturn(\(value))  with your type for \(types)",
            "// verify(\(receiver))\(expression).wasCalled()",
        ]
    }

    /// Returns a stub; a comment if no value of the result is known, for a test chooses one.
    private static func stub(_ clause: String, returning type: String) -> String {
        guard let value = value(of: type) else { return "// \(clause).willReturn(…)  a value of type \(type)" }
        return "\(clause).willReturn(\(value))"
    }

    private static let simpleValues = [
        "Void": "", "()": "", "Bool": "true", "Int": "1", "Double": "1.5", "Float": "1.5", "String": "\"text\"",
    ]

    private static func value(of type: String) -> String? {
        if let value = simpleValues[type] { return value }
        // A closure, or a type with one in it.
        if type.contains("->") { return nil }
        if type.hasSuffix("?") { return "nil" }
        let inner = type.dropFirst().dropLast()
        switch (type.first, type.last) {
        case ("[", "]"): return inner.parts(separatedBy: ":").count > 1 ? "[:]" : "[]"
        case ("(", ")"):
            let elements = inner.parts(separatedBy: ",")
            let values = elements.compactMap { element in
                let type = element.parts(separatedBy: ":").last ?? element
                return value(of: String(type.drop { $0 == " " }))
            }
            return values.count == elements.count ? "(\(values.joined(separator: ", ")))" : nil
        default: return nil
        }
    }
}

extension Substring {
    /// The parts between separators that stand outside of brackets.
    fileprivate func parts(separatedBy separator: Character) -> [Substring] {
        var depth = 0
        return split(omittingEmptySubsequences: false) { character in
            if "([<".contains(character) { depth += 1 }
            if ")]>".contains(character) { depth -= 1 }
            return depth == 0 && character == separator
        }
    }
}
