package import MockModel

/// Collects everything that the mock of one type depends on: `TypeDeclaration` in, `ResolvedType` out.
///
/// Resolution reads only what the lookup returns, so the looked-up names are the complete list of the mock's
/// dependencies.
package struct TypeResolver {
    let lookup: any DeclarationLookup
    var result: ResolvedType
    /// The work that the mock has cost so far.
    let budget: WorkBudget
    /// The members' indices by name and signature.
    var overloads = OverloadTable()
    /// Indices of members with the modifier `override`, by name.
    var overrides: [String: [Int]] = [:]
    /// Requirements of the where clauses.
    var statedRequirements: [StatedRequirement] = []
    /// Properties that a refining protocol redeclares, with both types.
    var restatedTypes: [RestatedType] = []
    /// Typealiases of one name in several protocols, whose targets must be one type.
    var equalAliases: [RestatedType] = []
    /// The targets of the typealiases of protocols as the mock must write them.
    var aliasTargets: [String: TypeExpression] = [:]
    /// The initializers that the mock of a protocol inherits from the class that it must be.
    var inheritedInitializers: [MemberDeclaration] = []
    /// Found at the first visit of each class.
    var initializersOfClasses: [LocatedType: InheritedInitializers] = [:]
    /// Typealiases of the type and its parents.
    var memberAliases: [String: TypealiasDeclaration] = [:]
    /// The protocols that declare the member aliases, by the names of the aliases.
    var originsOfAliases: [String: LocatedType] = [:]
    var aliasesUnderFlags: [(alias: TypealiasDeclaration, origin: MemberOrigin)] = []

    /// The generic parameters of the types around the mocked type.
    var outerGenericNames: Set<String> { result.outerGenericNames }

    /// The `#if` conditions under which the current parent was reached.
    var conditions: [String] = []
    /// Visited protocols of superclasses, and the typealiases on the current path. They end the traversal of cyclic
    /// declarations, which are an error in the user's source.
    var passed: Set<LocatedType> = []
    /// Typealiases already visited as parents of the current declaration: `A & A` is `A`.
    var aliasedParents: Set<AliasedParent> = []
    /// Parents that were reported as unknown.
    var reportedParents: Set<UnknownParent> = []
    /// True once a protocol of a fetched package was visited.
    var hasFetchedParents = false
    /// The current depth of the inheritance path.
    var depth = 0
    /// All declarations visited so far.
    var contributors = ContributorTable()
    /// The imports of all their files.
    var importedModules: Set<String> = []
    /// The names of types that the mock declares itself; set once its members are known.
    var localNames: Set<String> = []
    /// The associated types and typealiases that the current declaration can use unqualified.
    var visibleNames: Set<String> = []

    /// The names of the style that prints the mock.
    let names: StyleNames
    let standardLibrary: ParsedFile
    let foundation: ParsedFile
    let importsModule: Bool
    /// The types that get `any`, which the mock's target must write though the module of the type need not.
    let existentials: Existentials
    let outputModules: Set<String>

    /// - Parameters:
    ///   - names: those of the style that prints the mock.
    ///   - standardLibrary: declarations used for names that the lookup does not find.
    ///   - foundation: the same for parents from other modules of the toolchain.
    ///   - importsModule: true if the mocks are outside the mocked type's module.
    ///   - existentials: the types that get `any` in front of protocols.
    ///   - outputModules: other modules that the mock's file may import.
    ///   - budget: the work that the mock may cost.
    package init(
        _ type: LocatedType, mockName: String, names: StyleNames, lookup: any DeclarationLookup,
        standardLibrary: ParsedFile = .empty, foundation: ParsedFile = .empty, importsModule: Bool = false,
        existentials: Existentials = .asWritten,
        outputModules: Set<String> = [], budget: WorkBudget = WorkBudget()
    ) {
        self.lookup = lookup
        self.names = names
        self.budget = budget
        self.standardLibrary = standardLibrary
        self.foundation = foundation
        self.importsModule = importsModule
        self.existentials = existentials
        self.outputModules = outputModules
        overloads.reserveCapacity(type.declaration.members.count)
        result = ResolvedType(type: type, mockName: mockName)
        result.members.reserveCapacity(type.declaration.members.count)
        result.isInOtherModule = importsModule
    }

    package mutating func resolve() -> ResolvedType {
        resolveExtendedType()
        // Nothing else gets a mock, whatever its parents are.
        guard [.protocol, .class].contains(result.declaration.kind) else { return result }
        result.fixedTypes = chosenTypes
        resolveOuterTypes()
        if result.isClass {
            visitClass(result.type, arguments: [])
            noteConformancesOfFinalClass()
        } else {
            visit(result.type)
            dropInheritedInitializers()
            keepMembersOfBaseClass()
        }
        result.uninheritedInitializer = uninheritedInitializer()
        addAliasesUnderFlags()
        budget.spend(result.members.count, times: WorkBudget.perMember)
        applyRequirements()
        if budget.isExhausted { return tooComplex }
        result.isNonisolated =
            isOutsideOfDefault(result.type) || result.isClass && conformsOffActor(result.declaration)
        result.refinesDefaultActor = result.isActor && declaredContributors.contains { isOnDefaultActor($0) }
        result.fixedTypes.merge(chosenTypes) { $1 }
        importedModules = Set(declaredContributors.flatMap(\.located.imports).map(\.module))
        collectMentions()
        noteMissingTypes()
        deprecateMembers()
        resolveSignatures()
        countWorkOnMembers()
        restateAliases()
        localNames = declaredNames
        resolveShadowedNames()
        resolveImports()
        if budget.isExhausted { return tooComplex }
        markExistentials()
        qualifyNames()
        separateLocalNames()
        return budget.isExhausted ? tooComplex : result
    }

    /// The type without its resolution results, which may be large.
    private var tooComplex: ResolvedType {
        var type = ResolvedType(type: result.type, mockName: result.mockName)
        (type.request, type.extended) = (result.request, result.extended)
        type.isInOtherModule = importsModule
        type.isTooComplex = true
        return type
    }

    /// The types that the annotation chooses for associated types.
    var chosenTypes: [String: TypeExpression] {
        (result.declaration.annotation?.typealiases ?? [:]).mapValues(TypeExpression.verbatim)
    }

    // MARK: Parents

    mutating func visit(_ located: LocatedType) {
        let declaration = located.declaration
        let contributor = contribute(located)
        if located.isFetched { hasFetchedParents = true }
        depth += 1
        defer { depth -= 1 }
        guard depth < WorkBudget.maximumDepth else {
            budget.spend(.max)
            return
        }
        guard beginVisit(of: contributor) else {
            visibleNames.formUnion(contributor.visibleNames ?? [])
            budget.spend(1 + (contributor.visibleNames?.count ?? 0))
            result.globalActor = result.globalActor ?? contributor.globalActor
            result.knownParents.formUnion(contributor.knownParents)
            return
        }
        let outer = (actor: result.globalActor, known: result.knownParents, visible: visibleNames)
        visibleNames = declaration.localTypeNames
        result.globalActor = globalActor(declaration.attributes)
        result.knownParents = []
        let firstInherited = result.members.count
        let outerAliases = aliasedParents
        aliasedParents = []
        for parent in declaration.inherited + baseClass(of: located) { visitParent(parent, of: located) }
        for requirement in declaration.genericRequirements {
            if requirement.relation == .conforms, requirement.left == .named("Self") {
                visitParent(requirement.right, of: located)
            } else {
                state(requirement, at: located)
            }
        }
        aliasedParents = outerAliases
        if result.globalActor == nil, !result.isActor, isOnMainActorByModuleDefault(located) {
            result.globalActor = "MainActor"
        }
        if !located.inheritsIsolation { stopInheritingActor(of: located, from: firstInherited) }
        let isolation = isolation(of: located)
        let actor = result.globalActor
        (contributor.globalActor, contributor.knownParents) = (actor, result.knownParents)
        result.globalActor = outer.actor ?? result.globalActor
        result.knownParents.formUnion(outer.known)
        let earlier = contributor.conditionsOfPaths
        for (index, member) in declaration.members.enumerated() {
            add(
                member, origin: MemberOrigin(located, memberIndex: index), isolation: isolation, actor: actor,
                earlier: earlier)
        }
        if !earlier.contains(where: { Set($0).isSubset(of: conditionsOfPath) }) {
            contributor.conditionsOfPaths.append(conditionsOfPath)
        }
        budget.spend(earlier.count, times: 1 + conditions.count)
        contributor.visibleNames = visibleNames
        visibleNames.formUnion(outer.visible)
        budget.spend(outer.visible.count)
    }

    mutating func visitParent(_ parent: TypeExpression, of child: LocatedType) {
        switch parent {
        case .suppressed: break
        case .attributed(_, _, let base): visitParent(base, of: child)
        case .composition(let members): for member in members { visitParent(member, of: child) }
        case .any(let base): visitParent(base, of: child)
        case .named, .member: visitNamedParent(parent, of: child)
        default: reportUnknown(parent, .undeclared)
        }
    }

    private mutating func visitNamedParent(_ parent: TypeExpression, of child: LocatedType) {
        guard let path = parent.namePath, let name = path.last else { return reportUnknown(parent, .undeclared) }
        if let found = locate(path, from: child) {
            visitAlternatives(respelledArguments(of: parent, from: child), found)
        } else if name == "NSObjectProtocol" {
            result.superclass = ResolvedType.nsObject
        } else if KnownProtocol.ofValues.contains(name) {
            result.valueParents.append(name)
        } else if KnownProtocol.isKnown(name) {
            result.knownParents.formUnion(KnownProtocol.closure(of: name))
        } else if let builtIn = standardType(name) {
            visit(builtIn)
            fixPrimaryTypes(of: builtIn.declaration, to: parent.arguments)
        } else if name != "DistributedActor" {
            visitForeignParent(parent, path, of: child)
        }
    }

    mutating func visitLocatedParent(_ parent: TypeExpression, _ found: LocatedType) {
        switch found.declaration.kind {
        case .protocol:
            visit(found)
            fixPrimaryTypes(of: found.declaration, to: parent.arguments)
        case .typealias:
            let aliasedParent = AliasedParent(alias: found, arguments: parent.arguments, conditions: conditions)
            guard let aliased = found.declaration.aliased, budget.spend(),
                aliasedParents.insert(aliasedParent).inserted,
                passed.insert(found).inserted
            else { break }
            defer { passed.remove(found) }
            let alias = FunctionAlias(parameters: found.declaration.genericParameters.map(\.name), target: aliased)
            visitParent(alias.applied(to: parent.arguments, budget), of: found)
        case .class:
            // A class above the superclass requires nothing more.
            if let superclass = result.superclass?.bare.namePath?.last, superclass != found.declaration.name,
                contributor(at: found) != nil
            {
                break
            }
            result.superclass = parent
            visitClass(found, arguments: parent.arguments)
            checkSuperclass(found)
        case .actor, .struct, .enum:
            result.superclass = parent
        case .extension: break
        }
    }

    mutating func fixPrimaryTypes(of declaration: TypeDeclaration, to arguments: [TypeExpression]) {
        for (name, argument) in zip(declaration.primaryAssociatedTypes, arguments) {
            if argument != .named(name) {
                result.fixedTypes[name] = argument
            } else if StandardLibraryNames.isConcrete(name) {
                // `Clock<Duration>`: inside the mock, the name alone would denote the typealias itself.
                result.fixedTypes[name] = .member(of: .named("Swift"), name, arguments: [])
            }
        }
    }

    // MARK: Same types

    /// Uses `Element == Int` to fix an associated type; every other requirement becomes one on the mock's generic
    /// parameters.
    private mutating func applyRequirements() {
        requirePartsOfCollections()
        var associated = result.associatedTypeNames
        var pending = fixSameTypes(among: associated)
        while visitConstraintsOfSelf(among: associated), !budget.isExhausted {
            associated = result.associatedTypeNames
            pending = fixSameTypes(among: associated)
        }
        var known = Set(result.genericRequirements)
        for requirement in pending where known.insert(requirement).inserted {
            result.genericRequirements.append(requirement)
        }
        if overloads.mayHaveAny, result.members.contains(where: { !$0.member.conditions.isEmpty }) {
            dropTypesOfUnsetFlags()
            mergeEqualMembers()
        }
        for restated in equalAliases + restatedTypes { match(restated.type, restated.other, among: associated) }
        if hasFetchedParents { inheritImplementations() }
        resolveStandardTypes()
        unifyGenerics()
        expandAliasesOfSelf()
        mergeEqualMembers()
        findContradictions()
    }

    /// Returns the requirements that fix no type.
    private mutating func fixSameTypes(among associated: Set<String>) -> [GenericRequirement] {
        // A type that one requirement fixes may occur in another.
        var pending = respelledRequirements()
        var count = -1
        while count != pending.count, !budget.isExhausted {
            count = pending.count
            pending = pending.filter { $0.relation != .equals || !fix($0, among: associated) }
        }
        fixOwnIterators()
        return pending
    }

    /// Fixes the library's associated types as the built-in declarations propose, unless the user states more.
    private mutating func resolveStandardTypes() {
        if result.members.contains(where: { $0.origin.isBuiltIn }) {
            fixStandardTypes()
            resolveIdentity()
        }
        let required = KnownProtocol.requirements(of: result.knownParents)
        guard !required.isEmpty, !result.isClass else { return }
        // A library requirement that the user restates is still the library's, which is nonisolated.
        for index in result.members.indices where required.contains(result.members[index].member.displayName) {
            let member = result.members[index].member
            // Other overloads than the stream's are the user's.
            if member.displayName == "write(_:)", member.parameters.first?.type.bare != .named("String") { continue }
            result.members[index].isRestated = result.members[index].isolation == .declared
            result.members[index].isolation = .none
        }
    }

    private mutating func fixStandardTypes() {
        let hidesError = result.members.contains { $0.member.associatedTypeName == "Error" }
        let open = openIterators() + implementOwnIterators()
        // Only an iterator that the user determines gives more information than its element type.
        let inferred = ["Element", "Failure"].reduce(into: [:]) { $0[$1] = iteratorType($1) }
        for member in result.members where member.origin.isBuiltIn {
            guard case .associatedType(let associated) = member.member.kind,
                result.fixedTypes[associated.name] == nil, !open.contains(associated.name),
                let type = inferred[associated.name]
                    ?? (isConstrained(associated, member.origin)
                        ? nil : associated.defaultType.map(streamIterator).map(qualifyingStandardNames))
            else { continue }
            result.fixedTypes[associated.name] = hidesError ? type.replacing(Self.libraryError) : type
        }
    }
}
