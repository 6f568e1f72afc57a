package import MockModel

/// Prints a whole output file: marker, imports, mocks.
package struct FileRenderer {
    /// How the file sees the module that declares the mocked types.
    package enum ModuleImport: Hashable, Sendable {
        case testable, plain, none
    }

    /// Root-relative paths of the sources, for the first line.
    package var sources: [String]
    package var module: String
    /// The modules of the styles' libraries.
    package var libraries: [String]
    package var moduleImport: ModuleImport
    /// Other modules whose types the file mentions, with their imports.
    package var otherModules: [String: ModuleImport] = [:]
    /// True if the mocked module uses an older language mode: its types have fewer concurrency annotations than the
    /// mocks' signatures need.
    package var isPreconcurrency: Bool
    /// Modules to import in addition to what the sources import.
    package var extraImports: [String]
    package var imports: [ImportDeclaration]
    /// The `@_spi(…)` attributes of the mocked types, which the import needs to see them.
    package var interfaceGroups: [String]
    /// The text of each mock: see ``StyledMock``.
    package var mocks: [[UInt8]]
    /// The access level that imports need to be usable in the mocks' signatures; `nil` if every import has it.
    package var importAccess: AccessLevel?
    /// False if no declaration in the file mentions the module: all mocks are of other modules' types.
    package var mentionsModule = true
    /// The levels of the imports whose types appear in such signatures, `importAccess` at most.
    package var importLevels: [ImportDeclaration: AccessLevel]
    /// The `#if` conditions around all mocks. Imports with a level have them, too: the compiler warns about a public import
    /// that nothing public uses.
    package var conditions: [String] = []
    /// The names of the mocks that were made without declarations that are not there at present.
    package var lacking: [String] = []
    package var frame = FileFrame()

    package init(
        sources: [String], module: String, libraries: [String], moduleImport: ModuleImport,
        isPreconcurrency: Bool = false,
        extraImports: [String] = [], imports: [ImportDeclaration], interfaceGroups: [String] = [], mocks: [[UInt8]],
        importAccess: AccessLevel? = nil, importLevels: [ImportDeclaration: AccessLevel] = [:]
    ) {
        self.sources = sources
        self.module = module
        self.libraries = libraries
        self.moduleImport = moduleImport
        self.isPreconcurrency = isPreconcurrency
        self.extraImports = extraImports
        self.imports = imports
        self.interfaceGroups = interfaceGroups
        self.mocks = mocks
        self.importAccess = importAccess
        self.importLevels = importLevels
    }

    /// The file's bytes, in consecutive pieces.
    package func render() -> [[UInt8]] {
        var writer = CodeWriter()
        writer += frame.opening
        renderImports(&writer)
        return GeneratedMarker.file(from: sources, in: frame, body: [writer.bytes] + mocks, lacking: lacking)
    }

    private func renderImports(_ writer: inout CodeWriter) {
        let groups = Set(interfaceGroups + (isPreconcurrency ? ["@preconcurrency"] : [])).sorted()
            .map { "\($0) " }.joined()
        let access = importAccess.map { "\($0.keyword) " } ?? ""
        let accessOfModule = mentionsModule || importAccess == nil ? access : "\(AccessLevel.internal.keyword) "
        var lines = libraries.map { ImportLine(access: access, text: "import \($0)") }
        // Most files have one module, and hashing its name would be a part of what a mock costs.
        let others = otherModules.isEmpty ? [] : otherModules.filter { $0.key != module }.map { ($0.key, $0.value) }
        for (name, style) in [(module, moduleImport)] + others {
            let access = name == module ? accessOfModule : access
            switch style {
            case .testable:
                lines.append(ImportLine(attributes: "\(groups)@testable ", access: access, text: "import \(name)"))
            case .plain: lines.append(ImportLine(attributes: groups, access: access, text: "import \(name)"))
            case .none: break
            }
        }
        lines += extraImports.map { ImportLine(text: "import \($0)") }
        lines += imports.filter { other in
            other.module != module && !libraries.contains(other.module)
                && (otherModules.isEmpty || otherModules[other.module] == nil)
        }.map(line)
        if !conditions.isEmpty { lines = lines.map { $0.limited(to: conditions) } }
        if !lines.isEmpty { writer.blank() }
        for line in ImportLine.sorted(lines) {
            writer.conditional(line.conditions) { writer in writer.line { line.write(to: &$0) } }
        }
    }

    /// The printed import. It drops the source's `@_exported` and its access level, except where the mocks are in the
    /// same module: there an import without a level contradicts one with a lower level in another file.
    private func line(_ declaration: ImportDeclaration) -> ImportLine {
        let kept = declaration.attributes.filter {
            $0 == "@preconcurrency" || $0 == "@testable" || $0.hasPrefix("@_spi")
        }
        var access = ""
        if let level = importLevels[declaration] {
            access = "\(level.keyword) "
        } else if moduleImport == .none, let level = declaration.access.flatMap(AccessLevel.init),
            level < .package || importAccess == nil
        {
            access = "internal "
        }
        let kind = declaration.kind.map { "\($0) " } ?? ""
        return ImportLine(
            conditions: declaration.conditions, attributes: kept.map { "\($0) " }.joined(), access: access,
            text: "import " + kind + declaration.path)
    }
}

