internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

/// Makes the text of one file with seams: the protocols that annotated extensions ask for.
struct SeamMaker {
    /// The text of a file, and everything that it depends on.
    struct Result {
        /// Empty if there is no seam in it.
        var text: [[UInt8]] = []
        var seams: [String] = []
        var diagnostics: [MockDiagnostic] = []
        var names: [NameKey] = []
        var compiledModules: [String: String] = [:]
        /// The modules of whose sources all bytes count.
        var modules: Set<Int> = []
        /// True if a type, or a part of it, could not be found because a module is missing or cannot be read.
        var lacksModule = false
        /// True if sources that may declare members cannot be read or understood.
        var lacksSources = false
    }

    static let fileName = "Seams.swift"

    /// True if the last component of a path is the name of the files with seams.
    static func isFileName(_ path: String) -> Bool { path == fileName || path.hasSuffix("/\(fileName)") }

    let updater: OutputUpdater
    let module: Int
    /// The seams of the configuration that belong in the file.
    var configured: [ConfiguredSeam] = []
    let lookup: RecordingLookup
    var result = Result()
    /// The reason why not all members of the present type are known.
    var obstacle: String?
    /// The imports of the present request.
    var imports: [ImportDeclaration] = []

    init(_ updater: OutputUpdater, module: Int) {
        (self.updater, self.module) = (updater, module)
        lookup = updater.lookup(forModule: module)
    }

    var index: DeclarationIndex { updater.index }

    /// - Parameters:
    ///   - path: the file for the seams.
    ///   - sources: the sources with the extensions, in the order of their paths.
    mutating func make(_ path: DiskPath, from sources: [DiskPath]) -> Result {
        var made: [Made] = []
        var requests: [LocatedType] = []
        for request in self.requests(in: sources) {
            let isFree = isNameFree(request, besides: requests)
            requests.append(request)
            guard isFree, let seam = seam(for: request) else { continue }
            made.append(seam)
        }
        var seams = resolvedTogether(made)
        result.names = lookup.keys
        for name in lookup.compiledModules {
            result.compiledModules[name] = updater.interfaces?.version(of: name) ?? ""
        }
        seams = seams.map { $0.inheritingForwarders(of: seams) }
        if !seams.isEmpty { result.text = text(of: seams, sources, in: path) }
        return result
    }

    /// Returns the seams as one file can have them: a name may be clear in a seam, and not beside what others import.
    private func resolvedTogether(_ made: [Made]) -> [Seam] {
        let all = Set(made.flatMap(\.imported))
        return made.map { made in
            made.imported == all ? made.seam : resolve(made.plan, made.request, besideImportsOf: all)
        }
    }

    private func resolve(_ plan: SeamPlan, _ request: LocatedType, besideImportsOf modules: Set<String> = []) -> Seam {
        var resolver = resolver(for: request.declaring(plan.declaration), outputModules: modules)
        return resolver.resolve(plan, typeName: request.declaration.qualifiedName)
    }

    /// Returns the extensions that ask for seams, then those that the configuration stands in for.
    private func requests(in sources: [DiskPath]) -> [LocatedType] {
        sources.flatMap { path in lookup.types(in: path).filter { $0.declaration.seam != nil } }
            + configured.map { $0.request(at: place(of: $0)?.path ?? "") }
    }

    /// Returns the line of the configuration that asks for a seam.
    private func place(of seam: ConfiguredSeam) -> (path: String, position: SourcePosition)? {
        guard case .file(let path, let line) = index.project.origins[seam.key] else { return nil }
        return (path, SourcePosition(line: line, column: 1))
    }

    /// Reports each of the requests: they are in another folder than those of the module's file.
    mutating func refuse(_ sources: [DiskPath], because first: DiskPath) -> Result {
        let (file, folder) = (index.project.displayPath(of: first), index.project.displayPath(of: first.folder))
        for request in requests(in: sources) {
            let name = request.declaration.seam ?? ""
            let isConfigured = configured.contains { $0.protocolName == name }
            report(
                "'\(name)' needs a second \(Self.fileName) in '\(request.module)', which the compiler refuses beside \(file); \(isConfigured ? "write 'file: \(file)'" : "put the extension into a source in \(folder)")",
                request)
        }
        return result
    }

