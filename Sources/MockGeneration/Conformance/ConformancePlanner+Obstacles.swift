internal import MockModel

// Types that cannot be mocked, with the reason.
extension ConformancePlanner {
    func reportObstacles() {
        let name = declaration.name
        if resolved.request != nil { reportExtendedObstacle() }
        if declaration.kind == .extension { return }
        if declaration.kind != .protocol, declaration.kind != .class {
            return report(
                "'\(name)' is \(declaration.kind.withArticle); mockd mocks protocols and classes, so use it as it is, or mock a protocol in its place",
                "not-mockable")
        }
        if resolved.isClass { reportClassObstacles() }
        if resolved.isComposition { reportHiddenParameter() }
        if !declaration.attributes.isEmpty { noteObjectiveC() }
        // A final class is refused anyway, and widening it would lead to that.
        if declaration.access < .internal, !resolved.isClass || !declaration.modifiers.contains("final") {
            let level = declaration.access.keyword
            report(
                resolved.hiddenOuterType.map {
                    "'\(name)' is inside of '\($0)', which is \(level): a generated mock cannot see it; make '\($0)' internal or write the mock in the same file"
                }
                    ?? "'\(name)' is \(level): a generated mock cannot see it; make it internal or write the mock in the same file",
                "not-visible")
        }
        if declaration.access == .internal, options.leastAccess > .internal {
            report(
                options.sharingTarget.map {
                    "'\(name)' is internal, and its mock is in '\($0)', which cannot see it; make it 'package', or public if that is in another package"
                }
                    ?? "'\(name)' is internal, and its mock imports the module plainly; make it public, or let the mocks import the module with 'import: testable'",
                "not-visible")
        }
        if !resolved.isClass, let superclass = resolved.superclass, let hidden = resolved.classWithoutInitializer,
            let access = hidden.access
        {
            let ancestor = hidden.name == "\(superclass.bare)" ? "which" : "whose superclass '\(hidden.name)'"
            report(
                "'\(name)' requires the superclass \(superclass), \(ancestor) has no initializer that a mock could inherit; make one \(access.keyword)",
                "no-initializer")
        }
        if let uninherited = resolved.uninheritedInitializer, resolved.classWithoutInitializer == nil {
            report(uninherited)
        }
        for parent in resolved.valueParents {
            let subject = parent == name ? "'\(name)' is" : "'\(name)' refines '\(parent)', which is"
            report(
                "\(subject) made for plain values and not for objects, so it cannot be mocked; test with a real type",
                "value-protocol")
        }
        let isOnActor =
            resolved.globalActor != nil
            || options.isMainActorByDefault && resolved.refinesDefaultActor
        if resolved.isActor, isOnActor {
            report(
                "'\(name)' is for actors and refines a protocol on a global actor, so no type can conform to it",
                "actor-on-actor")
        }
        if let superclass = resolved.superclass, resolved.isActor, !resolved.inheritsFromNSObject {
            report(
                "'\(name)' is for actors and inherits from class \(superclass), which no actor can, so no type can conform to it",
                "actor-superclass")
        }
        let superclassActor = resolved.superclassActor(defaultIsMainActor: options.isMainActorByDefault)
        if let superclass = resolved.superclass, !resolved.isClass, let actor = resolved.globalActor,
            let superclassActor, actor != superclassActor
        {
            report(
                "'\(name)' is on '\(actor)' and its superclass \(superclass) on '\(superclassActor)', and no mock can be on both; put them on the same actor",
                "superclass-actor")
        }
        if let superclass = resolved.superclass, !resolved.isClass, let superclassActor,
            let initializer = initializerThatNoneInherits
        {
            report(
                "'\(name)' requires the superclass \(superclass), which is on '\(superclassActor)' and whose '\(initializer.displayName)' is not, and the compiler lets no class inherit such an initializer\(Self.limit(of: initializer)); put it on '\(superclassActor)', or mock a protocol without \(superclass)",
                "class-initializer")
        }
        if let superclass = resolved.superclass, let superclassActor, resolved.isSendable,
            resolved.inheritsFreeInitializer, !resolved.hasNonisolatedInitializer, options.isCompiledOnMainActor
        {
            report(
                "'\(name)' requires an 'init()' for any thread, and its superclass \(superclass) has one on '\(superclassActor)', so no class that is Sendable can conform where the main actor is the default; remove 'nonisolated' or the initializer",
                "superclass-actor")
        }
        if let superclass = resolved.superclass, superclassActor == nil, overridesInitializersOnMainActor {
            report(
                "'\(name)' is on 'MainActor' and its superclass \(superclass) is not; tests on the main actor by default cannot inherit its initializers: put \(superclass) on 'MainActor', or give it no initializer but 'init()'",
                "superclass-actor")
        }
        if declaration.inherited.contains(where: { $0.namePath?.last == "DistributedActor" }) {
            report(
                "'\(name)' is a distributed actor protocol; distributed actors cannot be mocked", "distributed-actor")
        }
        if let closed = resolved.closedSuperclass {
            report(
                "'\(name)' inherits from '\(closed)', which its module does not let others subclass, so '\(name)' is not mocked; mock a protocol without it",
                "closed-superclass")
        }
        if let final = resolved.finalSuperclass {
            report(
                "'\(name)' requires the class '\(final)', which is final, so no mock can inherit from it; remove 'final', or mock a protocol without it",
                "final-class")
        }
        for contradiction in resolved.contradictions {
            report(
                "'\(contradiction.name)' is required as '\(contradiction.type)' and as '\(contradiction.other)', which no class can fulfil, so '\(name)' is not mocked; give both one type",
                "contradiction", contradiction.origin)
        }
        for namesake in resolved.namesakesOfProperties { report(namesake) }
        for index in resolved.members.indices {
            let member = resolved.members[index].member
            if let obstacle = unreadObstacle(member) {
                report(
                    "'\(member.displayName)' \(obstacle), so '\(name)' is not mocked", PlanDiagnostic.unreadMember,
                    resolved.members[index].origin)
            }
            for obstacle in obstacles(member) {
                report("'\(member.displayName)' \(obstacle)", "member", resolved.members[index].origin)
            }
        }
        if resolved.valueParents.isEmpty { reportRecursiveTypes() }
        let reservedNames = names.reserved
        if let reserved = typeNames.lazy.filter({ reservedNames.contains($0) }).min() {
            report(
                "'\(name)' has a type called \(reserved), as every mock has one, so it cannot be mocked; give it another name",
                "reserved-name", origin(ofAssociatedType: reserved))
        }
        // A type that gets no mock takes no name.
        if !diagnostics.contains(where: { $0.severity == .error }) { reportName() }
    }

