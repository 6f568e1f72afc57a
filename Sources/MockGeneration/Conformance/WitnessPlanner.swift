internal import MockModel

/// Plans the declaration of one requirement's witness.
struct WitnessPlanner {
    /// The head, and the parameter of the setter if the member has one.
    typealias Plan = (head: WitnessHead, newValue: ParameterPlan?)

    /// The scope inside the member.
    let scope: MemberScope
    /// `public `, `package ` or empty.
    let access: String
    let member: MemberDeclaration
    let isOverride: Bool

    /// The plan, or `nil` if the mock needs no witness.
    func plan() -> Plan? {
        switch member.kind {
        case .function(let function): (plan(function), nil)
        case .property(let property): plan(property)
        case .subscript(let declaration): plan(declaration)
        case .initializer(let initializer): (plan(initializer), nil)
        case .associatedType, .typealias, .other: nil
        }
    }

    private func plan(_ function: FunctionDeclaration) -> WitnessHead {
        var planner = parameterPlanner
        let parameters = planner.plan(function.isOperator ? function.parameters.map(\.unlabelled) : function.parameters)
        let signature = SignaturePlan(
            parameters: parameters, generics: function.genericParameters + planner.addedGenerics,
            requirements: function.genericRequirements, effects: function.effects, result: function.result,
            scope: scope)
        return WitnessHead(
            kind: .function(function.name, isOperator: function.isOperator), modifiers: modifiers, signature: signature)
    }

    private func plan(_ initializer: InitializerDeclaration) -> WitnessHead {
        var planner = parameterPlanner
        let parameters = planner.plan(initializer.parameters)
        let signature = SignaturePlan(
            parameters: parameters, generics: initializer.genericParameters + planner.addedGenerics,
            requirements: initializer.genericRequirements, effects: initializer.effects, result: nil, scope: scope)
        var effects = initializer.effects
        if case .typed(let failure) = effects.throwing {
            effects.throwing = .typed(scope.withoutSelfQualifier(failure))
        }
        let inherits = scope.resolved.superclass != nil
        // `NSObject` declares `init()`.
        let overrides = inherits && parameters.isEmpty && initializer.optionalMark.isEmpty
        let head = InitializerHead(
            optionalMark: initializer.optionalMark, effects: effects, inherits: inherits, overrides: overrides,
            obstacle: inherits && !overrides ? obstacleOfNonisolatedInitializer : nil,
            hidesPlainInitializer: inherits && effects.isAsync && scope.resolved.hidesPlainInitializer)
        // `MockCook()` means the initializer without parameters.
        let preference = member.isInitializerWithOptionalArguments ? "@_disfavoredOverload " : ""
        return WitnessHead(
            kind: .initializer(head), modifiers: attributePrefix + preference + access + kept(["nonisolated"]),
            signature: signature)
    }

    /// An initializer that is nonisolated, or on the actor of an argument, cannot call an inherited one that is on another
    /// actor, and the compiler wants it even so.
    private var obstacleOfNonisolatedInitializer: String? {
        let resolved = scope.resolved
        guard let actor = resolved.superclassActor(defaultIsMainActor: scope.isMainActorByDefault),
            member.modifiers.contains("nonisolated") || member.parameters.contains(where: \.type.isIsolated),
            !resolved.hasNonisolatedInitializer
        else { return nil }
        let name = Identifier.asLiteral(resolved.mockName)
        return "\"a nonisolated initializer cannot create '\(name)', because its superclass is on '\(actor)'\""
    }

    // MARK: Properties and subscripts

    private func plan(_ property: PropertyDeclaration) -> Plan? {
        guard let type = property.type else { return nil }
        let getter = SignaturePlan(
            parameters: [], effects: property.accessors.getEffects, result: type, scope: scope)
        let value = property.accessors.hasSetter && isSetterVisible ? newValue(of: type) : nil
        let head = WitnessHead(
            kind: .property(property.name), modifiers: modifiers, signature: getter,
            setterAttributes: deprecation(ofSetter: property.accessors))
        return (head, value)
    }

