internal import MockModel

/// A typealias used as a parent, with its generic arguments and the `#if` conditions under which it was reached.
struct AliasedParent: Hashable {
    let alias: LocatedType
    let arguments: [TypeExpression]
    let conditions: [String]
}
