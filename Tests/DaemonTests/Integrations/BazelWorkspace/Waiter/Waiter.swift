public import Kitchen

/// @mockable
public protocol Chef: Cook {
    func taste(_ meal: String) -> Bool
}

public struct Waiter {
    let chef: any Chef

    public init(chef: any Chef) { self.chef = chef }

    public func serve(_ label: String) -> String? { chef.meal(from: label).flatMap { chef.taste($0) ? $0 : nil } }
}
