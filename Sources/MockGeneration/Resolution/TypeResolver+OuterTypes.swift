internal import MockModel

// The types around the mocked one: its mock stands in an extension of the innermost.
extension TypeResolver {
    mutating func resolveOuterTypes() {
        guard !result.declaration.enclosing.isEmpty else { return }
        let outer = outerTypes(of: result.type)
        result.outerGenericNames = Set(outer.flatMap(\.genericParameters).map(\.name))
        result.namespaceAttributes = outer.flatMap(\.attributes)
        result.hiddenOuterType = outer.first { $0.access < .internal }?.name
        let own = result.declaration.genericParameters.map(\.name)
        if result.isClass, !outerGenericNames.isDisjoint(with: own) { renameHidingParameters() }
    }

    /// Gives the class's own parameters other names than those of the types around it. Swift 5 sources may use one name twice,
    /// the mocks of tests in Swift 6 mode may not.
    private mutating func renameHidingParameters() {
        let declaration = result.declaration
        var inUse = outerGenericNames.union(declaration.genericParameters.map(\.name))
        for member in declaration.members { inUse.formUnion(member.mentionedNames) }
        let others = declaration.inherited + declaration.genericParameters.compactMap(\.constraint)
        for type in others + declaration.genericRequirements.flatMap({ [$0.left, $0.right] }) {
            inUse.formUnion(type.mentionedNames)
        }
        var replacements: [String: TypeExpression] = [:]
        for parameter in declaration.genericParameters where outerGenericNames.contains(parameter.name) {
            let free = (2...).lazy.map { "\(parameter.name)\($0)" }.first { !inUse.contains($0) }
            guard let free else { continue }
            inUse.insert(free)
            replacements[parameter.name] = .named(free)
        }
        func replace(_ part: TypeExpression) -> TypeExpression? {
            guard case .named(let name, let arguments) = part, arguments.isEmpty else { return nil }
            return replacements[name]
        }
        let renamed = declaration.with(
            genericParameters: declaration.genericParameters.map { parameter in
                GenericParameter(
                    specifier: parameter.specifier,
                    name: replacements[parameter.name].map { "\($0)" } ?? parameter.name,
                    constraint: parameter.constraint?.replacing(replace))
            },
            members: declaration.members.map { $0.renamingGenerics(inUse).replacing(replace) },
            inherited: declaration.inherited.map { $0.replacing(replace) },
            genericRequirements: declaration.genericRequirements.map { $0.replacing(replace) })
        let type = result.type
        result.type = LocatedType(
            module: type.module, path: type.path, declaration: renamed, imports: type.imports, mockName: type.mockName,
            isCompiled: type.isCompiled, isMainActorByDefault: type.isMainActorByDefault, isFetched: type.isFetched,
            isOfOtherPackage: type.isOfOtherPackage,
            inheritsIsolation: type.inheritsIsolation, asyncDefault: type.asyncDefault)
    }
}
