internal import MockModel

// Implementations in extensions of protocols of fetched packages. A conforming type of the user's own would inherit them,
// and so does a mock where it could not do anything else without a stub: it leaves out a member that is implemented there
// and whose result has no default value. Associated types that these members or the package determine are no parameters
// of the mock. `@mockable(members: all)` turns this off.
extension TypeResolver {
    mutating func inheritImplementations() {
        guard !result.isClass, result.declaration.annotation?.mocksAllMembers != true else { return }
        let fetched = contributors.map(\.located).filter { isInherited($0) }
        let implementations = fetched.flatMap { located in
            lookup.extensions(of: located).flatMap { Implementation.all(in: $0, of: located) }
        }
        let own = ownStatements
        fixTypes(implementedBy: implementations, besides: own)
        var inherited: Set<Int> = []
        for index in result.members.indices {
            guard isCandidate(result.members[index], besides: own) else { continue }
            let matching = implementations.filter { implements($0, result.members[index].member) }
            // Among several, the compiler takes the most specialized one, or finds none that is.
            if matching.count == 1 { inherited.insert(index) }
        }
        guard !inherited.isEmpty else { return }
        result.members = result.members.indices.filter { !inherited.contains($0) }.map { result.members[$0] }
    }

    /// True if the declaration is a protocol of a fetched package, and the mocked type is not from the same module.
    private func isInherited(_ located: LocatedType) -> Bool {
        located.isFetched && located.module != result.type.module && located.declaration.kind == .protocol
    }

    /// The members and names that the user's own protocols state.
    private struct OwnStatements {
        var members: Set<String> = []
        /// Names in requirements on types.
        var names: Set<String> = []
    }

    private var ownStatements: OwnStatements {
        var own = OwnStatements()
        for located in declaredContributors.map(\.located) where !isInherited(located) {
            var requirements = located.declaration.genericRequirements
            for member in located.declaration.members {
                own.members.insert(member.displayName)
                if case .associatedType(let associated) = member.kind { requirements += associated.genericRequirements }
            }
            for requirement in requirements {
                own.names.formUnion(requirement.left.mentionedNames.union(requirement.right.mentionedNames))
            }
        }
        return own
    }

    private func isCandidate(_ resolved: ResolvedMember, besides own: OwnStatements) -> Bool {
        let member = resolved.member
        guard isInherited(resolved.origin.located), !member.isAssociatedType, !own.members.contains(member.displayName)
        else { return false }
        if member.witnessObstacle != nil { return true }
        return member.result.map { !hasDefaultValue($0, of: member, from: resolved.origin.located) } ?? false
    }

    // MARK: Associated types

    /// Fixes the associated types that are still open by typealiases in extensions, by implementations, and by the
    /// defaults of their declarations.
    private mutating func fixTypes(implementedBy implementations: [Implementation], besides own: OwnStatements) {
        var isOpen: [String: (located: LocatedType, defaultType: TypeExpression?)] = [:]
        for resolved in result.members {
            guard case .associatedType(let associated) = resolved.member.kind, result.fixedTypes[associated.name] == nil
            else { continue }
            let located = resolved.origin.located
            isOpen[associated.name] = isInherited(located) ? (located, associated.defaultType) : nil
        }
        let names = isOpen.keys.filter { !own.names.contains($0) && !own.members.contains($0) }.sorted()
        for name in names {
            for implementation in implementations where implementation.member.kind.aliasName == name {
                guard result.fixedTypes[name] == nil, case .typealias(let alias) = implementation.member.kind,
                    alias.genericParameters.isEmpty, holds(implementation)
                else { continue }
                result.fixedTypes[name] = respelled(alias.target, from: implementation.located)
            }
        }
        for resolved in result.members where isCandidate(resolved, besides: own) {
            infer(names, from: resolved, implementations)
        }
        for name in names {
            guard result.fixedTypes[name] == nil, let (located, type) = isOpen[name], let type else { continue }
            result.fixedTypes[name] = respelled(type, from: located)
        }
    }

