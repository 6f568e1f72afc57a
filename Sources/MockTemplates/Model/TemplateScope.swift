internal import MockGeneration
internal import MockModel

/// Finds the types that declarations mention, and makes each of them and each of their names at most once in a rendering:
/// a macro that has printed a type need not do it again for the next member.
final class TemplateScope {
    /// The number of typealiases that are followed from one name.
    private static let mostAliases = 20

    private let lookup: any DeclarationLookup
    private struct NameKey: Hashable {
        let expression: TypeExpression
        let located: ObjectIdentifier
    }

    private var types: [ObjectIdentifier: TemplateType] = [:]
    private var names: [NameKey: TemplateTypeName] = [:]
    private var found: [String: LocatedType?] = [:]

    init(_ lookup: any DeclarationLookup) { self.lookup = lookup }

    func type(_ located: LocatedType) -> TemplateType {
        if let known = types[ObjectIdentifier(located)] { return known }
        let type = TemplateType(located, members: nil, self)
        types[ObjectIdentifier(located)] = type
        return type
    }

    /// Returns the name of a type in a declaration.
    func name(_ expression: TypeExpression, in located: LocatedType) -> TemplateTypeName {
        let key = NameKey(expression: expression, located: ObjectIdentifier(located))
        if let known = names[key] { return known }
        let name = TemplateTypeName(expression, self, located)
        names[key] = name
        return name
    }

    func add(_ type: TemplateType) { types[ObjectIdentifier(type.located)] = type }

    /// Ends the rendering: types and names refer to the scope and to one another, and would otherwise stay in memory.
    func removeAll() {
        for type in types.values { type.forget() }
        for name in names.values { name.forget() }
        types = [:]
        names = [:]
        found = [:]
    }

    /// Returns the type that an expression names; `nil` if the project does not declare it.
    func type(of expression: TypeExpression, from located: LocatedType) -> TemplateType? {
        self.located(expression, from: located).map(type)
    }

    /// Returns the target if the expression is the name of a typealias.
    func target(of expression: TypeExpression, from located: LocatedType) -> TypeExpression? {
        guard let path = expression.plainPath, let found = declaration(path, from: located) else { return nil }
        return found.declaration.genericParameters.isEmpty ? found.declaration.aliased : nil
    }

    func located(_ expression: TypeExpression, from located: LocatedType) -> LocatedType? {
        var expression = expression
        for _ in 0..<Self.mostAliases {
            guard let path = expression.plainPath, let found = declaration(path, from: located) else { return nil }
            guard let target = found.declaration.aliased else { return found }
            expression = target
        }
        return nil
    }

    private func declaration(_ path: [String], from located: LocatedType) -> LocatedType? {
        let key = (path + ["", located.module] + located.declaration.enclosing).joined(separator: ".")
        if let known = found[key] { return known }
        let type = search(path, from: located)
        found[key] = .some(type)
        return type
    }

    private func search(_ path: [String], from located: LocatedType) -> LocatedType? {
        guard let name = path.last else { return nil }
        let candidates = lookup.types(named: name).filter { $0.declaration.qualifiedPath.ends(with: path) }
        let scope = located.declaration.enclosing + [located.declaration.name]
        // The innermost scope counts first, then the own module.
        for depth in stride(from: scope.count, through: 0, by: -1) {
            let wanted = Array(scope[..<depth]) + path
            let matching = candidates.filter { $0.declaration.qualifiedPath == wanted }
            if let type = matching.first(where: { $0.module == located.module }) ?? matching.first { return type }
        }
        if let type = candidates.first { return type }
        // Their module is not printed, because templates ask for the kind of each type.
        guard !StandardLibraryNames.contains(name) else { return nil }
        return lookup.compiledTypes(named: name, imports: located.imports, qualifier: Array(path.dropLast())).type
    }
}

extension TypeDeclaration {
    fileprivate var qualifiedPath: [String] { enclosing + [name] }
}

extension [String] {
    fileprivate func ends(with path: [String]) -> Bool { suffix(path.count).elementsEqual(path) }
}

extension TypeExpression {
    /// The names of a plain type: `[Outer, Inner]`. Marks and generic arguments do not count.
    var plainPath: [String]? {
        switch self {
        case .named(let name, _): [name]
        case .member(let base, let name, _): base.plainPath.map { $0 + [name] }
        case .optional(let base), .implicitlyUnwrapped(let base), .any(let base), .some(let base),
            .attributed(_, _, let base):
            base.plainPath
        case .tuple(let elements) where elements.count == 1: elements[0].type.plainPath
        default: nil
        }
    }
}
