internal import Stencil

/// `call name argument…`: the text of a macro.
struct CallTag: TemplateStep {
    private let name: Lookup
    private let written: String
    private let arguments: [Operand]

    static func parse(
        _ compiler: TemplateCompiler, _ parser: TokenParser, _ token: Token
    ) throws -> any TemplateStep {
        let words = token.components
        guard words.count > 1 else { throw TemplateFailure("a call needs the name of a macro: 'call name argument'") }
        let arguments = try words[2...].map { try compiler.operand($0, parser, token) }
        return CallTag(name: Lookup(words[1], compiler), written: words[1], arguments: arguments)
    }

    func run(_ rendering: inout Rendering) throws {
        guard case .macro(let macro) = try name.value(in: &rendering) else {
            throw TemplateFailure("there is no macro '\(written)' above this call")
        }
        let first = rendering.arguments.count
        defer { rendering.arguments.removeLast(rendering.arguments.count - first) }
        for argument in arguments.prefix(macro.parameters.count) {
            let value = try argument.value(in: &rendering)
            rendering.arguments.append(value)
        }
        if let text = rendering.memory.text(of: macro, rendering.arguments, from: first) {
            try rendering.spend(bytes: text.count)
            rendering.output += text
            return
        }
        let start = rendering.output.count
        let isOwn = try run(macro, argumentsFrom: first, &rendering)
        try rendering.spend(bytes: rendering.output.count - start)
        if isOwn, rendering.jump == nil {
            rendering.memory.keep(rendering.output[start...], of: macro, rendering.arguments[first...])
        }
    }

    /// Returns true if the text depends on the arguments only.
    private func run(_ macro: Macro, argumentsFrom first: Int, _ rendering: inout Rendering) throws -> Bool {
        let caller = rendering.memory.begin()
        rendering.scope.open()
        defer { rendering.scope.close() }
        for (parameter, index) in zip(macro.parameters, first..<rendering.arguments.count) {
            let value = rendering.arguments[index]
            // A name without a value shows that of the caller.
            if !value.isNone { rendering.set(parameter, value) }
        }
        try rendering.nested { try macro.body.run(&$0) }
        return rendering.memory.end(caller, level: rendering.scope.level)
    }
}
