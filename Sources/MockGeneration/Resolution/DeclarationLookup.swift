package import MockModel

/// Where resolution finds declarations by name.
///
/// Whoever answers also keeps the names that were asked for: they are what the mock depends on, and a name that was
/// not found is a dependency like any other.
package protocol DeclarationLookup: AnyObject {
    /// All types of that simple name that the module can see, its own first, in a stable order.
    func types(named name: String) -> [LocatedType]

    /// Whether the module that the mock is compiled in has a type of that name of its own, which hides all others there.
    /// Of the mocked type's own module it is no question.
    func isDeclaredBesideMock(_ name: String) -> Bool

    /// Those of the names that generated code uses that any type of the project has: few at most, and usually none.
    var declaredRuntimeNames: [String] { get }

    /// The same for modules that exist in compiled form only, as far as these imports bring them in.
    ///
    /// To look into them may take a while, so it is asked for only where the answer changes the mock.
    func compiledTypes(named name: String, imports: [ImportDeclaration], qualifier: [String]) -> CompiledAnswer
}

/// What is known about a name that may come from a compiled module.
package enum CompiledAnswer: Hashable, Sendable {
    /// The imports of what was found are the user's own that led there.
    case found(LocatedType)
    case unknown(Reason)

    /// Why nobody knows, and with it the way out.
    package enum Reason: Hashable, Sendable {
        /// All imported modules are known and none of them declares the name.
        case undeclared
        /// These modules were not found.
        case missing(modules: [String])
        /// Without the toolchain's tool nobody can look into these modules.
        case unreadable(modules: [String])
    }

    package var type: LocatedType? { if case .found(let type) = self { type } else { nil } }
}

/// A type declaration together with the place it comes from.
package struct LocatedType: Hashable, Sendable {
    package var module: String
    /// Path of the file, relative to the project's root where it lies below it.
    package var path: String
    package var declaration: TypeDeclaration
    package var imports: [ImportDeclaration]
    /// The name of its mock; `nil` when it gets none.
    package var mockName: String?
    /// The module exists in compiled form only: the declaration is what the toolchain printed.
    package var isCompiled = false

    package init(
        module: String, path: String, declaration: TypeDeclaration, imports: [ImportDeclaration], mockName: String?
    ) {
        self.module = module
        self.path = path
        self.declaration = declaration
        self.imports = imports
        self.mockName = mockName
    }
}
