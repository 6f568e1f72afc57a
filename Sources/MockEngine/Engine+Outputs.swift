internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

// From declarations to the disk: which outputs there are, resolving, rendering, writing, removing.
extension Engine {
    /// Recomputes which outputs there are; returns those that have to be generated.
    mutating func layOutputs(_ pass: inout Pass) -> Set<FilePath> {
        guard !pass.touchedSources.isEmpty || pass.looksAtEveryOutput else { return [] }
        let assignment = assignOutputs()
        var stale: Set<FilePath> = []
        for (path, sources) in assignment {
            let module = self.sources[sources[0]]?.module ?? 0
            if outputs[path]?.sources != sources || outputs[path]?.module != module {
                outputs[path] = OutputRecord(module: module, sources: sources)
                stale.insert(path)
            } else if sources.contains(where: pass.touchedSources.contains) {
                stale.insert(path)
            }
        }
        for path in Set(outputs.keys).subtracting(assignment.keys) { drop(path, &pass) }
        return stale
    }

    private func assignOutputs() -> [FilePath: [FilePath]] {
        var assignment: [FilePath: [FilePath]] = [:]
        var inFolders: [OutputLayout.Source] = []
        for (path, record) in sources where declaresMocks(record) {
            switch project.modules[record.module].output {
            case .file(let file): assignment[file, default: []].append(path)
            case .folder(let folder):
                let target = project.modules[record.module].outputTarget.name ?? folder.string
                inFolders.append(OutputLayout.Source(path: path, folder: folder, target: target))
            case nil: break
            }
        }
        for (source, output) in OutputLayout(inFolders).paths { assignment[output, default: []].append(source) }
        return assignment.mapValues { $0.sorted { $0.string < $1.string } }
    }

    func declaresMocks(_ record: SourceRecord) -> Bool {
        located(record).contains { $0.mockName != nil }
    }

    private mutating func drop(_ path: FilePath, _ pass: inout Pass) {
        guard let record = outputs.removeValue(forKey: path) else { return }
        problems[path] = nil
        for name in record.dependencies { dependents[name]?.remove(path) }
        pass.touchedOutputs.insert(path)
    }

    // MARK: Generating

    mutating func regenerate(_ path: FilePath, _ pass: inout Pass) {
        guard var record = outputs[path] else { return }
        progress.didStep()
        let module = project.modules[record.module]
        var resolved: [ResolvedType] = []
        var names: Set<String> = []
        record.compiledModules = []
        let imports = record.sources.compactMap { sources[$0] }.filter(declaresMocks).flatMap(\.file.imports)
        let outputModules = Set(imports.map(\.module) + module.imports)
        for located in record.sources.compactMap({ sources[$0] }).flatMap(located) {
            guard let mockName = located.mockName else { continue }
            var resolver = TypeResolver(
                located, mockName: mockName, lookup: recordingLookup, standardLibrary: StandardLibrary.file,
                foundation: StandardLibrary.foundation, importsModule: module.importStyle != .none,
                outputModules: outputModules)
            resolved.append(resolver.resolve())
            names.formUnion(resolver.lookup.names)
            record.compiledModules.formUnion(resolver.lookup.compiledModules)
            pass.report.work.resolved += 1
        }
        depend(path, on: names, record: &record)
        if resolved != record.resolved || record.text == nil {
            record.resolved = resolved
            render(&record, module: module, &pass)
        }
        outputs[path] = record
        problems[path] = record.diagnostics.isEmpty ? nil : record.diagnostics
        write(path, &pass)
    }

    var recordingLookup: RecordingLookup {
        RecordingLookup(index, interfaces: interfaces, sourceModules: Set(project.modules.map(\.name)))
    }

    private mutating func depend(_ path: FilePath, on names: Set<String>, record: inout OutputRecord) {
        for name in record.dependencies.subtracting(names) { dependents[name]?.remove(path) }
        for name in names.subtracting(record.dependencies) { dependents[name, default: []].insert(path) }
        record.dependencies = names
    }

    private func render(_ record: inout OutputRecord, module: Module, _ pass: inout Pass) {
        var plans: [MockPlan] = []
        var imports: [ImportDeclaration] = []
        var importAccess: AccessLevel?
        var mentioned: Set<ImportDeclaration> = []
        var groups: [String] = []
        var taken: Set<String> = []
        record.diagnostics = []
        for resolved in record.resolved {
            pass.report.work.rendered += 1
            var planner = MockPlanner(resolved, options: module.mockOptions)
            let (plan, found) = planner.plan()
            record.diagnostics += found.map { diagnostic($0, for: resolved, in: module) }
            guard let plan else { continue }
            guard taken.insert(Self.identity(plan)).inserted else {
                record.diagnostics.append(duplicate(resolved))
                continue
            }
            plans.append(plan)
            imports += resolved.imports
            let level = module.importAccess(for: resolved.type.imports)
            if plan.access == level.map({ "\($0.keyword) " }) {
                importAccess = level
                mentioned.formUnion(resolved.mentionedImports)
            }
            let attributes = resolved.declaration.attributes + resolved.members.flatMap(\.member.attributes)
            groups += attributes.filter { $0.hasPrefix("@_spi(") }
        }
        record.mockCount = plans.count
        record.text =
            plans.isEmpty
            ? ""
            : FileRenderer(
                sources: record.sources.compactMap { sources[$0]?.displayPath }, module: module.name,
                moduleImport: module.moduleImport, extraImports: module.imports, imports: imports,
                interfaceGroups: groups, plans: plans, importAccess: importAccess, mentionedImports: mentioned
            ).render()
    }

    /// Equal names are no conflict under different conditions.
    private static func identity(_ plan: MockPlan) -> String {
        (plan.conditions + plan.namespace + [plan.name]).joined(separator: "\u{0}")
    }

    // MARK: Messages

    private func duplicate(_ resolved: ResolvedType) -> Diagnostic {
        Diagnostic(
            path: resolved.type.path, position: position(resolved.type.path, resolved.declaration, nil),
            severity: .error,
            message:
                "a second mock would be called '\(resolved.mockName)'; give this one another name: @mockable(override: name = …)",
            code: "duplicate-mock")
    }

    private func diagnostic(_ found: PlanDiagnostic, for resolved: ResolvedType, in module: Module) -> Diagnostic {
        let isAsked = resolved.declaration.asksForMock
        // What a compiled module or the standard library declares has no place that the user could look at.
        let origin = found.origin.flatMap { sources[project.absolutePath(of: $0.path)] == nil ? nil : $0 }
        let path = origin?.path ?? resolved.type.path
        var type = resolved.declaration
        if let origin {
            let declared = sources[project.absolutePath(of: origin.path)]?.file.types ?? []
            type = declared.first { $0.qualifiedName == origin.type && $0.conditions == origin.conditions } ?? type
        }
        return Diagnostic(
            path: path, position: position(path, type, origin?.memberIndex),
            severity: isAsked || found.severity == .note ? found.severity : .warning, message: found.message,
            code: found.code)
    }

    private func position(_ displayPath: String, _ type: TypeDeclaration, _ member: Int?) -> SourcePosition? {
        guard let record = sources[project.absolutePath(of: displayPath)],
            let index = record.file.types.firstIndex(of: type)
        else { return nil }
        return member.flatMap { record.positions.position(ofMember: $0, inType: index) }
            ?? record.positions.position(ofType: index)
    }
}
