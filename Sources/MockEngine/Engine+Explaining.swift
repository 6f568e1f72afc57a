internal import MockGeneration
internal import MockModel
internal import SystemPackage

/// Why something is, or is not, generated.
package struct EngineExplanation: Hashable, Sendable {
    package enum Subject: String, Hashable, Sendable {
        case mock, type, source, output
    }

    package var name: String
    package var subject: Subject
    /// One sentence.
    package var summary: String
    package var source: String?
    package var output: String?
    package var details: [String] = []
    /// The names that were looked up for it; those without a declaration are marked.
    package var dependsOn: [String] = []
}

extension Engine {
    /// Explains a type, a mock, a source or an output by its name or path; `nil` when the project knows none such.
    package func explain(_ question: String) -> EngineExplanation? {
        explainType(question) ?? explainFile(project.absolutePath(of: question))
    }

    private func explainType(_ name: String) -> EngineExplanation? {
        for (path, record) in sources.sorted(by: { $0.key.string < $1.key.string }) {
            for located in located(record) where Self.names(of: located).contains(name) {
                guard let mock = located.mockName else { return unmocked(located, record) }
                guard let output = outputs.first(where: { $0.value.sources.contains(path) }) else { return nil }
                return mocked(located, mock, output.key, output.value)
            }
        }
        return nil
    }

    private static func names(of located: LocatedType) -> [String] {
        [located.declaration.name, located.declaration.qualifiedName, located.mockName].compactMap(\.self)
    }

    private func mocked(
        _ located: LocatedType, _ mock: String, _ path: FilePath, _ output: OutputRecord
    ) -> EngineExplanation {
        var lookup = TypeResolver(located, mockName: mock, lookup: recordingLookup)
        _ = lookup.resolve()
        return EngineExplanation(
            name: mock, subject: .mock,
            summary: "\(mock) mocks \(located.declaration.qualifiedName) of \(located.module)",
            source: located.path, output: project.displayPath(of: path),
            details: ["the output is \(output.state.rawValue)"] + output.diagnostics.map(\.description),
            dependsOn: lookup.lookup.names.sorted().compactMap { name in
                let found = index.types(named: name)
                guard !found.isEmpty || !RuntimeNames.contains(name) else { return nil }
                return found.isEmpty ? "\(name) (not found)" : "\(name) (\(found[0].path))"
            })
    }

    private func unmocked(_ located: LocatedType, _ record: SourceRecord) -> EngineExplanation {
        let name = located.declaration.qualifiedName
        let module = project.modules[record.module]
        let reason =
            module.output == nil
            ? "no test target depends on its module \(module.name), so its mocks would have no place"
            : "nothing asks for a mock; write '/// @mockable' on the line above it"
        return EngineExplanation(
            name: name, subject: .type, summary: "\(name) has no mock: \(reason)", source: located.path)
    }

    private func explainFile(_ path: FilePath) -> EngineExplanation? {
        if let output = outputs[path] {
            let names = output.sources.compactMap { sources[$0]?.displayPath }
            return EngineExplanation(
                name: project.displayPath(of: path), subject: .output,
                summary: "generated from \(names.joined(separator: ", ")); it is \(output.state.rawValue)",
                source: names.first, output: project.displayPath(of: path),
                details: output.resolved.map { "\($0.mockName) mocks \($0.declaration.qualifiedName)" })
        }
        guard let record = sources[path] else { return nil }
        let mocks = located(record).compactMap(\.mockName)
        return EngineExplanation(
            name: record.displayPath, subject: .source,
            summary: mocks.isEmpty
                ? "read for its declarations; nothing in it asks for a mock"
                : "declares \(mocks.count) mocked types",
            source: record.displayPath,
            output: outputs.first { $0.value.sources.contains(path) }.map { project.displayPath(of: $0.key) },
            details: mocks + record.diagnostics.map(\.description))
    }
}
