/// The name of a member in generated code: `fetch(id:)`, `name`, `name =`, `load(id:) (Int) -> String`.
///
/// The label of a parameter pack ends in dots, as in `all(_...:)`: its values are consecutive elements of the argument
/// list. The label of an argument that is not recorded and that the clause has a matcher for ends in `!`, as in
/// `run(block!:)`. Of two members with the same name and arguments, the asynchronous one has `async` behind its name.
struct MemberName {
    let base: String
    /// `nil` for an argument without a label.
    let labels: [String?]
    let isSetter: Bool
    let hasParentheses: Bool
    /// True if one parameter can have any number of values.
    let hasPack: Bool
    /// For each label, true if the clause has a matcher for the argument although it is not recorded.
    let isAlwaysMatched: [Bool]
    /// True if a clause selects the member by `.async`.
    let isAsyncOverload: Bool

    /// The member with its labels, without the part that distinguishes overloads.
    var signature: String {
        let labels = labels.map { "\($0 ?? "_"):" }.joined()
        return "\(base)\(hasParentheses ? "(\(labels))" : "")\(isAsyncOverload ? " async" : "")\(isSetter ? " =" : "")"
    }

    init(_ text: String) {
        isSetter = text.hasSuffix(" =")
        let name = isSetter ? text.dropLast(2) : text[...]
        guard let open = name.firstIndex(of: "("), let close = name[open...].firstIndex(of: ")") else {
            base = String(name)
            labels = []
            hasParentheses = false
            hasPack = false
            isAlwaysMatched = []
            isAsyncOverload = false
            return
        }
        base = String(name[..<open])
        let labels = name[name.index(after: open)..<close].split(separator: ":")
        hasPack = labels.contains { $0.hasSuffix("...") }
        self.labels = labels.map { label in
            let word = label.hasSuffix("...") ? label.dropLast(3) : label.hasSuffix("!") ? label.dropLast() : label
            return word == "_" ? nil : String(word)
        }
        isAlwaysMatched = labels.map { $0.hasSuffix("!") }
        isAsyncOverload = name[close...].hasPrefix(") async ")
        hasParentheses = true
    }

    /// The call in source form, for example `fetch(id: 3)`, `await fetch(id: 3)` for an asynchronous overload,
    /// `name = "Bob"`, `subscript(3) = "x"`.
    func call(_ arguments: [String]) -> String {
        if isAsyncOverload { return "await \(withParentheses(arguments))" }
        guard isSetter, let value = arguments.last else { return withParentheses(arguments) }
        return "\(withParentheses(arguments.dropLast())) = \(value)"
    }

    /// The expected call in source form, for example `fetch(id: 3)`; a clause for any types has no rules.
    func call(_ rules: ArgumentRules) -> String {
        let texts = rules.descriptions
        return call(texts.isEmpty ? Array(repeating: "any", count: parameterCount) : texts)
    }

    /// The number of parameters, including a setter's new value.
    var parameterCount: Int { labels.count + (isSetter ? 1 : 0) }

    /// The expression that stubs the member for any arguments.
    ///
    /// - Parameter argumentsType: the type of the recorded arguments, which tells what the clause has no matcher for.
    func stub(of mock: String, argumentsType: Any.Type) -> String {
        let elements = ArgumentLayout(of: argumentsType, isSingle: parameterCount == 1).elements
        let matchers = labels.indices.compactMap { index -> String? in
            if elements.count == parameterCount, !isAlwaysMatched[index],
                elements[index].type is any UnrecordedArgument.Type
            {
                return nil
            }
            return labels[index].map { "\($0): .any" } ?? ".any"
        }
        let open = (matchers + (isAsyncOverload ? [".async"] : [])).joined(separator: ", ")
        let mock = "given(\(mock))"
        switch base {
        case "subscript": return isSetter ? "\(mock)[\(open), set: .any]" : "\(mock)[\(open)]"
        case "init": return "\(mock).initialize(\(open))"
        default: break
        }
        if isSetter { return "\(mock).\(base)(set: .any)" }
        return hasParentheses ? "\(mock).\(base)(\(open))" : "\(mock).\(base)"
    }

    private func withParentheses(_ arguments: some Collection<String>) -> String {
        guard hasParentheses else { return base }
        let parts = arguments.enumerated().map { index, text in
            guard index < labels.count, let label = labels[index] else { return text }
            return "\(label): \(text)"
        }
        return "\(base)(\(parts.joined(separator: ", ")))"
    }
}
