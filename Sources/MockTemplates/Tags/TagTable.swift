internal import Stencil

/// The tags of templates.
///
/// The engine's own are replaced, too: they end the process, or never end themselves, for some arguments, and they
/// would render with the engine.
enum TagTable {
    static func tags(for compiler: TemplateCompiler) -> Extension {
        let all = Extension()
        func add(_ name: String, _ parse: @escaping (TemplateCompiler, TokenParser, Token) throws -> any TemplateStep) {
            all.registerTag(name) { parser, token in StepNode(any: try parse(compiler, parser, token), token) }
        }
        add("for", ForTag.parse)
        add("break", JumpTag.parse)
        add("continue", JumpTag.parse)
        add("if", IfTag.parse)
        add("ifnot", IfTag.parseNegated)
        add("macro", MacroTag.parse)
        add("call", CallTag.parse)
        add("set", SetTag.parse)
        add("include", IncludeTag.parse(keepsNames: false))
        add("import", IncludeTag.parse(keepsNames: true))
        add("extends", ExtendsTag.parse)
        add("block", BlockTag.parse)
        add("filter", FilterTag.parse)
        add("newline") { _, _, _ in TextStep("\n") }
        // The engine asks for the names only.
        for name in FilterTable.all.keys { all.registerFilter(name) { (_: Any?, _: [Any?]) in nil } }
        return all
    }
}
