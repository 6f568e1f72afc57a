package import MockModel

/// A seam: the protocol that an annotated extension asks for, before its names are resolved.
package struct SeamPlan: Sendable {
    /// The protocol without its members.
    package var declaration: TypeDeclaration
    /// The kind of the extended type.
    var kind = TypeDeclaration.Kind.struct
    /// The names of its superclasses, as far as they are known.
    var superclasses: [String] = []
    /// The members as requirements of protocols that stand for the files which declare them: names in them are looked up
    /// there.
    package var parents: [LocatedType] = []
    /// For each of these protocols, the effects of the members that need a forwarder, by index.
    var forwarded: [[Int: Effects]] = []
    /// Those of the conformance, for associated types with other names than the parameters of the type.
    var typealiases: [String] = []
    package var diagnostics: [PlanDiagnostic] = []
}
