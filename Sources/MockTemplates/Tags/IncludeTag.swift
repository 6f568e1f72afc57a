internal import Stencil

/// `include "file"` renders another file in a scope of its own; `import "file"` keeps its macros.
struct IncludeTag: TemplateStep {
    private let name: Lookup
    private let written: String
    /// The name of a mapping whose entries become names in the file.
    private let entries: Int?
    private let keepsNames: Bool

    static func parse(
        keepsNames: Bool
    ) -> (TemplateCompiler, TokenParser, Token) throws -> any TemplateStep {
        { compiler, _, token in
            let words = token.components
            guard words.count == 2 || words.count == 3 else {
                throw TemplateFailure("'\(words.first ?? "include")' takes the name of a file in quotes")
            }
            if words.count == 3 { compiler.bindAny() }
            return IncludeTag(
                name: Lookup(words[1], compiler), written: words[1],
                entries: words.count == 3 ? compiler.number(of: words[2]) : nil, keepsNames: keepsNames)
        }
    }

    func run(_ rendering: inout Rendering) throws {
        guard case .text(let name) = try name.value(in: &rendering) else {
            throw TemplateFailure("'\(written)' is no name of a file")
        }
        let steps = try rendering.program.steps(of: name)
        try rendering.nested { rendering in
            if keepsNames { return try steps.run(&rendering) }
            let entries = entries.map { rendering.value(of: $0) }
            try rendering.inner { rendering in
                if case .mapping(let entries)? = entries {
                    // A name that has no number is one that no tag asks for.
                    for (name, value) in entries {
                        if let number = rendering.program.names.number(of: name) { rendering.set(number, value) }
                    }
                }
                try steps.run(&rendering)
            }
        }
    }
}
