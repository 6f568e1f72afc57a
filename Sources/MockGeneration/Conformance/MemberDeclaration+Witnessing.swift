internal import MockModel

extension MemberDeclaration {
    /// Why no type can declare such a witness in Swift 6.3; `nil` for nearly all members.
    var witnessObstacle: String? {
        if let result, result.specifiers.contains("sending"), result.bare.holdsExistentialMetatype {
            return "sends away the metatype of an existential, which the compiler accepts in no implementation"
        }
        // The rest concerns parameter packs.
        guard genericParameters.contains(where: { $0.specifier == "each" }) else { return nil }
        if let result, result.contains(where: pairsPacks) { return Self.pairedPacks }
        for parameter in parameters {
            guard case .packExpansion(let pattern) = parameter.type.bare else { continue }
            if pattern.specifiers.contains("inout") {
                return "takes a parameter pack inout, which crashes the compiler in any implementation"
            }
            if pairsPacks(parameter.type.bare) { return Self.pairedPacks }
        }
        return nil
    }

    /// True for an initializer whose only parameters are variadic or packs: `MockCook()` could mean it.
    var isInitializerWithOptionalArguments: Bool {
        isInitializer && !parameters.isEmpty
            && parameters.allSatisfy { parameter in
                if case .packExpansion = parameter.type.bare { return true }
                return parameter.isVariadic
            }
    }

    /// True for such an initializer that is asynchronous.
    var hidesPlainInitializer: Bool { isAsyncInitializer && isInitializerWithOptionalArguments }

    var isAsyncFunction: Bool { if case .function(let function) = kind { function.effects.isAsync } else { false } }

    var isAsyncInitializer: Bool {
        guard case .initializer(let initializer) = kind else { return false }
        return initializer.effects.isAsync
    }

    /// True for an initializer that `MockCook()` means in some function, and that throws, suspends or can fail.
    var spoilsPlainInitializer: Bool {
        guard case .initializer(let initializer) = kind else { return false }
        if !initializer.parameters.isEmpty { return hidesPlainInitializer }
        return initializer.effects != .none || !initializer.optionalMark.isEmpty
    }

    var isNonisolated: Bool {
        modifiers.contains { $0.hasPrefix("nonisolated") } || attributes.contains("@concurrent")
    }

    private static let pairedPacks =
        "expands two parameter packs together, which the compiler accepts in no implementation"

    /// True for an expansion of two packs that no where clause requires to have the same shape.
    private func pairsPacks(_ type: TypeExpression) -> Bool {
        guard case .packExpansion(let pattern) = type else { return false }
        let packs = pattern.packNames
        return packs.count > 1 && sameShape.isDisjoint(with: packs)
    }

    /// Packs that a where clause requires to have the same shape.
    private var sameShape: Set<String> {
        genericRequirements.reduce(into: []) { names, requirement in
            names.formUnion(requirement.left.mentionedNames.union(requirement.right.mentionedNames))
        }
    }
}

extension TypeExpression {
    fileprivate var packNames: Set<String> {
        var names: Set<String> = []
        visit { if case .packElement(let pack) = $0 { names.formUnion(pack.mentionedNames) } }
        return names
    }
}
