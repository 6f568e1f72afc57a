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
///
/// An object, because everything that comes of a declaration refers to it.
package final class LocatedType: Sendable {
    package let module: String
    /// Path of the file, relative to the project's root where it lies below it.
    package let path: String
    package let declaration: TypeDeclaration
    package let imports: [ImportDeclaration]
    /// The name of its mock; `nil` when it gets none.
    package let mockName: String?
    /// The module exists in compiled form only: the declaration is what the toolchain printed.
    package let isCompiled: Bool
    /// Its module's declarations are on the main actor unless they say otherwise.
    package let isMainActorByDefault: Bool
    /// A protocol of its module is on the actor of one that it refines, which it is from Swift 6 on.
    package let inheritsIsolation: Bool
    /// Its module's default, where the mock's module has another one; the types within the declaration spell it.
    package let asyncDefault: AsyncDefault?
    /// Stands for what the declaration says; `nil` where nobody has it ready.
    package let digest: ContentHash?

    package init(
        module: String, path: String, declaration: TypeDeclaration, imports: [ImportDeclaration], mockName: String?,
        isCompiled: Bool = false, isMainActorByDefault: Bool = false, inheritsIsolation: Bool = true,
        asyncDefault: AsyncDefault? = nil, digest: ContentHash? = nil
    ) {
        self.module = module
        self.path = path
        self.declaration = declaration
        self.imports = imports
        self.mockName = mockName
        self.isCompiled = isCompiled
        self.isMainActorByDefault = isMainActorByDefault
        self.inheritsIsolation = inheritsIsolation
        self.asyncDefault = asyncDefault
        self.digest = digest
    }

    /// Whether both stand for one declaration, whatever that says.
    package func isSamePlace(as other: LocatedType) -> Bool {
        self === other
            || isSameName(as: other) && path == other.path
                && declaration.conditions == other.declaration.conditions
    }

    /// Whether both are called the same in the same module and namespace, wherever and under whatever conditions.
    package func isSameName(as other: LocatedType) -> Bool {
        declaration.name == other.declaration.name && module == other.module
            && declaration.enclosing == other.declaration.enclosing
    }
}

extension LocatedType: Hashable {
    package static func == (left: LocatedType, right: LocatedType) -> Bool {
        left === right
            || left.module == right.module && left.path == right.path && left.declaration == right.declaration
                && left.imports == right.imports && left.mockName == right.mockName
                && left.isCompiled == right.isCompiled && left.asyncDefault == right.asyncDefault
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(module)
        hasher.combine(path)
        // All sources have digests, and nothing else has: equal declarations of one file are hashed alike.
        if let digest { hasher.combine(digest.low) } else { hasher.combine(declaration) }
        hasher.combine(imports)
        hasher.combine(mockName)
        hasher.combine(isCompiled)
    }
}
