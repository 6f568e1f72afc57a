internal import MockModel

// What the names in signatures stand for, where that changes the code of a mock.
extension TypeResolver {
    /// Every name in a signature with its qualifiers: `["Item"]`, `["Outer", "Inner"]`; a stable order.
    private var signaturePaths: [[String]] {
        var paths: [[String]] = []
        var known: Set<[String]> = []
        func add(_ path: [String]) {
            // Few, so to look through them costs less than to hash each.
            if paths.count < Self.few ? paths.contains(path) : !known.insert(path).inserted { return }
            paths.append(path)
            if paths.count == Self.few { known = Set(paths) }
        }
        for mentions in contributors.lazy.map(\.mentions) {
            for mention in mentions.names where !mention.isStandard || Self.isUnstorable(mention.name) {
                add([mention.name])
            }
            for path in mentions.paths where !Self.isStandard(path[path.count - 1]) {
                add(path)
                // Planning asks for what `Self.Handler` stands for by the name alone.
                if path.count == 2, path[0] == "Self" { add([path[1]]) }
            }
        }
        return paths.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static let few = 16

    /// Names that need no look, because users do not call types of their own so.
    private static func isStandard(_ name: String) -> Bool {
        StandardLibraryNames.contains(name) && !isUnstorable(name)
    }

    private static func isUnstorable(_ name: String) -> Bool { StandardLibraryNames.unstorable.contains(name) }

    mutating func resolveSignatures() {
        if importedModules.contains("Synchronization") {
            result.unstorableNames = StandardLibraryNames.unstorableSynchronization
        }
        for contributor in contributors where contributor.located.module == result.type.module {
            result.interfaceGroups.formUnion(contributor.located.declaration.interfaceGroups)
        }
        for path in signaturePaths where !budget.isExhausted { resolve(path) }
        resolveDefaults()
    }

    private mutating func resolve(_ path: [String]) {
        let spelling = path.joined(separator: ".")
        let found = locate(path, from: result.type)
        if let found, found.module == result.type.module {
            result.interfaceGroups.formUnion(found.declaration.interfaceGroups)
        }
        if let alias = alias(path, found) {
            let target = expanded(alias.target)
            if target.isFunction {
                result.functionAliases[spelling] = FunctionAlias(
                    parameters: alias.genericParameters.map(\.name), target: target)
            }
            if isUnstorable(target) { result.unstorableNames.insert(spelling) }
            let associated = result.associatedTypeNames
                .subtracting(alias.genericParameters.map(\.name))
            let isOwn = memberAliases[path[path.count - 1]] != nil
            if isOwn, isDependent(target, on: associated) {
                result.dependentAliases.insert(path[path.count - 1])
                result.dependentAliases.formUnion(dependentAliases(in: target, associated))
            }
        } else if let found, Self.isUnstorable(found) {
            result.unstorableNames.insert(spelling)
        } else if found != nil, result.isUnstorable(path[path.count - 1]) {
            // The user's own `Span` is a type like any other.
            result.storableNames.insert(spelling)
        }
    }

    /// Whether the type is another one for other associated types, perhaps by way of another typealias.
    private func isDependent(_ type: TypeExpression, on associated: Set<String>) -> Bool {
        type.mentions(anyOf: associated) || !dependentAliases(in: type, associated).isEmpty
    }

    /// The typealiases that a type consists of if any of them mentions an associated type; none otherwise.
    private func dependentAliases(in type: TypeExpression, _ associated: Set<String>) -> Set<String> {
        guard !memberAliases.isEmpty else { return [] }
        var aliases: Set<String> = []
        var isDependent = false
        var targets = [type]
        while let target = targets.popLast(), budget.spend() {
            for name in target.mentionedNames {
                guard let alias = memberAliases[name], aliases.insert(name).inserted else { continue }
                isDependent = isDependent || alias.target.mentions(anyOf: associated)
                targets.append(alias.target)
            }
        }
        return isDependent ? aliases : []
    }

    /// A typealias of the type itself, of its parents, or any that the compiler would find by that name.
    ///
    /// - Parameter found: what the compiler would find by the whole path.
    private func alias(_ path: [String], _ found: LocatedType?) -> TypealiasDeclaration? {
        let isOwn = path.count == 2 && path[0] == "Self"
        if isOwn || path.count == 1, let alias = memberAliases[path[path.count - 1]] { return alias }
        guard let found = isOwn ? locate(path[1], from: result.type) : found, found.declaration.kind == .typealias,
            let target = found.declaration.aliased
        else { return nil }
        return TypealiasDeclaration(
            name: found.declaration.name, genericParameters: found.declaration.genericParameters, target: target)
    }

    /// What the type stands for if it is a typealias.
    func expandedAlias(_ type: TypeExpression) -> TypeExpression? {
        guard let path = type.namePath, !StandardLibraryNames.contains(path[path.count - 1]),
            budget.spend(WorkBudget.perAlias), let alias = alias(path, locate(path, from: result.type))
        else { return nil }
        return FunctionAlias(parameters: alias.genericParameters.map(\.name), target: alias.target)
            .applied(to: type.arguments, budget)
    }

    /// What is left when all aliases at the outside of the type are taken away.
    private func expanded(_ type: TypeExpression, depth: Int = 0) -> TypeExpression {
        // Aliases that go round in circles are an error of the user's.
        guard depth < 16, budget.spend() else { return type }
        switch type {
        case .attributed(let specifiers, let attributes, let base):
            return .attributed(
                specifiers: specifiers, attributes: attributes, expanded(base, depth: depth + 1))
        case .optional(let wrapped): return .optional(expanded(wrapped, depth: depth + 1))
        case .named, .member: return expandedAlias(type).map { expanded($0, depth: depth + 1) } ?? type
        default: return type
        }
    }

    private func isUnstorable(_ target: TypeExpression) -> Bool {
        guard let path = target.bare.namePath else { return false }
        return result.isUnstorable(path[path.count - 1])
            || locate(path, from: result.type).map(Self.isUnstorable) ?? false
    }

    private static func isUnstorable(_ found: LocatedType) -> Bool {
        found.declaration.kind != .protocol && found.declaration.inherited.contains(where: \.isSuppression)
    }
}

extension TypeDeclaration {
    /// `@_spi(…)`: what whoever uses the type has to import the module with.
    fileprivate var interfaceGroups: [String] { attributes.filter { $0.hasPrefix("@_spi(") } }
}

extension TypeExpression {
    /// A function type, perhaps optional.
    var isFunction: Bool {
        switch self {
        case .function: true
        case .optional(let inner), .implicitlyUnwrapped(let inner), .attributed(_, _, let inner): inner.isFunction
        default: false
        }
    }
}
