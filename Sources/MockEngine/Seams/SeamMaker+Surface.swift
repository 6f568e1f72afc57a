internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

// All members of a type, from the sources or the printed interfaces that may declare some.
extension SeamMaker {
    /// The declarations of a type and of its superclasses, the nearest first.
    struct Surface {
        var parts: [LocatedType] = []
        /// Those of `NSObject`, if the type inherits from it.
        var root: [LocatedType] = []
        var nested: Set<String> = []
        /// The types of the associated values of an enum's cases.
        var storedTypes: [TypeExpression] = []
        /// The types that the type is nested in, outermost first.
        var enclosing: [EnclosingType] = []
        /// True if the compiled module declares the type in an extension of another module's type: the toolchain prints
        /// the declaration and none of its extensions.
        var lacksExtensions = false

        /// True if the type has a member with the name of each of these, whatever its labels.
        func declares(_ members: [String]) -> Bool {
            let names = Set(parts.flatMap(\.declaration.members).map { Self.name(in: $0.displayName) })
            return members.allSatisfy { names.contains(Self.name(in: $0)) }
        }

        /// True if the type has a member for each of these that is written as the member itself is: it need not be looked
        /// for elsewhere.
        func hasEach(of members: [String]) -> Bool {
            let names = Set(parts.flatMap(\.declaration.members).map(\.displayName))
            return names.isSuperset(of: members)
        }

        mutating func add(
            _ surface: TypeSurface, of found: LocatedType, module: String, path: String, imports: [ImportDeclaration]
        ) {
            storedTypes += surface.storedTypes
            parts += surface.parts.map { found.part($0, module: module, path: path, imports: imports) }
            // A nested type is always qualified in printed interfaces: a bare `Range` is the standard library's.
            if !found.isCompiled { nested.formUnion(surface.nestedTypes) }
        }

        /// Returns the part of `data(for:)` before the labels.
        private static func name(in member: String) -> Substring { member.prefix { $0 != "(" } }
    }

    mutating func surfaceWithSuperclasses(
        of found: LocatedType, _ request: LocatedType, _ finder: TypeResolver
    ) -> Surface {
        var surface = self.surface(of: found)
        surface.enclosing = enclosingTypes(of: found)
        surface.lacksExtensions = isInForeignType(found)
        var ancestor = surface.parts.first { $0.declaration.kind == .class }
        var (inheritance, below) = (InitializerInheritance(), surface.parts)
        while let child = ancestor, let superclass = finder.superclass(of: child.declaration, in: child),
            !surface.parts.contains(where: { $0.declaration.name == superclass.declaration.name })
        {
            let inherited = self.surface(of: superclass)
            if superclass.declaration.name == "NSObject" {
                surface.root = inherited.parts
                break
            }
            surface.parts += inheritance.parts(of: inherited.parts, below: below)
            below = inherited.parts
            surface.nested.formUnion(inherited.nested)
            ancestor = inherited.parts.first { $0.declaration.kind == .class }
        }
        if !found.isCompiled { surface.nested.formUnion(associatedTypes(of: surface.parts, finder)) }
        // The members of the module's own extensions and those of all protocols would be too many, so a seam has those
        // that it names.
        let named = request.declaration.annotation?.members ?? []
        if !named.isEmpty {
            if !surface.hasEach(of: named) { surface.parts += ownExtensions(of: found) }
            let own = (obstacle, result.lacksModule, result.lacksSources)
            surface.parts += inheritedParts(of: surface.parts, request, finder)
            // A protocol that cannot be read matters if it may have a member that is not found elsewhere.
            if surface.declares(named) { (obstacle, result.lacksModule, result.lacksSources) = own }
        }
        return surface
    }

    /// Returns the associated types of the protocols that a type conforms to: in its members they mean what the compiler
    /// infers, unless their names mean something else there. Printed interfaces have typealiases for them.
    private func associatedTypes(of parts: [LocatedType], _ finder: TypeResolver) -> Set<String> {
        var waiting = parts.filter(\.conformsAlways)
        var (seen, names): (Set<String>, Set<String>) = ([], [])
        while let part = waiting.popLast() {
            for parent in finder.protocolsInSources(of: part.declaration, in: part)
            where seen.insert("\(parent.module).\(parent.declaration.qualifiedName)").inserted {
                waiting.append(parent)
                names.formUnion(parent.declaration.members.compactMap(\.associatedTypeName))
            }
        }
        return names.filter { finder.declaresNoType(named: $0, for: parts) }
    }

    private mutating func enclosingTypes(of found: LocatedType) -> [EnclosingType] {
        let path = found.declaration.enclosing
        return path.indices.compactMap { index in
            let outer = found.declaring(TypeDeclaration(extensionOf: Array(path.prefix(index + 1))))
            let surface = self.surface(of: outer)
            let declaration = surface.parts.first { $0.declaration.kind != .extension }?.declaration
            return declaration.map { EnclosingType($0, nestedTypes: surface.nested) }
        }
    }

