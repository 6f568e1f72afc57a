internal import MockModel

/// The way in which a mock with a library that records calls implements a member.
enum MemberForm {
    /// A function: its calls are recorded and answered.
    case function
    /// A property or a subscript that is answered like a function.
    case accessors
    /// A property that keeps its value.
    case storage(String, TypeExpression, Storage)
    case initializer(InitializerHead)
    /// The member cannot be called.
    case empty

    enum Storage {
        /// The property itself.
        case plain
        /// An object of the library that any thread may use.
        case shared
    }

    init(_ witness: Witness, isGeneric: Bool) {
        switch witness.head.kind {
        case .initializer(let head): self = .initializer(head)
        case _ where witness.signature.traits.contains(.uninhabited) || witness.member.isUnavailable:
            self = .empty
        case .function: self = .function
        case .subscript: self = .accessors
        case .property(let name): self = Self.form(of: witness, name, isGeneric: isGeneric)
        }
    }

    private static func form(of witness: Witness, _ name: String, isGeneric: Bool) -> MemberForm {
        let scope = witness.scope
        guard let type = witness.signature.result else { return .empty }
        let place = SpyPlace(of: witness)
        let isCalled =
            witness.signature.effects != .none || scope.isUnstorable(type.bare) || type.pathToNever != nil
            || scope.isGenericDependentAlias(type) || witness.isOverride && witness.newValue == nil
            || place.isStatic && isGeneric
        if isCalled { return .accessors }
        let isPlain =
            !place.isGuarded && !witness.isOverride && witness.member.attributes.isEmpty
            && !witness.isNonisolated
        return .storage(name, type, isPlain ? .plain : .shared)
    }
}

extension MemberScope {
    /// True if a literal of the type must be made on the mock's actor, and a mock can be created anywhere: keys of types
    /// that are not the standard library's may be `Hashable` on the actor only.
    func isInitializedOnActor(_ type: TypeExpression) -> Bool {
        resolved.globalActor != nil && type.contains { $0.needsConformance }
    }
}

extension TypeExpression {
    fileprivate var needsConformance: Bool {
        switch self {
        case .dictionary(let key, _): !key.isOfStandardLibrary
        case .named("Array", _), .named("Optional", _): false
        case .named(_, let arguments), .member(_, _, let arguments):
            !arguments.allSatisfy(\.isOfStandardLibrary)
        default: false
        }
    }

    private var isOfStandardLibrary: Bool {
        if case .named(let name, []) = bare { StandardLibraryNames.isConcrete(name) } else { false }
    }
}

extension Witness {
    /// The mock and the member, inside a string literal.
    var nameInMessages: String { Identifier.asLiteral("\(scope.mockName).\(member.displayName)") }

    /// Writes the body of an initializer, which only completes the mock.
    func writeInitializer(_ head: InitializerHead, to code: inout CodeWriter) {
        for parameter in signature.parameters {
            if let path = parameter.value.pathToNever { return code.line("switch \(parameter.local)\(path) {}") }
        }
        if let obstacle = head.obstacle { return code.line("\(scope.spelling.swift("fatalError"))(\(obstacle))") }
        if head.inherits { code.line(head.completion) }
    }

    /// Writes the end of a call that nothing can answer.
    func writeTrap(to code: inout CodeWriter) {
        let message = "\(nameInMessages) has no value to return; nothing can answer it in this style"
        code.line("\(scope.spelling.swift("fatalError"))(\"\(message)\")")
        // A body with a return is not for the requirement's result builder.
        if mayBuild { code.line("func build() { return }") }
    }

    /// Writes a member that cannot be called.
    func writeEmpty(to code: inout CodeWriter) {
        let trap = "\(scope.spelling.swift("fatalError"))()"
        guard case .function = head.kind else {
            return code.block({ head.write(to: &$0) }) { code in
                code.block({ head.writeGetter(to: &$0) }) { $0.line(trap) }
                if newValue != nil { head.writeEmptySetter(to: &code) }
            }
        }
        code.line { code in
            head.write(to: &code)
            code += signature.traits.contains(.uninhabited) ? " {" : " { \(trap)"
            code += mayBuild ? " func build() { return } }" : " }"
        }
    }

    /// True if a generic function of a library can return the result.
    func canReturn(_ signature: SignaturePlan) -> Bool {
        guard let result = signature.result else { return true }
        let erasure = SpyErasure(signature, member: member)
        return result.pathToNever == nil && !scope.isUnstorable(result.bare) && !erasure.isImpossible(for: result)
    }
}

extension SignaturePlan {
    /// The type of the errors that a member throws, to which those of a library have to be cast; `nil` if any error will
    /// do.
    func failureToCast(in scope: MemberScope) -> TypeExpression? {
        guard let failure = typedFailure else { return nil }
        let fixed = failure.selfAssociatedTypeName.flatMap { scope.resolved.fixedTypes[$0] } ?? failure
        let isAny = [failure, fixed].contains { ["any Error", "any Swift.Error"].contains("\($0)") }
        return isAny ? nil : failure
    }
}
