public struct Jar: Equatable, Sendable {
    public let label: String

    public init(label: String) { self.label = label }
}

/// @mockable
public protocol Shelf {
    func jar(_ label: String) -> Jar?
}
