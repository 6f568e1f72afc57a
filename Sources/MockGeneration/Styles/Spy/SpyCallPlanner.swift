internal import MockModel

/// Plans how a spy records and answers the calls of one member.
struct SpyCallPlanner {
    private let witness: Witness
    private let signature: SignaturePlan
    private let scope: MemberScope
    private let style: SpyStyle
    private let erasure: SpyErasure

    init(_ witness: Witness, _ signature: SignaturePlan, _ style: SpyStyle) {
        self.witness = witness
        self.signature = signature
        scope = witness.scope
        self.style = style
        erasure = SpyErasure(signature, member: witness.member, of: scope.resolved)
    }

    private var words: SpyWords { style.words }

    func plan() -> SpyCall {
        let obstacle = obstacle
        return SpyCall(
            signature: signature, closure: obstacle == nil ? closure : nil, obstacle: obstacle,
            cast: cast,
            lentClosures: signature.parameters.filter { isLentGeneric($0) }.map(\.local),
            record: record, storedResult: words.returnValue == nil ? nil : storedResult, defaultValue: defaultValue,
            failure: words.throwableError == nil ? nil : failure,
            castFailure: castFailure)
    }

    // MARK: The closure

    /// Why a stored closure cannot replace the member.
    private var obstacle: String? {
        if signature.traits.containsAny(of: [.pack, .tupleOfPack, .indescribable]) { return "a parameter pack" }
        if signature.generics.contains(where: { $0.specifier != nil }) { return "a generic parameter that is no type" }
        for parameter in signature.parameters where erasure.applies(to: parameter.declared) {
            if erasure.isImpossible(for: parameter.declared) || scope.isUnstorable(parameter.value) {
                return "a generic parameter that need not be copyable"
            }
            if parameter.isInout { return "an inout parameter of a generic type" }
            if isLentGeneric(parameter), signature.effects.isAsync || signature.result.map(scope.isUnstorable) ?? false
            {
                return "a generic closure that does not escape"
            }
        }
        guard let result = signature.result else { return nil }
        if erasure.applies(to: result), erasure.isImpossible(for: result) || scope.isUnstorable(result) {
            return "a generic result that need not be copyable"
        }
        return scope.isGenericDependentAlias(result) ? "a generic typealias of an associated type" : nil
    }

    private var closure: String {
        var code = CodeWriter()
        code += "("
        let attribute = witness.closureAttribute(signature)
        // A closure of an actor runs on it; any other runs with its caller.
        if signature.effects.isAsync, attribute == nil || attribute == "@Sendable" {
            code += "nonisolated(nonsending) "
        }
        if let attribute {
            code += attribute
            code += " "
        }
        code += "("
        code.list(signature.parameters) { write($0, to: &$1) }
        code += ")"
        code += Effects(isAsync: signature.effects.isAsync, throwing: closureThrowing)
        code += " -> "
        if let result = signature.result, !result.isVoid {
            if erasure.applies(to: result) {
                if signature.isSendingResult { code += "sending " }
                code += erasure.erased(result)
            } else {
                let unwrapped = if case .implicitlyUnwrapped(let type) = result { type } else { result }
                code += words.naming == .shortest ? unwrapped : result.withoutImplicitUnwrapping
            }
        } else {
            code += signature.spelling("Void")
        }
        code += ")?"
        return code.text
    }

    private var closureThrowing: Effects.Throwing {
        switch signature.effects.throwing {
        case .rethrows: .untyped
        case .typed where castFailure != nil: .untyped
        case let other: other
        }
    }

    /// Writes a parameter of the closure.
    private func write(_ parameter: ParameterPlan, to code: inout CodeWriter) {
        // The compiler takes `(Void) -> Bool` for a mistake.
        if !parameter.isVariadic, !parameter.isInout, parameter.declared.bare.isVoid { return code += "()" }
        var type = parameter.declared
        if erasure.applies(to: type) {
            code +=
                erasure.hasGenericResultOnly(type.withoutOptional)
                ? erasure.erasedParameter(type) : erasure.erased(parameter.value)
            return
        }
        if case .attributed(let specifiers, let attributes, let base) = type {
            type = .attributed(
                specifiers: specifiers.filter(Self.ownership.contains),
                attributes: attributes.filter { $0 != "@autoclosure" }, base)
        }
        // mockolo's closures have the value itself: a call with `nil` ends the test.
        if case .implicitlyUnwrapped(let wrapped) = type, unwraps(parameter) { type = wrapped }
        type = type.withoutImplicitUnwrapping
        code += parameter.isVariadic ? .array(type.withoutSpecifiers) : type
    }

