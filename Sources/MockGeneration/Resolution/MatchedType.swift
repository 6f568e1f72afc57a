package import MockModel

/// A type of a parameter whose values may have names, so that a matcher can be written by such a name.
package struct MatchedType: Hashable, Sendable {
    package var module: String
    /// The path of the file that declares it, as in ``LocatedType``.
    package var path: String
    /// The names of the type, outermost first.
    package var names: [String]
    /// The lowest access of its values that other modules see.
    package var leastAccessElsewhere = AccessLevel.package
    /// True if its module is on the main actor by default, so that its constants cannot be read from everywhere.
    package var isMainActorByDefault: Bool

    package var qualifiedName: String { names.joined(separator: ".") }
}