    private func reportName() {
        if names.used.contains(resolved.mockName) {
            report(
                "a mock called '\(resolved.mockName)' would hide what all mocks are made of; give it another name: @mockable(override: name = …)",
                "reserved-name")
        }
        if Identifier.isReserved(resolved.mockName, isNested: !declaration.enclosing.isEmpty) {
            report(
                "a mock cannot be called '\(resolved.mockName)', which is a word of the language; give it another name: @mockable(override: name = …)",
                "reserved-name")
        }
        if let precedent = resolved.precedent {
            report(precedent.message(for: resolved.mockName, of: declaration.name), precedent.code)
        }
    }

    /// True if the compiler (6.3.1) takes the initializers that the mock inherits for isolated, although those that they
    /// override are not.
    private var overridesInitializersOnMainActor: Bool {
        options.isCompiledOnMainActor && resolved.globalActor == "MainActor" && !resolved.isClass
            && !resolved.hasNonisolatedInitializer
    }

    /// Everything that prevents the member from being mocked, so that one run reports all of it.
    private func obstacles(_ member: MemberDeclaration) -> [String] {
        var obstacles: [String] = []
        if let superclass = resolved.superclass, !resolved.isClass, !resolved.inheritsFromNSObject,
            resolved.plainInitializer == nil, member.isInitializer
        {
            obstacles.append(
                "is required beside the initializers of \(superclass), none of which is 'init()', so '\(declaration.name)' is not mocked; give \(superclass) an 'init()', or ask for this one in a protocol of its own"
            )
        }
        if let obstacle = member.witnessObstacle { obstacles.append(obstacle) }
        return obstacles
    }

    /// Why a member that could not be read prevents the mock; `nil` for one that could, or that a class can do without.
    private func unreadObstacle(_ member: MemberDeclaration) -> String? {
        guard case .other(_, let reason) = member.kind else { return nil }
        switch reason {
        case .syntax(let message): return "is not understood (\(message))"
        case .pattern: return resolved.isClass ? nil : "is not understood"
        case .accessors(let words):
            return resolved.isClass ? nil : "has accessors that mockd does not know (\(words))"
        }
    }

    private func reportClassObstacles() {
        let name = declaration.name
        if importsPlainly, resolved.request == nil, declaration.access > .internal { reportClosedClass() }
        if declaration.modifiers.contains("final") {
            // The compiler lets only final classes be `Sendable` without more.
            let isUnchecked = declaration.inherited.contains { $0.attributes.contains("@unchecked") }
            let isSendable = resolved.isSendable && !isUnchecked
            report(
                "'\(name)' is final, so no mock can inherit from it; remove 'final'\(isSendable ? " and make it '@unchecked Sendable'," : "") or mock a protocol in its place",
                "final-class")
        }
        if declaration.genericParameters.contains(where: { $0.specifier == "each" }) {
            report(
                "'\(name)' is generic over a parameter pack, and no class can inherit from such a one; mock a protocol in its place",
                "generic-class")
        }
        if let initializer = declaration.initializerOverPack {
            report(
                "'\(name)' has an initializer over a parameter pack, and the compiler crashes over every class that inherits one; mock a protocol in its place",
                "generic-class",
                MemberOrigin(resolved.type, memberIndex: initializer))
        }
        if let hidden = resolved.classWithoutInitializer { report(hidden) }
        if let actor = resolved.globalActor, let initializer = initializerThatNoneInherits {
            report(
                "'\(name)' is on '\(actor)' and its '\(initializer.displayName)' is not, and the compiler lets no class inherit such an initializer\(Self.limit(of: initializer)); put it on '\(actor)', or mock a protocol that the class conforms to",
                "class-initializer")
        }
    }

