package import MockModel

/// The result of looking up the type that an annotated extension extends.
package enum ExtendedType: Hashable, Sendable {
    /// The type can be mocked.
    ///
    /// - Parameter imports: the imports that bring its name.
    case found(module: String, imports: [ImportDeclaration])
    /// - Parameter seam: a name that a protocol with members of the type can have.
    case obstructed(Obstacle, seam: String)

    /// Why the type cannot be mocked.
    package enum Obstacle: Hashable, Sendable {
        /// No declaration was found of this name: the written one, or one that it stands for.
        case unknown(CompiledAnswer.Reason, name: String)
        /// A type of another kind than those that can be mocked.
        case unsuitable(TypeDeclaration.Kind, name: String, module: String)
        case final(module: String)
        /// A typealias of several types, which Swift does not extend.
        case composition(TypeExpression, module: String)
        /// A class that only its own module can subclass.
        case closed(module: String)
        /// A type that no other module can see.
        case hidden(AccessLevel, module: String)

        /// The module that declares the type.
        var module: String? {
            switch self {
            case .unknown: nil
            case .unsuitable(_, _, let module), .final(let module), .composition(_, let module), .closed(let module),
                .hidden(_, let module):
                module
            }
        }
    }

    /// The module that declares the type; `nil` if it cannot be mocked.
    package var module: String? { if case .found(let module, _) = self { module } else { nil } }
}
