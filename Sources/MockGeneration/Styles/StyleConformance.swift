package import MockModel

/// A conformance that mocks rely on, and that only one file of a target may declare.
package struct StyleConformance: Hashable, Sendable {
    package var module: String
    /// The qualified name of the type in that module.
    package var type: String
    /// The access of the type: the imports of the file must have it, too.
    package var access: AccessLevel
    /// The protocol of the style's library, with its module.
    package var adopted: String

    /// The extension, with an empty line in front.
    ///
    /// With both modules in front, separated by dots, the compiler does not warn that the owners of the type might declare
    /// the conformance.
    ///
    /// - Parameter isInside: true if the extension is compiled as a part of the type's module.
    package func text(isInside: Bool) -> String {
        "\nnonisolated extension \(isInside ? "" : "\(module).")\(type): \(adopted) {}\n"
    }
}
