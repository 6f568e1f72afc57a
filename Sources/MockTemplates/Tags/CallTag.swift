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
        let count = min(macro.parameters.count, arguments.count)
        let values = try arguments[..<count].map { try $0.value(in: &rendering) }
        let key = rendering.memory.isUsable ? MacroMemory.Key(macro, values) : nil
        if let key, let text = rendering.memory[key] {
            try rendering.spend(bytes: text.count)
            rendering.output += text
            return
        }
        let start = rendering.output.count
        let isOwn = try run(macro, values, &rendering)
        try rendering.spend(bytes: rendering.output.count - start)
        if let key, isOwn, rendering.jump == nil {
            rendering.memory.remember(rendering.output[start...], for: key, values)
        }
    }

    /// Returns true if the text depends on the arguments only.
    private func run(_ macro: Macro, _ values: [RenderValue], _ rendering: inout Rendering) throws -> Bool {
        let caller = rendering.memory.begin()
        rendering.scope.open()
        defer { rendering.scope.close() }
        for (parameter, value) in zip(macro.parameters, values) where !value.isNone {
            // A name without a value shows that of the caller.
            rendering.set(parameter, value)
        }
        try rendering.nested { try macro.body.run(&$0) }
        return rendering.memory.end(caller, level: rendering.scope.level)
    }
}
