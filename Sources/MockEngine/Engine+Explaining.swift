internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import MockTemplates
internal import SystemPackage

/// The reason why something is generated, or is not.
package struct EngineExplanation: Hashable, Sendable {
    package enum Subject: String, Hashable, Sendable {
        case mock, type, source, output
        /// A file that exists and is not read.
        case ignored
    }

    package var name: String
    package var subject: Subject
    /// One sentence.
    package var summary: String
    package var source: String?
    package var output: String?
    package var details: [String] = []
    /// The names that were looked up for it, in order.
    package var dependsOn: [Dependency] = []

    package struct Dependency: Hashable, Sendable {
        package var name: String
        /// The path of the file that declares it; `nil` if the project has no such declaration.
        package var path: String?
    }
}

extension Engine {
    /// Explains a type, a mock, a source or an output by its name or path; `nil` if there is none.
    package func explain(_ question: String) -> EngineExplanation? {
        WorkerThreads.onDeepStack { [self] in
            explainPossibleSeam(
                question,
                explainType(question) ?? explainFile(DiskPath(project.absolutePath(of: question)))
                    ?? explainUnreadType(question))
        }
    }

    // MARK: Types

    private func explainType(_ name: String) -> EngineExplanation? {
        let simpleName = name.split(separator: ".").last.map(String.init) ?? name
        let answer = sources.index.answer(for: simpleName)
        let declared = (answer.types + answer.requests).filter { Self.names(of: $0).contains(name) }
        let candidates = declared.isEmpty ? types(inSourcesWithMocks: name) : declared
        // Several types may ask for a mock of one name, and a mock of only one of them is made.
        let asking = candidates.filter { $0.mockName != nil }.compactMap(explain)
        if let explanation = asking.first(where: { $0.subject == .mock }) ?? asking.first { return explanation }
        let found = candidates.first { $0.declaration.seam != nil } ?? candidates.first ?? type(printedAs: name)
        return found.flatMap(explain)
    }

    private func explain(_ found: LocatedType) -> EngineExplanation? {
        let path = DiskPath(project.absolutePath(of: found.path))
        guard let record = sources[path] else { return nil }
        if let seam = found.declaration.seam { return explainSeam(seam, of: found, path) }
        guard let mock = found.mockName, let outputPath = record.output, let output = outputs[outputPath] else {
            return unmocked(found, because: obstacle(found, record))
        }
        return mocked(found, mock, outputPath, output)
    }

    private func explainSeam(_ seam: String, of request: LocatedType, _ path: DiskPath) -> EngineExplanation {
        let name = request.declaration.qualifiedName
        let file = path.folder.appending(SeamMaker.fileName)
        let state = outputs.state(of: file)?.rawValue ?? OutputState.missing.rawValue
        return EngineExplanation(
            name: name, subject: .type, summary: "\(name) has the seam \(seam), whose mock is asked for in its file",
            source: request.path, output: project.displayPath(of: file),
            details: ["its file is \(state)"] + diagnostics(in: file).map(\.description))
    }

    private static func names(of located: LocatedType) -> [String] {
        [located.declaration.name, located.declaration.qualifiedName, located.mockName].compactMap(\.self)
    }

    /// Looks up the name of a mock, or of a type in the sources of tests, which no lookup of other mocks finds.
    private func types(inSourcesWithMocks name: String) -> [LocatedType] {
        let paths = sources.records.filter { $0.value.output != nil }.keys.sorted()
        return paths.flatMap { sources.index.located(in: $0).filter { Self.names(of: $0).contains(name) } }
    }

    private func mocked(
        _ located: LocatedType, _ mock: String, _ path: DiskPath, _ output: OutputRecord
    ) -> EngineExplanation {
        guard updater().quarantined(output).isEmpty else {
            return unmocked(located, because: Quarantine.message(.making))
        }
        if let template = project.modules[output.module].settings.template {
            return printed(located, template.source.template.path, path, output)
        }
        let (resolver, resolved) = updater().resolve(located, mock, in: output)
        let rendered = RenderedMock(resolved, in: project.modules[output.module], index: sources.index)
        guard rendered.text != nil else {
            let reasons = rendered.diagnostics.map { "\($0.message) [\($0.code)]" }
            return unmocked(located, because: reasons.joined(separator: "; "))
        }
        let diagnostics = output.diagnostics.filter { known in
            rendered.diagnostics.contains { $0.message == known.message && $0.code == known.code }
        }
        let ownNames = project.modules[output.module].style(of: located.declaration).names.used
        return EngineExplanation(
            name: mock, subject: .mock,
            summary:
                "\(mock) mocks \(located.declaration.qualifiedName) of \(resolved.extended?.module ?? located.module)",
            source: located.path, output: project.displayPath(of: path),
            details: spelling(of: resolved, in: project.modules[output.module]) + history(of: output)
                + sources.index.located(diagnostics).map(\.description) + errors(in: located).map(\.description),
            dependsOn: dependencies(resolver) { ownNames.contains($0) })
    }

