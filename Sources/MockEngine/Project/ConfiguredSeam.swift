internal import MockGeneration
internal import MockModel
package import SystemPackage

/// A seam that the configuration asks for, as an annotated extension does in a source.
package struct ConfiguredSeam: Hashable, Sendable {
    /// The module that gets the protocol.
    package var module: String
    /// The module that declares the type, or re-exports it.
    package var origin: String
    /// The names of the type, outermost first.
    package var type: [String]
    package var protocolName: String
    /// The members of the protocol; empty for all that a protocol can have.
    package var members: [String]
    /// The file for the protocol, in the module's sources.
    package var file: FilePath

    package init(
        module: String, origin: String, type: [String], protocolName: String, members: [String] = [], file: FilePath
    ) {
        self.module = module
        self.origin = origin
        self.type = type
        self.protocolName = protocolName
        self.members = members
        self.file = file
    }

    /// The key for ``SettingOrigins``.
    package var key: String { "seams.\(module).\(protocolName)" }

    package var typeName: String { ([origin] + type).joined(separator: ".") }

    /// Returns the extension that would ask for the same.
    ///
    /// - Parameter path: the display path of the configuration.
    func request(at path: String) -> LocatedType {
        var annotation = MockAnnotation()
        (annotation.seam, annotation.members) = (protocolName, members)
        return LocatedType(
            module: module, path: path,
            declaration: TypeDeclaration(
                kind: .extension, name: type.last ?? "", enclosing: Array(type.dropLast()), annotation: annotation),
            imports: origin == module ? [] : [ImportDeclaration(path: origin)], mockName: nil)
    }
}
