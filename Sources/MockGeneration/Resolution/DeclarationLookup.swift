package import MockModel

/// Finds declarations by name for resolution.
///
/// An implementation also records the requested names: they are the mock's dependencies. A name that was not found is a
/// dependency, too.
package protocol DeclarationLookup: AnyObject {
    /// All visible types with the simple name: the module's own first, in a stable order.
    func types(named name: String) -> [LocatedType]

    /// True if the module that compiles the mock declares a type of that name itself, which hides all others there. It
    /// does not matter if that is the mocked type's own module.
    func isDeclaredBesideMock(_ name: String) -> Bool

    /// The names used by generated code that some type of the project also has: few at most, and usually none.
    var declaredNamesOfStyles: [String] { get }

    /// Finds types in modules that exist only in compiled form, as far as these imports make them visible.
    ///
    /// Reading a compiled module may be slow, so resolution requests it only where the answer changes the mock.
    func compiledTypes(named name: String, imports: [ImportDeclaration], qualifier: [String]) -> CompiledAnswer

    /// The modules that the interface of a compiled module imports; empty if the module is unknown.
    func imports(ofCompiledModule module: String) -> [String]

    /// The module of which a file of another one re-exports this type alone: `@_exported import struct Pantry.Jar`.
    func module(reexporting name: String, from module: String) -> String?

    /// The extensions of a type in the sources of the module that declares it, with their members.
    ///
    /// Sources are read for it, so resolution requests it where few mocks need it: for protocols of fetched packages, say.
    func extensions(of type: LocatedType) -> [TypeDeclaration]

    /// The names of the types that a type contains by its declaration and its extensions in the sources of a module.
    ///
    /// Sources are read for it, so resolution requests it only for a name that is unknown otherwise.
    ///
    /// - Parameter path: the names of the type, outermost first.
    func nestedTypes(of path: [String], in module: String) -> Set<String>

    /// Returns why declarations that a file should see may not be there at present: sources of a package that is not
    /// fetched, or of a build plugin that has not run. The result is `nil` if all are there.
    ///
    /// - Parameter child: a type of the file.
    func absence(seenBy child: LocatedType) -> CompiledAnswer.Reason?
}

extension DeclarationLookup {
    package func absence(seenBy child: LocatedType) -> CompiledAnswer.Reason? { nil }
}

/// The answer for a name that may come from a compiled module.
package enum CompiledAnswer: Hashable, Sendable {
    /// The declaration. Its `imports` are the user's imports through which it was found.
    case found(LocatedType)
    case unknown(Reason)

    /// Why the name is unknown. Diagnostics derive the fix from it.
    package enum Reason: Hashable, Sendable {
        /// All imported modules are known and none of them declares the name.
        case undeclared
        /// These modules were not found.
        case missing(modules: [String])
        /// Build plugins make sources of these modules, and have made none so far.
        case ungenerated(modules: [String])
        /// These modules cannot be read without the toolchain's tool.
        case unreadable(modules: [String])
        /// Only the modules that were given are read, and these are not among them.
        case ungiven(modules: [String])
        /// These modules are there, and the toolchain's tool failed to print them.
        case unprinted(modules: [String])

        /// True if the answer may be another one when the same question is put again.
        package var isTemporary: Bool { if case .unprinted = self { true } else { false } }
    }

    package var type: LocatedType? { if case .found(let type) = self { type } else { nil } }
}

/// A type declaration with its module and file.
///
/// A class, because everything derived from a declaration refers to it.
package final class LocatedType: Sendable {
    package let module: String
    /// Path of the file, relative to the project's root where it lies below it.
    package let path: String
    package let declaration: TypeDeclaration
    package let imports: [ImportDeclaration]
    /// The name of its mock; `nil` when it gets none.
    package let mockName: String?
    /// True if the module exists only in compiled form: the declaration is from the interface that the toolchain
    /// printed.
    package let isCompiled: Bool
    /// True if the module's declarations are on the main actor by default.
    package let isMainActorByDefault: Bool
    /// True if the module belongs to a package that SwiftPM has fetched, and that the user does not edit.
    package let isFetched: Bool
    /// True if the module belongs to another package than the mocks.
    package let isOfOtherPackage: Bool
    /// True if a protocol of the module inherits the actor of a protocol that it refines, as in Swift 6 mode.
    package let inheritsIsolation: Bool
    /// The module's default for `async` functions if the mock's module has another one; then the types in the
    /// declaration are written with it.
    package let asyncDefault: AsyncDefault?
    /// A hash of the declaration; `nil` if none was computed.
    package let digest: ContentHash?

    package init(
        module: String, path: String, declaration: TypeDeclaration, imports: [ImportDeclaration], mockName: String?,
        isCompiled: Bool = false, isMainActorByDefault: Bool = false, isFetched: Bool = false,
        isOfOtherPackage: Bool = false,
        inheritsIsolation: Bool = true, asyncDefault: AsyncDefault? = nil, digest: ContentHash? = nil
    ) {
        self.module = module
        self.path = path
        self.declaration = declaration
        self.imports = imports
        self.mockName = mockName
        self.isCompiled = isCompiled
        self.isMainActorByDefault = isMainActorByDefault
        self.isFetched = isFetched
        self.isOfOtherPackage = isOfOtherPackage
        self.inheritsIsolation = inheritsIsolation
        self.asyncDefault = asyncDefault
        self.digest = digest
    }

    /// The lowest access of declarations that other modules see, those of the package that has the mocks.
    package var leastAccessElsewhere: AccessLevel { isOfOtherPackage ? .public : .package }

    /// True if both are the same declaration, even if its content has changed.
    package func isSameDeclaration(as other: LocatedType) -> Bool {
        self === other
            || isSameName(as: other) && path == other.path
                && declaration.conditions == other.declaration.conditions
    }

    /// True if both have the same name in the same module and namespace, in any file and under any conditions.
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
        // All sources have digests and nothing else has, so equal declarations of one file have equal hashes.
        if let digest { hasher.combine(digest.low) } else { hasher.combine(declaration) }
        hasher.combine(imports)
        hasher.combine(mockName)
        hasher.combine(isCompiled)
    }
}

extension DeclarationLookup {
    /// Returns the innermost of these types, with those around it, that contains a type of that name. No index has the
    /// types that an extension nests in a struct; a name that an imported module may declare counts as that module's.
    ///
    /// - Parameters:
    ///   - path: the types around the place where the name is written, outermost first.
    ///   - imports: those of the file where it is written.
    func scope(
        of name: String, inside path: [String], of module: String, imports: [ImportDeclaration]
    ) -> [String]? {
        guard !path.isEmpty, types(named: name).isEmpty, !StandardLibraryNames.contains(name),
            FoundationNames.modules(of: name).isEmpty,
            compiledTypes(named: name, imports: imports, qualifier: []) == .unknown(.undeclared)
        else { return nil }
        return (1..<path.count + 1).reversed().lazy.map { Array(path.prefix($0)) }
            .first { nestedTypes(of: $0, in: module).contains(name) }
    }
}
