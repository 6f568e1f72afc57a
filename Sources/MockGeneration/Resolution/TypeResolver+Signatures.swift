internal import MockModel

// The declarations behind names in signatures, where they change the code of a mock.
extension TypeResolver {
    /// Every name in a signature with its qualifiers, in a stable order: `["Item"]`, `["Outer", "Inner"]`.
    private var signaturePaths: [[String]] {
        var paths: [[String]] = []
        var known: Set<[String]> = []
        func add(_ path: [String]) {
            // They are few, so a linear search costs less than hashing.
            if paths.count < Self.few ? paths.contains(path) : !known.insert(path).inserted { return }
            paths.append(path)
            if paths.count == Self.few { known = Set(paths) }
        }
        let hasAliases = !memberAliases.isEmpty
        for mentions in contributors.lazy.map(\.mentions) {
            for mention in mentions.names
            where !mention.isStandard || Self.isUnstorable(mention.name)
                || hasAliases && memberAliases[mention.name] != nil
            {
                add([mention.name])
            }
            for path in mentions.paths where !Self.isStandard(path[path.count - 1]) {
                add(path)
                // Planning looks up `Self.Handler` by the last name alone.
                if path.count == 2, path[0] == "Self" { add([path[1]]) }
            }
        }
        return paths.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static let few = 16

    /// True for names that are not looked up, because users do not redeclare them.
    private static func isStandard(_ name: String) -> Bool {
        StandardLibraryNames.contains(name) && !isUnstorable(name)
    }

    private static func isUnstorable(_ name: String) -> Bool { StandardLibraryNames.unstorable.contains(name) }

    mutating func resolveSignatures() {
        if importedModules.contains("Synchronization") {
            result.unstorableNames = StandardLibraryNames.unstorableSynchronization
        }
        // Values of a class's own parameter.
        result.unstorableNames.formUnion(result.declaration.suppressedGenericNames)
        for contributor in contributors where contributor.located.module == result.type.module {
            result.interfaceGroups.formUnion(interfaceGroups(of: contributor.located))
        }
        var groups: [String: Set<String>] = [:]
        for path in signaturePaths where !budget.isExhausted { resolve(path, noting: &groups) }
        if !groups.isEmpty { putOverrides(into: groups) }
        resolveDefaults()
    }

    /// The `@_spi(…)` attributes that make the type visible: its own and those of the types around it.
    private func interfaceGroups(of located: LocatedType) -> [String] {
        let declaration = located.declaration
        let outer = declaration.enclosing.isEmpty ? [] : outerTypes(of: located)
        return (outer + [declaration]).flatMap(\.attributes).filter { $0.hasPrefix("@_spi(") }
    }

    /// A member that is not public may mention types of an `@_spi` group. Its override in the tests is public, as their
    /// compiler demands, and so must be of that group.
    ///
    /// - Parameter groups: the attributes, by the first names of the types.
    private mutating func putOverrides(into groups: [String: Set<String>]) {
        for index in result.members.indices where result.members[index].isOverride {
            let member = result.members[index].member
            guard AccessLevel(modifiers: member.modifiers) < .public, budget.spend(member.partCount) else { continue }
            let mentioned = member.mentionedNames.reduce(into: Set<String>()) { $0.formUnion(groups[$1] ?? []) }
            if !mentioned.isEmpty { result.members[index].member.attributes += mentioned.sorted() }
        }
    }

    private mutating func resolve(_ path: [String], noting groups: inout [String: Set<String>]) {
        let spelling = path.joined(separator: ".")
        let found = locate(path, from: result.type)
        if let found, found.module == result.type.module {
            let own = interfaceGroups(of: found)
            result.interfaceGroups.formUnion(own)
            if !own.isEmpty { groups[path[0], default: []].formUnion(own) }
        }
        if let kind = found?.declaration.kind, kind == .class || kind == .actor { result.classNames.insert(spelling) }
        noteMatchedType(path, found)
        if let alias = alias(path, found) {
            let target = expanded(alias.target)
            if target.isFunction {
                result.functionAliases[spelling] = FunctionAlias(
                    parameters: alias.genericParameters.map(\.name), target: target)
            }
            if case .optional = target, !alias.genericParameters.isEmpty { result.optionalAliases.insert(spelling) }
            if isUnstorable(target) { result.unstorableNames.insert(spelling) }
            let associated = result.associatedTypeNames
                .subtracting(alias.genericParameters.map(\.name))
            let isOwn = memberAliases[path[path.count - 1]] != nil
            // The parts of an alias of another scope have other meanings there, even if their names are those of types here.
            if isOwn, isDependent(alias.target, on: associated) {
                result.dependentAliases.insert(path[path.count - 1])
                result.dependentAliases.formUnion(dependentAliases(in: alias.target, associated))
            }
        } else if let found, Self.isUnstorable(found) {
            if Self.isConditionallyCopyable(found) {
                result.conditionallyCopyableNames.insert(spelling)
            } else {
                result.unstorableNames.insert(spelling)
            }
        } else if found != nil, result.isUnstorable(path[path.count - 1]) {
            // A user's own `Span` can be stored.
            result.storableNames.insert(spelling)
        }
    }

    /// True if the type depends on the associated types, directly or through typealiases.
    private func isDependent(_ type: TypeExpression, on associated: Set<String>) -> Bool {
        type.mentions(anyOf: associated) || !dependentAliases(in: type, associated).isEmpty
    }

    /// The typealiases in a type if any of them depends on an associated type; otherwise none.
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

    /// The typealias that the path denotes: declared by the type itself, by a parent, or found by name lookup.
    ///
    /// - Parameter found: the declaration that lookup finds for the whole path.
    private func alias(_ path: [String], _ found: LocatedType?) -> TypealiasDeclaration? {
        let isOwn = path.count == 2 && path[0] == "Self"
        if isOwn || path.count == 1, let alias = memberAliases[path[path.count - 1]] { return alias }
        guard let found = isOwn ? locate(path[1], from: result.type) : found, found.declaration.kind == .typealias,
            let target = found.declaration.aliased
        else { return nil }
        return TypealiasDeclaration(
            name: found.declaration.name, genericParameters: found.declaration.genericParameters, target: target)
    }

    /// The target of the type if it is a typealias.
    func expandedAlias(_ type: TypeExpression) -> TypeExpression? {
        guard let path = type.namePath, !StandardLibraryNames.contains(path[path.count - 1]),
            budget.spend(WorkBudget.perAlias), let alias = alias(path, locate(path, from: result.type))
        else { return nil }
        return FunctionAlias(parameters: alias.genericParameters.map(\.name), target: alias.target)
            .applied(to: type.arguments, budget)
    }

    /// The type with its outermost aliases expanded.
    private func expanded(_ type: TypeExpression, depth: Int = 0) -> TypeExpression {
        // Cyclic aliases are an error in the user's source.
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
        switch target.bare {
        case .optional(let wrapped), .implicitlyUnwrapped(let wrapped): return isUnstorable(wrapped)
        case .any(let constraint): return suppressesCopying(constraint)
        case .composition, .suppressed: return suppressesCopying(target.bare)
        default: break
        }
        guard let path = target.bare.namePath else { return false }
        if result.isUnstorable(path[path.count - 1]) { return true }
        guard let found = locate(path, from: result.type), Self.isUnstorable(found) else { return false }
        return !Self.isConditionallyCopyable(found) || target.bare.arguments.contains(where: isUnstorable)
    }

    /// True for `P & ~Copyable`, and for a typealias of such a type in it.
    private func suppressesCopying(_ constraint: TypeExpression, depth: Int = 0) -> Bool {
        guard depth < 16 else { return false }
        return constraint.composed.contains { part in
            part.isSuppression || expandedAlias(part).map { suppressesCopying($0, depth: depth + 1) } ?? false
        }
    }

    private static func isConditionallyCopyable(_ found: LocatedType) -> Bool {
        found.declaration.inherited.contains { $0.namePath?.last == "Copyable" }
    }

    private static func isUnstorable(_ found: LocatedType) -> Bool {
        found.declaration.kind != .protocol && found.declaration.inherited.contains(where: \.isSuppression)
    }
}

extension TypeExpression {
    /// True for a function type or an optional function type.
    var isFunction: Bool {
        switch self {
        case .function: true
        case .optional(let inner), .implicitlyUnwrapped(let inner), .attributed(_, _, let inner): inner.isFunction
        default: false
        }
    }
}
