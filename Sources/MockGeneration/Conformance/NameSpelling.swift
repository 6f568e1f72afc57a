/// How one mock must spell names of the style's library and of the standard library.
final class NameSpelling: Sendable {
    let names: StyleNames
    private let shadowed: Set<String>

    init(_ names: StyleNames, shadowed: Set<String> = []) {
        self.names = names
        self.shadowed = shadowed
    }

    func callAsFunction(_ name: String) -> String {
        shadowed.contains(name) ? names.spelled(name, shadowed: shadowed) : name
    }

    /// A function of the library, which is always qualified: a member of an extension may have its name.
    func function(_ name: String) -> String { names.spelled(name, shadowed: shadowed) }

    /// A standard library name that is always qualified: `Swift.ObjectIdentifier`.
    func swift(_ name: String) -> String {
        names.qualified(name, in: StyleNames.standardModule, shadowed: shadowed)
    }

    /// The name of a generic parameter that the mock declares.
    func parameter(_ name: String) -> String {
        !shadowed.isEmpty && shadowed.contains(name) ? "\(name)2" : name
    }
}
