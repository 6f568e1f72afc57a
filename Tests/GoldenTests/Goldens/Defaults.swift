final class Lid {}

/// A class that anyone can make.
class Oven {
    let degrees: Int
    init() { degrees = 180 }
}
/// Its only initializer is the one that the compiler adds.
class Grill: CustomStringConvertible {
    var isHot = false
    var description: String { "a grill" }
}
/// @mockable
class Platter {
    func slots() -> Int { 3 }
}
struct Broth: Equatable, Sendable {
    var salt = 1
    private var name: String? = nil
    let spices: [String] = []
    var note: String?
    var isSalty: Bool { salt > 3 }
    static let water = Broth()
}
struct Noodles: Flavoured {
    let length: Int
    init(length: Int) { self.length = length }
    init() { self.init(length: 30) }
}
protocol Flavoured {}
struct Empty {}
final class Ladle { init() {} }
public struct Topping { public init() {} }
struct Bowl { var size: Int }
struct Dish { var size: Int { didSet {} } }
struct Tin { private init() {} }
struct Carton<Item> { var items: [Item] = [] }
struct Jar { var lid = Lid() }
final class Spoon { init(size: Int) {} }
@MainActor struct Napkin { init() {} }
class Safe { init(code: Int) {} }
class Vault { private init() {} }
class Freezer {
    init() async {}
}
class Fuse { init() throws {} }
class Chest<Item> { init() {} }
@MainActor class Monitor { init() {} }
class Panel: Monitor {}
@MainActor protocol OnMonitor {}
class Label: OnMonitor {}

/// @mockable
protocol Station {
    func copy() -> Self
    static func make() -> Self
    func itself() -> any Station
    func maybe() -> (Self?, [Oven])
    func oven() -> Oven
    var grill: Grill { get }
    func platter() -> Platter
    func pair() -> (oven: Oven, helper: any Helper)
    func builder() -> (Int) -> any Helper
    func open() async throws -> Oven
    func choose<Oven>(_ ovens: [Oven]) -> (Oven, Int)
    func broth() -> Broth
    func noodles() throws -> Noodles
    var empty: Empty { get set }
    func ladle() -> Ladle
    func topping() -> (Topping, Broth)
    func bowl() -> Bowl
    func dish() -> Dish
    func tin() -> Tin
    func carton() -> Carton<Int>
    func jar() -> Jar
    func spoon() -> Spoon
    func napkin() -> Napkin
    func safe() -> Safe
    func vault() -> Vault
    func freezer() -> Freezer
    func fuse() -> Fuse
    func chest() -> Chest<Int>
    func monitor() -> Monitor
    func panel() -> Panel
    func label() -> Label
}

/// @mockable
protocol Helper: AnyObject {
    func station() -> any Station
}

/// @mockable
protocol Row<Item> {
    associatedtype Item
    func next() -> Self
    func first() -> Item
}
