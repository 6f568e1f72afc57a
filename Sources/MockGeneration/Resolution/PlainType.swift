package import MockModel

/// A type of the mocked module that has an `init()`.
package struct PlainType: Hashable, Sendable {
    /// The access of that initializer, or of the type if it is lower.
    package var access: AccessLevel
    /// The qualified name of a type that can adopt a protocol with `init()` outside of its module; else `nil`.
    package var extended: String?
}
