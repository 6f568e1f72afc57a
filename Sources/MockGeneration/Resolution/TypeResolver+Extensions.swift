internal import MockModel

// Requests above extensions: `/// @mockable` above `extension Logging.LogHandler {}` asks for a mock of `LogHandler`.
extension TypeResolver {
    /// Replaces an extension by the type to be mocked: a type of the own module itself; for a type of another module, a
    /// declaration of that name that adds nothing to its only parent, which is that type. Everything about parents in
    /// other modules applies then. If the type cannot be mocked, the extension stays.
    mutating func resolveExtendedType() {
        let request = result.type
        if request.declaration.kind == .typealias {
            result.isComposition = true
            result.type = composition(of: request)
        }
        guard request.declaration.kind == .extension else { return }
        result.request = request
        switch extendedType(of: request) {
        case .failure(let obstacle): obstruct(obstacle, request)
        case .success(let found):
            if let obstacle = obstacle(of: found, for: request) {
                obstruct(obstacle, request)
            } else if found.module == request.module {
                result.extended = .found(module: found.module, imports: [])
                result.type = found.mocked(for: request)
            } else {
                result.extended = .found(module: found.module, imports: imports(of: found, for: request))
                result.type = refinement(of: found, for: request)
            }
        }
    }

    private mutating func obstruct(_ obstacle: ExtendedType.Obstacle, _ request: LocatedType) {
        let name = request.declaration.name
        // The library has a `StringProtocol` of its own.
        let usual = obstacle.module == Self.standardModule ? "My\(name)" : "\(name)Protocol"
        let free = [usual, "\(name)Seam"].first { lookup.types(named: $0).isEmpty }
        result.extended = .obstructed(obstacle, seam: free ?? usual)
    }

    package enum Search: Sendable {
        case success(LocatedType)
        case failure(ExtendedType.Obstacle)
    }

    /// Looks up the extended type. Its name, or one in front of a dot, may be that of a typealias: `UTF8.CodeUnit`.
    package func extendedType(of request: LocatedType) -> Search {
        var path = request.declaration.enclosing + [request.declaration.name]
        // Names in an extension's head are looked up outside of the type that it extends.
        var scope = request.outside
        var followed: Set<LocatedType> = []
        while true {
            let alias: LocatedType
            switch answer(for: path, from: scope) {
            case .found(let found):
                guard let target = found.declaration.aliasedPath else { return .success(found) }
                (path, alias) = (target, found)
            case .unknown(let reason):
                guard let next = followingTypealias(in: path, from: scope) else {
                    return .failure(.unknown(reason, name: path.joined(separator: ".")))
                }
                (path, alias) = next
            }
            // Code that is being edited may have a typealias of itself.
            guard followed.insert(alias).inserted else {
                return .failure(.unknown(.undeclared, name: request.declaration.qualifiedName))
            }
            scope = alias
        }
    }

    private func answer(for path: [String], from scope: LocatedType) -> CompiledAnswer {
        if let found = locate(path, from: scope) { return .found(found) }
        let answer = compiled(path, from: scope)
        guard answer.type == nil, let known = libraryType(path) ?? compiledLibraryType(path) else { return answer }
        return .found(known)
    }

    /// Replaces a typealias in front of the last name by its target.
    private func followingTypealias(
        in path: [String], from scope: LocatedType
    ) -> (path: [String], alias: LocatedType)? {
        for count in (1..<path.count).reversed() {
            if let outer = answer(for: Array(path.prefix(count)), from: scope).type {
                return outer.declaration.aliasedPath.map { ($0 + path.dropFirst(count), outer) }
            }
        }
        return nil
    }

    /// A protocol of the standard library, or one of Foundation's that is known without the compiler's tool.
    private func libraryType(_ path: [String]) -> LocatedType? {
        guard let name = path.last, path.count == 1 || path == [Self.standardModule, name] else { return nil }
        if let known = standardType(name) ?? foundationType(name) { return known }
        guard KnownProtocol.isKnown(name) else { return nil }
        return LocatedType(
            module: Self.standardModule, path: "",
            declaration: TypeDeclaration(kind: .protocol, name: name, modifiers: ["public"]), imports: [], mockName: nil
        )
    }

    /// Another type of the standard library: a struct, say, for which there are seams.
    private func compiledLibraryType(_ path: [String]) -> LocatedType? {
        let modules = [Self.standardModule, "_Concurrency"]
        let own = path.first == Self.standardModule ? Array(path.dropFirst()) : path
        guard let name = own.last else { return nil }
        let imports = modules.map { ImportDeclaration(path: $0) }
        let found = lookup.compiledTypes(named: name, imports: imports, qualifier: own.dropLast()).type
        return found.flatMap { modules.contains($0.module) ? $0 : nil }
    }

    /// True for an open class of Foundation that no class inherits from on Linux.
    func isClosedOnLinux(_ found: LocatedType) -> Bool {
        FoundationNames.isClosed(found.declaration.name, in: found.module)
            && !result.declaration.conditions.contains(where: \.excludesLinux)
    }

