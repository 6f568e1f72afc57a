internal import MockGeneration
internal import MockModel
internal import MockParsing

/// Looks up declarations in sources and compiled modules, and records the names that were requested.
final class RecordingLookup: DeclarationLookup {
    private let index: DeclarationIndex
    private let shared: PassAnswers
    private let interfaces: ModuleInterfaces?
    /// The module that compiles the mocks, if it is another one whose sources are read.
    private let moduleWithMocks: Int?
    /// The module that compiles the mocks, which may be the mocked module itself.
    private let moduleOfMocks: Int?
    /// The dialect of the module that compiles the mocks.
    private let dialect: Dialect
    var declaredNamesOfStyles: [String] { shared.declaredNamesOfStyles }
    private var answers: [String: DeclarationIndex.Answer] = [:]
    /// The types of the file that is being resolved.
    private var decodedFile: (path: DiskPath, types: [LocatedType?])?
    /// Compiled modules that were requested, found or not.
    private(set) var compiledModules: Set<String> = []
    private let fileSystem: any FileSystem
    /// The keys of the types whose extensions were requested.
    private var extendedTypes: Set<NameKey> = []
    /// The modules whose exported imports were requested.
    private var reexportingModules: Set<String> = []

    /// - Parameters:
    ///   - answers: shared with the other outputs of the pass.
    ///   - module: the module whose types are mocked.
    init(
        _ index: DeclarationIndex, answers shared: PassAnswers, interfaces: ModuleInterfaces?,
        fileSystem: any FileSystem, module: Int
    ) {
        self.index = index
        self.shared = shared
        self.interfaces = interfaces
        self.fileSystem = fileSystem
        moduleWithMocks = index.modulesWithMocks[module]
        moduleOfMocks = moduleWithMocks ?? (index.project.modules[module].importStyle == .none ? module : nil)
        dialect = index.project.modules[module].outputTarget.dialect
        answers.reserveCapacity(24)
    }

    /// All names that were requested.
    var names: some Collection<String> { answers.keys }

    /// The keys of these names, without those that every mock requests.
    var keys: [NameKey] {
        answers.compactMap { index.styles.usedNames.contains($0.key) ? nil : $0.value.key }
            + extendedTypes + reexportingModules.map(DeclarationIndex.keyOfReexports)
    }

    /// Returns the types of a file, which is the one being resolved from now on: their own names are looked up, too.
    func types(in path: DiskPath) -> [LocatedType] {
        let types = index.decoded(in: path, for: dialect)
        decodedFile = (path, types)
        return types.compactMap(\.self)
    }

    func types(named name: String) -> [LocatedType] { answer(for: name).types }

    /// Returns the extensions of a type of that name that ask for a mock.
    func requests(named name: String) -> [LocatedType] { answer(for: name).requests }

    func isDeclaredBesideMock(_ name: String) -> Bool {
        moduleWithMocks != nil && answer(for: name).isDeclaredInModule
    }

    /// Returns the declarations of that name that are compiled with the mocks.
    func declarationsBesideMock(of name: String) -> [(path: DiskPath, conditions: [String])] {
        moduleOfMocks == nil ? [] : answer(for: name).declaredInModule
    }

    /// Looks up a name and records it: the output depends on it wherever it is declared.
    private func answer(for name: String) -> DeclarationIndex.Answer {
        if let answer = answers[name] { return answer }
        let answer = shared.answer(for: name, moduleOfMocks, dialect) {
            index.answer(for: name, inModule: moduleOfMocks, dialect: dialect, decoded: decodedFile)
        }
        answers[name] = answer
        return answer
    }

    func compiledTypes(
        named name: String, imports: [ImportDeclaration], qualifier: [String]
    ) -> CompiledAnswer {
        guard let interfaces else { return .unknown(.undeclared) }
        // The compiled form of modules whose sources are read may be older.
        let imported = imports.filter { !index.sourceModules.contains($0.module) }
        let question = PassAnswers.CompiledQuestion(
            name: name, qualifier: qualifier, imports: imported, dialect: dialect)
        let earlier = compiledModules
        let found = shared.compiled(question) {
            compiledModules = []
            return (search(question, interfaces), compiledModules)
        }
        compiledModules = earlier.union(found.modules)
        return found.answer
    }