    /// Reports a request whose seam has the name of another one, or of a type of the module.
    private mutating func isNameFree(_ request: LocatedType, besides earlier: [LocatedType]) -> Bool {
        let name = request.declaration.seam ?? ""
        guard request.declaration.conditions.isEmpty else { return true }
        if let other = earlier.first(where: { $0.declaration.seam == name && $0.declaration.conditions.isEmpty }) {
            report(
                "'\(name)' is already the seam of '\(other.declaration.qualifiedName)' in \(other.path); choose another name",
                request)
            return false
        }
        let declared = lookup.types(named: name).first {
            $0.module == request.module && $0.declaration.enclosing.isEmpty && $0.declaration.conditions.isEmpty
                && !Self.isFileName($0.path)
        }
        guard let declared else { return true }
        report("'\(name)' is already declared in \(declared.path); choose another name for the seam", request)
        return false
    }

    /// A seam, and what it was made of.
    struct Made {
        var request: LocatedType
        var plan: SeamPlan
        var seam: Seam
        var imported: Set<String> { Set(seam.imports.map(\.module)) }
    }

    mutating func seam(for request: LocatedType) -> Made? {
        let finder = resolver(for: request)
        switch extendedType(of: request, finder) {
        case .failure(let obstacle):
            if case .unknown(let reason, _) = obstacle, reason != .undeclared { result.lacksModule = true }
            let (message, code) = obstacle.message(for: request.declaration, seam: request.declaration.seam ?? "")
            report(PlanDiagnostic(origin: nil, severity: .error, message: message, code: code), request)
            return nil
        case .success(let found) where found.declaration.kind == .protocol:
            report(
                "'\(found.declaration.name)' is a protocol, which needs no seam; ask for its mock with /// @mockable",
                request)
            return nil
        case .success(let found):
            obstacle = nil
            let surface = surfaceWithSuperclasses(of: found, request, finder)
            if let obstacle {
                report(
                    "\(obstacle), so '\(request.declaration.seam ?? "")' is not made, and one that was made before stays",
                    request)
                return nil
            }
            return seam(for: request, of: found, surface, finder)
        }
    }

    private mutating func seam(
        for request: LocatedType, of found: LocatedType, _ surface: Surface, _ finder: TypeResolver
    ) -> Made? {
        let (interfaces, modules) = (updater.interfaces, modules(of: found))
        let reader = sendabilityReader(of: found, finder)
        var planner = SeamPlanner(
            request, parts: surface.parts, root: surface.root, nestedTypes: surface.nested,
            enclosing: surface.enclosing, sendability: reader.map { reader in { reader.sendability(of: $0, from: $1) } }
        ) { name, module in
            let declarations = modules.compactMap { module in
                interfaces?.interface(of: module)?.outermostType(named: name).map { (module: module, type: $0) }
            }
            return declarations.contains { $0.module == module } && !Self.areOne(declarations.map(\.type))
        }
        let plan = planner.make()
        if let reader {
            result.modules.formUnion(reader.modules)
            if reader.lacksSources { result.lacksSources = true }
        }
        for diagnostic in plan.diagnostics { report(diagnostic, request) }
        if surface.lacksExtensions {
            let message =
                "extensions of '\(found.declaration.qualifiedName)' are not known, because the toolchain prints none of a type that is nested in one of another module, so '\(plan.declaration.name)' lacks their members"
            report(PlanDiagnostic(origin: nil, severity: .note, message: message, code: "seam-member"), request)
        }
        if !plan.parents.isEmpty {
            let seam = resolve(plan, request)
            if !seam.isEmpty {
                result.seams.append(plan.declaration.name)
                return Made(request: request, plan: plan, seam: seam)
            }
        }
        if !plan.diagnostics.contains(where: { $0.severity == .error }) {
            report(absence(of: plan, found, request, surface), request)
        }
        return nil
    }

