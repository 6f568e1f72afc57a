package import MockModel

/// The names that generated code of one style uses or declares, and that declarations of the user may equal.
///
/// If the user's module declares one of the names that the code uses, the code qualifies it with its module.
package final class StyleNames: Sendable {
    /// The module that all generated code uses.
    static let standardModule = "Swift"
    private static let standard: Set<String> = ["Void", "Never", "Error", "Result", "Bool", "String", "Hasher"]
    /// Names of the standard library that only some styles use.
    private static let otherStandard: Set<String> = ["Int", "Any", "StaticString", "UInt"]

    /// The module of the style's library; `nil` for a style without one.
    package let module: String?
    /// Names that the code writes without their modules, and the modules themselves. A mock cannot have one of them.
    package let used: WordSet
    /// Names of generic parameters that the code declares.
    let parameters: Set<String>
    /// Types that are nested in every mock. A mock with one of these names is not visible from inside another mock.
    let nested: Set<String>
    /// Names by which the library finds parts of a mock: the mocked type cannot declare a type with such a name.
    let reserved: WordSet
    /// Names of local variables and members in the bodies of witnesses: their parameters avoid these.
    private let locals: WordSet

    /// The public types of the style's library.
    package let library: Set<String>

    private let shadowable: WordSet
    private let libraryWords: WordSet

    /// - Parameters:
    ///   - module: the module of the style's library.
    ///   - library: the public types of that library: a file that imports it sees them beside the user's types.
    ///   - used: types and functions of the library that the code uses.
    package init(
        module: String?, library: Set<String> = [], used: Set<String> = [], parameters: Set<String> = [],
        nested: Set<String> = [], reserved: Set<String> = [], locals: Set<String> = []
    ) {
        self.module = module
        let all = used.union(Self.standard).union([Self.standardModule]).union(module.map { [$0] } ?? [])
        self.used = WordSet(all)
        self.library = library
        self.parameters = parameters
        self.nested = nested.union(parameters)
        self.reserved = WordSet(reserved)
        self.locals = WordSet(locals.union(["self", "Self"]))
        shadowable = WordSet(all.union(parameters))
        libraryWords = WordSet(library)
    }

    /// True if bodies of witnesses use the name for something else than a parameter.
    func isLocal(_ name: String) -> Bool { locals.contains(name) }

    /// True if a local declaration with the name would hide what generated code means.
    func isShadowed(by name: String) -> Bool { shadowable.contains(name) }

    /// True if every generated file sees a type of the style's library with that name.
    func isInLibrary(_ name: String) -> Bool { libraryWords.contains(name) }

    /// The name as generated code must write it.
    func spelled(_ name: String, shadowed: Set<String>) -> String {
        let isStandard = Self.standard.contains(name) || Self.otherStandard.contains(name)
        let module = isStandard ? Self.standardModule : module ?? Self.standardModule
        return qualified(name, in: module, shadowed: shadowed)
    }

    /// The name with its module in front. The library of a style needs a compiler that knows `::`, which only finds
    /// modules: a member of an extension, which is not read, may have the module's name. Other mocks use it where a
    /// declaration is known to hide the module.
    func qualified(_ name: String, in module: String, shadowed: Set<String>) -> String {
        module + (self.module != nil || shadowed.contains(module) ? "::" : ".") + name
    }
}
