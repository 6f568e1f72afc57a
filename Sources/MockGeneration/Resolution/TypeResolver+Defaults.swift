internal import MockModel

// Types that the mock can create values of, for calls without a stub.
extension TypeResolver {
    mutating func resolveDefaults() {
        var mentioned: Set<String> = []
        for index in result.members.indices {
            result.members[index].member.result?.collectNamesOfValues(into: &mentioned)
        }
        if mentioned.isEmpty { return }
        let declared = declaredNames
        var plain: Set<LocatedType> = []
        for name in mentioned.sorted() where !isRedeclaredInside(name, declared) {
            guard let found = locate(name, from: result.type), found.module == result.type.module,
                found.declaration.conditions.isEmpty
            else { continue }
            switch found.declaration.kind {
            case .protocol:
                guard let mock = found.mockName, !names.nested.contains(mock),
                    hasPlainMock(found, besides: &plain)
                else { continue }
                result.resultMocks[name] = (found.declaration.enclosing + [mock]).joined(separator: ".")
            case .class:
                guard let plain = plainType(found) else { continue }
                if let mock = found.mockName, !names.nested.contains(mock),
                    found.declaration.initializerOverPack == nil, !found.declaration.modifiers.contains("final")
                {
                    result.resultMocks[name] = (found.declaration.enclosing + [mock]).joined(separator: ".")
                } else {
                    result.plainTypes[name] = plain
                }
            case .struct:
                if let plain = plainType(found) { result.plainTypes[name] = plain }
            case .enum, .actor, .typealias, .extension: continue
            }
        }
    }

    // MARK: Initializers

    private func plainType(_ located: LocatedType) -> PlainType? {
        guard let access = plainInitializer(of: located) else { return nil }
        let declaration = located.declaration
        // A type that is not final would have to require the initializer in its own declaration. One with the name of the
        // module hides it, and another spelling of the module is one that the compiler warns of.
        let canAdopt =
            (declaration.kind == .struct || declaration.modifiers.contains("final"))
            && access >= min(declaration.access, .public)
            && !lookup.types(named: located.module).contains { $0.module == located.module }
            && !result.shadowedNames.contains(names.module ?? "")
        return PlainType(access: access, extended: canAdopt ? declaration.qualifiedName : nil)
    }

    /// Returns the access level of the type's `init()`; `nil` if it has none that can be called from anywhere.
    private func plainInitializer(of located: LocatedType) -> AccessLevel? {
        let declaration = located.declaration
        let isNonisolated = declaration.modifiers.contains("nonisolated")
        guard declaration.attributes.isEmpty, declaration.genericParameters.isEmpty,
            !located.isMainActorByDefault || isNonisolated,
            declaration.inherited.allSatisfy({ isProtocolWithoutActor($0, of: located) })
        else { return nil }
        if declaration.hasNoInitializer, hasValuesOnActors(located) { return nil }
        let access = declaration.plainInitializer.map { min($0, declaration.access) }
        return access.flatMap { $0 < .internal ? nil : $0 }
    }

    /// True if a parent is a protocol without an actor. A superclass may have one, and affects which initializers
    /// exist.
    private func isProtocolWithoutActor(_ parent: TypeExpression, of child: LocatedType, depth: Int = 0) -> Bool {
        guard depth < 16, budget.spend(), let path = parent.bare.namePath, let name = path.last else { return false }
        guard let found = locate(path, from: child) else { return KnownProtocol.isKnown(name) }
        let declaration = found.declaration
        return declaration.kind == .protocol && declaration.attributes.isEmpty && !found.isMainActorByDefault
            && declaration.inherited.allSatisfy { isProtocolWithoutActor($0, of: found, depth: depth + 1) }
    }

    /// True if a property's initial value may have to be created on an actor; then the object has to be created there,
    /// too.
    private func hasValuesOnActors(_ located: LocatedType) -> Bool {
        located.declaration.members.contains { member in
            guard !member.isStatic, !member.modifiers.contains("lazy"), case .property(let property) = member.kind,
                property.isConstant || property.accessors.hasSetter
            else { return false }
            guard member.attributes.isEmpty, let type = property.type else { return true }
            guard let path = type.bare.namePath, let found = locate(path, from: located) else { return false }
            return !found.declaration.attributes.isEmpty || found.isMainActorByDefault
        }
    }

    // MARK: Mocks

    /// True if the name has a different meaning inside the type than outside.
    private func isRedeclaredInside(_ name: String, _ declared: Set<String>) -> Bool {
        let (outer, own) = (result.declaration.enclosing, result.declaration.name)
        return declared.contains(name) || memberAliases[name] != nil || outerGenericNames.contains(name)
            || lookup.types(named: name).contains { found in
                let enclosing = found.declaration.enclosing
                return enclosing.last == own && found.module == result.type.module && enclosing.dropLast() == outer[...]
            }
    }

    /// True if `MockCook()` creates a mock of the protocol: neither it nor one that it refines has associated types, an
    /// initializer that spoils this, or a member that no mock can have. An unknown one might.
    ///
    /// - Parameter plain: protocols that are known to have such a mock.
    private mutating func hasPlainMock(
        _ located: LocatedType, besides plain: inout Set<LocatedType>, depth: Int = 0
    ) -> Bool {
        if plain.contains(located) { return true }
        let declaration = located.declaration
        let isOnActor =
            !declaration.attributes.isEmpty
            || located.isMainActorByDefault && !declaration.modifiers.contains("nonisolated")
        guard depth < 16, budget.spend(),
            !declaration.members.contains(where: { member in
                member.isAssociatedType || member.spoilsPlainInitializer || member.witnessObstacle != nil
                    || isOnActor && member.isInitializer && member.parameters.isEmpty && !member.isNonisolated
            })
        else { return false }
        for parent in declaration.inherited {
            guard let path = parent.bare.namePath, let name = path.last else { return false }
            if KnownProtocol.isKnown(name) { continue }
            guard let found = locate(path, from: located), found.declaration.kind == .protocol,
                hasPlainMock(found, besides: &plain, depth: depth + 1)
            else { return false }
        }
        plain.insert(located)
        return true
    }
}

extension TypeDeclaration {
    /// True if the type declares no initializer, so that the compiler generates one.
    fileprivate var hasNoInitializer: Bool {
        !members.contains { if case .initializer = $0.kind { true } else { false } }
    }

    /// The access level of `init()`: that of the type's own one, or of the one that a class without any other has.
    fileprivate var plainInitializer: AccessLevel? {
        // Only `init()` is read from types of these kinds.
        var hasOther = kind == .struct || modifiers.contains("final")
        for member in members {
            guard case .initializer(let initializer) = member.kind else { continue }
            if member.conditions.isEmpty, member.attributes.isEmpty, initializer.parameters.isEmpty,
                initializer.optionalMark.isEmpty, initializer.effects == .none, initializer.genericParameters.isEmpty
            {
                return AccessLevel(modifiers: member.modifiers)
            }
            hasOther = hasOther || !member.modifiers.contains("convenience")
        }
        return hasOther ? nil : .internal
    }
}

extension TypeExpression {
    /// Collects the names that decide whether a value of the type can be created: the type's own, those in a tuple and
    /// those in the result of a closure.
    fileprivate func collectNamesOfValues(into names: inout Set<String>) {
        if let name = existentialName {
            names.insert(name)
            return
        }
        switch self {
        case .tuple(let elements): for element in elements { element.type.collectNamesOfValues(into: &names) }
        case .function(let function): function.result.collectNamesOfValues(into: &names)
        case .attributed(_, _, let base): base.collectNamesOfValues(into: &names)
        default: break
        }
    }
}
