internal import MockModel

/// One parameter of a requirement: how it is declared, recorded, matched and passed on.
struct ParameterPlan {
    /// Argument label, `_` for none.
    var label: String
    /// The name inside the mock's member, never a keyword.
    var local: String
    /// The name in records.
    var recordLabel: String
    /// As the witness declares it.
    var declared: TypeExpression
    /// Without specifiers, attributes and `!`; variadics as arrays.
    var value: TypeExpression
    var isVariadic: Bool
    var isInout: Bool
    var isAutoclosure: Bool
    /// `try await ` as far as evaluating an autoclosure needs it.
    var autoclosureEffects: String
    /// Cannot be stored: a closure that must not escape, or a value that cannot be copied.
    var isUnrecorded: Bool
    var isSending: Bool
    /// `borrowing` or `consuming` of a copyable type: copied on entry.
    var copies: String?
    var isPack: Bool

    /// One name serves as both; as a label a keyword needs no backticks.
    private var isNamedLikeLabel: Bool { Identifier.withoutBackticks(label) == Identifier.withoutBackticks(local) }

    /// `(repeat each T)`
    var isTupleOfPack: Bool {
        guard case .tuple(let elements) = value else { return false }
        return elements.contains { if case .packExpansion = $0.type { true } else { false } }
    }

    /// A closure over a parameter pack, a pack of closures or of `inout`: no closure can capture it (6.3.1).
    var isIndescribable: Bool {
        if isPack { return isInout || declared.contains { if case .function = $0 { true } else { false } } }
        return declared.contains { part in
            guard case .function(let function) = part else { return false }
            return TypeExpression.function(function).holdsPack
        }
    }

    /// Appends the entry of the witness' parameter list.
    func appendDeclaration(to text: inout String) {
        text += label
        if !isNamedLikeLabel {
            text += " "
            text += local
        }
        text += ": "
        declared.append(to: &text)
        if isVariadic { text += "..." }
    }

    /// Appends the entry of the list in the member set. A subscript's single name is no label there either.
    func appendMatcherDeclaration(
        _ runtime: RuntimeSpelling, withDefault: Bool, isSubscript: Bool, to text: inout String
    ) {
        let isLocalOnly = isSubscript && label == "_"
        if !isLocalOnly { text += label }
        if isSubscript || !isNamedLikeLabel {
            if !isLocalOnly { text += " " }
            text += local
        }
        text += ": "
        appendMatcherType(runtime, to: &text)
        if withDefault { text += " = .any" }
    }

    func appendMatcherType(_ runtime: RuntimeSpelling, to text: inout String) {
        if !isUnrecorded {
            if isPack, case .packExpansion(let pattern) = value {
                text += "repeat "
                return Self.append(runtime("Matcher"), of: pattern, to: &text)
            }
            if case .optional(let wrapped) = value {
                return Self.append(runtime("OptionalMatcher"), of: wrapped, to: &text)
            }
        }
        text += runtime("Matcher")
        text += "<"
        appendRecordType(runtime, to: &text)
        text += ">"
    }

    /// Appends the type in `Arguments`.
    func appendRecordType(_ runtime: RuntimeSpelling, to text: inout String) {
        if isUnrecorded {
            Self.append(runtime("Unrecorded"), of: value, to: &text)
        } else {
            value.append(to: &text)
        }
    }

    func recordType(_ runtime: RuntimeSpelling) -> String {
        var text = ""
        appendRecordType(runtime, to: &text)
        return text
    }

    private static func append(_ name: String, of argument: TypeExpression, to text: inout String) {
        text += name
        text += "<"
        argument.append(to: &text)
        text += ">"
    }

    func recordValue(_ runtime: RuntimeSpelling) -> String {
        if isUnrecorded {
            let type = "\(runtime("Unrecorded"))<\(value)>"
            // A specifier of a function type is understood in types only, not in expressions.
            return type.contains("nonisolated") ? "\(runtime("Unrecorded"))() as \(type)" : "\(type)()"
        }
        return isPack ? "repeat each \(local)" : local
    }

    /// What matches a parameter that is not recorded.
    func anyMatcher(_ runtime: RuntimeSpelling) -> String {
        let type = "\(runtime("Matcher"))<\(recordType(runtime))>"
        // A specifier of a function type is understood in types only, not in expressions.
        return type.contains("nonisolated") ? ".any as \(type)" : "\(type).any"
    }

    /// The argument in a call of the target, label included.
    func forwarded(_ runtime: RuntimeSpelling) -> String {
        let value =
            isInout
            ? "&\(local)"
            : isAutoclosure
                ? "\(autoclosureEffects)\(local)()" : isPack ? "repeat each \(local)" : passed(runtime)
        return label == "_" ? value : "\(Identifier.asArgumentLabel(label)): \(value)"
    }

    /// The value of a `sending` parameter is captured by a closure, from where the compiler would not let it go.
    private func passed(_ runtime: RuntimeSpelling) -> String {
        guard isSending, !isUnrecorded else { return consumed }
        // Without the cast the metatype of an existential comes back as an instance (6.3.1).
        let isMetatype = value.contains { if case .metatype = $0 { true } else { false } }
        return "\(runtime("disconnected"))(\(local)\(isMetatype ? " as \(value)" : ""))"
    }

    /// The parameter's type in the closure that stands for the whole body.
    var bodyType: String {
        switch declared {
        case .attributed(let specifiers, let attributes, let base):
            let kept = attributes.filter { $0 != "@autoclosure" }
            let type = TypeExpression.attributed(
                specifiers: specifiers.filter(Self.isOwnership),
                attributes: kept, base.withoutImplicitUnwrapping)
            return isVariadic ? "[\(type)]" : "\(type)"
        default:
            let type = declared.withoutImplicitUnwrapping
            return isVariadic ? "[\(type)]" : "\(type)"
        }
    }

    /// The argument for that closure.
    func bodyArgument(_ runtime: RuntimeSpelling) -> String {
        isInout ? "&\(local)" : isPack ? "repeat each \(local)" : passed(runtime)
    }

    /// A value that can be used once waits in an optional, because the compiler sees two closures that may use it.
    var consumed: String {
        isUnrecorded && declared.specifiers.contains("consuming") ? "\(local).take()!" : local
    }

    private static func isOwnership(_ specifier: String) -> Bool {
        ["inout", "borrowing", "consuming", "__owned", "__shared", "sending"].contains(specifier)
    }
}

extension TypeExpression {
    /// `T!` has a meaning in declarations only.
    var withoutImplicitUnwrapping: TypeExpression {
        switch self {
        case .implicitlyUnwrapped(let wrapped): .optional(wrapped)
        case .attributed(let specifiers, let attributes, let base):
            .attributed(specifiers: specifiers, attributes: attributes, base.withoutImplicitUnwrapping)
        default: self
        }
    }

    /// `repeat …` or `each T` somewhere inside.
    var holdsPack: Bool {
        contains { part in
            switch part {
            case .packExpansion, .packElement: true
            default: false
            }
        }
    }
}
