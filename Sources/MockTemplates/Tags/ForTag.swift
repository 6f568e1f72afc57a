internal import Stencil

/// `for name in values where condition`, with the part behind `empty` for no values.
struct ForTag: TemplateStep {
    private let label: String?
    private let loop: Int
    /// The numbers of the names; `nil` for `_`.
    private let names: [Int?]
    private let values: Operand
    private let condition: Condition?
    private let body: StepSequence
    private let emptyBody: StepSequence?

    static func parse(
        _ compiler: TemplateCompiler, _ parser: TokenParser, _ token: Token
    ) throws -> any TemplateStep {
        var words = token.components
        var label: String?
        if let first = words.first, first.hasSuffix(":") {
            label = String(first.dropLast())
            words.removeFirst()
        }
        guard words.count >= 4, words[2] == "in", words.count == 4 || words.count > 5 && words[4] == "where" else {
            throw TemplateFailure("write a loop as 'for name in values' or 'for name in values where condition'")
        }
        let names = words[1].split(separator: ",").map { String($0.trimming { $0 == " " }) }
        let numbers = names.map { $0 == "_" && names.count > 1 ? nil : compiler.bind($0) }
        let values = try values(words[3], compiler, parser, token)
        let condition = words.count > 4 ? try compiler.condition(words[5...], parser, token) : nil
        let body = try compiler.stepsOfLoop(parser, upTo: "endfor", "empty")
        guard let end = parser.nextToken() else { throw TemplateFailure("'for' is not closed") }
        var emptyBody: StepSequence?
        if end.contents == "empty" {
            emptyBody = try compiler.steps(parser, upTo: "endfor")
            _ = parser.nextToken()
        }
        return ForTag(
            label: label, loop: compiler.bind("forloop"), names: numbers, values: values, condition: condition,
            body: body, emptyBody: emptyBody)
    }

    private static func values(
        _ word: String, _ compiler: TemplateCompiler, _ parser: TokenParser, _ token: Token
    ) throws -> Operand {
        if word.contains("\"") || word.contains("'") { return Operand(try compiler.chain(word, parser, token)) }
        return try compiler.operand(word, parser, token)
    }

    func run(_ rendering: inout Rendering) throws {
        var elements = try elements(&rendering)
        if let condition {
            elements = try elements.filter { element in
                try rendering.spend()
                rendering.scope.open()
                defer { rendering.scope.close() }
                try bind(element, &rendering)
                return try condition.holds(in: &rendering)
            }
        }
        guard !elements.isEmpty else { return try rendering.inner { try emptyBody?.run(&$0) } }
        let outer = rendering.loops.last
        // Elements see the labels of the loops around this one, which may be those of a macro's caller.
        if outer?.labelled.isEmpty == false { _ = rendering.value(of: loop) }
        for (index, element) in elements.enumerated() {
            let state = LoopState(index, of: elements.count, label: label, inside: outer)
            rendering.loops.append(state)
            defer { rendering.loops.removeLast() }
            let start = rendering.output.count
            try rendering.inner { rendering in
                rendering.set(loop, .object(state))
                try bind(element, &rendering)
                try body.run(&rendering)
            }
            try rendering.spend(bytes: rendering.output.count - start)
            if let jump = rendering.jump {
                guard jump.isFor(state) else { return }
                rendering.jump = nil
                if jump.ends { return }
            }
        }
    }

    private func bind(_ element: RenderValue, _ rendering: inout Rendering) throws {
        guard names.count > 1 else {
            if let name = names.first ?? nil { rendering.set(name, element) }
            return
        }
        guard case .object(let object) = element, let pair = object as? KeyAndValue else {
            throw TemplateFailure("a loop with several names needs a mapping behind 'in'")
        }
        for (name, value) in zip(names, [.text(pair.key), pair.value]) {
            if let name { rendering.set(name, value) }
        }
    }

    /// An element of a mapping.
    private final class KeyAndValue: ModelObject {
        let key: String
        let value: RenderValue

        init(_ key: String, _ value: RenderValue) {
            self.key = key
            self.value = value
        }

        func value(of property: PropertyName) -> RenderValue {
            switch property.known {
            case .key: .text(key)
            case .value: value
            default: .none
            }
        }
    }

    private func elements(_ rendering: inout Rendering) throws -> [RenderValue] {
        switch try values.value(in: &rendering) {
        case .list(let list): list
        case .mapping(let mapping):
            mapping.sorted { $0.key < $1.key }.map { .object(KeyAndValue($0.key, $0.value)) }
        default: []
        }
    }
}
