internal import MockGeneration
internal import MockModel
internal import MockParsing

/// The part of an output that belongs to one type: its mock, what the head of the file needs to know of it, and its
/// diagnostics.
///
/// It holds nothing else, because thousands of them wait for each other when one file holds the mocks of a whole
/// module.
struct RenderedMock: Sendable {
    /// The type, the name of its mock, and the place of its declaration.
    let type: String
    let mockName: String
    let path: String
    let conditions: [String]
    /// The extension that asks for the mock, as diagnostics name it, with its conditions; `nil` if the type itself does.
    let request: (name: String, conditions: [String])?
    /// The mock's text; `nil` if the type cannot be mocked.
    let text: [UInt8]?
    /// Mocks with equal identities cannot stand in one file.
    let identity: String
    /// The module of its style's library; `nil` if it uses none.
    let library: String?
    let imports: [ImportDeclaration]
    /// The level that the imports need, if the mock has this level itself.
    let importAccess: AccessLevel?
    let mentionedImports: Set<ImportDeclaration>
    /// True if the mock is of a type of its module, or has types that its annotation gives: no other one mentions the
    /// module.
    let mentionsModule: Bool
    /// The `@_spi(…)` groups that the module has to be imported with.
    let interfaceGroups: [String]
    /// True if a declaration that the mock depends on is not there at present.
    let lacksDeclarations: Bool
    let diagnostics: [MockDiagnostic]

    init(_ resolved: ResolvedType, in module: Module, index: DeclarationIndex) {
        let style = module.style(of: resolved.declaration)
        let planner = ConformancePlanner(resolved, names: style.names, options: module.mockOptions)
        let (conformance, found) = planner.plan()
        let mock = conformance.map(style.mock)
        library = style.names.module
        type = resolved.declaration.qualifiedName
        mockName = resolved.mockName
        lacksDeclarations = resolved.lacksDeclarations
        let asking = resolved.request ?? resolved.type
        path = asking.path
        conditions = resolved.declaration.conditions
        request = resolved.request.map { ($0.declaration.diagnosedName, $0.declaration.conditions) }
        let unknown = Self.unknownStyle(of: resolved.declaration)
        let isQuiet = asking.declaration.annotation?.silencesNotes ?? false
        diagnostics = (unknown + found + (mock?.diagnostics ?? [])).filter { !isQuiet || $0.severity != .note }
            .map { index.diagnostic($0, for: resolved) }
        let added = mock?.imports ?? []
        imports = added.isEmpty ? resolved.imports : resolved.imports + added
        text = mock?.text
        identity = conformance?.identity ?? ""
        importAccess = conformance.flatMap { module.importAccess(ofMock: $0.access, for: resolved.type.imports) }
        mentionedImports = importAccess == nil ? [] : resolved.mentionedImports
        mentionsModule =
            resolved.request == nil || resolved.extended?.module == asking.module
            || asking.declaration.annotation?.typealiases.isEmpty == false
        var attributes = resolved.declaration.attributes
        for index in resolved.members.indices where !resolved.members[index].member.attributes.isEmpty {
            attributes += resolved.members[index].member.attributes
        }
        interfaceGroups = attributes.filter { $0.hasPrefix("@_spi(") } + resolved.interfaceGroups
    }

    /// Reports a style that the type's annotation names and that there is not.
    private static func unknownStyle(of type: TypeDeclaration) -> [PlanDiagnostic] {
        guard let name = type.annotation?.style, StyleChoice(rawValue: name) == nil else { return [] }
        let names = StyleTable.builtIn.styles.map(\.name)
        let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        let wayOut =
            closest(to: name, among: names).map { "did you mean '\($0)'?" } ?? "write @mockable(style: …) with \(list)"
        return [
            PlanDiagnostic(
                origin: nil, severity: .error,
                message:
                    "there is no style '\(name)', so the mock of '\(type.name)' has the style of its module; \(wayOut)",
                code: "annotation-style")
        ]
    }
}
