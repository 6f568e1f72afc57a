/// A type whose values have names, as far as matchers with these names depend on it.
package struct MatchableType: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        /// - Parameter parameters: The associated values.
        case enumCase(name: String, parameters: [Parameter])
        /// A static constant, or a computed property, of the type itself.
        case constant(name: String)
    }

    /// An associated value.
    package struct Parameter: Hashable, Sendable {
        package var label: String?
        package var type: TypeExpression

        package init(label: String?, type: TypeExpression) {
            self.label = label
            self.type = type
        }
    }

    /// The access of the type, or of a type around it if that is lower.
    package var access = AccessLevel.public
    /// In the order of the file; empty if a mock cannot see the type.
    package var values: [Value] = []
    /// The scopes of types that are declared inside of the type, or of those around it, by their names.
    package var scopes: [String: [String]] = [:]
    /// The imports of the file, without access and attributes.
    package var imports: [ImportDeclaration] = []

    package init() {}
}