    /// Searches the imported modules, then those that they import, and finally those that every file sees.
    private func search(_ question: PassAnswers.CompiledQuestion, _ interfaces: ModuleInterfaces) -> CompiledAnswer {
        let (name, qualifier, imports) = (question.name, question.qualifier, question.imports)
        var (missing, unprinted): ([String], [String]) = ([], [])
        var seen: Set<String> = []
        for imported in imports where seen.insert(imported.module).inserted {
            let origins = imports.filter { $0.module == imported.module }
            var queue = [imported.module][...]
            while let module = queue.popFirst() {
                if let known = interfaces.knownInterface(of: module, for: name) {
                    compiledModules.insert(module)
                    if let found = find(name, qualifier, in: known, of: module, origins) { return .found(found) }
                    queue += known.importsWithTypes.filter { seen.insert($0).inserted }
                    continue
                }
                let search = interfaces.search(module, for: name)
                guard let nearest = search.candidates.first else {
                    compiledModules.formUnion(search.searched)
                    continue
                }
                // This module has to be printed for its imports alone, so another one will follow.
                if nearest != module {
                    interfaces.load(
                        [module] + search.candidates.filter { interfaces.knownInterface(of: $0, for: name) == nil })
                }
                guard let interface = self.interface(of: module) else {
                    if interfaces.isUnprinted(module) {
                        unprinted.append(module)
                    } else if module == imported.module {
                        missing.append(module)
                    }
                    continue
                }
                if let found = find(name, qualifier, in: interface, of: module, origins) { return .found(found) }
                queue += interface.importsWithTypes.filter { seen.insert($0).inserted }
            }
        }
        for module in ["Swift", "_Concurrency"] where StandardLibrary.protocolNames.contains(name) {
            guard let interface = self.interface(of: module) else {
                if interfaces.isUnprinted(module) { unprinted.append(module) }
                continue
            }
            if let found = find(name, qualifier, in: interface, of: module, []) { return .found(found) }
        }
        if !unprinted.isEmpty { return .unknown(.unprinted(modules: unprinted)) }
        if missing.isEmpty { return .unknown(.undeclared) }
        return .unknown(interfaces.reason(forMissing: missing))
    }

    func absence(seenBy child: LocatedType) -> CompiledAnswer.Reason? {
        let absences = index.absences
        if absences.isEmpty { return nil }
        let imported = child.imports.map(\.module)
        let ungenerated = ([child.module] + imported).filter { absences[$0]?.contains(.generated) == true }
        if let module = ungenerated.first { return .ungenerated(modules: [module]) }
        let lacks = absences[child.module]?.contains(.dependencies) == true
        let missing = imported.filter { absences[$0]?.contains(.own) == true || lacks && !isThere($0) }
        return missing.isEmpty ? nil : .missing(modules: missing)
    }

    /// True if a module's sources are read, or its compiled form is there.
    private func isThere(_ module: String) -> Bool {
        if index.sourceModules.contains(module) { return true }
        compiledModules.insert(module)
        return interfaces?.isLocated(module) == true
    }

    func imports(ofCompiledModule module: String) -> [String] {
        compiledModules.insert(module)
        return interfaces?.imports(of: module) ?? []
    }

    func module(reexporting name: String, from module: String) -> String? {
        reexports(by: module)
            .last { $0.kind != nil && $0.conditions.isEmpty && $0.path.hasSuffix(".\(name)") }?.module
    }

    /// Returns the exported imports of a module, and records the dependency on them.
    func reexports(by module: String) -> [ImportDeclaration] {
        reexportingModules.insert(module)
        return shared.reexports(by: module, index.reexports)
    }

    /// Made when it is asked for: few mocks need it.
    private var extensions: TypeExtensions { TypeExtensions(index: index, fileSystem: fileSystem, answers: shared) }

    func extensions(of type: LocatedType) -> [TypeDeclaration] {
        extendedTypes.insert(TypeExtensions.key(of: type.declaration.name, in: type.module))
        return shared.extensions(of: type) { extensions.read($0) }
    }

    func nestedTypes(of path: [String], in module: String) -> Set<String> {
        guard let type = path.last else { return [] }
        extendedTypes.insert(TypeExtensions.key(of: type, in: module))
        return shared.nestedTypes(of: path, in: module) { extensions.nestedTypes(of: $0, in: $1) }
    }

    /// Records a module whose printed interface was read without a lookup.
    func note(compiledModule module: String) { compiledModules.insert(module) }

    private func interface(of module: String) -> ModuleInterface? {
        compiledModules.insert(module)
        return interfaces?.interface(of: module)
    }

    private func find(
        _ name: String, _ qualifier: [String], in interface: ModuleInterface, of module: String,
        _ imports: [ImportDeclaration]
    ) -> LocatedType? {
        let found = interface.types(named: name).first { type in
            type.enclosing == qualifier || [module] + type.enclosing == qualifier
        }
        return found.map { declaration in
            let spelled: AsyncDefault? = dialect.asyncDefault == .caller ? .concurrent : nil
            return LocatedType(
                module: module, path: "\(module).swiftmodule",
                declaration: spelled.map(declaration.spelling) ?? declaration, imports: imports,
                mockName: nil, isCompiled: true, asyncDefault: spelled)
        }
    }
}

extension ModuleInterface {
    fileprivate var importsWithTypes: [String] { imports.filter { !ModuleInterfaces.isOfC($0) } }
}
