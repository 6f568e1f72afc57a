/// A type that is compiled where a mock would be, and has its name already.
package enum Precedent: Hashable, Sendable {
    /// The mock of what another file declares. The target is called as the user knows it.
    case mock(path: String, target: String)
    /// A type that mockd did not generate. The pattern for `name` gives all mocks names of another shape.
    case declaration(path: String, otherPattern: String)

    /// What is in the way, and the way out.
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
        case .declaration: "name-taken"
        }
    }
}
