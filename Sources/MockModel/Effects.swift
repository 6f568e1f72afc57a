/// `async` and `throws` of a function, an accessor or a function type.
package struct Effects: Hashable, Sendable, CustomStringConvertible {
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

    /// The effects with a leading space each, ready to follow a parameter list: ` async throws(Failure)`.
    package var description: String {
        let throwsText =
            switch throwing {
            case .never: ""
            case .untyped: " throws"
            case .typed(let failure): " throws(\(failure))"
            case .rethrows: " rethrows"
            }
        return (isAsync ? " async" : "") + throwsText
    }
}
