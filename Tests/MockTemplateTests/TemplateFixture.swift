import MockGeneration
import MockModel
import MockParsing
import MockTemplates

/// A module in one text, whose types a template sees.
struct TemplateFixture {
    private let file: ParsedFile

    init(_ text: String = "") {
        file = SourceParser(readsAnnotations: true).parse(Array(text.utf8), path: "App.swift").file
    }

    private var types: [LocatedType] {
        file.types.map {
            LocatedType(
                module: "App", path: "App.swift", declaration: $0, imports: file.imports, mockName: "Mock\($0.name)")
        }
    }

    /// Returns the rendered text.
    func render(
        _ text: String, includes: [String: String] = [:], arguments: [String: TemplateValue] = [:]
    ) throws(TemplateProblem) -> String {
        let files = includes.map { ($0, TemplateSource.File(path: "Templates/\($0)", text: $1)) }
        let source = TemplateSource(
            .init(path: "Templates/Main.stencil", text: text), includes: Dictionary(uniqueKeysWithValues: files),
            arguments: arguments)
        let lookup = Lookup(types)
        let inputs = types.map { type in
            guard type.declaration.kind == .protocol || type.declaration.kind == .class else {
                return TemplateInput.declared(type)
            }
            var resolver = TypeResolver(
                type, mockName: type.mockName ?? "", names: StyleChoice.sourcery.style.names, lookup: lookup)
            return .resolved(resolver.resolve())
        }
        return try MockTemplate(source).render(inputs, lookup)
    }

    /// Returns the problem of a template that cannot be rendered, as `path:line:column: message`.
    func problem(_ text: String, includes: [String: String] = [:]) -> String? {
        do throws(TemplateProblem) {
            _ = try render(text, includes: includes)
            return nil
        } catch {
            let place = error.position.map { ":\($0.line):\($0.column)" } ?? ""
            return "\(error.path)\(place): \(error.message)"
        }
    }

    private final class Lookup: DeclarationLookup {
        private let types: [LocatedType]
        var declaredNamesOfStyles: [String] { [] }

        init(_ types: [LocatedType]) { self.types = types }

        func types(named name: String) -> [LocatedType] { types.filter { $0.declaration.name == name } }

        func isDeclaredBesideMock(_ name: String) -> Bool { false }

        func compiledTypes(
            named name: String, imports: [ImportDeclaration], qualifier: [String]
        ) -> CompiledAnswer { .unknown(.undeclared) }

        func imports(ofCompiledModule module: String) -> [String] { [] }

        func module(reexporting name: String, from module: String) -> String? { nil }

        func extensions(of type: LocatedType) -> [TypeDeclaration] { [] }

        func nestedTypes(of path: [String], in module: String) -> Set<String> { [] }
    }
}
