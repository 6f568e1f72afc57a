internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

/// The text of one output, and what there is to say about it.
struct FileRendering {
    private(set) var text = ""
    private(set) var diagnostics: [Diagnostic] = []
    /// The types that it mocks, and the names of their mocks.
    private(set) var types: [String] = []
    private(set) var mocks: [String] = []
    var mockCount: Int { mocks.count }

    private let index: DeclarationIndex

    init(_ resolved: [ResolvedType], of record: OutputRecord, index: DeclarationIndex, workers: WorkerThreads) {
        self.index = index
        let module = index.project.modules[record.module]
        var plans: [MockPlan] = []
        var imports: [ImportDeclaration] = []
        var importAccess: AccessLevel?
        var mentioned: Set<ImportDeclaration> = []
        var groups: [String] = []
        var taken: Set<String> = []
        let planned = workers.mapRuns(of: resolved.count) { [options = module.mockOptions] range in
            resolved[range].map { resolved in
                var planner = MockPlanner(resolved, options: options)
                return planner.plan()
            }
        }
        for (resolved, (plan, found)) in zip(resolved, planned.joined()) {
            diagnostics += found.map { diagnostic($0, for: resolved, in: module) }
            guard let plan else { continue }
            guard taken.insert(Self.identity(plan)).inserted else {
                diagnostics.append(duplicate(resolved))
                continue
            }
            plans.append(plan)
            types.append(resolved.declaration.qualifiedName)
            mocks.append(resolved.mockName)
            imports += resolved.imports
            let level = module.importAccess(for: resolved.type.imports)
            if plan.access == level.map({ "\($0.keyword) " }) {
                importAccess = level
                mentioned.formUnion(resolved.mentionedImports)
            }
            let attributes = resolved.declaration.attributes + resolved.members.flatMap(\.member.attributes)
            groups += attributes.filter { $0.hasPrefix("@_spi(") } + resolved.interfaceGroups
        }
        guard !plans.isEmpty else { return }
        text =
            FileRenderer(
                sources: record.sources.map(index.project.displayPath), module: module.name,
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
        let origin = found.origin.flatMap { record(of: $0.path) == nil ? nil : $0 }
        let path = origin?.path ?? resolved.type.path
        var type = resolved.declaration
        if let origin {
            let declared = record(of: origin.path)?.file.file.types ?? []
            type = declared.first { $0.qualifiedName == origin.type && $0.conditions == origin.conditions } ?? type
        }
        return Diagnostic(
            path: path, position: position(path, type, origin?.memberIndex),
            severity: isAsked || found.severity == .note ? found.severity : .warning, message: found.message,
            code: found.code)
    }

    private func position(_ displayPath: String, _ type: TypeDeclaration, _ member: Int?) -> SourcePosition? {
        guard let record = record(of: displayPath), let index = record.file.file.types.firstIndex(of: type) else {
            return nil
        }
        let positions = record.positions.positions
        return member.flatMap { positions.position(ofMember: $0, inType: index) } ?? positions.position(ofType: index)
    }

    private func record(of displayPath: String) -> SourceRecord? {
        index.sources[DiskPath(index.project.absolutePath(of: displayPath))]
    }
}