    /// Returns the names that were looked up for a mock.
    ///
    /// - Parameter isOwn: True for names that the mock's code brings.
    func dependencies(_ resolver: TypeResolver, except isOwn: (String) -> Bool) -> [EngineExplanation.Dependency] {
        resolver.usedNames().sorted { $0.key < $1.key }.compactMap { name, used in
            if let used { return used.isCompiled ? nil : .init(name: name, path: used.path) }
            if project.modules.contains(where: { $0.name == name }) { return nil }
            return isOwn(name) ? nil : .init(name: name)
        }
    }

    /// Returns the errors because of which a source is broken, so that its mocks are earlier ones.
    func errors(in located: LocatedType) -> [Diagnostic] {
        let path = DiskPath(project.absolutePath(of: located.path))
        guard sources[path]?.isBroken == true else { return [] }
        return problems[path].filter { $0.severity == .error }
    }

    /// The order of a generic mock's parameters, which neither the type's declaration nor a parent's shows.
    private func spelling(of resolved: ResolvedType, in module: Module) -> [String] {
        let planner = ConformancePlanner(
            resolved, names: module.style(of: resolved.declaration).names, options: module.mockOptions)
        guard let (use, declaration) = planner.genericSpellings else { return [] }
        let isSimple = use.hasPrefix(declaration)
        return [isSimple ? "write it as \(use)" : "write it as \(use); it is declared as \(declaration)"]
    }

    func unmocked(_ located: LocatedType, because reason: String) -> EngineExplanation {
        let name = located.declaration.qualifiedName
        return EngineExplanation(
            name: name, subject: .type, summary: "\(name) has no mock: \(reason)", source: located.path)
    }

    private func obstacle(_ located: LocatedType, _ record: SourceRecord) -> String {
        misspelling(above: located, record) ?? obstacle(located.declaration, in: project.modules[record.module])
    }

    /// Returns the warning about an annotation in the three lines above a type.
    private func misspelling(above located: LocatedType, _ record: SourceRecord) -> String? {
        let index = record.file.file.types.firstIndex {
            $0.qualifiedName == located.declaration.qualifiedName && $0.conditions == located.declaration.conditions
        }
        guard let line = index.flatMap({ record.positions.positions.position(ofType: $0) })?.line else { return nil }
        let warning = problems[DiskPath(project.absolutePath(of: located.path))].last { problem in
            problem.code == "annotation-spelling" && (problem.position.map { 0...3 ~= line - $0.line } ?? false)
        }
        return warning.map { "\($0.message) (line \($0.position?.line ?? line))" }
    }

    /// Returns the reason why a type has no mock, and a way to get one.
    func obstacle(_ type: TypeDeclaration, in module: Module) -> String {
        if module.output == nil, !SwiftText.isModuleName(module.name) {
            return "'\(module.name)' is no name in Swift, so no file of mocks can import its module; rename the target"
        }
        switch type.kind {
        case .typealias: return "it is a typealias; ask for a mock of its target"
        case .struct, .enum, .actor: return "mockd mocks protocols and classes; mock a protocol in its place"
        case .protocol, .class, .extension: break
        }
        if type.access < .internal {
            return "it is \(type.access.keyword), and a generated mock cannot see it; make it internal"
        }
        if type.kind == .class, type.modifiers.contains("final") {
            return "it is final, and no mock can inherit from it; mock a protocol in its place"
        }
        if module.output != nil { return "nothing asks for a mock; write '/// @mockable' on the line above it" }
        if module.isReadForNames { return "its module \(module.name) holds mocks and is not mocked itself" }
        if module.hasMocksOfBuild, let reason = project.origins[reasonForOutputOf: module] { return reason }
        let reason =
            module.lacksTests
            ? "no test target depends on its module \(module.name), so its mocks would have no place"
            : "its module \(module.name) is read for others and has no mocks"
        guard type.kind == .protocol, type.access >= .public else {
            let addition = module.lacksTests ? "add a test target, or " : ""
            return "\(reason); \(addition)give the module an output in .mockd.yml"
        }
        let name = type.qualifiedName
        return
            "\(reason); ask for one in a module that has tests: /// @mockable above extension \(name) {}"
    }

    func history(of output: OutputRecord) -> [String] {
        let module = project.modules[output.module]
        let key = "modules.\(module.name).output"
        let place =
            project.origins[reasonForOutputOf: module].map { "it is there because \($0)" }
            ?? project.origins[key].map { "its place is set in \($0)" }
        let causes = output.state == .conflict ? [] : output.cause.texts
        return [condition(of: output)]
            + causes.map { "it was last rewritten because \($0) changed" } + [place].compactMap(\.self)
    }

