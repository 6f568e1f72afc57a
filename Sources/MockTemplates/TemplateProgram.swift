internal import MockModel

/// A template and its included files, checked, parsed and compiled.
///
/// Stencil reads the texts, and knows which tags and filters there are. It does not render: for each value it splits a
/// path, searches a stack of dictionaries and tries a row of casts, which took thirty times as long as these steps.
struct TemplateProgram: Sendable {
    let names: NameNumbers
    /// The number of macros.
    let macros: Int
    let main: StepSequence
    private let includes: [String: Result<StepSequence, TemplateProblem>]

    init(_ source: TemplateSource) throws(TemplateProblem) {
        let compiler = TemplateCompiler(source)
        let files = source.includes.sorted { $0.key < $1.key }
        for (_, file) in files { try TemplateCheck.check(file) }
        try TemplateCheck.check(source.template)
        main = try compiler.compile(source.template.text, name: nil)
        var includes: [String: Result<StepSequence, TemplateProblem>] = [:]
        for (name, file) in files {
            // A broken file matters as soon as a tag includes it.
            includes[name] = Result { () throws(TemplateProblem) in try compiler.compile(file.text, name: name) }
        }
        self.includes = includes
        names = compiler.names
        macros = compiler.macros
    }

    /// Returns the steps of an included file.
    func steps(of name: String) throws -> StepSequence {
        guard let steps = includes[name] else {
            throw TemplateFailure(
                "there is no file '\(name)' beside the template, or it is a link out of the project; write the name of a file in quotes, as it is below the template's folder"
            )
        }
        return try steps.get()
    }
}
