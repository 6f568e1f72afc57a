internal import MockGeneration
internal import MockModel
internal import MockParsing
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
    /// The names that were looked up for it, with the file that declares them; those without a declaration are marked.
    package var dependsOn: [String] = []
}

extension Engine {
    /// Explains a type, a mock, a source or an output by its name or path; `nil` when the project knows none such.
    package func explain(_ question: String) -> EngineExplanation? {
        WorkerThreads.onDeepStack { [self] in
            explainType(question) ?? explainFile(DiskPath(project.absolutePath(of: question)))
        }
    }

    private func explainType(_ name: String) -> EngineExplanation? {
        let simpleName = name.split(separator: ".").last.map(String.init) ?? name
        let declared = index.types(named: simpleName).filter { Self.names(of: $0).contains(name) }
        let found = declared.first { $0.mockName != nil } ?? declared.first ?? typeMocked(by: name)
        guard let found else { return nil }
        let path = DiskPath(project.absolutePath(of: found.path))
        guard let record = sources[path] else { return nil }
        guard let mock = found.mockName, let place = record.output, let output = outputs[place] else {
            return unmocked(found, record)
        }
        return mocked(found, mock, place, output)
    }

    private static func names(of located: LocatedType) -> [String] {
        [located.declaration.name, located.declaration.qualifiedName, located.mockName].compactMap(\.self)
    }

    private func typeMocked(by mock: String) -> LocatedType? {
        let outputs = outputs.filter { $0.value.mocks.contains(mock) }.sorted { $0.key < $1.key }
        return outputs.lazy.flatMap(\.value.sources).flatMap(index.located).first { $0.mockName == mock }
    }

    private func mocked(
        _ located: LocatedType, _ mock: String, _ path: DiskPath, _ output: OutputRecord
    ) -> EngineExplanation {
        let lookup = settling.lookup
        var resolver = TypeResolver(
            located, mockName: mock, lookup: lookup, standardLibrary: StandardLibrary.file,
            foundation: StandardLibrary.foundation)
        _ = resolver.resolve()
        var details = ["the output is \(output.state.rawValue)"]
        if !output.reason.isEmpty { details.append("its text is what it is since \(output.reason)") }
        return EngineExplanation(
            name: mock, subject: .mock,
            summary: "\(mock) mocks \(located.declaration.qualifiedName) of \(located.module)",
            source: located.path, output: project.displayPath(of: path),
            details: details + output.diagnostics.map(\.description),
            dependsOn: lookup.names.sorted().compactMap { name in
                let found = index.types(named: name)
                guard !found.isEmpty || !RuntimeNames.contains(name) else { return nil }
                return found.isEmpty ? "\(name) (not found)" : "\(name) (\(found[0].path))"
            })
    }

    private func unmocked(_ located: LocatedType, _ record: SourceRecord) -> EngineExplanation {
        let name = located.declaration.qualifiedName
        return EngineExplanation(
            name: name, subject: .type, summary: "\(name) has no mock: \(obstacle(located, record))",
            source: located.path)
    }

    private func obstacle(_ located: LocatedType, _ record: SourceRecord) -> String {
        let module = project.modules[record.module]
        if module.output == nil {
            return "no test target depends on its module \(module.name), so its mocks would have no place"
        }
        if located.declaration.kind == .typealias { return "it is a typealias; ask for a mock of what it stands for" }
        return "nothing asks for a mock; write '/// @mockable' on the line above it"
    }

    private func explainFile(_ path: DiskPath) -> EngineExplanation? {
        if let output = outputs[path] { return explain(output, at: path) }
        guard let record = sources[path] else { return nil }
        let display = project.displayPath(of: path)
        let mocks = index.located(in: path).compactMap(\.mockName)
        return EngineExplanation(
            name: display, subject: .source,
            summary: mocks.isEmpty
                ? "read for its declarations; nothing in it asks for a mock"
                : "declares \(mocks.count) mocked type\(mocks.count == 1 ? "" : "s")",
            source: display, output: record.output.map(project.displayPath),
            details: mocks + record.diagnostics.map(\.description))
    }

    private func explain(_ output: OutputRecord, at path: DiskPath) -> EngineExplanation {
        let names = output.sources.map(project.displayPath)
        let reason = output.reason.isEmpty ? [] : ["its text is what it is since \(output.reason)"]
        return EngineExplanation(
            name: project.displayPath(of: path), subject: .output,
            summary: "generated from \(names.joined(separator: ", ")); it is \(output.state.rawValue)",
            source: names.first, output: project.displayPath(of: path),
            details: zip(output.mocks, output.types).map { "\($0) mocks \($1)" } + reason)
    }
}
