/// An existing type in the module of the mock that already has the mock's name.
package enum Precedent: Hashable, Sendable {
    /// The mock of a type in another file. `target` is spelled as the user knows it.
    case mock(path: String, target: String)
    /// Another request for the mock of the same type.
    case request(path: String)
    /// A type that mockd did not generate. `otherPattern` is a `name` pattern that gives all mocks different names.
    case declaration(path: String, otherPattern: String)

    /// The message: the conflict, and how to resolve it.
    ///
    /// - Parameter type: the name of the mocked type.
    package func message(for mockName: String, of type: String) -> String {
        switch self {
        case .mock(let path, let target):
            "'\(mockName)' is in \(target) already, as the mock of what \(path) declares; give this one another name: @mockable(override: name = …)"
        case .request(let path):
            "'\(type)' is mocked already, as \(path) asks for it, too; remove this annotation"
        case .declaration(let path, let pattern):
            "\(path) declares '\(mockName)' already, so this mock is left out; give it another name: @mockable(override: name = \(Self.name(pattern, of: type, besides: mockName))), or all mocks of the module: name: \"\(pattern)\" in .mockd.yml"
        }
    }

    private static func name(_ pattern: String, of type: String, besides taken: String) -> String {
        let name = pattern.replacing("{name}", with: type)
        return name == taken ? "\(name)2" : name
    }

    var code: String {
        switch self {
        case .mock, .request: "duplicate-mock"
        case .declaration: Self.nameTaken
        }
    }

    package static let nameTaken = "name-taken"
}
