internal import MockModel

// Classes, from the mocked class upwards: a subclass's override comes first and hides the member that it overrides.
extension TypeResolver {
    /// - Parameter arguments: the generic arguments that the subclass passes.
    mutating func visitClass(_ located: LocatedType, arguments: [TypeExpression]) {
        let declaration = located.declaration
        guard !isVisitedClass(located) else {
            if let known = initializersOfClasses[located] { initializers = known }
            return
        }
        defer { initializersOfClasses[located] = initializers }
        contribute(located)
        depth += 1
        defer { depth -= 1 }
        guard depth < WorkBudget.maximumDepth else {
            budget.spend(.max)
            return
        }
        let outerActor = result.globalActor
        result.globalActor = globalActor(declaration.attributes)
        if result.globalActor == nil, !conformsOffActor(declaration), isOnMainActorByModuleDefault(located) {
            result.globalActor = "MainActor"
        }
        if !result.isClass {
            result.superclassActor = result.superclassActor ?? result.globalActor
            let isOwn = located.module == result.type.module && !isOutsideOfDefault(located)
            result.hasImplicitSuperclassIsolation =
                result.hasImplicitSuperclassIsolation || isOwn && !conformsOffActor(declaration)
        }
        let firstMember = result.members.count
        let generics = ClassArguments(declaration, arguments)
        addMembers(of: located, generics)
        let endOfMembers = result.members.count
        let inheritsInitializers = reportsInitializers(of: located, generics)
        // The initializer of a class without any is internal.
        if inheritsInitializers, isForeignToMock(located), hasProtocolsOnly(located) {
            noteHiddenInitializers(of: located)
        }
        for parent in declaration.inherited {
            visitClassParent(
                parent.replacing(generics.replace), of: located, inheritsInitializers: inheritsInitializers)
        }
        if let plain = declaration.members.first(where: \.isPlainInitializer) {
            result.plainInitializer = access(ofPlain: plain, in: declaration)
        }
        if !inheritsInitializers { noteNonisolatedInitializer(of: located) }
        // A superclass may be on another actor, by the default of its module.
        if let outerActor, let actor = result.globalActor, actor != outerActor {
            for index in firstMember..<endOfMembers {
                result.members[index].member.isolate(to: actor, among: result.globalActors)
            }
        }
        // A superclass of a class on an actor may be nonisolated.
        if result.globalActor == nil, located.declaration != result.declaration {
            let isImplicit = located.module == result.type.module && !isOutsideOfDefault(located)
            let isolation: MemberIsolation = isImplicit ? .implicit : .none
            for index in firstMember..<endOfMembers { result.members[index].isolation = isolation }
        }
        result.globalActor = outerActor ?? result.globalActor
    }

    /// Notes the protocols that extensions add to a final class: a class that is no longer final must be `@unchecked
    /// Sendable` if one of them demands that.
    mutating func noteConformancesOfFinalClass() {
        guard result.declaration.modifiers.contains("final") else { return }
        for declared in lookup.extensions(of: result.type) where !declared.isUnavailable {
            for parent in declared.inherited {
                visitClassParent(parent, of: result.type, inheritsInitializers: false)
            }
        }
    }

    /// A class in another module inherits a convenience initializer only as widely as all designated ones.
    private func access(ofPlain initializer: MemberDeclaration, in declaration: TypeDeclaration) -> AccessLevel {
        let access = AccessLevel(modifiers: initializer.modifiers)
        guard initializer.modifiers.contains("convenience") else { return access }
        return declaration.designatedInitializers.map { AccessLevel(modifiers: $0.modifiers) }.reduce(access, min)
    }

    /// The facts about the initializers that the mock inherits.
    struct InheritedInitializers {
        fileprivate var hiddenClass: ClassWithoutInitializer?
        fileprivate var hasImplicit: Bool
        fileprivate var nonisolated: String?
        fileprivate var othersNonisolated: [NonisolatedInitializer]
        fileprivate var plain: AccessLevel?
    }

    private var initializers: InheritedInitializers {
        get {
            InheritedInitializers(
                hiddenClass: result.classWithoutInitializer, hasImplicit: result.hasImplicitInitializer,
                nonisolated: result.nonisolatedInitializer, othersNonisolated: result.nonisolatedInitializers,
                plain: result.plainInitializer)
        }
        set {
            result.classWithoutInitializer = newValue.hiddenClass
            result.hasImplicitInitializer = newValue.hasImplicit
            result.nonisolatedInitializer = newValue.nonisolated
            result.nonisolatedInitializers = newValue.othersNonisolated
            result.plainInitializer = newValue.plain
        }
    }

