/// A request for a mock, written directly above a declaration: `/// @mockable(override: name = FakeCook)`.
package struct MockAnnotation: Hashable, Sendable {
    /// `override: name = X`
    package var name: String?
    /// `typealias: T = String; U = Int`
    package var typealiases: [String: String]
    /// `module: prefix = Foo`
    package var modulePrefix: String?
    /// `style: spy`
    package var style: String?
    /// `seam: HTTPSession`: the protocol to declare with members of the extended type.
    package var seam: String?
    /// `members: data(for:), shared`: the members of the seam; empty for all that a protocol can have. Without a seam
    /// `all`: members that the type's package implements in extensions are mocked, too.
    package var members: [String] = []
    /// `notes: off`: nothing is said about what the mock leaves to the real type.
    package var silencesNotes = false
    /// `combine: values = CurrentValueSubject`: the classes of the subjects behind publishers.
    package var subjects: [String: String] = [:]
    /// `mockBaseClass = "Screen"` in a comment for Sourcery: a class that the mock inherits from.
    package var baseClass: String?

    package init(
        name: String? = nil, typealiases: [String: String] = [:], modulePrefix: String? = nil, style: String? = nil
    ) {
        self.name = name
        self.typealiases = typealiases
        self.modulePrefix = modulePrefix
        self.style = style
    }
    /// The text of the request above a seam: everything but what concerns the seam itself.
    package var ofSeam: String {
        var arguments: [String] = []
        func add(_ label: String, _ values: [String: String]) {
            if values.isEmpty { return }
            let pairs = values.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
            arguments.append("\(label): \(pairs.joined(separator: "; "))")
        }
        if let name { arguments.append("override: name = \(name)") }
        add("typealias", typealiases)
        add("combine", subjects)
        if let modulePrefix { arguments.append("module: prefix = \(modulePrefix)") }
        if let style { arguments.append("style: \(style)") }
        if silencesNotes { arguments.append("notes: off") }
        return arguments.isEmpty ? "@mockable" : "@mockable(\(arguments.joined(separator: ", ")))"
    }
}
