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
    package var moduleImport: ModuleImport
    /// Modules to import in addition to what the sources import.
    package var extraImports: [String]
    package var imports: [ImportDeclaration]
    /// `@_spi(…)` of the mocked types: without it on the import they cannot be seen.
    package var interfaceGroups: [String]
    package var plans: [MockPlan]

    package init(
        sources: [String], module: String, moduleImport: ModuleImport, extraImports: [String] = [],
        imports: [ImportDeclaration], interfaceGroups: [String] = [], plans: [MockPlan]
    ) {
        self.sources = sources
        self.module = module
        self.moduleImport = moduleImport
        self.extraImports = extraImports
        self.imports = imports
        self.interfaceGroups = interfaceGroups
        self.plans = plans
    }

    package func render() -> String {
        var writer = CodeWriter()
        writer.line("// swift-format-ignore-file")
        writer.blank()
        renderImports(&writer)
        for plan in plans {
            writer.blank()
            MockRenderer(plan).render(into: &writer)
        }
        return GeneratedMarker.text(sources: sources, body: writer.text)
    }

    private func renderImports(_ writer: inout CodeWriter) {
        let groups = Set(interfaceGroups).sorted().map { "\($0) " }.joined()
        var lines: [ImportLine] = [ImportLine(conditions: [], text: "import Mocking")]
        switch moduleImport {
        case .testable: lines.append(ImportLine(conditions: [], text: "\(groups)@testable import \(module)"))
        case .plain: lines.append(ImportLine(conditions: [], text: "\(groups)import \(module)"))
        case .none: break
        }
        lines += extraImports.map { ImportLine(conditions: [], text: "import \($0)") }
        lines += imports.filter { $0.module != module && $0.module != "Mocking" }.map(ImportLine.init)
        for line in Set(lines).sorted() {
            writer.conditional(line.conditions) { $0.line(line.text) }
        }
    }
}

/// An import as it is printed; sorted by condition and then by module.
private struct ImportLine: Hashable, Comparable {
    var conditions: [String]
    var text: String

    init(conditions: [String], text: String) {
        self.conditions = conditions
        self.text = text
    }

    /// Access and export are matters of the source; the mock file imports plainly.
    init(_ declaration: ImportDeclaration) {
        let kept = declaration.attributes.filter { $0 == "@preconcurrency" || $0.hasPrefix("@_spi") }
        let parts = kept + ["import"] + [declaration.kind].compactMap(\.self) + [declaration.path]
        self.init(conditions: declaration.conditions, text: parts.joined(separator: " "))
    }

    static func < (left: ImportLine, right: ImportLine) -> Bool {
        (left.conditions.joined(separator: "&"), left.key) < (right.conditions.joined(separator: "&"), right.key)
    }

    private var key: String { text.contains("@testable ") ? "~" + text : text }
}
