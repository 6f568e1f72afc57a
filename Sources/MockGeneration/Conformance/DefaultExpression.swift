internal import MockModel

/// Default values for results that the runtime cannot make: tuples, closures, protocols that have a mock, types of the
/// module that have an `init()`, and the mock itself.
struct DefaultExpression {
    let scope: MemberScope
    /// The member's generic parameters, whose names hide types of the module.
    let generics: Set<String>
    /// The expression for a type that has no literal but those of optionals and collections; `nil` to leave it to the
    /// runtime.
    var leaf: ((TypeExpression) -> String)?
    /// True if `leaf` makes the values of types that can adopt a protocol with `init()`.
    var leavesPlainTypes = false

    /// The expression for an unstubbed call's result; `nil` leaves it to the runtime.
    func make(for type: TypeExpression) -> String? {
        let bare = type.bare
        if let fixed = bare.selfAssociatedTypeName.flatMap({ scope.resolved.fixedTypes[$0] }), fixed != type {
            return make(for: fixed)
        }
        let expanded = scope.expandingFunctionAlias(bare)
        return switch expanded.bare {
        case .tuple(let elements) where elements.count > 1: tuple(elements)
        case .function(let function): closure(function, attributes: expanded.attributes + type.attributes)
        case .named("AnyIterator", _): "\(scope.spelling.swift("AnyIterator")) { nil }"
        case let result: result.existentialName.flatMap { object($0, result) }
        }
    }

    /// The expression for the result of an unstubbed call. Unlike ``make(for:)``, it includes literals.
    func value(ofCallWithResult result: TypeExpression) -> String? {
        capturesMetatypes(result) ? nil : literal(result)
    }

    /// True if the value of the type would be a closure that is isolated to an actor or `@Sendable`, and would capture
    /// the metatypes of generic parameters.
    func capturesMetatypes(_ result: TypeExpression) -> Bool {
        let isGeneric = !scope.genericNames.isEmpty || !scope.resolved.declaration.genericParameters.isEmpty
        guard isGeneric || !generics.isEmpty else { return false }
        let isConcurrent = result.contains { part in
            !part.attributes.isEmpty || !scope.expandingFunctionAlias(part.bare).attributes.isEmpty
        }
        guard isConcurrent else { return false }
        let own = scope.genericNames.union(scope.resolved.declaration.genericParameters.map(\.name))
        // Inside of a generic mock, its type aliases mean its parameters, too.
        let open = generics.union(
            own.isEmpty ? [] : own.union(scope.resolved.fixedTypes.keys).union([scope.mockName]))
        let expanded = scope.expandingFunctionAlias(result.bare)
        return !open.isDisjoint(with: result.mentionedNames.union(expanded.mentionedNames))
    }

    private func object(_ name: String, _ type: TypeExpression) -> String? {
        if generics.contains(name) { return nil }
        if let mock = scope.resolved.resultMocks[name] { return "\(mock)()" }
        if let plain = scope.resolved.plainTypes[name] {
            return leavesPlainTypes && plain.extended != nil ? nil : "\(type)()"
        }
        // `Self`. A mock with a superclass has the initializers that it inherits.
        let isMock = name == scope.mockName && scope.resolved.mentionsSelf
        return isMock && scope.resolved.superclass == nil && !scope.resolved.isClass && hasPlainInitializer
            ? "\(name)()" : nil
    }

    /// False if the protocol requires an initializer that takes the place of the mock's own: one that throws, suspends or
    /// fails, or one that is on an actor although a member is not.
    private var hasPlainInitializer: Bool {
        let members = scope.resolved.members
        return !members.contains { resolved in
            let member = resolved.member
            if member.spoilsPlainInitializer { return true }
            return member.isInitializer && member.parameters.isEmpty && scope.resolved.globalActor != nil
                && !member.isNonisolated && members.contains(where: \.member.isNonisolated)
        }
    }

    private func tuple(_ elements: [TupleElement]) -> String? {
        let values = elements.map { element in
            literal(element.type).map { (element.label.map { "\($0): " } ?? "") + $0 }
        }
        guard !values.contains(nil) else { return nil }
        return "(\(values.compactMap(\.self).joined(separator: ", ")))"
    }

    private func closure(_ function: FunctionType, attributes: [String]) -> String? {
        // A closure with a `Never` parameter cannot be called, and the compiler wants no value from it. It does not infer
        // that a parameter is `sending`.
        let isUnusual = function.parameters.contains { parameter in
            scope.isUnstorable(parameter.type.bare) || parameter.isVariadic || parameter.type.bare.pathToNever != nil
                || parameter.type.specifiers.contains("sending")
        }
        guard !isUnusual else { return nil }
        let isolation = attributes.filter { attribute in
            !["@escaping", "@autoclosure", "@convention", "@isolated"].contains { attribute.hasPrefix($0) }
        }
        let names = function.parameters.map { _ in "_" }.joined(separator: ", ")
        var list = names.isEmpty ? (isolation.isEmpty ? [] : ["in"]) : [names, "in"]
        // A closure without a statement is async only if it is declared so or its context gives the type.
        if isolation.contains("@concurrent") { list = ["(\(names)) async", "in"] }
        guard let value = function.result.isVoid ? "" : literal(function.result) else { return nil }
        let parts = isolation + list + [value]
        return "{ \(parts.filter { !$0.isEmpty }.joined(separator: " ")) }"
    }

    private func literal(_ type: TypeExpression) -> String? {
        switch type.bare {
        case .optional, .implicitlyUnwrapped: return "nil"
        case .array: return "[]"
        case .dictionary: return "[:]"
        case .named("Set", _), .named("Array", _): return "[]"
        case .named("Dictionary", _): return "[:]"
        case let other where leaf != nil: return make(for: type) ?? leaf?(other)
        case .named("String", _), .named("Substring", _): return "\"\""
        case .named("Bool", _): return "false"
        case .named(let name, _) where Self.numbers.contains(name): return "0"
        default: return make(for: type)
        }
    }

    static let numbers: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double",
    ]
}