/// An import as it is printed; sorted by condition and then by module.
private struct ImportLine: Equatable {
    var conditions: [String] = []
    var attributes = ""
    /// Followed by a space, or empty.
    var access = ""
    var text: String

    /// Each import once, with the widest access that any source requests.
    static func sorted(_ lines: [ImportLine]) -> [ImportLine] {
        // They are few, so a linear search costs less than hashing.
        var unique: [ImportLine] = []
        for line in lines {
            if let known = unique.firstIndex(where: line.importsTheSame) {
                if unique[known].level < line.level { unique[known] = line }
            } else {
                unique.append(line)
            }
        }
        widen(&unique)
        return unique.sorted { $0.precedes($1) }
    }

    /// Removes each import that another one of the same module, with other attributes, makes wider: the compiler warns that
    /// it ignores the lower level. The attributes stay.
    private static func widen(_ lines: inout [ImportLine]) {
        guard lines.contains(where: { $0.level > 1 }), lines.contains(where: { $0.level > 0 && !$0.attributes.isEmpty })
        else { return }
        for narrow in lines where narrow.level > 0 {
            guard let wide = lines.firstIndex(where: { $0.isWider(than: narrow) }) else { continue }
            let known = lines[wide].attributes.split(separator: " ")
            for attribute in narrow.attributes.split(separator: " ") where !known.contains(attribute) {
                lines[wide].attributes += "\(attribute) "
            }
            lines.removeAll { $0 == narrow }
        }
    }

    private func isWider(than other: ImportLine) -> Bool {
        text == other.text && level > other.level && conditions.allSatisfy(other.conditions.contains)
    }

    /// Returns the import with these conditions around it if it has a level.
    func limited(to outer: [String]) -> ImportLine {
        guard !access.isEmpty else { return self }
        var line = self
        line.conditions = outer + conditions.filter { !outer.contains($0) }
        return line
    }

    /// The level as a number; 0 without one.
    private var level: Int { ["internal ", "package ", "public "].firstIndex(of: access).map { $0 + 1 } ?? 0 }

    private func importsTheSame(as other: ImportLine) -> Bool {
        text == other.text && attributes == other.attributes && conditions == other.conditions
    }

    private func precedes(_ other: ImportLine) -> Bool {
        let (mine, others) = (conditions.joined(separator: "&"), other.conditions.joined(separator: "&"))
        if mine != others { return mine < others }
        if isTestable != other.isTestable { return other.isTestable }
        return attributes == other.attributes ? text < other.text : attributes + text < other.attributes + other.text
    }

    /// A search in the middle would be a tenth of what a mock costs.
    private var isTestable: Bool { attributes.hasSuffix("@testable ") || attributes.hasPrefix("@testable ") }

    func write(to code: inout CodeWriter) {
        code += attributes
        code += access
        code += text
    }
}
