/// An existing type in the module of the mock that already has the mock's name.
package enum Precedent: Hashable, Sendable {
    /// The mock of a type in another file. `target` is spelled as the user knows it.
    case mock(path: String, target: String)
    /// A type that mockd did not generate. `otherPattern` is a `name` pattern that gives all mocks different names.
    case declaration(path: String, otherPattern: String)

    /// The message: the conflict, and how to resolve it.
    func message(for mockName: String) -> String {
        let wayOut = "@mockable(override: name = …)"
        return switch self {
        case .mock(let path, let target):
            "'\(mockName)' is in \(target) already, as the mock of what \(path) declares; give this one another name: \(wayOut)"
        case .declaration(let path, let pattern):
            "\(path) declares '\(mockName)' already, so this mock is left out; give it another name: \(wayOut), or all mocks of the module: name: \"\(pattern)\" in .mockd.yml"
        }
    }

    var code: String {
        switch self {
        case .mock: "duplicate-mock"
        case .declaration: Self.nameTaken
        }
    }

    package static let nameTaken = "name-taken"
}
