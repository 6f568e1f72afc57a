public import Pantry

/// @mockable
public protocol Cook: Shelf {
    func cook(_ jar: Jar) -> String
}

extension Cook {
    public func meal(from label: String) -> String? { jar(label).map(cook) }
}
