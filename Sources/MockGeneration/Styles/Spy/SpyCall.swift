internal import MockModel

/// A call as a spy records and answers it.
struct SpyCall {
    /// The arguments of a call as one value.
    struct Record {
        struct Element {
            let name: String
            let type: TypeExpression
            /// The parameter, as the member's body names it.
            let value: String
        }

        let type: TypeExpression
        let elements: [Element]

        init(_ elements: [Element]) {
            self.elements = elements
            type =
                elements.count == 1
                ? elements[0].type
                : .tuple(elements.map { TupleElement(label: Identifier.asLabel($0.name), type: $0.type) })
        }

        /// The only parameter; `nil` if the record is a tuple.
        var only: String? { elements.count == 1 ? elements[0].name : nil }

        func writeValue(to code: inout CodeWriter) {
            if elements.count == 1 { return code += elements[0].value }
            code += "("
            code.list(elements) { element, code in
                code += Identifier.asArgumentLabel(element.name)
                code += ": "
                code += element.value
            }
            code += ")"
        }
    }

    let signature: SignaturePlan
    /// The type of the closure that answers the call, as an optional; `nil` if no closure can.
    let closure: String?
    /// Why no closure can answer the call.
    let obstacle: String?
    /// ` as! T`, if the closure cannot return the type itself.
    let cast: String
    /// Closures in parameters that the call passes on as `Any`.
    let lentClosures: [String]
    /// The recorded arguments; `nil` for none.
    let record: Record?
    /// The type of the result as the mock can store it; `nil` if there is none, if it cannot be stored, or if the
    /// vocabulary has no property for it.
    let storedResult: TypeExpression?
    /// The result of a call that nothing answers; `nil` if there is none.
    let defaultValue: String?
    /// The type of errors that a property can hold; `nil` if the call does not throw, or if the vocabulary has no property
    /// for errors.
    let failure: TypeExpression?
    /// The type that an error is cast to before it is thrown, if the closure cannot state it.
    let castFailure: TypeExpression?

    var returnsValue: Bool { signature.result.map { !$0.isVoid } ?? false }
    var neverReturns: Bool { signature.result?.pathToNever != nil }
    var isRethrowing: Bool { if case .rethrows = signature.effects.throwing { true } else { false } }
    /// True if a parameter has no values, so the member cannot be called.
    var isImpossible: Bool { signature.traits.contains(.uninhabited) }
}

extension TypeExpression {
    /// The type as the result of a function type.
    var asResult: TypeExpression { isVoid ? .void : withoutImplicitUnwrapping }
}
