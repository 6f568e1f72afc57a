/// A type as written in source, parsed as far as mocks need it.
///
/// The parts keep the user's spelling; only white space is normalised, so reformatting changes nothing.
package indirect enum TypeExpression: Hashable, Sendable {
    /// `Item`, `Dictionary<Key, Value>`, `any`-less names of every kind, `Self`.
    case named(String, arguments: [TypeExpression])
    /// `Outer.Inner<T>`, `[Int].Index`.
    case member(of: TypeExpression, String, arguments: [TypeExpression])
    case optional(TypeExpression)
    /// `T!`
    case implicitlyUnwrapped(TypeExpression)
    case array(TypeExpression)
    case dictionary(key: TypeExpression, value: TypeExpression)
    case tuple([TupleElement])
    case function(FunctionType)
    case some(TypeExpression)
    case any(TypeExpression)
    /// `A & B`
    case composition([TypeExpression])
    /// `T.Type`
    case metatype(TypeExpression)
    /// `P.Protocol`
    case protocolMetatype(TypeExpression)
    /// `~Copyable`
    case suppressed(TypeExpression)
    /// `repeat each T`
    case packExpansion(TypeExpression)
    /// `each T`
    case packElement(TypeExpression)
    /// `inout T`, `@escaping () -> Void`, `borrowing T`, `sending T`: specifiers come first, then attributes.
    case attributed(specifiers: [String], attributes: [String], TypeExpression)
    /// A form that is not in this list, as written.
    case verbatim(String)

    package static func named(_ name: String) -> TypeExpression { .named(name, arguments: []) }

    package static let void = TypeExpression.tuple([])
}

package struct TupleElement: Hashable, Sendable {
    package var label: String?
    package var type: TypeExpression

    package init(label: String?, type: TypeExpression) {
        self.label = label
        self.type = type
    }
}

package struct FunctionType: Hashable, Sendable {
    package struct Parameter: Hashable, Sendable {
        /// The internal name in `(_ name: T) -> R`; function types have no argument labels.
        package var name: String?
        package var type: TypeExpression
        package var isVariadic: Bool

        package init(name: String?, type: TypeExpression, isVariadic: Bool) {
            self.name = name
            self.type = type
            self.isVariadic = isVariadic
        }
    }

    package var parameters: [Parameter]
    package var effects: Effects
    package var result: TypeExpression

    package init(parameters: [Parameter], effects: Effects, result: TypeExpression) {
        self.parameters = parameters
        self.effects = effects
        self.result = result
    }
}
