internal import MockGeneration
internal import MockModel

/// The text of one output, with its diagnostics.
struct FileRendering {
    /// In pieces, because it may be larger than everything else in memory; empty if the file holds no mock.
    private(set) var text: [[UInt8]] = []
    private(set) var diagnostics: [MockDiagnostic] = []
    /// The types that it mocks, and the names of their mocks.
    private(set) var types: [String] = []
    private(set) var mocks: [String] = []
    /// The names of the mocks that declarations are missing for at present, whether or not they were made.
    private(set) var lacking: [String] = []
    var mockCount: Int { mocks.count }

    /// - Parameters:
    ///   - mocks: The mocks in the order of the file.
    ///   - matchers: The matchers that the file holds, too.
    ///   - sources: The display paths of their sources, for the file's first line.
    init(_ mocks: [RenderedMock], matchers: [TypeMatchers] = [], sources: [String], module: Module, frame: FileFrame) {
        var texts: [[UInt8]] = []
        var imports: [ImportDeclaration] = []
        var importAccess: AccessLevel?
        var libraries: [String] = []
        var levels: [ImportDeclaration: AccessLevel] = [:]
        var groups: [String] = []
        var mentionsModule = false
        var identities: Set<String> = []
        // Those that all mocks have in common.
        var conditions: [String] = []
        for mock in mocks {
            // The branches of an `#if` may declare a type several times, and one other name mends them all.
            diagnostics += mock.diagnostics.filter { found in
                found.code != Precedent.nameTaken || !diagnostics.contains { $0.message == found.message }
            }
            if mock.lacksDeclarations, !lacking.contains(mock.mockName) { lacking.append(mock.mockName) }
            guard let text = mock.text else { continue }
            guard identities.insert(mock.identity).inserted else {
                diagnostics.append(Self.duplicate(mock, isSameType: types.contains(mock.type)))
                continue
            }
            conditions = texts.isEmpty ? mock.conditions : conditions.filter(mock.conditions.contains)
            texts.append(text)
            types.append(mock.type)
            self.mocks.append(mock.mockName)
            imports += mock.imports
            if let library = mock.library, !libraries.contains(library) { libraries.append(library) }
            if let level = mock.importAccess {
                importAccess = max(level, importAccess ?? level)
                for mentioned in mock.mentionedImports { levels[mentioned] = max(level, levels[mentioned] ?? level) }
            }
            groups += mock.interfaceGroups
            if mock.mentionsModule { mentionsModule = true }
        }
        guard !texts.isEmpty else { return }
        for type in matchers {
            texts.append(Array(type.text.utf8))
            let others = [ImportDeclaration(path: type.module)] + type.imports
            imports += others.filter { $0.path != module.name }
            guard let level = module.importAccess(ofMock: type.access, for: []) else { continue }
            importAccess = max(level, importAccess ?? level)
            let own = ImportDeclaration(path: type.module)
            levels[own] = max(level, levels[own] ?? level)
        }
        var renderer = FileRenderer(
            sources: sources, module: module.name, libraries: libraries,
            moduleImport: module.moduleImport,
            isPreconcurrency: module.target.languageMode == "5", extraImports: module.imports,
            imports: imports, interfaceGroups: groups, mocks: texts, importAccess: importAccess,
            importLevels: levels)
        if importAccess != nil, matchers.isEmpty { renderer.conditions = conditions }
        renderer.mentionsModule = mentionsModule || !matchers.isEmpty
        renderer.lacking = lacking
        renderer.frame = frame
        text = renderer.render()
    }

    private static func duplicate(_ mock: RenderedMock, isSameType: Bool) -> MockDiagnostic {
        MockDiagnostic(
            path: mock.path, type: mock.request?.name ?? mock.type,
            conditions: mock.request?.conditions ?? mock.conditions, severity: .error,
            message: isSameType
                ? Precedent.request(path: mock.path).message(for: mock.mockName, of: mock.type)
                : "a second mock would be called '\(mock.mockName)'; give this one another name: @mockable(override: name = …)",
            code: "duplicate-mock")
    }
}
