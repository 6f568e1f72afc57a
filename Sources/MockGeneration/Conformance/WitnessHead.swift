internal import MockModel

/// The declaration of a mock's member, without its body.
struct WitnessHead {
    enum Kind {
        case function(String, isOperator: Bool)
        case initializer(InitializerHead)
        case property(String)
        case `subscript`
    }

    let kind: Kind
    /// Attributes, access and modifiers, each followed by a space.
    let modifiers: String
    /// For a property or a subscript, the getter's signature.
    let signature: SignaturePlan
    /// The deprecation of the setter alone, followed by a space.
    var setterAttributes = ""

    /// Writes the declaration up to the opening brace.
    func write(to code: inout CodeWriter) {
        code += modifiers
        switch kind {
        case .function(let name, let isOperator):
            code += "func "
            code += name
            if isOperator { code += " " }
            signature.writeGenericClause(to: &code)
            signature.writeParameterList(to: &code)
            code += signature.effects
            if let result = signature.result {
                code += " -> "
                code += result
            }
            signature.writeWhereClause(to: &code)
        case .initializer(let initializer):
            code += initializer.overrides ? "override init" : initializer.inherits ? "convenience init" : "init"
            code += initializer.optionalMark
            signature.writeGenericClause(to: &code)
            signature.writeParameterList(to: &code)
            code += initializer.effects
            signature.writeWhereClause(to: &code)
        case .property(let name):
            code += "var "
            code += name
            code += ": "
            writeResult(to: &code)
        case .subscript:
            code += "subscript"
            signature.writeGenericClause(to: &code)
            code += "("
            code.list(signature.parameters) { $0.writeSubscriptDeclaration(to: &$1) }
            code += ") -> "
            writeResult(to: &code)
            signature.writeWhereClause(to: &code)
        }
    }

    /// Writes `get` with the effects of the getter.
    func writeGetter(to code: inout CodeWriter) {
        code += "get"
        code += signature.effects
    }

    /// Writes `set`, or `set(name)` if the new value has another name than the usual one.
    func writeSetter(named name: String = WitnessHead.newValue, to code: inout CodeWriter) {
        code += setterAttributes
        code += "set"
        if name == Self.newValue { return }
        code += "("
        code += name
        code += ")"
    }

    func writeEmptySetter(to code: inout CodeWriter) {
        code.line { code in
            writeSetter(to: &code)
            code += " {}"
        }
    }

    static let newValue = "newValue"

    private func writeResult(to code: inout CodeWriter) {
        if let result = signature.result { code += result } else { code += signature.spelling("Void") }
    }
}

/// The parts of an initializer's head that other members do not have.
struct InitializerHead {
    /// `?`, `!` or empty.
    let optionalMark: String
    /// As the mock declares them, with `rethrows`.
    let effects: Effects
    /// True if the mock inherits from a class, whose initializers complete it.
    let inherits: Bool
    /// True if that class declares the same initializer.
    let overrides: Bool
    /// Why no call can create a mock by this initializer, as the text of a trap; `nil` if one can.
    let obstacle: String?

    /// True if `self.init()` would mean an initializer with optional arguments: in an asynchronous function, the compiler
    /// prefers one that is asynchronous.
    let hidesPlainInitializer: Bool

    /// The call that completes a mock with a superclass.
    var completion: String {
        overrides ? "super.init()" : hidesPlainInitializer ? "self.init(\(Self.synchronousLabel): ())" : "self.init()"
    }

    /// True if the mock needs the synchronous initializer.
    var callsSynchronousInitializer: Bool { inherits && !overrides && hidesPlainInitializer && obstacle == nil }

    /// The label of a synchronous initializer that calls `init()`.
    static let synchronousLabel = "mockSynchronously"

    var isFailable: Bool { !optionalMark.isEmpty }
}