    private func unwraps(_ parameter: ParameterPlan) -> Bool {
        words.naming == .shortest && !parameter.isInout && !parameter.isVariadic
    }

    private static let ownership: Set = ["inout", "borrowing", "consuming", "__owned", "__shared"]

    /// True for a closure that does not escape and becomes an `Any`.
    private func isLentGeneric(_ parameter: ParameterPlan) -> Bool {
        parameter.isUnrecorded && erasure.applies(to: parameter.declared)
            && !erasure.hasGenericResultOnly(parameter.declared)
            && scope.expandingFunctionAlias(parameter.declared.bare).bare.isClosure
    }

    // MARK: The record

    private var record: SpyCall.Record? {
        if signature.parameters.isEmpty { return nil }
        var elements: [SpyCall.Record.Element] = []
        elements.reserveCapacity(signature.parameters.count)
        for parameter in signature.parameters where isRecorded(parameter) {
            elements.append(
                SpyCall.Record.Element(
                    name: parameter.recordLabel, type: erasure.erased(parameter.value), value: parameter.local))
        }
        guard !elements.isEmpty, words.recordsPartially || elements.count == signature.parameters.count else {
            return nil
        }
        return SpyCall.Record(elements)
    }

    private func isRecorded(_ parameter: ParameterPlan) -> Bool {
        if parameter.traits.containsAny(of: [.unrecorded, .pack, .tupleOfPack, .isolated, .uninhabited]) {
            return false
        }
        if words.recordsPartially, scope.expandingFunctionAlias(parameter.declared.bare).bare.isFunctionOrOptional {
            return false
        }
        return !erasure.isImpossible(for: parameter.declared)
    }

    // MARK: The result

    private var cast: String {
        guard let result = signature.result?.asValue, erasure.applies(to: result) else { return "" }
        if result.isOptional { return " as? \(result.withoutOptional.inParentheses)" }
        return " as! \(result.inParentheses)"
    }

    private var storedResult: TypeExpression? {
        guard let result = signature.result, !result.isVoid, !result.isNever, !scope.isUnstorable(result.bare),
            !scope.isGenericDependentAlias(result), !signature.isSendingResult, !erasure.isImpossible(for: result)
        else { return nil }
        let type = erasure.erased(result.asValue)
        return type.isOptional ? type : .implicitlyUnwrapped(type)
    }

    private var defaultValue: String? {
        guard let result = signature.result, !result.isVoid, !result.isNever else { return nil }
        return DefaultExpression(scope: scope, generics: signature.genericNames).value(ofCallWithResult: result)
    }

    // MARK: Errors

    private var failure: TypeExpression? {
        switch signature.effects.throwing {
        case .never, .rethrows: nil
        case .typed(let failure) where castFailure == nil: failure
        case .untyped, .typed: .any(.named(signature.spelling("Error")))
        }
    }

    private var castFailure: TypeExpression? {
        guard let failure = signature.typedFailure, erasure.applies(to: failure) else { return nil }
        return failure
    }
}

extension MemberScope {
    /// True for `G<Int>` where `G` mentions an associated type: the compiler (6.3.1) returns no value of such a type from
    /// a closure or a property.
    func isGenericDependentAlias(_ type: TypeExpression) -> Bool {
        guard case .named(let name, let arguments) = type.bare, !arguments.isEmpty else { return false }
        return resolved.dependentAliases.contains(name)
    }
}

extension TypeExpression {
    fileprivate var isFunctionOrOptional: Bool {
        switch self {
        case .function: true
        case .optional(let wrapped), .implicitlyUnwrapped(let wrapped): wrapped.bare.isFunctionOrOptional
        case .tuple(let elements) where elements.count == 1: elements[0].type.bare.isFunctionOrOptional
        default: false
        }
    }

    /// The type as it follows `as!`.
    fileprivate var inParentheses: String { isClosure ? "(\(self))" : "\(self)" }
}
