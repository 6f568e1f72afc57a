internal import MockModel

/// A typealias that stands among the parents of a declaration, with its arguments and the conditions on the way to it.
struct AliasedParent: Hashable {
    let alias: LocatedType
    let arguments: [TypeExpression]
    let conditions: [String]
}
