internal import MockGeneration
internal import MockModel
internal import MockParsing

/// What an output has of one type: its mock, what the head of the file has to know of it, and what there is to say.
///
/// Thousands of them wait for each other when one file holds the mocks of a whole module, so it holds nothing else.
struct RenderedMock: Sendable {
    /// The type, and its place among the declarations.
    let type: String
    let mockName: String
    let path: String
    let conditions: [String]
    /// The mock's text; `nil` when it cannot be mocked.
    let text: [UInt8]?
    /// Equal ones cannot stand in one file.
    let identity: String
    let imports: [ImportDeclaration]
    /// The level that the imports need, as far as the mock has it itself.
    let importAccess: AccessLevel?
    let mentionedImports: Set<ImportDeclaration>
    /// `@_spi(…)` that the module has to be imported with.
    let interfaceGroups: [String]
    let diagnostics: [Diagnostic]

    init(_ resolved: ResolvedType, in module: Module, index: DeclarationIndex) {
        var planner = MockPlanner(resolved, options: module.mockOptions)
        let (plan, found) = planner.plan()
        type = resolved.declaration.qualifiedName
        mockName = resolved.mockName
        path = resolved.type.path
        conditions = resolved.declaration.conditions
        diagnostics = found.map { index.diagnostic($0, for: resolved) }
        imports = resolved.imports
        let level = module.importAccess(for: resolved.type.imports)
        let needsLevel: Bool
        if let plan {
            text = MockRenderer(plan).bytes
            // Equal names are no conflict under different conditions.
            identity = (plan.conditions + plan.namespace + [plan.name]).joined(separator: "\u{0}")
            needsLevel = plan.access == level.map { "\($0.keyword) " }
        } else {
            (text, identity, needsLevel) = (nil, "", false)
        }
        importAccess = needsLevel ? level : nil
        mentionedImports = needsLevel ? resolved.mentionedImports : []
        var attributes = resolved.declaration.attributes
        for index in resolved.members.indices where !resolved.members[index].member.attributes.isEmpty {
            attributes += resolved.members[index].member.attributes
        }
        interfaceGroups = attributes.filter { $0.hasPrefix("@_spi(") } + resolved.interfaceGroups
    }
}

extension DeclarationIndex {
    fileprivate func diagnostic(_ found: PlanDiagnostic, for resolved: ResolvedType) -> Diagnostic {
        let isAsked = resolved.declaration.asksForMock
        // What a compiled module or the standard library declares has no place that the user could look at.
        let origin = found.origin.flatMap { record(of: $0.path) == nil ? nil : $0 }
        let path = origin?.path ?? resolved.type.path
        let declaration = resolved.declaration
        let position = position(
            ofType: origin?.type ?? declaration.qualifiedName,
            conditions: origin?.conditions ?? declaration.conditions, member: origin?.memberIndex, in: path)
        return Diagnostic(
            path: path, position: position,
            severity: isAsked || found.severity == .note ? found.severity : .warning, message: found.message,
            code: found.code)
    }

    /// Where a type, or a member of it, is declared in a file; `nil` if it is not.
    func position(
        ofType name: String, conditions: [String], member: Int? = nil, in displayPath: String
    ) -> SourcePosition? {
        guard let record = record(of: displayPath) else { return nil }
        let types = record.file.file.types
        guard let type = types.firstIndex(where: { $0.qualifiedName == name && $0.conditions == conditions }) else {
            return nil
        }
        let positions = record.positions.positions
        return member.flatMap { positions.position(ofMember: $0, inType: type) } ?? positions.position(ofType: type)
    }

    private func record(of displayPath: String) -> SourceRecord? {
        sources[DiskPath(project.absolutePath(of: displayPath))]
    }
}
