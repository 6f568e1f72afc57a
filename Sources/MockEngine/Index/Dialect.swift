internal import MockGeneration
internal import MockModel

/// The settings of a target by which equal code means something else in it.
///
/// Declarations of a module with another dialect are read as if they were written in this one.
struct Dialect: Hashable, Sendable {
    var asyncDefault: AsyncDefault?
    /// The names that stand for platforms in `@available`, as `Kitchen 2.0:macOS 14.0, iOS 17.0`.
    var availabilityMacros: [String] = []

    /// The differences that matter to declarations of a module.
    struct Translation {
        /// The default that has to be spelled out; `nil` if both are equal.
        var asyncDefault: AsyncDefault?
        fileprivate var macros: AvailabilityMacros?

        /// Returns the declaration as this dialect writes it.
        func callAsFunction(_ type: TypeDeclaration) -> TypeDeclaration {
            let spelled = asyncDefault.map(type.spelling) ?? type
            return macros.map(spelled.expanding) ?? spelled
        }
    }

    /// Returns the translation of declarations of a module; `nil` if it would change nothing.
    func translation(from other: Dialect) -> Translation? {
        let isAsyncEqual = asyncDefault == nil || asyncDefault == other.asyncDefault
        let foreign = other.availabilityMacros.filter { !availabilityMacros.contains($0) }
        if isAsyncEqual, foreign.isEmpty { return nil }
        return Translation(
            asyncDefault: isAsyncEqual ? nil : other.asyncDefault,
            macros: foreign.isEmpty ? nil : AvailabilityMacros(foreign))
    }
}
