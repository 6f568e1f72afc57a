extension TypeExpression {
    /// `["Outer", "Inner"]` for `Outer.Inner`; `nil` for a type that is not a plain name.
    package var namePath: [String]? {
        switch self {
        case .named(let name, _): [name]
        case .member(let base, let name, _): base.namePath.map { $0 + [name] }
        default: nil
        }
    }

    /// `[Int]` for `Jar<Int>`.
    package var arguments: [TypeExpression] {
        switch self {
        case .named(_, let arguments), .member(_, _, let arguments): arguments
        default: []
        }
    }

    /// Returns the type with every part replaced for which `replacement` returns a type; a replacement is not searched
    /// again.
    package func replacing(_ replacement: (TypeExpression) -> TypeExpression?) -> TypeExpression {
        if let answer = replacement(self) { return answer }
        func inner(_ type: TypeExpression) -> TypeExpression { type.replacing(replacement) }
        switch self {
        case .named(let name, let arguments): return .named(name, arguments: arguments.map(inner))
        case .member(let base, let name, let arguments):
            return .member(of: inner(base), name, arguments: arguments.map(inner))
        case .optional(let wrapped): return .optional(inner(wrapped))
        case .implicitlyUnwrapped(let wrapped): return .implicitlyUnwrapped(inner(wrapped))
        case .array(let element): return .array(inner(element))
        case .dictionary(let key, let value): return .dictionary(key: inner(key), value: inner(value))
        case .tuple(let elements):
            return .tuple(elements.map { TupleElement(label: $0.label, type: inner($0.type)) })
        case .function(let function): return .function(function.replacing(replacement))
        case .some(let constraint): return .some(inner(constraint))
        case .any(let constraint): return .any(inner(constraint))
        case .composition(let members): return .composition(members.map(inner))
        case .metatype(let base): return .metatype(inner(base))
        case .protocolMetatype(let base): return .protocolMetatype(inner(base))
        case .suppressed(let base): return .suppressed(inner(base))
        case .packExpansion(let pattern): return .packExpansion(inner(pattern))
        case .packElement(let pack): return .packElement(inner(pack))
        case .attributed(let specifiers, let attributes, let base):
            return .attributed(specifiers: specifiers, attributes: attributes, inner(base))
        case .verbatim: return self
        }
    }

    /// True if the type or a part of it meets the condition; the whole is tested first.
    package func contains(where condition: (TypeExpression) -> Bool) -> Bool {
        if condition(self) { return true }
        switch self {
        case .named(_, let arguments): return arguments.contains { $0.contains(where: condition) }
        case .member(let base, _, let arguments):
            return base.contains(where: condition) || arguments.contains { $0.contains(where: condition) }
        case .dictionary(let key, let value):
            return key.contains(where: condition) || value.contains(where: condition)
        case .tuple(let elements): return elements.contains { $0.type.contains(where: condition) }
        case .function(let function):
            if function.parameters.contains(where: { $0.type.contains(where: condition) }) { return true }
            if case .typed(let failure) = function.effects.throwing, failure.contains(where: condition) { return true }
            return function.result.contains(where: condition)
        case .composition(let members): return members.contains { $0.contains(where: condition) }
        case .optional(let inner), .implicitlyUnwrapped(let inner), .array(let inner), .some(let inner),
            .any(let inner), .metatype(let inner), .protocolMetatype(let inner), .suppressed(let inner),
            .packExpansion(let inner), .packElement(let inner), .attributed(_, _, let inner):
            return inner.contains(where: condition)
        case .verbatim: return false
        }
    }

    /// The number of parts of the type, including itself.
    package var partCount: Int {
        var count = 0
        visit { _ in count += 1 }
        return count
    }

    /// Calls `body` with the type and every part of it, the whole first.
    package func visit(_ body: (TypeExpression) -> Void) {
        _ = contains { part in
            body(part)
            return false
        }
    }

    /// Every plain name in the type: `Item`, `Dictionary`, the first part of `Outer.Inner`; not the names in
    /// attributes.
    package var mentionedNames: Set<String> {
        var names: Set<String> = []
        visitNames { names.insert($0) }
        return names
    }

    /// Calls `body` with each occurrence of these names.
    package func visitNames(_ body: (String) -> Void) {
        if case .named(let name, let arguments) = self, arguments.isEmpty { return body(name) }
        visit { $0.visitOuterNames(body) }
    }

    /// Calls `body` with the names of the type itself, without those in its parts.
    package func visitOuterNames(_ body: (String) -> Void) {
        switch self {
        case .named(let name, _): body(name)
        case .verbatim(let text):
            for name in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
                body(String(name))
            }
        default: break
        }
    }

    /// Like ``replacing(_:)``, for a replacement that affects only types that mention `name`.
    package func replacing(
        mentionsOf name: String, _ replacement: (TypeExpression) -> TypeExpression?
    ) -> TypeExpression {
        mentions(name) ? replacing(replacement) : self
    }

    /// True if the type mentions one of the names.
    package func mentions(anyOf names: Set<String>) -> Bool {
        guard !names.isEmpty else { return false }
        if case .named(let name, let arguments) = self, arguments.isEmpty { return names.contains(name) }
        var found = false
        visitNames { found = found || names.contains($0) }
        return found
    }

    package func mentions(_ name: String) -> Bool {
        // Most types are plain names.
        if case .named(let own, let arguments) = self, arguments.isEmpty { return own == name }
        return contains { part in
            switch part {
            case .named(name, _): true
            case .verbatim: part.mentionedNames.contains(name)
            default: false
            }
        }
    }

    /// The type without its specifiers and attributes: `T` for `inout T` and `@escaping T`.
    package var bare: TypeExpression {
        if case .attributed(_, _, let base) = self { return base.bare }
        return self
    }

    package var specifiers: [String] {
        guard case .attributed(let specifiers, _, let base) = self else { return [] }
        return base.isAttributed ? specifiers + base.specifiers : specifiers
    }

    package var attributes: [String] {
        guard case .attributed(_, let attributes, let base) = self else { return [] }
        return base.isAttributed ? attributes + base.attributes : attributes
    }

    private var isAttributed: Bool { if case .attributed = self { true } else { false } }

    package var isVoid: Bool {
        switch self {
        case .tuple(let elements): elements.isEmpty
        case .named("Void", _): true
        case .member(of: .named("Swift", _), "Void", _): true
        default: false
        }
    }
}

extension FunctionType {
    package func replacing(_ replacement: (TypeExpression) -> TypeExpression?) -> FunctionType {
        FunctionType(
            parameters: parameters.map {
                Parameter(name: $0.name, type: $0.type.replacing(replacement), isVariadic: $0.isVariadic)
            },
            effects: effects.replacing(replacement),
            result: result.replacing(replacement)
        )
    }
}

extension Effects {
    package func replacing(_ replacement: (TypeExpression) -> TypeExpression?) -> Effects {
        guard case .typed(let failure) = throwing else { return self }
        return Effects(isAsync: isAsync, throwing: .typed(failure.replacing(replacement)))
    }
}
