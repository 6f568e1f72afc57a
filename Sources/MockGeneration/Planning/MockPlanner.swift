internal import MockModel

/// Plans one mock: `ResolvedType` in, `MockPlan` out.
package struct MockPlanner {
    let resolved: ResolvedType
    let options: MockOptions
    private let runtime: RuntimeSpelling
    let associatedTypes: [AssociatedTypeDeclaration]
    private let accessLevel: AccessLevel
    /// `public ` or empty.
    let access: String
    var diagnostics: [PlanDiagnostic] = []

    package init(_ resolved: ResolvedType, options: MockOptions) {
        var resolved = resolved
        resolved.isolate(byDefault: options.isMainActorByDefault)
        resolved.free(defaultIsMainActor: options.isMainActorByDefault)
        resolved.runAsyncMembersWithCaller()
        if options.leastAccess > .internal {
            resolved.plainTypes = resolved.plainTypes.filter { $0.value >= options.leastAccess }
        }
        self.options = options
        runtime = RuntimeSpelling(shadowed: resolved.shadowedNames)
        let declared = min(resolved.declaration.access, .public)
        accessLevel = if case .limited(let limit) = options.access { min(declared, limit) } else { declared }
        access = accessLevel > .internal ? "\(accessLevel.keyword) " : ""
        associatedTypes = resolved.members.compactMap { member in
            if case .associatedType(let associated) = member.member.kind { associated } else { nil }
        }
        self.resolved = resolved
    }

    /// The plan, or `nil` with an error among the diagnostics if the type cannot be mocked.
    package mutating func plan() -> (plan: MockPlan?, diagnostics: [PlanDiagnostic]) {
        if resolved.isTooComplex {
            report(
                "a mock of '\(declaration.name)' would take too much work: its parents, typealiases and members lead to more than \(WorkBudget.perMock) steps, so it is not made, and one that was made before stays; split it, or write out what its typealiases stand for",
                PlanDiagnostic.tooComplex)
            return (nil, diagnostics)
        }
        reportObstacles()
        let isObstructed = diagnostics.contains { $0.severity == .error }
        reportUnknownParents()
        // An incomplete mock compiles only if the unknown parents have no requirements. The attempt is made only for a
        // type whose annotation asks for a mock.
        guard !isObstructed, resolved.unknownParents.isEmpty || declaration.asksForMock else {
            return (nil, diagnostics)
        }
        var plan = MockPlan(
            name: resolved.mockName, target: target,
            staticTarget: resolved.isClass ? "\(ownType).Type" : "any \(resolved.spelledName).Type",
            stubbingMode: stubbingMode, runtime: runtime)
        plan.namespace = resolved.spelledNamespace
        plan.namespaceAttributes = resolved.namespaceAttributes.filter { $0.hasPrefix("@available") }
        plan.conditions = declaration.conditions
        plan.attributes = attributes
        plan.access = access
        plan.keyword = keyword
        plan.genericClause = genericClause
        plan.whereClause = whereClause
        plan.typealiases = typealiases
        let scope = MemberScope(
            resolved: resolved, runtime: runtime, genericNames: Set(openTypes.map(\.name)),
            target: plan.target, nameCounts: MemberNameCounts(resolved.members),
            unforwardableNames: unforwardableNames, isMainActorByDefault: options.isMainActorByDefault,
            forwards: options.forwards)
        plan.stateName = scope.stateName
        while ownTypeNames.contains(where: { $0.hasSuffix(plan.memberSetName) }) { plan.memberSetName += "2" }
        plan.members = plannedMembers(scope)
        plan.hasOverloads = scope.nameCounts.hasOverloads
        plan.inheritsInitializers = superclass != nil
        plan.inheritance = inheritance(hasStaticSide: plan.hasStaticSide)
        plan.identityMembers = IdentityMembers(scope: scope, access: access).lines
        return (plan, diagnostics)
    }

    var declaration: TypeDeclaration { resolved.declaration }

    private var keyword: String {
        if resolved.isActor { return "actor" }
        let isFree =
            options.isMainActorByDefault && resolved.globalActor == nil
            && (superclass == nil || resolved.isClass && resolved.isNonisolated)
        // The test target's default isolation must not apply to the mocked type.
        let isFreedOfTests =
            options.isCompiledOnMainActor && !options.isMainActorByDefault && resolved.globalActor == nil
            && resolved.superclassActor == nil
        let leavesActor = resolved.leavesActor && resolved.globalActor == nil
        return isFree || isFreedOfTests || leavesActor ? "nonisolated final class" : "final class"
    }

    /// The mocked type as the mock inherits from it. Conformances of a type on an actor are isolated by default, but
    /// those of its parents may not be: `nonisolated` lets the mock be compared and hashed from anywhere.
    private var conformance: String {
        let hasParents = declaration.inherited.contains { !["AnyObject", "Sendable"].contains("\($0.bare)") }
        let isOnActor = resolved.globalActor != nil || superclass != nil
        let isOwn = declaration.attributes.contains("@\(resolved.globalActor ?? "")")
        let isFreed = options.isMainActorByDefault ? isOnActor : isOwn && hasParents
        return isFreed ? "nonisolated \(resolved.spelledName)" : resolved.spelledName
    }

    /// The class that the mock inherits from.
    private var superclass: TypeExpression? { resolved.isClass ? ownType : resolved.superclass }

    /// The mocked type with its generic parameters.
    private var ownType: TypeExpression {
        .named(resolved.spelledName, arguments: declaration.genericParameters.map { .named($0.name) })
    }

    var mockType: TypeExpression {
        .named(resolved.mockName, arguments: openTypes.map { .named($0.name) })
    }

    private func inheritance(hasStaticSide: Bool) -> [String] {
        var entries: [String] = []
        if let superclass { entries.append("\(superclass)") }
        if !resolved.isClass { entries.append(conformance) }
        entries.append(runtime(superclass == nil ? "ProtocolMock" : isMadePlainly ? "ClassMock" : "Mock"))
        if hasStaticSide { entries.append(runtime("StaticMock")) }
        if superclass != nil, resolved.isSendable { entries.append("@unchecked Sendable") }
        return entries
    }

    private mutating func plannedMembers(_ scope: MemberScope) -> [MemberPlan] {
        var plans: [MemberPlan] = []
        plans.reserveCapacity(resolved.members.count)
        let properties = scope.nameCounts.hasOverloads ? propertyNames : []
        for index in resolved.members.indices {
            let resolved = resolved.members[index]
            if resolved.isOverride, let obstacle = OverrideObstacle(resolved, scope: scope) {
                // Users do not expect every member of a compiled class to be mocked, so such a member gets no note.
                if let message = obstacle.message, !resolved.origin.located.isCompiled {
                    note(message, resolved.origin)
                }
                continue
            }
            if isNamed(resolved.member, asOneOf: properties) {
                note(
                    "'\(resolved.member.displayName)' has the name of a property, and no type can declare both; the mock leaves it to the extension that does",
                    resolved.origin)
                continue
            }
            let member = MemberPlanner(scope: scope, access: access(of: resolved), resolved: resolved)
            guard let plan = member.plan() else { continue }
            plans.append(plan)
            if plan.head.signature.traits.contains(.indescribable) {
                diagnostics.append(
                    PlanDiagnostic(
                        origin: resolved.origin, severity: .warning,
                        message:
                            "'\(resolved.member.displayName)' takes closures over a parameter pack: it can be stubbed, but its calls are recorded without arguments and not forwarded",
                        code: "parameter-pack"))
            }
        }
        return plans
    }

    /// A property's name with its side: static or instance.
    private struct PropertyName: Hashable {
        let name: String
        let isStatic: Bool
    }

    private var propertyNames: Set<PropertyName> {
        resolved.members.reduce(into: []) { names, other in
            guard case .property = other.member.kind else { return }
            names.insert(PropertyName(name: other.member.baseName, isStatic: other.member.isStatic))
        }
    }

    private func isNamed(_ member: MemberDeclaration, asOneOf properties: Set<PropertyName>) -> Bool {
        guard !properties.isEmpty, case .function(let function) = member.kind, function.parameters.isEmpty,
            !resolved.isClass
        else { return false }
        return properties.contains(PropertyName(name: member.baseName, isStatic: member.isStatic))
    }

    /// The access of a witness: each member of a class has its own, those of a protocol have the protocol's.
    private func access(of resolved: ResolvedMember) -> String {
        // Tests see internal declarations through a testable import.
        guard resolved.isOverride, !self.resolved.isElsewhere else { return access }
        let level = min(AccessLevel(modifiers: resolved.member.modifiers), accessLevel)
        return level > .internal ? "\(min(level, .public).keyword) " : ""
    }

    private mutating func note(_ message: String, _ origin: MemberOrigin) {
        diagnostics.append(PlanDiagnostic(origin: origin, severity: .note, message: message, code: "not-overridden"))
    }

    // MARK: What cannot be mocked

    private mutating func reportObstacles() {
        let name = declaration.name
        if declaration.kind != .protocol, declaration.kind != .class {
            report(
                "'\(name)' is \(declaration.kind.withArticle); mockd mocks protocols and classes, so mock a protocol that it conforms to",
                "not-mockable")
        }
        if resolved.isClass { reportClassObstacles() }
        if !declaration.attributes.isEmpty { noteObjectiveC() }
        if declaration.access < .internal {
            let level = declaration.access.keyword
            report(
                "'\(name)' is \(level): a generated mock cannot see it; make it internal or write the mock in the same file",
                "not-visible")
        }
        if declaration.access == .internal, options.leastAccess > .internal {
            report(
                "'\(name)' is internal, and its mock imports the module plainly; make it public, or let the mocks import the module with 'import: testable'",
                "not-visible")
        }
        if let precedent = resolved.precedent {
            report(precedent.message(for: resolved.mockName), precedent.code)
        }
        if !resolved.isClass, let superclass = resolved.superclass, resolved.lacksInitializer {
            report(
                "'\(name)' requires the superclass \(superclass), which has no initializer that a mock could inherit; make one internal",
                "no-initializer")
        }
        for parent in resolved.valueParents {
            report(
                "'\(name)' refines '\(parent)', which is made for plain values and not for objects, so it cannot be mocked; test with a real type",
                "value-protocol")
        }
        let isOnActor =
            resolved.globalActor != nil
            || options.isMainActorByDefault && resolved.members.contains { $0.isolation == .unspoken }
        if resolved.isActor, isOnActor {
            report(
                "'\(name)' is for actors and refines a protocol on a global actor, so no type can conform to it",
                "actor-on-actor")
        }
        let superclassActor =
            resolved.superclassActor
            ?? (options.isMainActorByDefault && resolved.isSuperclassUnspoken ? "MainActor" : nil)
        if let superclass = resolved.superclass, !resolved.isClass, let actor = resolved.globalActor,
            let superclassActor, actor != superclassActor
        {
            report(
                "'\(name)' is on '\(actor)' and its superclass \(superclass) on '\(superclassActor)', and no mock can be on both; put them on the same actor",
                "superclass-actor")
        }
        if declaration.inherited.contains(where: { $0.namePath?.last == "DistributedActor" }) {
            report(
                "'\(name)' is a distributed actor protocol; distributed actors cannot be mocked", "distributed-actor")
        }
        if let closed = resolved.closedSuperclass {
            report(
                "'\(name)' inherits from '\(closed)', which its module does not let others subclass; mock a protocol instead",
                "closed-superclass")
        }
        for contradiction in resolved.contradictions {
            report(
                "'\(contradiction.name)' is required as '\(contradiction.type)' and as '\(contradiction.other)', which no class can fulfil, so '\(name)' is not mocked; give both one type",
                "contradiction", contradiction.origin)
        }
        for index in resolved.members.indices {
            let member = resolved.members[index].member
            for obstacle in obstacles(member) {
                report("'\(member.displayName)' \(obstacle)", "member", resolved.members[index].origin)
            }
        }
        reportRecursiveTypes()
        if RuntimeName.all.contains(resolved.mockName) {
            report(
                "a mock called '\(resolved.mockName)' would hide what all mocks are made of; give it another name: @mockable(override: name = …)",
                "reserved-name")
        }
        if Identifier.isReserved(resolved.mockName, isNested: !declaration.enclosing.isEmpty) {
            report(
                "a mock cannot be called '\(resolved.mockName)', which is a word of the language; give it another name: @mockable(override: name = …)",
                "reserved-name")
        }
        if let reserved = ownTypeNames.lazy.filter({ Self.reservedNames.contains($0) }).min() {
            report(
                "'\(name)' has a type called \(reserved), as every mock has one, so it cannot be mocked; give it another name",
                "reserved-name", origin(ofAssociatedType: reserved))
        }
    }

    /// Everything that prevents the member from being mocked, so that one run reports all of it.
    private func obstacles(_ member: MemberDeclaration) -> [String] {
        var obstacles: [String] = []
        if let superclass = resolved.superclass, !resolved.isClass, superclass != .named("NSObject"),
            member.isInitializer
        {
            obstacles.append(
                "is required beside the initializers of \(superclass), which a mock can only inherit, so '\(declaration.name)' is not mocked; ask for it in a protocol of its own"
            )
        }
        if case .other = member.kind {
            obstacles.append("is not understood, so '\(declaration.name)' is not mocked")
        }
        if let obstacle = member.witnessObstacle { obstacles.append(obstacle) }
        return obstacles
    }

    /// Names by which the library finds parts of a mock; a requirement cannot use them, too.
    private static let reservedNames: WordSet = [
        "MockTarget", "MockGiven", "MockVerify", "MockCalls", "StaticMockTarget", "StaticMockGiven",
        "StaticMockVerify", "StaticMockCalls",
    ]

    /// The names of associated types, typealiases and generic parameters.
    private var ownTypeNames: Set<String> {
        declaration.localTypeNames.union(associatedTypes.map(\.name)).union(declaration.genericParameters.map(\.name))
    }

    private mutating func reportClassObstacles() {
        let name = declaration.name
        if declaration.modifiers.contains("final") {
            report(
                "'\(name)' is final, so no mock can inherit from it; remove 'final' or mock a protocol that it conforms to",
                "final-class")
        }
        if declaration.genericParameters.contains(where: { $0.specifier == "each" }) {
            report(
                "'\(name)' is generic over a parameter pack, and no class can inherit from such a one; mock a protocol that it conforms to",
                "generic-class")
        }
        if let initializer = declaration.initializerOverPack {
            report(
                "'\(name)' has an initializer over a parameter pack, and the compiler crashes over every class that inherits one; mock a protocol that it conforms to",
                "generic-class",
                MemberOrigin(resolved.type, memberIndex: initializer))
        }
        if resolved.lacksInitializer {
            report(
                "'\(name)' has no initializer that a mock could inherit; make one internal", "no-initializer")
        }
    }

    private mutating func reportRecursiveTypes() {
        for requirement in openRequirements
        where requirement.right.mentions("Self") || requirement.left.mentions("Self") {
            let sides = [requirement.left, requirement.right].compactMap { $0.namePath?.first { $0 != "Self" } }
            reportRecursiveType(sides.first)
        }
        for associated in openTypes where associated.inherited.contains(where: { unqualified($0).mentions("Self") }) {
            reportRecursiveType(associated.name)
        }
    }

    private mutating func reportRecursiveType(_ name: String?) {
        report(
            "'\(declaration.name)' has an associated type that refers to Self, which a generic mock cannot; give the type: @mockable(typealias: …)",
            "recursive-associated-type", name.flatMap(origin(ofAssociatedType:)))
    }

    /// Where the associated type is declared, in the mocked type or a parent; `nil` for other types.
    private func origin(ofAssociatedType name: String) -> MemberOrigin? {
        resolved.members.first { $0.member.associatedTypeName == name }?.origin
    }

    mutating func report(_ message: String, _ code: String, _ origin: MemberOrigin? = nil) {
        diagnostics.append(PlanDiagnostic(origin: origin, severity: .error, message: message, code: code))
    }

    // MARK: The type's head

    private var attributes: [String] {
        let isPublic = accessLevel >= .public
        let kept = declaration.attributes.filter { $0.hasPrefix("@available") || (isPublic && $0.hasPrefix("@_spi")) }
        return (resolved.globalActor.map { ["@\($0)"] } ?? []) + kept
    }

    private var stubbingMode: String {
        if resolved.globalActor == "MainActor" { return runtime("MainActorStubbing") }
        let isSendable = resolved.isSendable || resolved.globalActor != nil
        return runtime(isSendable ? "SendableStubbing" : "Stubbing")
    }

    // MARK: What calls are forwarded to

    /// `any Store<Key, Value>` if all open associated types are primary, otherwise `any Store`.
    private var target: String {
        if resolved.isClass { return "\(ownType)" }
        let primary = declaration.primaryAssociatedTypes
        let names = Set(associatedTypes.map(\.name))
        guard !primary.isEmpty, names.isSubset(of: primary) else { return "any \(resolved.spelledName)" }
        let arguments = primary.map { name in resolved.fixedTypes[name].map { "\(unqualified($0))" } ?? name }
        return "any \(resolved.spelledName)<\(arguments.joined(separator: ", "))>"
    }

    private var unforwardableNames: Set<String> {
        target.hasSuffix(">") ? [] : Set(associatedTypes.map(\.name)).union(resolved.dependentAliases)
    }
}

extension TypeDeclaration.Kind {
    fileprivate var withArticle: String {
        switch self {
        case .actor, .enum: "an \(rawValue)"
        case .protocol, .class, .struct, .typealias: "a \(rawValue)"
        }
    }
}
