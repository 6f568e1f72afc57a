internal import MockGeneration
internal import MockModel
internal import MockParsing

/// The declarations that a mock offers to tests.
package struct ShownMock: Hashable, Sendable {
    package struct Section: Hashable, Sendable {
        /// The mock's declaration, or the expressions that lead to the members.
        package var title: String
        package var declarations: [String]
    }

    package var explanation: EngineExplanation
    package var sections: [Section]
}

extension Engine {
    /// Returns the interface of a mock by its name or its type's, as its file on the disk declares it; `nil` if there
    /// is none.
    ///
    /// Reading the file gives the truth for every style and template: tests are compiled with it.
    package func show(_ question: String) -> ShownMock? {
        WorkerThreads.onDeepStack { [self] in
            guard let explanation = explain(question), explanation.subject == .mock, let output = explanation.output
            else { return nil }
            let path = DiskPath(project.absolutePath(of: output))
            guard let record = outputs[path], let text = try? fileSystem.contents(of: path.filePath),
                let interface = GeneratedInterface.read(text, of: explanation.name)
            else { return nil }
            let type = type(of: explanation.name, in: record)
            let module = project.modules[record.module]
            let words = (type.map { module.style(of: $0.declaration) } ?? module.style).interface
            let sections = interface.sections.map { section in
                ShownMock.Section(
                    title: words.usage[section.type]?.replacing("{mock}", with: explanation.name)
                        ?? section.declaration,
                    declarations: section.members.filter { !words.hidden.contains($0.name) }.map { member in
                        member.declaration + (member.condition.map { "  // #if \($0)" } ?? "")
                    })
            }
            let examples = ShownMock.examples(
                of: explanation.name, interface, words, needsValues: type?.declaration.needsValues ?? false)
            return ShownMock(
                explanation: explanation,
                sections: sections.filter { !$0.declarations.isEmpty } + [examples].compactMap(\.self))
        }
    }

    private func type(of mock: String, in output: OutputRecord) -> LocatedType? {
        output.sources.lazy.flatMap(sources.index.located).first { $0.mockName == mock }
    }
}

extension TypeDeclaration {
    /// True for a class whose every initializer has parameters; those of its mock are the same.
    fileprivate var needsValues: Bool {
        guard kind == .class else { return false }
        let counts = members.compactMap { member -> Int? in
            guard case .initializer = member.kind else { return nil }
            return member.parameters.count
        }
        return !counts.isEmpty && !counts.contains(0)
    }
}
