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
    private let lookup: RecordingLookup
    var result = Result()
    /// The reason why not all members of the present type are known.
    private var obstacle: String?

    init(_ updater: OutputUpdater, module: Int) {
        (self.updater, self.module) = (updater, module)
        lookup = updater.lookup(forModule: module)
    }

    var index: DeclarationIndex { updater.index }

    /// - Parameter sources: the sources with the extensions, in the order of their paths.
    mutating func make(from sources: [DiskPath]) -> Result {
        var seams: [Seam] = []
        var requests: [LocatedType] = []
        for request in self.requests(in: sources) {
            let isFree = isNameFree(request, besides: requests)
            requests.append(request)
            guard isFree, let seam = seam(for: request) else { continue }
            seams.append(seam)
        }
        result.names = lookup.keys
        for name in lookup.compiledModules {
            result.compiledModules[name] = updater.interfaces?.version(of: name) ?? ""
        }
        seams = seams.map { $0.inheritingForwarders(of: seams) }
        if !seams.isEmpty { result.text = text(of: seams, sources) }
        return result
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

    mutating func seam(for request: LocatedType) -> Seam? {
        let finder = resolver(for: request)
        switch finder.extendedType(of: request) {
        case .failure(let obstacle):
            if case .unknown(let reason) = obstacle, reason != .undeclared { result.lacksModule = true }
            let (message, code) = obstacle.message(for: request.declaration.name)
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
            return seam(for: request, of: found, surface)
        }
    }

    private mutating func seam(for request: LocatedType, of found: LocatedType, _ surface: Surface) -> Seam? {
        let (interfaces, modules) = (updater.interfaces, modules(of: found))
        var planner = SeamPlanner(
            request, parts: surface.parts, root: surface.root, nestedTypes: surface.nested
        ) { name, module in
            let declarations = modules.compactMap { module in
                interfaces?.interface(of: module)?.outermostType(named: name).map { (module: module, type: $0) }
            }
            return declarations.contains { $0.module == module } && !Self.areOne(declarations.map(\.type))
        }
        let plan = planner.make()
        for diagnostic in plan.diagnostics { report(diagnostic, request) }
        if !plan.parents.isEmpty {
            var resolver = resolver(for: request.declaring(plan.declaration))
            let seam = resolver.resolve(plan, typeName: request.declaration.qualifiedName)
            if !seam.isEmpty {
                result.seams.append(plan.declaration.name)
                return seam
            }
        }
        if !plan.parents.isEmpty || plan.diagnostics.isEmpty {
            report(
                "no members of '\(found.declaration.name)' can be read from '\(found.module)', so there is no seam; list those that you need: members: …",
                request)
        }
        return nil
    }

    /// True for typealiases of one type, as Foundation and FoundationEssentials have for `TimeInterval`.
    private static func areOne(_ types: [TypeDeclaration]) -> Bool {
        types.count < 2 || types.allSatisfy { $0.kind == .typealias && $0.aliased == types[0].aliased }
    }

    private mutating func report(_ message: String, _ request: LocatedType) {
        report(PlanDiagnostic(origin: nil, severity: .error, message: message, code: "seam"), request)
    }

    func resolver(for type: LocatedType) -> TypeResolver {
        let target = index.project.modules[module].target
        return TypeResolver(
            type, mockName: "", names: StyleNames(module: nil), lookup: lookup, standardLibrary: StandardLibrary.file,
            foundation: StandardLibrary.foundation, needsAny: target.upcomingFeatures.contains("ExistentialAny"))
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

    // MARK: All members of a type

    /// The declarations of a type and of its superclasses, the nearest first.
    struct Surface {
        var parts: [LocatedType] = []
        /// Those of `NSObject`, if the type inherits from it.
        var root: [LocatedType] = []
        var nested: Set<String> = []

        /// True if each of these members, as an annotation lists them, has a namesake.
        func declares(_ members: [String]) -> Bool {
            let names = Set(parts.flatMap(\.declaration.members).map { Self.name(in: $0.displayName) })
            return members.allSatisfy { names.contains(Self.name(in: $0)) }
        }

        /// Returns the part of `data(for:)` before the labels.
        private static func name(in member: String) -> Substring { member.prefix { $0 != "(" } }
    }

    mutating func surfaceWithSuperclasses(
        of found: LocatedType, _ request: LocatedType, _ finder: TypeResolver
    ) -> Surface {
        var surface = Surface()
        (surface.parts, surface.nested) = self.surface(of: found, request)
        var ancestor = surface.parts.first { $0.declaration.kind == .class }
        while let child = ancestor, let superclass = finder.superclass(of: child.declaration, in: child),
            !surface.parts.contains(where: { $0.declaration.name == superclass.declaration.name })
        {
            let (parts, nested) = self.surface(of: superclass, request)
            if superclass.declaration.name == "NSObject" {
                surface.root = parts
                break
            }
            surface.parts += parts
            surface.nested.formUnion(nested)
            ancestor = parts.first { $0.declaration.kind == .class }
        }
        // All members of all protocols would be too many, so a seam has those that it names.
        let named = request.declaration.annotation?.members ?? []
        if !named.isEmpty {
            let own = (obstacle, result.lacksModule, result.lacksSources)
            surface.parts += inheritedParts(of: surface.parts, request, finder)
            // A protocol that cannot be read matters if it may have a member that is not found elsewhere.
            if surface.declares(named) { (obstacle, result.lacksModule, result.lacksSources) = own }
        }
        return surface
    }

    /// The modules of the toolchain whose protocols every type may conform to: no seam is about their extensions.
    private static let standardModules: Set = ["Swift", "_Concurrency", "_StringProcessing"]

    /// Returns the extensions of the protocols that a type conforms to, which give it their members.
    mutating func inheritedParts(
        of parts: [LocatedType], _ request: LocatedType, _ finder: TypeResolver
    ) -> [LocatedType] {
        guard let kind = parts.first(where: { $0.declaration.kind != .extension })?.declaration.kind else { return [] }
        var waiting = parts.filter(\.conformsAlways)
        var (seen, hidden): (Set<String>, Set<String>) = ([], [])
        var inherited: [LocatedType] = []
        while let part = waiting.popLast() {
            for parent in finder.protocols(of: part.declaration, in: part)
            where !Self.standardModules.contains(parent.module)
                && seen.insert("\(parent.module).\(parent.declaration.qualifiedName)").inserted
            {
                waiting.append(parent)
                hidden.formUnion(parent.declaration.members.compactMap(\.associatedTypeName))
                let (extensions, nested) = surface(of: parent, request)
                hidden.formUnion(nested)
                // Other extensions need not apply to the type.
                inherited += extensions.filter {
                    $0.declaration.kind == .extension && $0.declaration.genericRequirements.isEmpty
                }
            }
        }
        return inherited.map { $0.inherited(by: kind, without: hidden) }
    }

    private mutating func surface(of found: LocatedType, _ request: LocatedType) -> ([LocatedType], Set<String>) {
        let path = found.declaration.enclosing + [found.declaration.name]
        return found.isCompiled ? compiledSurface(of: path, found) : sourceSurface(of: path, found)
    }

    /// The compiled modules that may declare members of the type; none if it has sources.
    private func modules(of found: LocatedType) -> [String] {
        guard found.isCompiled else { return [] }
        var modules = [found.module]
        for module in found.imports.map(\.module) where !modules.contains(module) { modules.append(module) }
        return modules
    }

    /// Reads the printed interfaces of the module that declares the type, and of those that the user's file imports: they
    /// may extend the type, as Foundation does with types that it re-exports.
    private mutating func compiledSurface(of path: [String], _ found: LocatedType) -> ([LocatedType], Set<String>) {
        guard let interfaces = updater.interfaces, let outermost = path.first else { return ([], []) }
        var (parts, nested): ([LocatedType], Set<String>) = ([], [])
        for module in modules(of: found) {
            lookup.note(compiledModule: module)
            guard let text = interfaces.surface(of: outermost, in: module) else {
                result.lacksModule = true
                obstacle = "the compiled module '\(module)' cannot be printed"
                continue
            }
            let surface = SurfaceReader.read(Array(text.utf8), type: path)
            parts += surface.parts.map { found.part($0, module: module, path: found.path, imports: found.imports) }
            nested.formUnion(surface.nestedTypes)
        }
        return (parts, nested)
    }

    /// Reads the sources of the module that mention the type: any of them may extend it.
    private mutating func sourceSurface(of path: [String], _ found: LocatedType) -> ([LocatedType], Set<String>) {
        let name = Array(found.declaration.name.utf8)
        let numbers = Set(index.project.modules.indices.filter { index.project.modules[$0].name == found.module })
        result.modules.formUnion(numbers)
        if index.project.isIndex(found.module) {
            result.lacksSources = true
            obstacle =
                "an index of '\(found.module)' does not list all members of '\(found.declaration.name)', and its sources were not given: --dependency \(found.module)=FOLDER"
            return ([], [])
        }
        let files = index.sources.filter { numbers.contains($0.value.module) }.keys.sorted()
        let surfaces = updater.workers.map(files.count) { [updater] number in
            updater.surface(of: path, name, in: files[number])
        }
        if numbers.contains(where: updater.unread.hidesTypes) {
            result.lacksSources = true
            obstacle = "not all sources of '\(found.module)' can be read"
        }
        var (parts, nested): ([LocatedType], Set<String>) = ([], [])
        for (file, surface) in zip(files, surfaces) {
            let display = index.project.displayPath(of: file)
            guard let surface else {
                result.lacksSources = true
                obstacle = "\(display) cannot be read, is empty or has errors"
                continue
            }
            parts += surface.parts.map {
                found.part($0, module: found.module, path: display, imports: surface.imports)
            }
            nested.formUnion(surface.nestedTypes)
        }
        return (parts, nested)
    }

    // MARK: The file

    /// Returns the sources, and the configuration if it asks for a seam.
    private func displayPaths(of sources: [DiskPath]) -> [String] {
        sources.map(index.project.displayPath) + configured.compactMap { place(of: $0)?.path }.prefix(1)
    }

    private func text(of seams: [Seam], _ sources: [DiskPath]) -> [[UInt8]] {
        let described = index.project.modules[module]
        let imports = seams.flatMap(\.imports).filter { $0.module != described.name }
        let isPublic = seams.contains { $0.access > .internal }
        let needsLevel =
            isPublic && (described.target.importsInternallyByDefault || imports.contains { $0.access != nil })
        return FileRenderer(
            sources: displayPaths(of: sources), module: described.name, libraries: [], moduleImport: .none,
            imports: imports, mocks: seams.map(\.text), importAccess: needsLevel ? .public : nil,
            importLevels: needsLevel ? Dictionary(imports.map { ($0, .public) }) { first, _ in first } : [:]
        ).render()
    }
}

extension OutputUpdater {
    /// Returns the members of a type in a source; `nil` if they are not known now.
    fileprivate func surface(of path: [String], _ name: [UInt8], in file: DiskPath) -> TypeSurface? {
        do {
            let bytes = try fileSystem.file(at: file.filePath, limit: LocalFileSystem.largestSource).bytes
            if !SurfaceReader.mayHave(name, in: bytes) {
                // A file that an editor has emptied, to write it again, is known by its earlier text.
                return bytes.isBlank && index.sources[file]?.hash != ContentHash(bytes) ? nil : TypeSurface()
            }
            // The seams themselves are no part of the type.
            if GeneratedMarker.isPresent(in: bytes) { return TypeSurface() }
            let surface = SurfaceReader.read(bytes, type: path)
            return surface.isBroken ? nil : surface
        } catch {
            return error.errno.meansMissing ? TypeSurface() : nil
        }
    }
}

extension LocatedType {
    fileprivate func part(
        _ declaration: TypeDeclaration, module: String, path: String, imports: [ImportDeclaration]
    ) -> LocatedType {
        LocatedType(
            module: module, path: path, declaration: declaration, imports: imports, mockName: nil,
            isCompiled: isCompiled, isMainActorByDefault: isMainActorByDefault, inheritsIsolation: inheritsIsolation)
    }
}