    private func report(_ uninherited: UninheritedInitializer) {
        let origin = uninherited.required
        let declaring = origin.located.declaration
        report(
            "every subclass of '\(declaring.name)' must have its '\(declaring.members[origin.memberIndex].displayName)', which '\(resolved.mockName)' cannot inherit while '\(uninherited.hidden)' is not public; make that public, remove 'required' from this one, or mock a protocol without this class",
            "class-initializer", origin)
    }

    private func report(_ hidden: ClassWithoutInitializer) {
        let name = declaration.name
        guard let access = hidden.access else {
            return report(
                "'\(name)' inherits from \(hidden.name), whose objects only its own 'create' makes, so no mock can be made; mock a protocol in its place",
                "no-initializer")
        }
        let isOwn = hidden.name == declaration.qualifiedName
        let subject = isOwn ? "'\(name)'" : "'\(hidden.name)', the superclass of '\(name)',"
        report(
            "\(subject) has no initializer that a mock could inherit; make one \(access.keyword)", "no-initializer")
    }

    private static func limit(of initializer: MemberDeclaration) -> String {
        initializer.isAsyncInitializer
            ? " with arguments that are not Sendable" : " where the main actor is the default"
    }

    /// An initializer that is nonisolated although the class is on an actor, if the compiler refuses to have it overridden
    /// by one on the actor.
    private var initializerThatNoneInherits: MemberDeclaration? {
        let actor = resolved.superclassActor(defaultIsMainActor: options.isMainActorByDefault) ?? resolved.globalActor
        let isOnDefault = options.isCompiledOnMainActor && actor == "MainActor"
        return resolved.nonisolatedInitializers.first { initializer in
            guard !options.isMainActorByDefault || initializer.member.isNonisolated else { return false }
            guard initializer.member.isAsyncInitializer else { return isOnDefault }
            let isHeld = initializer.sending < (options.isMainActorByDefault ? .fromMainActor : .possible)
            return isHeld && !options.isCompiledInSwift5
        }?.member
    }

    /// Reports a class that no other module can inherit from.
    private func reportClosedClass() {
        let name = declaration.name
        if declaration.access < .open, !declaration.modifiers.contains("final") {
            report(
                "'\(name)' is not open, so no mock in another module can inherit from it; make it open, or mock a protocol in its place",
                "final-class")
        }
        let initializers = declaration.designatedInitializers
        let isHidden = initializers.allSatisfy { AccessLevel(modifiers: $0.modifiers) < .public }
        let mayInheritOne =
            initializers.isEmpty && declaration.inherited.contains { !KnownProtocol.isKnown("\($0.bare)") }
        if isHidden, !mayInheritOne {
            report(
                "'\(name)' has no public initializer, so no mock in another module can be made; declare one",
                "no-initializer")
        }
    }

    private func report(_ namesake: Namesake) {
        let (function, origin) = (namesake.member.member.displayName, namesake.member.origin)
        if namesake.isImplemented {
            return note(
                "'\(function)' has the name of a property, and no type can declare both; the mock leaves it to the extension that does",
                origin)
        }
        report(
            "'\(function)' has the name of a property, and no type can declare both, so '\(declaration.name)' is not mocked; rename one of them, or implement the function in an extension of the protocol",
            "contradiction", origin)
    }

    private func reportRecursiveTypes() {
        for requirement in openRequirements
        where requirement.right.mentions("Self") || requirement.left.mentions("Self") {
            let sides = [requirement.left, requirement.right].compactMap { $0.namePath?.first { $0 != "Self" } }
            reportRecursiveType(sides.first)
        }
        for associated in openTypes where associated.inherited.contains(where: { unqualified($0).mentions("Self") }) {
            reportRecursiveType(associated.name)
        }
    }

    private func reportRecursiveType(_ name: String?) {
        report(
            "'\(declaration.name)' has an associated type that refers to Self, which a generic mock cannot; give the type: @mockable(typealias: …)",
            "recursive-associated-type", name.flatMap(origin(ofAssociatedType:)))
    }

    /// Where the associated type is declared, in the mocked type or a parent; `nil` for other types.
    private func origin(ofAssociatedType name: String) -> MemberOrigin? {
        resolved.members.first { $0.member.associatedTypeName == name }?.origin
    }
}

extension TypeDeclaration.Kind {
    package var withArticle: String {
        switch self {
        case .actor, .enum, .extension: "an \(rawValue)"
        case .protocol, .class, .struct, .typealias: "a \(rawValue)"
        }
    }
}