    /// Adds the members of a class, which the mock overrides.
    mutating func addMembers(
        of located: LocatedType, _ generics: ClassArguments, where isMocked: (MemberDeclaration) -> Bool = { _ in true }
    ) {
        let declaration = located.declaration
        require(of: declaration.genericParameters, generics.arguments)
        lazy var counts = declaration.members.reduce(into: [:]) { $0[$1.sideName, default: 0] += 1 }
        // A member's generic parameter may have the name of one of its class: Swift 5 accepts that.
        let own = result.declaration.genericParameters.map(\.name)
        let namesInUse = outerGenericNames.union(own + generics.names + [declaration.name])
        for (index, var member) in declaration.members.enumerated() where isMocked(member) {
            if located.module != result.type.module { member.dropHiddenSetter() }
            if case .typealias(let alias) = member.kind {
                if generics.replacements.isEmpty { note(alias) }
                continue
            }
            if case .initializer = member.kind { continue }
            if !overrides.isEmpty, let candidates = overrides[member.sideName],
                isOverridden(member, by: candidates, isAlone: counts[member.sideName] == 1)
            {
                continue
            }
            let hasGenerics = !generics.names.isEmpty || !outerGenericNames.isEmpty || !own.isEmpty
            add(
                !hasGenerics || !budget.spend(1 + generics.names.count, times: member.partCount)
                    ? member : member.renamingGenerics(namesInUse).replacing(generics.replace),
                origin: MemberOrigin(located, memberIndex: index),
                isOverride: true)
        }
    }

    /// Restates a superclass's constraints on its generic parameters. The compiler infers them for the class's own
    /// parameters, but not for members of a mock.
    private mutating func require(of parameters: [GenericParameter], _ arguments: [TypeExpression]) {
        let own = result.declaration.genericParameters
        for (parameter, argument) in zip(parameters, arguments) {
            guard let constraint = parameter.constraint, result.isClass,
                let known = own.first(where: { argument == .named($0.name) }), known.constraint != constraint
            else { continue }
            result.genericRequirements.append(
                GenericRequirement(left: argument, relation: .conforms, right: constraint))
        }
    }

    /// True if the declaration was visited, or a declaration of the same class without conditions.
    private func isVisitedClass(_ located: LocatedType) -> Bool {
        let visited = contributors.first(named: located.declaration.name) { contributor in
            budget.spend()
            return contributor.located.declaration.kind == .class && contributor.located.isSameName(as: located)
                && (contributor.located.isSameDeclaration(as: located)
                    || contributor.located.declaration.conditions.isEmpty)
        }
        return visited != nil
    }

    /// True if a subclass overrides the member with different types, such as a more specific result. A member that
    /// overrides one with identical types overrides no other.
    ///
    /// - Parameters:
    ///   - candidates: indices of members with that name that had the modifier `override`.
    ///   - isAlone: true if its class has no other member with that full name.
    private mutating func isOverridden(_ member: MemberDeclaration, by candidates: [Int], isAlone: Bool) -> Bool {
        guard budget.spend(candidates.count) else { return false }
        let overriding = candidates.filter { result.members[$0].member.modifiers.contains("override") }
        guard let first = overriding.first else { return false }
        func match(hasResult: Bool) -> Int? {
            let signature = MemberSignature(member, hasResult: hasResult)
            return overriding.first {
                MemberSignature(result.members[$0].member, hasResult: hasResult) == signature
            }
        }
        let equal = match(hasResult: true)
        let similar = equal ?? match(hasResult: false)
        guard similar != nil || isAlone else { return false }
        if !member.modifiers.contains("override") {
            result.members[similar ?? first].member.modifiers.removeAll { $0 == "override" }
        }
        return equal == nil
    }