    /// Fixes an associated type that is the result of a member by the result of the only implementation of that member.
    private mutating func infer(
        _ names: [String], from resolved: ResolvedMember, _ implementations: [Implementation]
    ) {
        guard let name = resolved.member.result?.selfAssociatedTypeName, names.contains(name),
            result.fixedTypes[name] == nil
        else { return }
        let matching = implementations.filter {
            $0.member.result?.selfAssociatedTypeName != name
                && implements($0, resolved.member, besidesResult: true)
        }
        guard matching.count == 1, let type = matching.first?.member.result, type.bare == type,
            type.mentionedNames.isDisjoint(with: names + ["Self"]), let located = matching.first?.located
        else { return }
        if case .some = type { return }
        result.fixedTypes[name] = respelled(type, from: located)
    }

    // MARK: Implementations

    /// True if the implementation fulfils the requirement, and all that it asks of the type holds.
    private mutating func implements(
        _ implementation: Implementation, _ requirement: MemberDeclaration, besidesResult: Bool = false
    ) -> Bool {
        let member = implementation.member
        guard member.displayName == requirement.displayName, member.isStatic == requirement.isStatic,
            member.genericParameters.count == requirement.genericParameters.count,
            member.allows(requirement), holds(implementation)
        else { return false }
        for (generic, required) in zip(member.genericParameters, requirement.genericParameters)
        where generic != required { return false }
        guard Set(member.genericRequirements) == Set(requirement.genericRequirements) else { return false }
        var types = zip(member.parameters, requirement.parameters).map { ($0.type, $1.type) }
        if !besidesResult { types.append((member.result ?? .void, requirement.result ?? .void)) }
        return types.allSatisfy { type, required in
            type.specifiers.contains("inout") == required.specifiers.contains("inout")
                && areEqual(type.bare, required.bare)
        }
    }

    /// True if the `where` clause of the extension holds for the mocked type.
    private mutating func holds(_ implementation: Implementation) -> Bool {
        implementation.requirements.allSatisfy { requirement in
            switch requirement.relation {
            case .equals: areEqual(requirement.left, requirement.right)
            case .conforms: conforms(requirement.left, to: requirement.right)
            }
        }
    }

    private func conforms(_ type: TypeExpression, to constraint: TypeExpression) -> Bool {
        if case .composition(let parts) = constraint { return parts.allSatisfy { conforms(type, to: $0) } }
        guard let name = constraint.namePath?.last else { return false }
        if type == .named("Self") {
            return name == "AnyObject" || result.knownParents.contains(name)
                || contributors.first(named: name) { _ in true } != nil
        }
        guard let associated = type.selfAssociatedTypeName else { return false }
        return result.members.contains { resolved in
            guard case .associatedType(let declared) = resolved.member.kind, declared.name == associated else {
                return false
            }
            return declared.inherited.contains { $0.namePath?.last == name }
        }
    }

    // MARK: Default values

    /// True if a call without a stub has a value of the type: always for collections and optionals, and never for types of
    /// packages and open types.
    private func hasDefaultValue(
        _ type: TypeExpression, of member: MemberDeclaration, from located: LocatedType, depth: Int = 0
    ) -> Bool {
        guard depth < WorkBudget.maximumDepth, budget.spend() else { return true }
        func hasDefault(_ type: TypeExpression) -> Bool {
            hasDefaultValue(type, of: member, from: located, depth: depth + 1)
        }
        switch type.bare {
        case .tuple(let elements): return elements.allSatisfy { hasDefault($0.type) }
        case .named("Self", _): return true
        case .member(of: .named("Self", _), let name, let arguments):
            return hasDefault(.named(name, arguments: arguments))
        case .named(let name, _):
            if member.genericParameterNames.contains(name) { return false }
            if let fixed = result.fixedTypes[name], fixed != type { return hasDefault(fixed) }
            if let target = expandedAlias(type.bare) { return hasDefault(target) }
            return locate(name, from: located).map { !$0.isFetched } ?? Self.typesWithDefault.contains(name)
        case .member: return expandedAlias(type.bare).map(hasDefault) ?? false
        case .metatype, .protocolMetatype: return false
        // The annotation gave the type.
        case .verbatim(let text): return hasDefault(.named(text))
        case .any(let constraint):
            return constraint.namePath.flatMap { locate($0, from: located) }.map { !$0.isFetched } ?? false
        default: return true
        }
    }

