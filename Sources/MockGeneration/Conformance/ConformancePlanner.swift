internal import MockModel

/// Plans the declarations of one mock: `ResolvedType` in, `Conformance` out.
///
/// A class, because copying a resolved type would cost more than most of its plans.
package final class ConformancePlanner {
    let resolved: ResolvedType
    let options: MockOptions
    let names: StyleNames
    let associatedTypes: [AssociatedTypeDeclaration]
    private let accessLevel: AccessLevel
    /// `public `, `package ` or empty.
    let access: String
    var diagnostics: [PlanDiagnostic] = []

    /// - Parameter names: those of the style that prints the mock.
    package init(_ resolved: consuming ResolvedType, names: StyleNames, options: MockOptions) {
        resolved.isolate(byDefault: options.isMainActorByDefault)
        resolved.makeForeignMembersNonisolated(defaultIsMainActor: options.isMainActorByDefault)
        resolved.runAsyncMembersWithCaller()
        if options.spellsSendability { resolved.spellSendability() }
        if options.leastAccess > .internal {
            resolved.plainTypes = resolved.plainTypes.filter { $0.value.access >= options.leastAccess }
        }
        self.names = names
        self.options = options
        let declared = min(resolved.declaration.access, .public)
        accessLevel = if case .limited(let limit) = options.access { min(declared, limit) } else { declared }
        access = accessLevel > .internal ? "\(accessLevel.keyword) " : ""
        associatedTypes = resolved.members.compactMap { member in
            if case .associatedType(let associated) = member.member.kind { associated } else { nil }
        }
        self.resolved = resolved
    }

    /// The conformance, or `nil` with an error among the diagnostics if the type cannot be mocked.
    package func plan() -> (conformance: Conformance?, diagnostics: [PlanDiagnostic]) {
        if resolved.isTooComplex {
            report(
                "a mock of '\(declaration.name)' would take too much work: its parents, typealiases and members lead to more than \(WorkBudget.perMock) steps, so it is not made, and one that was made before stays; split it, or write out the targets of its typealiases",
                PlanDiagnostic.tooComplex)
            return (nil, diagnostics)
        }
        reportObstacles()
        let isObstructed = diagnostics.contains { $0.severity == .error }
        reportUnknownParents()
        reportUnusedAliases()
        // An incomplete mock compiles only if the unknown parents have no requirements. The attempt is made only for a
        // type whose annotation asks for a mock.
        guard !isObstructed, resolved.unknownParents.isEmpty || declaration.asksForMock,
            !resolved.unknownParents.contains(where: \.reason.isTemporary)
        else { return (nil, diagnostics) }
        let objectType = objectType
        let scope = MemberScope(
            resolved: resolved, spelling: NameSpelling(names, shadowed: resolved.shadowedNames),
            genericNames: Set(openTypes.map(\.name)), objectType: objectType,
            nameCounts: MemberNameCounts(resolved.members), unexposedNames: unexposedNames(of: objectType),
            isMainActorByDefault: options.isMainActorByDefault,
            isCompiledOnMainActor: options.isCompiledOnMainActor, importsPlainly: importsPlainly)
        let witnesses = witnesses(scope)
        return (Conformance(self, scope: scope, witnesses: witnesses), diagnostics)
    }

    var declaration: TypeDeclaration { resolved.declaration }

    /// True if the mock is in another module and sees only what every module sees.
    var importsPlainly: Bool { options.leastAccess > .internal }

    var keyword: String {
        if resolved.isActor { return "actor" }
        let isFree =
            options.isMainActorByDefault && resolved.globalActor == nil
            && (superclass == nil || resolved.isClass && resolved.isNonisolated)
        // The test target's default isolation must not apply to the mocked type.
        let isFreedOfTests =
            options.isCompiledOnMainActor && !options.isMainActorByDefault && resolved.globalActor == nil
            && resolved.superclassActor == nil
        let optsOutOfActor = resolved.optsOutOfActor && resolved.globalActor == nil
        return isFree || isFreedOfTests || optsOutOfActor ? "nonisolated final class" : "final class"
    }

    /// The mocked type as the mock inherits from it. Conformances of a type on an actor are isolated by default, but
    /// those of its parents may not be: `nonisolated` lets the mock be compared and hashed from anywhere.
    private func inheriting(_ name: String) -> String {
        let hasParents = declaration.inherited.contains {
            !["AnyObject", "Sendable"].contains("\($0.bare)") && $0.bare != resolved.superclass?.bare
        }
        let isOnActor = resolved.globalActor != nil || superclass != nil
        let isOwn = declaration.attributes.contains("@\(resolved.globalActor ?? "")")
        // The actor is the protocol's own, or that of the class that it requires.
        let isStated = isOwn || superclass != nil && resolved.globalActor != nil
        if let actor = resolved.superclassActor, actor == resolved.globalActor, !isOwn, !resolved.type.inheritsIsolation
        {
            // Before Swift 6, a protocol is not on the actor of the class that it requires.
            return "@\(actor) \(name)"
        }
        if superclass != nil, crossesIntoActor {
            return "@MainActor \(name)"
        }
        let isFreed = options.isMainActorByDefault ? isOnActor : isStated && hasParents
        return isFreed ? "nonisolated \(name)" : name
    }

    /// The parts of a typealias such as `A & B<Int>`, without the arguments of protocols: the compiler (6.3.1) lets no class
    /// with the associated type conform to the typealias itself.
    private var parts: [String] {
        guard case .composition(let parts) = declaration.inherited.first, !constrainedParts.isEmpty else { return [] }
        return parts.map { part in
            let isClass = part.bare == resolved.superclass?.bare
            return isClass ? "\(part)" : inheriting(part.namePath?.joined(separator: ".") ?? "\(part)")
        }
    }

    /// True if a mock that is on the main actor by its superclass fulfils requirements that are not: those of a protocol
    /// in an actor, and a nonisolated `init()` that it inherits.
    private var crossesIntoActor: Bool {
        guard options.isMainActorByDefault || options.isCompiledOnMainActor, !resolved.isSendable,
            resolved.superclassActor(defaultIsMainActor: options.isMainActorByDefault) == "MainActor"
        else { return false }
        let isInActor =
            options.isMainActorByDefault && resolved.isNonisolated && !declaration.modifiers.contains("nonisolated")
        return isInActor || resolved.inheritsFreeInitializer
    }

    /// The class that the mock inherits from.
    var superclass: TypeExpression? { resolved.isClass ? mockedType : resolved.superclass }

    /// The mocked type with its generic parameters.
    var mockedType: TypeExpression {
        .named(resolved.spelledName, arguments: declaration.genericParameters.map { .named($0.name) })
    }

    var mockType: TypeExpression {
        .named(resolved.mockName, arguments: openTypes.map { .named($0.name) })
    }

    var supertypes: [String] {
        if resolved.isComposition { return parts.isEmpty ? [inheriting(resolved.spelledName)] : parts }
        // The conformance that the superclass has cannot be repeated.
        let isInherited = resolved.isClass || resolved.inheritsFromNSObject && declaration.name == "NSObjectProtocol"
        return (superclass.map { ["\($0)"] } ?? []) + (isInherited ? [] : [inheriting(resolved.spelledName)])
            + resolved.impliedParents.map { "\($0)" }
    }

    private func witnesses(_ scope: MemberScope) -> [Witness] {
        var witnesses: [Witness] = []
        witnesses.reserveCapacity(resolved.members.count)
        for index in resolved.members.indices {
            let resolved = resolved.members[index]
            if resolved.isOverride, let obstacle = OverrideObstacle(resolved, scope: scope) {
                // Users do not expect every member of a compiled class to be mocked, so such a member gets no note.
                if let message = obstacle.message, !resolved.origin.located.isCompiled {
                    note(message, resolved.origin)
                }
                continue
            }
            let scope = scope.entering(resolved.member)
            let access = access(of: resolved)
            let planner = WitnessPlanner(
                scope: scope, access: access, member: resolved.member, isOverride: resolved.isOverride)
            guard let (head, newValue) = planner.plan() else { continue }
            witnesses.append(Witness(resolved, scope: scope, access: access, head: head, newValue: newValue))
        }
        return witnesses
    }

    /// The access of a witness: each member of a class has its own, those of a protocol have the protocol's.
    private func access(of resolved: ResolvedMember) -> String {
        // Tests see internal declarations through a testable import.
        guard resolved.isOverride, !self.resolved.isInOtherModule else { return access }
        let level = min(AccessLevel(modifiers: resolved.member.modifiers), accessLevel)
        return level > .internal ? "\(min(level, .public).keyword) " : ""
    }

    func note(_ message: String, _ origin: MemberOrigin) {
        diagnostics.append(PlanDiagnostic(origin: origin, severity: .note, message: message, code: "not-overridden"))
    }

    func report(_ message: String, _ code: String, _ origin: MemberOrigin? = nil) {
        diagnostics.append(PlanDiagnostic(origin: origin, severity: .error, message: message, code: code))
    }

    /// The names of associated types, typealiases and generic parameters.
    var typeNames: Set<String> {
        declaration.localTypeNames.union(associatedTypes.map(\.name)).union(declaration.genericParameters.map(\.name))
    }

    // MARK: The type's head

    var attributes: [String] {
        let isPublic = accessLevel >= .public
        let kept = declaration.attributes.filter { $0.hasPrefix("@available") || (isPublic && $0.hasPrefix("@_spi")) }
        return (resolved.globalActor.map { ["@\($0)"] } ?? []) + kept
    }

    // MARK: Other objects that the mock can call

    /// `any Store<Key, Value>` if all open associated types are primary, otherwise `any Store`; a class by its name.
    private var objectType: String {
        if resolved.isClass { return "\(mockedType)" }
        let primary = declaration.primaryAssociatedTypes
        let names = Set(associatedTypes.map(\.name))
        // An object whose type is the mock's own is no other one.
        let mentionsSelf = resolved.fixedTypes.values.contains { $0.mentions("Self") }
        guard !primary.isEmpty, names.isSubset(of: primary), !mentionsSelf else { return "any \(resolved.spelledName)" }
        let arguments = primary.map { name in resolved.fixedTypes[name].map { "\(unqualified($0))" } ?? name }
        return "any \(resolved.spelledName)<\(arguments.joined(separator: ", "))>"
    }

    /// The names of associated types that `any P` hides: all, unless the type lists them in angle brackets.
    private func unexposedNames(of objectType: String) -> Set<String> {
        objectType.hasSuffix(">") ? [] : Set(associatedTypes.map(\.name)).union(resolved.dependentAliases)
    }
}