    /// True if the class has no designated initializer of its own, so that its superclass's initializers count.
    private mutating func reportsInitializers(of located: LocatedType, _ generics: ClassArguments) -> Bool {
        let own = located.declaration.members.filter { if case .initializer = $0.kind { true } else { false } }
        let designated = own.filter { !$0.modifiers.contains("convenience") }
        if !result.isClass {
            let least: AccessLevel = located.module == result.type.module ? .internal : .public
            let visible = own.filter { AccessLevel(modifiers: $0.modifiers) >= least }
            inheritedInitializers =
                generics.names.isEmpty
                ? visible : visible.filter { $0.modifiers.contains("required") }.map { $0.replacing(generics.replace) }
        }
        // A superclass sets this later if it has such an initializer.
        result.plainInitializer = designated.isEmpty ? .internal : nil
        result.hasImplicitInitializer = designated.isEmpty && !hasIsolatedValues(located)
        guard !designated.isEmpty else { return true }
        let least = isForeignToMock(located) ? located.leastAccessElsewhere : .internal
        let visible = designated.filter { AccessLevel(modifiers: $0.modifiers) >= least }
        result.nonisolatedInitializers = nonisolatedInitializers(visible, of: located)
        if visible.isEmpty { noteHiddenInitializers(of: located) }
        return false
    }

    /// True for a class of a module that the mock's file imports plainly.
    private func isForeignToMock(_ located: LocatedType) -> Bool {
        located.module != result.type.module
            && !result.type.imports.contains { $0.module == located.module && $0.attributes.contains("@testable") }
    }

    private mutating func noteHiddenInitializers(of located: LocatedType) {
        result.classWithoutInitializer = ClassWithoutInitializer(
            name: located.declaration.qualifiedName, access: isForeignToMock(located) ? .public : .internal)
    }

    /// True if none of the parents can be a class.
    private func hasProtocolsOnly(_ located: LocatedType) -> Bool {
        located.declaration.inherited.allSatisfy { parent in
            guard let path = parent.bare.namePath, let name = path.last else { return false }
            return KnownProtocol.isKnown(name) || locate(path, from: located)?.declaration.kind == .protocol
        }
    }

    /// Notes that the class's only designated initializer is a nonisolated `init()`.
    private mutating func noteNonisolatedInitializer(of located: LocatedType) {
        let designated = located.declaration.designatedInitializers
        let overridden = result.nonisolatedInitializer
        result.nonisolatedInitializer = nil
        guard designated.count == 1, let only = designated.first, only.isPlainInitializer else { return }
        let isOnActor = result.globalActor != nil || located.isMainActorByDefault
        guard !isOnActor || only.modifiers.contains("nonisolated") || overridden != nil else { return }
        result.nonisolatedInitializer = only.modifiers.contains("required") ? "required" : "override"
    }

    /// Decides whether the mock of a protocol can inherit from the class that the protocol requires, and call its
    /// `init()`.
    mutating func checkSuperclass(_ found: LocatedType) {
        let isForeign = found.module != result.type.module
        if found.declaration.modifiers.contains("final") {
            result.finalSuperclass = found.declaration.qualifiedName
        } else if isForeign, found.declaration.access < .open,
            !result.type.imports.contains(where: { $0.module == found.module && $0.attributes.contains("@testable") })
        {
            result.closedSuperclass = found.declaration.qualifiedName
        }
        if let access = result.plainInitializer, access < (isForeign ? .public : .internal) {
            result.plainInitializer = nil
        }
    }

    /// Removes required initializers that the mock inherits. It declares no designated ones, so it inherits all.
    mutating func dropInheritedInitializers() {
        guard !inheritedInitializers.isEmpty else { return }
        let count = result.members.count(where: \.isFreePlainInitializer)
        defer { result.inheritsFreeInitializer = result.members.count(where: \.isFreePlainInitializer) < count }
        result.members.removeAll { resolved in
            guard case .initializer(let required) = resolved.member.kind else { return false }
            var member = resolved.member
            return inheritedInitializers.contains { inherited in
                guard case .initializer(let initializer) = inherited.kind,
                    budget.spend(inherited.partCount + member.partCount)
                else { return false }
                // An initializer that is always there fulfils a requirement under a condition, too.
                if inherited.conditions.isEmpty { member.conditions = [] }
                return MemberSignature(inherited) == MemberSignature(member)
                    && (initializer.effects == required.effects || initializer.effects == .none)
                    && (initializer.optionalMark == required.optionalMark || initializer.optionalMark.isEmpty)
            }
        }
    }

