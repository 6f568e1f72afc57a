internal import Stencil

/// The files that a template includes, each parsed at its first use in a rendering.
final class IncludedFiles: Loader {
    /// The name under which tags find the files; no template can spell it.
    static let key = "mockd files"
    /// `extends` loads a file anew for each template that extends another one.
    private static let mostLoads = 100

    private let texts: [String: String]
    private var parsed: [String: [any NodeType]] = [:]
    private var loads = 0
    /// The environment with all tags and filters.
    var environment = Environment()

    /// - Parameter texts: the prepared texts by the names in the tags.
    init(_ texts: [String: String]) { self.texts = texts }

    func nodes(of name: String) throws -> [any NodeType] {
        if let nodes = parsed[name] { return nodes }
        let template = try template(name, environment)
        let nodes = try TokenParser(tokens: template.tokens, environment: environment).parse()
        parsed[name] = nodes
        return nodes
    }

    func loadTemplate(name: String, environment: Environment) throws -> Template {
        loads += 1
        guard loads <= Self.mostLoads else {
            throw templateFailure("templates extend each other more than \(Self.mostLoads) times")
        }
        return try template(name, environment)
    }

    private func template(_ name: String, _ environment: Environment) throws -> Template {
        guard let text = texts[name] else {
            throw templateFailure(
                "there is no file '\(name)' beside the template; write the name of a file in quotes, as it is below the template's folder"
            )
        }
        return Template(templateString: text, environment: environment, name: name)
    }
}