    private func plan(_ declaration: SubscriptDeclaration) -> Plan {
        var planner = parameterPlanner
        let parameters = planner.plan(declaration.parameters, isSubscript: true)
        let getter = SignaturePlan(
            parameters: parameters, generics: declaration.genericParameters + planner.addedGenerics,
            requirements: declaration.genericRequirements, effects: declaration.accessors.getEffects,
            result: declaration.result, scope: scope)
        var name = "newValue"
        while parameters.contains(where: { $0.local == name }) { name = name == "newValue" ? "assigned" : "\(name)2" }
        let hasSetter = declaration.accessors.hasSetter && isSetterVisible
        let value = hasSetter ? newValue(of: declaration.result, named: name) : nil
        let head = WitnessHead(
            kind: .subscript, modifiers: modifiers, signature: getter,
            setterAttributes: deprecation(ofSetter: declaration.accessors))
        return (head, value)
    }

    private func deprecation(ofSetter accessors: Accessors) -> String {
        if accessors.setterAvailability.isEmpty { return "" }
        return accessors.setterAvailability.compactMap { Availability($0)?.deprecation }.map { "\($0) " }.joined()
    }

    private func newValue(of type: TypeExpression, named name: String = "newValue") -> ParameterPlan? {
        var planner = parameterPlanner
        let underlying = scope.expandingFunctionAlias(type.bare)
        let isFunction = if case .function = underlying.bare { true } else { false }
        let specifiers = scope.isUnstorable(type.bare) ? ["consuming"] : []
        let declared =
            isFunction ? type.escaping : TypeExpression.attributed(specifiers: specifiers, attributes: [], type)
        return planner.plan([ParameterDeclaration(firstName: name, type: declared)]).first
    }

    /// False if the setter of a class is hidden from subclasses in other files, by `private(set)` for example.
    private var isSetterVisible: Bool {
        !member.modifiers.contains { $0 == "private(set)" || $0 == "fileprivate(set)" }
    }

    // MARK: Parts

    private var parameterPlanner: ParameterPlanner { ParameterPlanner(scope: scope, member: member) }

    /// Attributes that affect callers; those that only affect the implementation are dropped.
    private var attributePrefix: String {
        if member.attributes.isEmpty { return "" }
        let kept = member.attributes.filter { attribute in
            let name = String(attribute.dropFirst().prefix { $0 != "(" })
            return Self.attributesOfCallers.contains(name) || scope.resolved.globalActors.contains(name)
        }
        return (kept + member.interfaceGroups(access)).map { "\($0) " }.joined()
    }

    private static let attributesOfCallers: Set<String> = [
        "available", "discardableResult", "concurrent", "Sendable", "preconcurrency",
    ]

    private var modifiers: String {
        var modifiers = attributePrefix
        modifiers += access
        if isOverride { modifiers += "override " }
        if !member.modifiers.isEmpty { modifiers += kept(Self.modifiersOfWitnesses) }
        return modifiers
    }

    private static let modifiersOfWitnesses: Set = ["nonisolated", "static", "class", "prefix", "postfix", "infix"]

    private func kept(_ names: Set<String>) -> String {
        member.modifiers
            .filter { modifier in names.contains { modifier == $0 || modifier.hasPrefix("\($0)(") } }
            .map { $0 == "nonisolated(unsafe)" ? "nonisolated " : "\($0) " }
            .joined()
    }
}

extension MemberDeclaration {
    /// Repeats `@_spi` on a public witness: its signature may use types visible only under that SPI group.
    func interfaceGroups(_ access: String) -> [String] {
        access == "public " ? attributes.filter { $0.hasPrefix("@_spi(") } : []
    }
}

extension ParameterDeclaration {
    /// `_ a: T` for an operator's `a: T`: calls of operators have no labels.
    fileprivate var unlabelled: ParameterDeclaration {
        ParameterDeclaration(firstName: "_", secondName: secondName ?? firstName, type: type)
    }
}

extension TypeExpression {
    /// The type of a parameter for a closure that is kept. `nonisolated(nonsending)` comes before `@escaping`.
    var escaping: TypeExpression {
        if case .attributed(let specifiers, let attributes, let base) = self, !specifiers.isEmpty {
            .attributed(specifiers: specifiers, attributes: ["@escaping"] + attributes, base)
        } else {
            .attributed(specifiers: [], attributes: ["@escaping"], self)
        }
    }
}
