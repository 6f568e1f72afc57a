enum Topping: Equatable { case egg, nori }

/// @mockable
protocol Chef {
    func cookRamen(bowls: Int, topping: Topping, extras: [String])
    func serve(_ table: Int?, by waiter: AnyWaiter)
    func rest()
}

final class AnyWaiter {}

/// @mockable
protocol SharedChef: Sendable { func cook(_ bowls: Int) async }

struct Guest {
    let chef: any Chef
    func order() { chef.cookRamen(bowls: 2, topping: .egg, extras: ["wakame", "tamago"]) }
}