    /// True if a property's initial value can only be created on the module's default actor.
    private mutating func hasIsolatedValues(_ located: LocatedType) -> Bool {
        for member in located.declaration.members where !member.isStatic && !member.modifiers.contains("lazy") {
            guard case .property(let property) = member.kind, property.isConstant || property.accessors.hasSetter else {
                continue
            }
            guard let type = property.type else { return true }
            if let path = type.namePath, locate(path, from: located)?.module == located.module { return true }
        }
        return false
    }

    /// Visits a parent of a class. The class implements its protocols' requirements, so only the superclass and what a
    /// protocol means for concurrency matter.
    private mutating func visitClassParent(
        _ parent: TypeExpression, of child: LocatedType, inheritsInitializers: Bool
    ) {
        guard let path = parent.bare.namePath, let name = path.last else { return }
        guard let found = locate(path, from: child) else {
            if KnownProtocol.isKnown(name) {
                result.knownParents.formUnion(KnownProtocol.closure(of: name))
            } else if KnownClass.withoutInitializer.contains(name) {
                result.classWithoutInitializer = ClassWithoutInitializer(name: name, access: nil)
            } else if standardType(name) == nil, let superclass = compiledSuperclass(parent, path, of: child) {
                result.hasImplicitInitializer = false
                if inheritsInitializers { result.plainInitializer = nil }
                visitCompiledSuperclass(superclass, as: parent.bare)
            }
            return
        }
        forEachAlternative(of: found) {
            $0.visitClassParent(parent, located: $1, inheritsInitializers: inheritsInitializers)
        }
    }

    private mutating func visitClassParent(
        _ parent: TypeExpression, located found: LocatedType, inheritsInitializers: Bool
    ) {
        switch found.declaration.kind {
        case .class:
            let own = initializers
            let ownInitializers = inheritedInitializers
            visitClass(found, arguments: parent.bare.arguments)
            inheritedInitializers = inheritsInitializers ? inheritedInitializers + ownInitializers : ownInitializers
            if !inheritsInitializers {
                let nonisolated = result.nonisolatedInitializer
                initializers = own
                result.nonisolatedInitializer = nonisolated
            }
        case .protocol:
            guard passed.insert(found).inserted else { return }
            for inherited in found.declaration.inherited {
                visitClassParent(inherited, of: found, inheritsInitializers: false)
            }
        case .typealias:
            let aliasedParent = AliasedParent(alias: found, arguments: parent.bare.arguments, conditions: [])
            guard let aliased = found.declaration.aliased, budget.spend(),
                aliasedParents.insert(aliasedParent).inserted,
                passed.insert(found).inserted
            else { return }
            defer { passed.remove(found) }
            let alias = FunctionAlias(parameters: found.declaration.genericParameters.map(\.name), target: aliased)
            let target = alias.applied(to: parent.bare.arguments, budget)
            for part in target.composed {
                visitClassParent(part, of: found, inheritsInitializers: inheritsInitializers)
            }
        case .actor, .struct, .enum, .extension: break
        }
    }
}

extension MemberDeclaration {
    /// The full name, marked with the side of the type.
    var sideName: String { isStatic ? "static \(displayName)" : displayName }

    /// True for an `init()` without conditions, attributes, effects and generic parameters: callers can use it from
    /// anywhere.
    fileprivate var isPlainInitializer: Bool {
        guard case .initializer(let initializer) = kind, conditions.isEmpty, attributes.isEmpty else { return false }
        return initializer.parameters.isEmpty && initializer.optionalMark.isEmpty && initializer.effects == .none
            && initializer.genericParameters.isEmpty
    }

    /// Removes a setter with an access level of its own: other modules cannot override it.
    fileprivate mutating func dropHiddenSetter() {
        if modifiers.contains(where: { $0.hasSuffix("(set)") }) { removeSetter() }
    }

    mutating func removeSetter() {
        switch kind {
        case .property(var property):
            property.accessors.hasSetter = false
            kind = .property(property)
        case .subscript(var declaration):
            declaration.accessors.hasSetter = false
            kind = .subscript(declaration)
        default: break
        }
    }
}

extension ResolvedMember {
    /// True for an `init()` that is nonisolated, itself or with its protocol, whatever its effects are.
    fileprivate var isFreePlainInitializer: Bool {
        guard member.isInitializer, member.parameters.isEmpty else { return false }
        return member.isNonisolated || origin.located.declaration.modifiers.contains("nonisolated")
    }
}
