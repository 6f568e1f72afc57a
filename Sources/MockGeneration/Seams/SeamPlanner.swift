internal import MockModel

/// Chooses the members of a seam. A function of its arguments: declarations in, a plan out.
package struct SeamPlanner {
    /// The extension that asks for the seam.
    private let request: LocatedType
    /// Every declaration and extension of the type, then those of its superclasses.
    private let parts: [LocatedType]
    /// The signatures of all members of the type and its superclasses, and of those of `NSObject`.
    private let declared: Set<MemberSignature>
    private let declaredByRoot: Set<MemberSignature>
    /// The names of the properties that the module of the seam sees.
    private var properties: Set<String> = []
    /// The names of members that override one with other types, such as `Any?` for a parameter that was `Any`, each with
    /// the class that overrides it.
    private let widened: [String: String]
    private let nestedTypes: Set<String>
    /// The types that it is nested in, outermost first.
    private let enclosing: [EnclosingType]
    private let isAmbiguous: (_ name: String, _ module: String) -> Bool
    private let sendability: SeamSendability.Lookup?
    private let selections: [SeamSelection]
    /// The same, by their names without backticks.
    private let selectionsByName: [String: [SeamSelection]]
    private let protocolName: String
    /// The signatures of the requirements so far.
    private var known: Set<MemberSignature> = []
    private var found: Set<String> = []
    private var overloads = SeamOverloads()
    private var plan: SeamPlan
    /// The place in the plan of the members of each file, by its module and path.
    private var placesOfFiles: [[String]: Int] = [:]
    /// For messages: all members, and those that others may use, by their names.
    private lazy var namesakes = Dictionary(grouping: parts.flatMap(\.declaration.members), by: \.displayName)
    private lazy var visibleMembers = parts.flatMap { part in
        part.declaration.members.filter { isVisible($0, in: part) }
    }
    /// The comparisons of names that may still be made for suggestions: thousands of unknown names are no typing errors.
    private var comparisonsLeft = 100_000

    /// - Parameters:
    ///   - parts: the type's own declarations, each with its file, then those of its superclasses.
    ///   - root: the declarations of `NSObject`, if the type inherits from it. Every object has its members, so they are
    ///     no requirements.
    ///   - nestedTypes: the names of the types that are nested in it.
    ///   - enclosing: the types that it is nested in, outermost first.
    ///   - sendability: finds the types that members of an actor mention; `nil` if values of any type can pass.
    ///   - isAmbiguous: returns true if a type that the module declares has the name of one in another visible module.
    package init(
        _ request: LocatedType, parts: [LocatedType], root: [LocatedType] = [], nestedTypes: Set<String>,
        enclosing: [EnclosingType] = [],
        sendability: SeamSendability.Lookup? = nil,
        isAmbiguous: @escaping (_ name: String, _ module: String) -> Bool = { _, _ in false }
    ) {
        self.isAmbiguous = isAmbiguous
        self.sendability = sendability
        self.request = request
        let types = parts.map(\.declaration).filter { $0.kind != .extension } + enclosing.map(\.declaration)
        let generics = Set(types.flatMap(\.genericParameters).map(\.name))
        self.parts = parts.map { part in
            let members = part.declaration.members.map { $0.withGeneralDefaults(in: generics) }
            return part.declaring(part.declaration.with(members: members))
        }
        self.nestedTypes = nestedTypes
        self.enclosing = enclosing
        selections = (request.declaration.annotation?.members ?? []).map(SeamSelection.init)
        selectionsByName = Dictionary(grouping: selections) { Identifier.withoutBackticks($0.name) }
        protocolName = request.declaration.seam ?? ""
        declared = Set(parts.flatMap(\.declaration.members).map(Self.signature))
        declaredByRoot = Set(root.flatMap(\.declaration.members).map(Self.signature))
        widened = Self.widened(in: parts)
        plan = SeamPlan(declaration: request.declaration)
    }

    /// Returns a plan whose protocol has no members if the seam cannot be made.
    package mutating func make() -> SeamPlan {
        let heads = parts.map(\.declaration).filter { $0.kind != .extension }
        // A branch of an `#if` may declare the type for compilers that cannot use it.
        guard let head = heads.first(where: { !$0.isUnavailable }) ?? heads.first else { return plan }
        plan.kind = head.kind
        plan.superclasses = parts.map(\.declaration).filter { $0.kind == .class && $0.name != head.name }.map(\.name)
        let type = SeamType(
            head, enclosing: enclosing, spelled: request.declaration.qualifiedName, nestedTypes: nestedTypes)
        for part in parts where !type.hasConditions(part.declaration) {
            for member in part.declaration.members where isVisible(member, in: part) && !type.hasConditions(member) {
                overloads.add(member)
                let required = member.requiredParameters
                if required.count < member.parameters.count { overloads.add(shapeOf: member.keeping(required)) }
            }
        }
        properties = Set(
            parts.flatMap { part in part.declaration.members.filter { $0.isProperty && isVisible($0, in: part) } }
                .map(\.baseName))
        for part in parts { add(part, head, type) }
        plan.declaration = declaration(head, type)
        if request.declaration.access < head.access { plan.renameOuterParameters(of: head) }
        for selection in selections where !found.contains(selection.text) { reportUnknown(selection) }
        return plan
    }

    /// The parts of a member that no other member of the type has.
    private static func signature(_ member: MemberDeclaration) -> MemberSignature {
        MemberSignature(member.withoutSending, hasResult: false)
    }

    private static func widened(in parts: [LocatedType]) -> [String: String] {
        let originals = Set(
            parts.flatMap(\.declaration.members).filter { !$0.modifiers.contains("override") }.map(signature))
        var widened: [String: String] = [:]
        for part in parts {
            for member in part.declaration.members
            where member.modifiers.contains("override") && !originals.contains(signature(member)) {
                widened[member.displayName] = widened[member.displayName] ?? part.declaration.name
            }
        }
        return widened
    }

    // MARK: The protocol

    private func declaration(_ head: TypeDeclaration, _ type: SeamType) -> TypeDeclaration {
        var inherited: [TypeExpression] = []
        if head.kind == .class || head.kind == .actor { inherited.append(.named("AnyObject")) }
        if isSendable(head) { inherited.append(.named("Sendable")) }
        if isNoncopyable(head) { inherited.append(.suppressed(.named("Copyable"))) }
        if head.inherited.contains(.suppressed(.named("Escapable"))) {
            inherited.append(.suppressed(.named("Escapable")))
        }
        let access = request.declaration.access
        // The compiler finds the arguments of outer types by the members alone.
        let mentioned = plan.parents.flatMap(\.declaration.members).reduce(into: Set<String>()) {
            $0.formUnion($1.mentionedNames)
        }
        let own = Set(head.genericParameters.map(\.name))
        let outer = enclosing.map(\.declaration)
        // A parameter hides those of outer types with its name.
        let all = outer.flatMap(\.genericParameters).filter { !own.contains($0.name) } + head.genericParameters
        let parameters = all.filter { !$0.isPack && (own.contains($0.name) || mentioned.contains($0.name)) }
        let dropped = Set(all.map(\.name)).subtracting(parameters.map(\.name))
        let outerRequirements = outer.flatMap(\.genericRequirements).filter { $0.mentions(noneOf: own) }
        let requirements = (outerRequirements + head.genericRequirements).filter { $0.mentions(noneOf: dropped) }.map {
            GenericRequirement(left: $0.left, relation: $0.relation, right: type.constraint($0.right, $0.relation))
        }
        return TypeDeclaration(
            kind: .protocol, name: protocolName,
            attributes: availability(of: head) + head.attributes.filter(Self.isActor),
            modifiers: access > .internal ? [access.keyword] : [],
            primaryAssociatedTypes: parameters.map(\.name), inherited: inherited,
            genericRequirements: requirements.filter { !Self.isConstraint($0, of: parameters) },
            members: parameters.map { associatedType($0, requirements, type) },
            conditions: request.declaration.conditions, annotation: request.declaration.annotation)
    }

    /// The versions of platforms from which there is the type: its own, or those of the nearest type around it with any.
    private func availability(of head: TypeDeclaration) -> [String] {
        (enclosing.map(\.declaration) + [head]).map(\.availability).last { !$0.isEmpty } ?? []
    }

    private static func isActor(_ attribute: String) -> Bool {
        attribute.hasSuffix("Actor") && !attribute.contains("(")
    }

    private func isSendable(_ head: TypeDeclaration) -> Bool {
        head.kind == .actor || head.attributes.contains(where: Self.isActor)
            || parts.lazy.filter { $0.declaration.genericRequirements.isEmpty && !$0.declaration.isUnavailable }
                .flatMap(\.declaration.inherited).contains {
                    $0.bare == .named("Sendable")
                }
    }

    /// A type that is copyable for some of its arguments conforms to the protocol for these only.
    private func isNoncopyable(_ head: TypeDeclaration) -> Bool {
        head.inherited.contains(.suppressed(.named("Copyable")))
            && !parts.contains { $0.declaration.inherited.contains { $0.bare == .named("Copyable") } }
    }

    /// A parameter that may be noncopyable gives a type that is not: protocols cannot have others, and an extension of the
    /// type that says nothing else is about copyable ones.
    private func associatedType(
        _ parameter: GenericParameter, _ requirements: [GenericRequirement], _ type: SeamType
    ) -> MemberDeclaration {
        let required = requirements.filter { Self.isConstraint($0, of: [parameter]) }
        let inherited = [parameter.constraint.map(type.spelled)].compactMap(\.self) + required.map(\.right)
        return MemberDeclaration(
            kind: .associatedType(
                AssociatedTypeDeclaration(name: parameter.name, inherited: inherited.flatMap(\.requiredParts))))
    }

    /// True for `Key: Hashable`, which the declaration of `Key` can say itself.
    private static func isConstraint(_ requirement: GenericRequirement, of parameters: [GenericParameter]) -> Bool {
        requirement.relation == .conforms && parameters.contains { requirement.left == .named($0.name) }
    }

    // MARK: Members

    private mutating func add(_ part: LocatedType, _ head: TypeDeclaration, _ type: SeamType) {
        let isFinal = head.kind != .class || head.modifiers.contains("final")
        let (isAmbiguous, module) = (isAmbiguous, part.module)
        let reader = SeamMemberReader(
            type: type, kind: head.kind, isFinal: isFinal,
            isOnActor: head.attributes.contains(where: Self.isActor), part: part.declaration, module: module,
            isImported: part.imports.contains { $0.module == part.module },
            isAmbiguous: { isAmbiguous($0, module) },
            // Members of protocols are on no actor.
            sendability: type.isDeclared(by: part.declaration)
                ? sendability.map {
                    SeamSendability(enclosing.map(\.declaration) + [head, part.declaration], in: part, lookup: $0)
                } : nil)
        // All parts in one file are one declaration to the resolver.
        let same = placesOfFiles[[part.module, part.path]]
        var members = same.map { plan.parents[$0].declaration.members } ?? []
        var forwarded = same.map { plan.forwarded[$0] } ?? [:]
        for original in part.declaration.members where isVisible(original, in: part) && !isWidened(original, in: part) {
            let closure = isFinal && head.kind != .actor ? calledClosure(original) : nil
            let member = closure ?? original
            let canForward =
                !type.needsSendable(member, in: part.declaration)
                && (isFinal || head.kind != .class || !member.isInitializer)
            for chosen in choices(of: member, canForward: canForward) {
                do throws(SeamObstacle) {
                    var requirement = try reader.requirement(member)
                    let isWhole = chosen.count == member.parameters.count
                    if overloads.hasWider(member.keeping(chosen)) {
                        guard isWhole else { continue }
                        throw SeamObstacle(
                            reason: "has an overload for more types, which fulfils the same requirement")
                    }
                    if overloads.differsInSendability(member) {
                        throw SeamObstacle(
                            reason: "differs from an overload in sendability only, which no requirement tells apart")
                    }
                    requirement.keepParameters(chosen)
                    let own = isWhole ? nil : Self.signature(member.keeping(chosen))
                    // A member without these parameters that the type has itself comes in its turn. A property of that
                    // name would be declared twice.
                    if let own, declared.contains(own) || chosen.isEmpty && properties.contains(member.baseName) {
                        continue
                    }
                    guard known.insert(MemberSignature(requirement.withoutSending)).inserted else { continue }
                    if closure != nil || own.map({ !declaredByRoot.contains($0) }) == true {
                        forwarded[members.count] = member.effects
                        requirement.nameParameters()
                    }
                    members.append(requirement)
                } catch {
                    // The type's own member may stand in the place of one that a protocol gives.
                    let isOwn = part.declaration.name == head.name
                    if isOwn || !known.contains(MemberSignature(member.withoutSending)) { note(member, error) }
                    break
                }
            }
        }
        guard !members.isEmpty else { return }
        let parent = LocatedType(
            module: part.module, path: part.path,
            declaration: TypeDeclaration(
                kind: .protocol, name: protocolName, enclosing: part.declaration.enclosing + [part.declaration.name],
                modifiers: ["public"], members: members),
            imports: part.imports, mockName: nil, isCompiled: part.isCompiled)
        if let same {
            (plan.parents[same], plan.forwarded[same]) = (parent, forwarded)
        } else {
            placesOfFiles[[part.module, part.path]] = plan.parents.count
            plan.parents.append(parent)
            plan.forwarded.append(forwarded)
        }
    }

    /// Returns the method that the closure is called as, unless the type has a method of that name itself.
    private func calledClosure(_ member: MemberDeclaration) -> MemberDeclaration? {
        member.calledClosure.flatMap { declared.contains(Self.signature($0)) ? nil : $0 }
    }

    /// Returns the parameters of each requirement that the member becomes: all of them and, if some have default
    /// arguments, those that have none.
    ///
    /// - Parameter canForward: false if no member of an extension fulfils such a requirement.
    private mutating func choices(of member: MemberDeclaration, canForward: Bool) -> [[Int]] {
        let all = Array(member.parameters.indices)
        let required = member.requiredParameters
        let both =
            canForward && required.count < all.count && member.canBeCalled(with: required) ? [all, required] : [all]
        if selections.isEmpty { return both }
        var choices: [[Int]] = []
        for selection in selections(named: member) {
            guard let chosen = selection.parameters(of: member),
                chosen.count == all.count || canForward && member.canBeCalled(with: chosen)
            else { continue }
            found.insert(selection.text)
            if !choices.contains(chosen) { choices.append(chosen) }
        }
        return choices
    }

    private func selections(named member: MemberDeclaration) -> [SeamSelection] {
        selectionsByName.isEmpty ? [] : selectionsByName[Identifier.withoutBackticks(member.seamName)] ?? []
    }

    /// True if a subclass overrides the member with other types, which the protocol has instead.
    private func isWidened(_ member: MemberDeclaration, in part: LocatedType) -> Bool {
        widened[member.displayName].map { $0 != part.declaration.name } ?? false
    }

    /// Returns the names of the members of another part that a seam may have, and the type does not have itself.
    package func visibleMembers(of part: LocatedType) -> [String] {
        part.declaration.members.filter { member in
            isVisible(member, in: part) && !member.isOperator && !declared.contains(Self.signature(member))
        }.map(\.displayName)
    }

    /// True if the module of the seam can use the member, and others are not meant to.
    private func isVisible(_ member: MemberDeclaration, in part: LocatedType) -> Bool {
        if member.typeName != nil || member.hasHiddenLabel { return false }
        if member.seamName.hasPrefix("_"), selections(named: member).isEmpty { return false }
        if member.attributes.contains(where: { $0.hasPrefix("@_spi") }) { return false }
        if (part.declaration.conditions + member.conditions).contradict { return false }
        if FoundationNames.hides(member.displayName, of: part.declaration.name, in: part.module) { return false }
        let isOwn = part.module == request.module
        let implied = part.declaration.kind == .extension ? part.declaration.modifiers : []
        let level = AccessLevel(
            modifiers: member.modifiers.contains { AccessLevel(keyword: $0) != nil } ? member.modifiers : implied)
        // The seam is in a file of its own.
        if AccessLevel(modifiers: implied) < .internal { return false }
        return level >= (isOwn ? .internal : .public)
    }

    // MARK: Diagnostics

    private mutating func note(_ member: MemberDeclaration, _ obstacle: SeamObstacle) {
        let isListed = !selections.isEmpty
        let overloads = namesakes[member.displayName] ?? []
        let text = SeamSelection.text(of: member)
        let isEnough = overloads.count == 1 || overloads.filter { SeamSelection.text(of: $0) == text }.count > 1
        let name = isEnough ? member.displayName : text
        report(
            isListed ? .warning : .note, "'\(name)' \(obstacle.reason), so '\(protocolName)' leaves it out",
            code: "seam-member")
    }

    private mutating func reportUnknown(_ selection: SeamSelection) {
        let members = visibleMembers
        comparisonsLeft -= members.count
        let isSuggested = comparisonsLeft > 0 || selections.count == 1
        let overloads = isSuggested ? members.filter { $0.isNamed(selection.name) }.map(\.displayName) : []
        let nearest =
            overloads.min()
            ?? (isSuggested ? closest(to: selection.text, among: Set(members.map(\.displayName)).sorted()) : nil)
        let hidden =
            isSuggested
            ? parts.lazy.flatMap(\.declaration.members).first { selection.parameters(of: $0) != nil } : nil
        if let hidden, !members.contains(hidden) {
            return report(
                .error,
                "'\(hidden.displayName)' of '\(request.declaration.name)' is not for others: it is private, has @_spi or a label that begins with '_', so '\(protocolName)' leaves it out",
                code: "seam-member")
        }
        let hint =
            nearest.map { "; did you mean '\($0)'?" }
            ?? "; correct the name, or write the protocol yourself if the member is from another module's protocol"
        report(
            .error, "'\(request.declaration.name)' declares no member '\(selection.text)' for '\(protocolName)'\(hint)",
            code: "seam-member")
    }

    private mutating func report(_ severity: Diagnostic.Severity, _ message: String, code: String = "seam") {
        plan.diagnostics.append(PlanDiagnostic(origin: nil, severity: severity, message: message, code: code))
    }
}

extension MemberDeclaration {
    /// True for `init(_unsafe:)`, which is public for the module's own macros and inlined code.
    fileprivate var hasHiddenLabel: Bool {
        argumentLabels.contains { $0.hasPrefix("_") && $0 != "_" }
    }
}

extension GenericRequirement {
    fileprivate func mentions(noneOf names: Set<String>) -> Bool {
        left.mentionedNames.isDisjoint(with: names) && right.mentionedNames.isDisjoint(with: names)
    }
}

extension TypeExpression {
    /// The parts of a constraint without `~Copyable` and the like.
    fileprivate var requiredParts: [TypeExpression] {
        switch self {
        case .suppressed: []
        case .composition(let parts): parts.flatMap(\.requiredParts)
        default: [self]
        }
    }
}