    /// Returns the reason why there is no seam, and what one can do.
    private mutating func absence(
        of plan: SeamPlan, _ found: LocatedType, _ request: LocatedType, _ surface: Surface
    ) -> String {
        let name = found.declaration.name
        guard plan.parents.isEmpty, surface.parts.contains(where: { $0.declaration.kind != .extension }) else {
            return
                "no members of '\(name)' can be read from '\(found.module)', so there is no seam; list those that you need: members: …"
        }
        guard request.declaration.annotation?.members.isEmpty ?? true else {
            return "no member that 'members:' lists can be in a protocol, so there is no seam"
        }
        let given = Set(namedMembers(of: found, surface, request).map(\.name)).sorted()
        guard let example = given.first else {
            return surface.lacksExtensions
                ? "no member of '\(name)' is known, so there is no seam"
                : "'\(name)' has no member that a protocol can have, so there is no seam"
        }
        return
            "'\(name)' has no member of its own that a protocol can have, so there is no seam; list those of your extensions or its protocols that you need, such as members: \(example)"
    }

    /// True for typealiases of one type, as Foundation and FoundationEssentials have for `TimeInterval`.
    private static func areOne(_ types: [TypeDeclaration]) -> Bool {
        types.count < 2 || types.allSatisfy { $0.kind == .typealias && $0.aliased == types[0].aliased }
    }

    private mutating func report(_ message: String, _ request: LocatedType) {
        report(PlanDiagnostic(origin: nil, severity: .error, message: message, code: "seam"), request)
    }

    /// - Parameter outputModules: the modules that the file imports.
    func resolver(for type: LocatedType, outputModules: Set<String> = []) -> TypeResolver {
        let target = index.project.modules[module].target
        return TypeResolver(
            type, mockName: "", names: StyleNames(module: nil), lookup: lookup, standardLibrary: StandardLibrary.file,
            foundation: StandardLibrary.foundation,
            existentials: target.upcomingFeatures.contains("ExistentialAny") ? .all : .asWritten,
            outputModules: outputModules)
    }

    private mutating func report(_ diagnostic: PlanDiagnostic, _ request: LocatedType) {
        let written = configured.first {
            $0.protocolName == request.declaration.seam && request.path == place(of: $0)?.path
        }
        result.diagnostics.append(
            MockDiagnostic(
                path: request.path, type: request.declaration.diagnosedName, conditions: request.declaration.conditions,
                severity: diagnostic.severity, message: diagnostic.message, code: diagnostic.code,
                position: written.flatMap(place)?.position))
    }

    // MARK: The file

    /// Returns the sources, and the configuration if it asks for a seam.
    private func displayPaths(of sources: [DiskPath]) -> [String] {
        sources.map(index.project.displayPath) + configured.compactMap { place(of: $0)?.path }.prefix(1)
    }

    private func text(of seams: [Seam], _ sources: [DiskPath], in path: DiskPath) -> [[UInt8]] {
        let described = index.project.modules[module]
        let imports = seams.flatMap(\.imports).filter { $0.module != described.name }
        let isPublic = seams.contains { $0.access > .internal }
        let needsLevel =
            isPublic && (described.target.importsInternallyByDefault || imports.contains { $0.access != nil })
        var renderer = FileRenderer(
            sources: displayPaths(of: sources), module: described.name, libraries: [], moduleImport: .none,
            imports: imports, mocks: seams.map(\.text), importAccess: needsLevel ? .public : nil,
            importLevels: needsLevel ? Dictionary(imports.map { ($0, .public) }) { first, _ in first } : [:])
        renderer.frame = updater.frame(of: module, in: path)
        // The protocols are no mocks: code that is not tested uses them, too.
        renderer.frame.condition = nil
        return renderer.render()
    }
}