    /// A file of mocks that is as it should be is still an earlier one while its source is broken.
    private func condition(of output: OutputRecord) -> String {
        let isBroken = output.state == .current && output.sources.contains { sources[$0]?.isBroken == true }
        return isBroken
            ? "its source is broken, so its file is the last good one" : output.state.sentence
    }

    // MARK: Files

    private func explainFile(_ path: DiskPath) -> EngineExplanation? {
        if let output = outputs[path], output.isExpected { return explain(output, at: path) }
        if let matchers = outputs.matcherFiles[path] { return explain(matchers: matchers, at: path) }
        guard let record = sources[path], outputs.state(of: path) != .stray else {
            return explainUnread(path) ?? explainIgnored(path)
        }
        let display = project.displayPath(of: path)
        let mocks = mocked(in: path).compactMap(\.mockName)
        return EngineExplanation(
            name: display, subject: .source,
            summary: summary(of: record, mocks),
            source: display, output: mocks.isEmpty ? nil : record.output.map(project.displayPath),
            details: mocks + diagnostics(in: path).map(\.description))
    }

    private func summary(of record: SourceRecord, _ mocks: [String]) -> String {
        if sources.isReadForNames(record.module), mocks.isEmpty {
            return "read for the names of its types, which mocks beside it see first"
        }
        if mocks.isEmpty { return "read for its declarations; nothing in it gets a mock" }
        return "declares \(mocks.count) mocked type\(mocks.count == 1 ? "" : "s")"
    }

    private func explain(_ output: OutputRecord, at path: DiskPath) -> EngineExplanation {
        let names = output.sources.map(project.displayPath)
        return EngineExplanation(
            name: project.displayPath(of: path), subject: .output,
            summary: "generated from \(names.joined(separator: ", "))",
            source: names.first, output: project.displayPath(of: path),
            details: zip(output.mocks.texts, output.types.texts).map { "\($0) mocks \($1)" } + history(of: output))
    }

    private func explain(matchers output: OutputRecord, at path: DiskPath) -> EngineExplanation {
        let names = output.sources.map(project.displayPath)
        return EngineExplanation(
            name: project.displayPath(of: path), subject: .output,
            summary: "generated for mocks from \(names.joined(separator: ", "))",
            output: project.displayPath(of: path),
            details: typesWithMatchers(in: path).map(TypeMatchers.sentence) + history(of: output))
    }

    private func explainUnread(_ path: DiskPath) -> EngineExplanation? {
        guard sources.unread.contains(path) else { return nil }
        let display = project.displayPath(of: path)
        return EngineExplanation(
            name: display, subject: .source, summary: "cannot be read, so its declarations are unknown",
            source: display, details: problems[path].map(\.description))
    }

    private func explainIgnored(_ path: DiskPath) -> EngineExplanation? {
        guard fileSystem.signature(of: path.filePath) != nil else { return nil }
        return EngineExplanation(
            name: project.displayPath(of: path), subject: .ignored, summary: "not read: \(reasonToIgnore(path))")
    }

    private func reasonToIgnore(_ path: DiskPath) -> String {
        if project.configurationFiles.contains(path.filePath) { return "it describes the project" }
        switch outputs.state(of: path) {
        case .stray: return "mockd made it earlier, and no mock belongs here any more; delete it"
        case .orphaned: return "it is a mock that is no longer asked for, and that was edited"
        default: break
        }
        let membership = sources.membership
        if membership.isOutputPath(path) { return "it is in a folder of mocks" }
        guard SourceFileName.isSource(path.name.utf8) else { return "it is no Swift source" }
        let inner = innerProject(of: path, below: [DiskPath(project.root)])
        for (number, module) in project.modules.enumerated() {
            guard let root = membership.roots(of: number).first(where: path.isInside) else { continue }
            if let inner, inner != root, inner.isInside(root), membership.leavesOutInnerProjects(number) { break }
            if membership.excludes(path, in: number) { return "'exclude' of the module \(module.name) leaves it out" }
            if !membership.active.contains(number) {
                return "it is part of \(module.name), which no source with mocks imports"
            }
            let folders = path.folder.below(root)?.split(separator: "/") ?? []
            guard let ignored = folders.first(where: { ModuleMembership.isIgnored($0.utf8) }) else {
                return "it is behind a link to a folder that \(module.name) reads at another path"
            }
            return ignored.hasPrefix(".")
                ? "it is in a folder whose name begins with a dot"
                : "'\(ignored)' is a document, and SwiftPM compiles nothing in it"
        }
        if let inner {
            return "it belongs to the project in \(project.displayPath(of: inner)); ask about it from there"
        }
        return "it is part of no module; 'mockctl config' lists those that are known, with their sources"
    }
}

extension OutputState {
    fileprivate var sentence: String {
        switch self {
        case .conflict: "a file that mockd did not make is in its place, and is left alone"
        case .edited: "its file was edited by hand, and is left alone"
        case .failed: "its file cannot be written"
        default: "its file is \(rawValue)"
        }
    }
}
