internal import MockGeneration
internal import MockModel

/// A template that was checked and compiled. All that a rendering changes is its own.
struct PreparedTemplate: Sendable {
    private let source: TemplateSource
    private let program: TemplateProgram

    init(_ source: TemplateSource) throws(TemplateProblem) {
        self.source = source
        program = try TemplateProgram(source)
    }

    func render(_ types: [TemplateInput], _ lookup: any DeclarationLookup) throws(TemplateProblem) -> String {
        let scope = TemplateScope(lookup)
        defer { scope.removeAll() }
        let seen = TemplateTypes(types.map { $0.type(in: scope) })
        var rendering = Rendering(program, types: types.count)
        let values: [String: RenderValue] = [
            "types": .object(seen), "type": .mapping(seen.byName), "functions": .list([]),
            "argument": .mapping(source.arguments.mapValues { RenderValue($0) }),
        ]
        for (name, value) in values {
            if let number = program.names.number(of: name) { rendering.scope.set(number, value) }
        }
        do {
            try program.main.run(&rendering)
        } catch {
            throw TemplateProblem(error, source)
        }
        return String(decoding: rendering.output, as: UTF8.self)
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