    /// The types of the standard library and of Foundation that `Mocking` has a default value of.
    private static let typesWithDefault: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
        "Float", "Double", "Bool", "String", "Substring", "Character", "StaticString", "Void", "Duration", "Optional",
        "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Set", "KeyValuePairs", "AnySequence", "AnyIterator",
        "Range", "ClosedRange", "AsyncStream", "AsyncThrowingStream", "Data", "Date", "UUID", "Decimal", "URL",
        "IndexPath", "IndexSet", "DateComponents", "Locale", "TimeZone", "Calendar", "DateInterval", "CharacterSet",
        "AttributedString", "URLComponents", "URLQueryItem", "CGFloat", "CGPoint", "CGSize", "CGRect", "TimeInterval",
    ]
}

/// A member of an extension that every conforming type has for which the extension's `where` clause holds.
private struct Implementation {
    let member: MemberDeclaration
    let requirements: [GenericRequirement]
    /// The extended protocol.
    let located: LocatedType

    static func all(in declaration: TypeDeclaration, of located: LocatedType) -> [Implementation] {
        guard isUnlimited(declaration.attributes), declaration.conditions.allSatisfy(isMetBySwift6) else { return [] }
        return declaration.members.compactMap { member in
            let access = member.modifiers.lazy.compactMap(AccessLevel.init(keyword:)).first ?? declaration.access
            guard access >= .public, isUnlimited(member.attributes),
                member.conditions.allSatisfy(isMetBySwift6)
            else { return nil }
            return Implementation(member: member, requirements: declaration.genericRequirements, located: located)
        }
    }

    /// True for `swift(>=5.1)` and the like.
    private static func isMetBySwift6(_ condition: String) -> Bool {
        guard condition.hasSuffix(")"),
            let operand = ["swift(>=", "compiler(>="].first(where: condition.hasPrefix),
            let version = Int(condition.dropFirst(operand.count).prefix { $0.isNumber })
        else { return false }
        return version < 6
    }

    /// False for what is deprecated, because such code only explains what to implement, for what not every platform or
    /// client has, and for what is on an actor.
    private static func isUnlimited(_ attributes: [String]) -> Bool {
        attributes.allSatisfy { attribute in
            !attribute.hasPrefix("@available") && !attribute.hasPrefix("@_spi")
                && attribute.dropFirst().first?.isUppercase != true
        }
    }
}

extension MockAnnotation {
    /// True for `members: all`: members that the type's package implements are mocked, too.
    var mocksAllMembers: Bool { seam == nil && members == ["all"] }
}

extension MemberDeclaration.Kind {
    fileprivate var aliasName: String? { if case .typealias(let alias) = self { alias.name } else { nil } }
}

extension MemberDeclaration {
    /// True if callers of the requirement can call this member: it has no effects that the requirement lacks, and can be
    /// set where that can be.
    fileprivate func allows(_ requirement: MemberDeclaration) -> Bool {
        switch (kind, requirement.kind) {
        case (.function(let mine), .function(let required)): mine.effects.areWithin(required.effects)
        case (.property(let mine), .property(let required)): mine.accessors.allow(required.accessors)
        case (.subscript(let mine), .subscript(let required)): mine.accessors.allow(required.accessors)
        default: false
        }
    }
}

extension Accessors {
    fileprivate func allow(_ required: Accessors) -> Bool {
        (hasSetter || !required.hasSetter) && getEffects.areWithin(required.getEffects)
    }
}

extension Effects {
    fileprivate func areWithin(_ required: Effects) -> Bool {
        guard !isAsync || required.isAsync else { return false }
        return throwing == .never || throwing == required.throwing || required.throwing == .untyped
    }
}
