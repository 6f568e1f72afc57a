@testable import MockGeneration
import MockModel
import MockParsing

/// A project in memory: files by path, all in one module.
struct Fixture {
    var files: [(path: String, parsed: ParsedSource)] = []
    var options = MockOptions()
    var style: any MockStyle = Self.typed
    fileprivate static let typed = TypedStyle()
    var module = "Fixture"

    init(_ text: String) { self.init(["Source.swift": text]) }

    init(_ texts: [String: String]) {
        files = texts.sorted { $0.key < $1.key }.map { path, text in
            (path, SourceParser(usedNames: StyleTable.builtIn.usedNames).parse(Array(text.utf8), path: path))
        }
    }

    var types: [LocatedType] { files.flatMap { types(of: $0.path, $0.parsed.file) } }

    private func types(of path: String, _ file: ParsedFile) -> [LocatedType] {
        file.types.map { type in
            let isAsked = type.annotation != nil || type.inherited.contains(.named("AutoMockable"))
            return LocatedType(
                module: module, path: path, declaration: type, imports: file.imports,
                mockName: isAsked ? type.annotation?.name ?? "Mock\(stem(of: type.name))" : nil)
        }
    }

    /// The type's name without a suffix that mocks of the style do not have.
    private func stem(of name: String) -> Substring {
        let suffix = style.strippedSuffixes.first(where: name.hasSuffix)
        return name.dropLast(suffix?.count ?? 0)
    }

    /// The result of resolving the only type with the name.
    func resolve(
        _ name: String, _ budget: WorkBudget = WorkBudget()
    ) -> (resolved: ResolvedType?, asked: Set<String>) {
        guard let type = types.first(where: { $0.declaration.name == name }) else { return (nil, []) }
        let lookup = Lookup(types: types)
        var resolver = resolver(of: type, lookup, budget)
        return (resolver.resolve(), lookup.asked)
    }

    func plan(_ name: String) -> (plan: TypedMock?, diagnostics: [PlanDiagnostic]) {
        guard let resolved = resolve(name).resolved else { return (nil, []) }
        let planner = ConformancePlanner(resolved, names: Self.typed.names, options: options)
        let (conformance, diagnostics) = planner.plan()
        guard let conformance else { return (nil, diagnostics) }
        var typed = TypedPlanner(conformance)
        let mock = typed.plan()
        return (mock, diagnostics + typed.diagnostics)
    }

    /// The messages for the only type with the name, as the daemon would print them, without positions.
    func messages(_ name: String) -> [String] {
        plan(name).diagnostics.map { "\($0.severity.rawValue): \($0.message) [\($0.code)]" }
    }

    /// The whole generated file of one source.
    func generate(_ path: String) -> String {
        var mocks: [[UInt8]] = []
        var imports: [ImportDeclaration] = []
        for type in types where type.path == path && type.mockName != nil {
            var resolver = resolver(of: type, Lookup(types: types))
            let resolved = resolver.resolve()
            let planner = ConformancePlanner(resolved, names: style.names, options: options)
            guard let conformance = planner.plan().conformance else { continue }
            let mock = style.mock(of: conformance)
            mocks.append(mock.text)
            imports += resolved.imports + mock.imports
        }
        let file = FileRenderer(
            sources: [path], module: "Fixture", libraries: style.names.module.map { [$0] } ?? [], moduleImport: .none,
            imports: imports,
            mocks: mocks)
        return String(decoding: file.render().joined(), as: UTF8.self)
    }

    /// The file with the matchers that the mocks share.
    func generateMatchers(_ texts: [String: String]) -> String {
        var sources: Set<String> = []
        var matched: Set<MatchedType> = []
        for type in types where type.mockName != nil {
            var resolver = resolver(of: type, Lookup(types: types))
            let types = resolver.resolve().matchedTypes
            if !types.isEmpty { sources.insert(type.path) }
            matched.formUnion(types)
        }
        let matchers = matched.sorted { $0.qualifiedName < $1.qualifiedName }.compactMap { type in
            let bytes = Array((texts[type.path] ?? "").utf8)
            return MatchableTypeReader.read(bytes, leastAccess: .internal).flatMap {
                style.matchers(of: NamedValues(of: type, $0[type.names], lookup: Lookup(types: types)))
            }
        }
        let file = FileRenderer(
            sources: sources.sorted(), module: module, libraries: ["Mocking"], moduleImport: .none, imports: [],
            mocks: matchers)
        return String(decoding: file.render().joined(), as: UTF8.self)
    }

    /// The file with the conformances that the mocks share.
    func generateConformances() -> String {
        let mocked = types.filter { $0.mockName != nil }
        let extensions = mocked.flatMap { type in
            var resolver = resolver(of: type, Lookup(types: types))
            return style.conformances(for: resolver.resolve(), leastAccess: .internal).map {
                (type.path, $0.text(isInside: true))
            }
        }
        let file = FileRenderer(
            sources: Set(extensions.map(\.0)).sorted(), module: module, libraries: ["MockSix"], moduleImport: .none,
            imports: [], mocks: Set(extensions.map(\.1)).sorted().map { Array($0.utf8) })
        return String(decoding: file.render().joined(), as: UTF8.self)
    }

    /// The lines of `Source.swift`'s mocks without their indentation.
    var lines: [String] {
        generate("Source.swift").split(separator: "\n").map { line in String(line.drop { $0 == " " }) }
    }

    private func resolver(
        of type: LocatedType, _ lookup: Lookup, _ budget: WorkBudget = WorkBudget()
    ) -> TypeResolver {
        TypeResolver(
            type, mockName: type.mockName ?? "Mock\(type.declaration.name)", names: style.names, lookup: lookup,
            standardLibrary: StandardLibrary.file, foundation: StandardLibrary.foundation, budget: budget)
    }

    final class Lookup: DeclarationLookup {
        let types: [LocatedType]
        private(set) var asked: Set<String> = []

        init(types: [LocatedType]) { self.types = types }

        func types(named name: String) -> [LocatedType] {
            asked.insert(name)
            return types.filter { $0.declaration.name == name }
        }

        func isDeclaredBesideMock(_ name: String) -> Bool { false }

        func compiledTypes(
            named name: String, imports: [ImportDeclaration], qualifier: [String]
        ) -> CompiledAnswer {
            .unknown(.undeclared)
        }

        func imports(ofCompiledModule module: String) -> [String] { [] }

        func module(reexporting name: String, from module: String) -> String? { nil }

        func extensions(of type: LocatedType) -> [TypeDeclaration] { [] }

        func nestedTypes(of path: [String], in module: String) -> Set<String> { [] }

        var declaredNamesOfStyles: [String] {
            Set(types.map(\.declaration.name)).filter(StyleTable.builtIn.usedNames.contains).sorted()
        }
    }
}
