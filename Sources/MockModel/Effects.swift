/// `async` and `throws` of a function, an accessor or a function type.
package struct Effects: Hashable, Sendable, CodePrintable {
    package enum Throwing: Hashable, Sendable {
        case never
        /// `throws`
        case untyped
        /// `throws(Failure)`
        case typed(TypeExpression)
        case `rethrows`
    }

    package var isAsync: Bool
    package var throwing: Throwing

    package init(isAsync: Bool = false, throwing: Throwing = .never) {
        self.isAsync = isAsync
        self.throwing = throwing
    }

    package static let none = Effects()

    /// Writes the effects with a leading space each, ready to follow a parameter list: ` async throws(Failure)`.
    package func write(to code: inout CodeWriter) {
        if isAsync { code += " async" }
        switch throwing {
        case .never: break
        case .untyped: code += " throws"
        case .typed(let failure):
            code += " throws("
            code += failure
            code += ")"
        case .rethrows: code += " rethrows"
        }
    }
}
