internal import MockGeneration
internal import MockModel

// Explaining mocks that a template prints.
extension Engine {
    /// Returns the type whose mock has the name in a template's output.
    func type(printedAs mock: String) -> LocatedType? {
        for (_, output) in outputs.records.sorted(byPath: \.key)
        where project.modules[output.module].settings.template != nil {
            guard let index = output.mocks.texts.firstIndex(of: mock) else { continue }
            let type = output.types.texts[index]
            let types = output.sources.lazy.flatMap(sources.index.located)
            return types.first { $0.declaration.qualifiedName == type }
        }
        return nil
    }

    /// Explains a type that a template sees.
    func printed(
        _ located: LocatedType, _ template: String, _ path: DiskPath, _ output: OutputRecord
    ) -> EngineExplanation {
        if let problem = sources.index.located(output.diagnostics).first(where: { $0.code == "template" }) {
            return unmocked(located, because: "its template cannot be rendered: \(problem)")
        }
        let type = located.declaration.qualifiedName
        guard let index = output.types.texts.firstIndex(of: type) else {
            return unmocked(located, because: "the template \(template) chooses its types itself, and not this one")
        }
        let (resolver, _) = updater().resolve(located, located.mockName ?? type, in: output)
        let mock = output.mocks.texts[index]
        return EngineExplanation(
            name: mock, subject: .mock, summary: "\(mock) mocks \(type) of \(located.module)", source: located.path,
            output: project.displayPath(of: path),
            details: ["the template \(template) prints it"] + history(of: output)
                + errors(in: located).map(\.description),
            dependsOn: dependencies(resolver) { _ in false })
    }
}