    private func obstacle(of found: LocatedType, for request: LocatedType) -> ExtendedType.Obstacle? {
        let (declaration, module) = (found.declaration, found.module)
        if case .composition = declaration.aliased, let parts = declaration.aliased {
            return .composition(parts, module: module)
        }
        switch declaration.kind {
        case .protocol, .class: break
        case .struct, .enum, .actor, .typealias, .extension:
            return .unsuitable(declaration.kind, name: declaration.qualifiedName, module: module)
        }
        if module == request.module || module == Self.standardModule { return nil }
        let isTestable = request.imports.contains { $0.module == module && $0.attributes.contains("@testable") }
        if declaration.access < found.leastAccessElsewhere, !isTestable {
            return .hidden(declaration.access, module: module)
        }
        guard declaration.kind == .class else { return nil }
        if declaration.modifiers.contains("final") { return .final(module: module) }
        let isClosed =
            declaration.access != .open && !isTestable || isClosedOnLinux(found)
        return isClosed ? .closed(module: module) : nil
    }

    private func imports(of found: LocatedType, for request: LocatedType) -> [ImportDeclaration] {
        if found.module == Self.standardModule { return [] }
        if found.isCompiled { return found.imports }
        let direct = request.imports.filter { $0.module == found.module }
        return direct.isEmpty ? request.imports.filter { $0.kind == nil } : direct
    }

    /// The typealias of a composition as a protocol that adds nothing to the parts.
    private func composition(of request: LocatedType) -> LocatedType {
        let alias = request.declaration
        let parts = [alias.aliased].compactMap(\.self).map { expandingGenericAliases(in: $0, from: request) }
        // Unlike a protocol, a typealias is not on the default actor of its module; the parts may be.
        let isOwn = parts.flatMap(\.mentionedNames).contains { locate($0, from: request)?.module == request.module }
        let own = TypeDeclaration(
            kind: .protocol, name: alias.name, enclosing: alias.enclosing, attributes: alias.attributes,
            modifiers: alias.modifiers + (isOwn ? [] : ["nonisolated"]), inherited: parts,
            conditions: alias.conditions, annotation: alias.annotation)
        return LocatedType(
            module: request.module, path: request.path, declaration: own, imports: request.imports,
            mockName: request.mockName, isMainActorByDefault: request.isMainActorByDefault,
            asyncDefault: request.asyncDefault)
    }

    /// Replaces parts such as `Named<Int>` that are typealiases: a mock conforms to a protocol without arguments, which the
    /// name of the typealias alone does not denote.
    private func expandingGenericAliases(
        in type: TypeExpression, from request: LocatedType, depth: Int = 0
    ) -> TypeExpression {
        guard case .composition(let parts) = type, depth < 16 else { return type }
        var isChanged = false
        let expanded = parts.flatMap { part in
            guard !part.arguments.isEmpty, let path = part.namePath, budget.spend(WorkBudget.perAlias),
                let alias = locate(path, from: request)?.declaration, alias.kind == .typealias,
                let target = alias.aliased
            else { return [part] }
            isChanged = true
            return FunctionAlias(parameters: alias.genericParameters.map(\.name), target: target)
                .applied(to: part.arguments, budget).composed
        }
        return isChanged ? expandingGenericAliases(in: .composition(expanded), from: request, depth: depth + 1) : type
    }

    private func refinement(of found: LocatedType, for request: LocatedType) -> LocatedType {
        let declaration = found.declaration
        let arguments = declaration.genericParameters.map { TypeExpression.named($0.name) }
        let isQualified = found.module != Self.standardModule
        let outer = (isQualified ? [found.module] : []) + declaration.enclosing
        // The default of the module with the extension does not concern a type of another module.
        let isOnActor = declaration.attributes.contains { $0.hasSuffix("Actor") }
        let own = TypeDeclaration(
            kind: declaration.kind, name: declaration.name, enclosing: declaration.enclosing,
            attributes: declaration.attributes,
            modifiers: declaration.modifiers + (isOnActor ? [] : ["nonisolated"]),
            genericParameters: declaration.genericParameters,
            primaryAssociatedTypes: declaration.primaryAssociatedTypes,
            inherited: [.path(outer, declaration.name, arguments)],
            genericRequirements: declaration.kind == .class ? declaration.genericRequirements : [],
            conditions: request.declaration.conditions + declaration.conditions,
            annotation: request.declaration.annotation)
        return LocatedType(
            module: request.module, path: request.path, declaration: own, imports: request.imports,
            mockName: request.mockName, isMainActorByDefault: request.isMainActorByDefault)
    }
}

extension LocatedType {
    /// The file as a place to look up names.
    fileprivate var outside: LocatedType {
        LocatedType(
            module: module, path: path, declaration: TypeDeclaration(kind: .extension, name: ""), imports: imports,
            mockName: nil)
    }

    /// The type with the annotation of an extension.
    fileprivate func mocked(for request: LocatedType) -> LocatedType {
        LocatedType(
            module: module, path: path,
            declaration: declaration.with(annotation: request.declaration.annotation), imports: imports,
            mockName: request.mockName, isCompiled: isCompiled, isMainActorByDefault: isMainActorByDefault,
            inheritsIsolation: inheritsIsolation, asyncDefault: asyncDefault)
    }
}

extension TypeDeclaration {
    /// The path of the type that a typealias stands for.
    fileprivate var aliasedPath: [String]? { kind == .typealias ? aliased?.namePath : nil }
}

extension TypeExpression {
    /// `Module.Outer.Name<Argument>`
    fileprivate static func path(
        _ outer: [String], _ name: String, _ arguments: [TypeExpression]
    ) -> TypeExpression {
        guard let first = outer.first else { return .named(name, arguments: arguments) }
        let base = outer.dropFirst().reduce(TypeExpression.named(first)) { .member(of: $0, $1, arguments: []) }
        return .member(of: base, name, arguments: arguments)
    }
}
