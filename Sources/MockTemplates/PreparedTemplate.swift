internal import MockGeneration
internal import MockModel
internal import Stencil

/// A template that was checked and parsed. Nodes are never changed, and all that a rendering changes is its own.
struct PreparedTemplate: @unchecked Sendable {  // The engine's nodes are classes without state.
    private let source: TemplateSource
    private let includes: [String: String]
    private let extensions: [Extension]
    private let nodes: [any NodeType]

    init(_ source: TemplateSource) throws(TemplateProblem) {
        self.source = source
        var includes: [String: String] = [:]
        for (name, file) in source.includes.sorted(by: { $0.key < $1.key }) {
            includes[name] = try TemplateCheck.prepare(file)
        }
        self.includes = includes
        extensions = FilterRegistry.extensions()
        let text = try TemplateCheck.prepare(source.template)
        let environment = Environment(extensions: extensions)
        let template = Template(templateString: text, environment: environment)
        do {
            nodes = try TokenParser(tokens: template.tokens, environment: environment).parse()
        } catch {
            throw Self.problem(error, source)
        }
    }

    func render(_ types: [TemplateInput], _ lookup: any DeclarationLookup) throws(TemplateProblem) -> String {
        let scope = TemplateScope(lookup)
        defer { scope.removeAll() }
        let seen = TemplateTypes(types.map { $0.type(in: scope) })
        let files = IncludedFiles(includes)
        let environment = Environment(loader: files, extensions: extensions)
        files.environment = environment
        let context = Context(
            dictionary: [
                "types": seen, "type": seen.byName, "functions": [Any](),
                "argument": source.arguments.mapValues(\.any),
                RenderState.key: RenderState(types: types.count), IncludedFiles.key: files,
            ], environment: environment)
        do {
            return try renderNodes(nodes, context)
        } catch {
            throw Self.problem(error, source)
        }
    }

    private static func problem(_ error: any Error, _ source: TemplateSource) -> TemplateProblem {
        guard let error = error as? TemplateSyntaxError else {
            return TemplateProblem(path: source.template.path, position: nil, message: "\(error)")
        }
        // The innermost tag counts, which may be in an included file.
        let token = error.token ?? error.stackTrace.last
        let file = token?.sourceMap.filename.flatMap { source.includes[$0] } ?? source.template
        return TemplateProblem(
            path: file.path, position: token.flatMap { position(of: $0, in: file) }, message: error.text)
    }

    /// The position of the first tag with the token's text: the engine's own is wrong where lines repeat.
    private static func position(of token: Token, in file: TemplateSource.File) -> SourcePosition? {
        let tags = TemplateScanner.tags(in: file.text)
        if let tag = tags.first(where: { $0.normalizedContents == token.contents }) { return tag.position }
        // For a filter the engine names the part of the tag.
        return tags.first { $0.normalizedContents.contains(token.contents) }?.position
    }
}

extension TemplateSyntaxError {
    /// The reason as a part of a sentence, without a full stop.
    fileprivate var text: String {
        let sentences = reason.split(separator: ". Found similar filters: ")
        if sentences.count == 2 {
            let names = sentences[1].hasSuffix(".") ? sentences[1].dropLast() : sentences[1]
            return "\(sentences[0].prefix(1).lowercased())\(sentences[0].dropFirst()); did you mean \(names)?"
        }
        let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        return reason.prefix(1).lowercased() + reason.dropFirst()
    }
}

extension TemplateInput {
    fileprivate func type(in scope: TemplateScope) -> TemplateType {
        switch self {
        case .declared(let located): return scope.type(located)
        case .resolved(let resolved):
            // Requirements of the standard library's protocols are no part of the project.
            let members = resolved.members.filter { !$0.origin.isBuiltIn }.map {
                TemplateType.Member(
                    declaration: $0.member, located: $0.origin.located, index: $0.origin.memberIndex)
            }
            let type = TemplateType(resolved.type, members: members, scope)
            scope.add(type)
            return type
        }
    }
}