    private mutating func isInForeignType(_ found: LocatedType) -> Bool {
        guard found.isCompiled, let outermost = found.declaration.enclosing.first,
            updater.interfaces?.knowsNestedExtensions(in: found.module) != true
        else { return false }
        let outer = found.declaring(TypeDeclaration(extensionOf: [outermost]))
        return !surface(of: outer).parts.contains { $0.declaration.kind != .extension && $0.module == found.module }
    }

    /// The modules of the toolchain whose protocols every type may conform to. Seams ignore extensions of these.
    static let standardModules: Set = ["Swift", "_Concurrency", "_StringProcessing"]

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
                let surface = surface(of: parent)
                hidden.formUnion(surface.nested)
                // Other extensions need not apply to the type.
                inherited += surface.parts.filter {
                    $0.declaration.kind == .extension && $0.declaration.genericRequirements.isEmpty
                }
            }
        }
        return inherited.map { $0.inherited(by: kind, without: hidden) }
    }

    /// Looks up the extended type. The index may lack a nested type, or one under `#if`; then the sources of its module
    /// are searched.
    mutating func extendedType(of request: LocatedType, _ finder: TypeResolver) -> TypeResolver.Search {
        imports = request.imports
        let answer = finder.extendedType(of: request)
        guard case .failure(.unknown) = answer else { return answer }
        // A source of another module that cannot be read matters only if the type is not found elsewhere.
        let own = (obstacle, result.lacksModule, result.lacksSources)
        guard let found = unlistedType(of: request, finder) else { return answer }
        (obstacle, result.lacksModule, result.lacksSources) = own
        return .success(found)
    }

    private mutating func unlistedType(of request: LocatedType, _ finder: TypeResolver) -> LocatedType? {
        let path = request.declaration.enclosing + [request.declaration.name]
        for count in stride(from: path.count - 1, through: 1, by: -1) {
            let outer = request.declaring(TypeDeclaration(extensionOf: Array(path.prefix(count))))
            guard case .success(let found) = finder.extendedType(of: outer), !found.isCompiled else { continue }
            let outerPath = found.declaration.enclosing + [found.declaration.name]
            return unlistedType(outerPath + path.dropFirst(count), in: found)
        }
        let isQualified = path.count > 1 && request.imports.contains { $0.module == path[0] }
        let modules = isQualified ? [path[0]] : [request.module] + request.imports.map(\.module)
        for module in modules {
            let place =
                module == request.module
                ? request
                : LocatedType(
                    module: module, path: "", declaration: request.declaration, imports: [], mockName: nil)
            if let type = unlistedType(isQualified ? Array(path.dropFirst()) : path, in: place) { return type }
        }
        return nil
    }

    /// Searches all sources of a module for a type.
    ///
    /// - Parameter place: any declaration of the module.
    private mutating func unlistedType(_ path: [String], in place: LocatedType) -> LocatedType? {
        guard index.project.modules.contains(where: { $0.name == place.module }) else { return nil }
        let type = place.declaring(TypeDeclaration(extensionOf: path))
        return sourceSurface(of: path, type).parts.first { $0.declaration.kind != .extension }
    }

    mutating func surface(of found: LocatedType) -> Surface {
        let path = found.declaration.enclosing + [found.declaration.name]
        return found.isCompiled ? compiledSurface(of: path, found) : sourceSurface(of: path, found)
    }

    /// The compiled modules that may declare members of the type; none if it has sources.
    func modules(of found: LocatedType) -> [String] {
        guard found.isCompiled else { return [] }
        var modules = [found.module]
        let imported = found.imports.map(\.module)
        for module in imported + siblings(of: found.module, imported) where !modules.contains(module) {
            modules.append(module)
        }
        return modules
    }

    /// Returns the other modules that Foundation is made of, if a type of one is visible through Foundation: they extend
    /// types of each other.
    private func siblings(of module: String, _ imported: [String]) -> [String] {
        let whole = "Foundation"
        guard module != whole, module.hasPrefix(whole), imported.contains(whole) else { return [] }
        return lookup.imports(ofCompiledModule: whole).filter { $0.hasPrefix(whole) }
    }

    /// Reads the printed interfaces of the module that declares the type, and of those that the user's file imports: they
    /// may extend the type, as Foundation does with types that it re-exports.
    private mutating func compiledSurface(of path: [String], _ found: LocatedType) -> Surface {
        guard let interfaces = updater.interfaces, let outermost = path.first else { return Surface() }
        var all = Surface()
        for module in modules(of: found) {
            lookup.note(compiledModule: module)
            let nested = path.count > 1 ? interfaces.nestedExtensions(of: outermost, in: module) : ""
            guard let nested, let text = interfaces.surface(of: outermost, in: module) else {
                result.lacksModule = true
                obstacle = "the compiled module '\(module)' cannot be printed"
                continue
            }
            let surface = SurfaceReader.read(Array((text + nested).utf8))[path]
            all.add(surface, of: found, module: module, path: found.path, imports: found.imports)
        }
        return all
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

extension TypeDeclaration {
    /// An empty extension of the type.
    convenience init(extensionOf path: [String]) {
        self.init(kind: .extension, name: path.last ?? "", enclosing: Array(path.dropLast()))
    }
}
