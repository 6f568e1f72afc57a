internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

/// The text of one output, and what there is to say about it.
struct FileRendering {
    private(set) var text = ""
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var mockCount = 0

    private let index: DeclarationIndex

    init(_ resolved: [ResolvedType], of record: OutputRecord, index: DeclarationIndex) {
        self.index = index
        let module = index.project.modules[record.module]
        var plans: [MockPlan] = []
        var imports: [ImportDeclaration] = []
        var groups: [String] = []
        var taken: Set<String> = []
        for resolved in resolved {
            var planner = MockPlanner(resolved, options: module.mockOptions)
            let (plan, found) = planner.plan()
            diagnostics += found.map { diagnostic($0, for: resolved, in: module) }
            guard let plan else { continue }
            guard taken.insert(Self.identity(plan)).inserted else {
                diagnostics.append(duplicate(resolved))
                continue
            }
            plans.append(plan)
            imports += resolved.imports
            let attributes = resolved.declaration.attributes + resolved.members.flatMap(\.member.attributes)
            groups += attributes.filter { $0.hasPrefix("@_spi(") }
        }
        mockCount = plans.count
        guard !plans.isEmpty else { return }
        text =
            FileRenderer(
                sources: record.sources.map(index.project.displayPath), module: module.name,
                moduleImport: module.moduleImport, extraImports: module.imports, imports: imports,
                interfaceGroups: groups, plans: plans
            ).render()
    }

    /// Equal names are no conflict under different conditions.
    private static func identity(_ plan: MockPlan) -> String {
        (plan.conditions + plan.namespace + [plan.name]).joined(separator: "\u{0}")
    }

    // MARK: Messages

    private func duplicate(_ resolved: ResolvedType) -> Diagnostic {
        Diagnostic(
            path: resolved.type.path, position: position(resolved.type.path, resolved.declaration.qualifiedName, nil),
            severity: .error,
            message:
                "a second mock would be called '\(resolved.mockName)'; give this one another name: @mockable(override: name = …)",
            code: "duplicate-mock")
    }

    private func diagnostic(_ found: PlanDiagnostic, for resolved: ResolvedType, in module: Module) -> Diagnostic {
        let isAsked = Module.isMockedByRequest(resolved.declaration)
        let path = found.origin?.path ?? resolved.type.path
        let type = found.origin?.type ?? resolved.declaration.qualifiedName
        return Diagnostic(
            path: path, position: position(path, type, found.origin?.memberIndex),
            severity: isAsked || found.severity == .note ? found.severity : .warning, message: found.message,
            code: found.code)
    }

    private func position(_ displayPath: String, _ type: String, _ member: Int?) -> SourcePosition? {
        guard let record = index.sources[DiskPath(index.project.absolutePath(of: displayPath))],
            let index = record.file.file.types.firstIndex(where: { $0.qualifiedName == type })
        else { return nil }
        let positions = record.positions.positions
        return member.flatMap { positions.position(ofMember: $0, inType: index) } ?? positions.position(ofType: index)
    }
}
