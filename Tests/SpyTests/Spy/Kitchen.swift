/// @mockable
protocol Foo { func bar() }

enum Soup { case shio, miso }

/// @mockable
protocol Cook { func cookRamen(bowls: Int, soup: Soup, extras: [String]) }

struct Waiter {
    let cook: any Cook
    func order() { cook.cookRamen(bowls: 2, soup: .miso, extras: ["wakame", "tamago"]) }
}

struct Spoiled: Error, Equatable { var day = 0 }
struct Shelf { let number: Int }
final class Box { var number = 0 }

/// @mockable
protocol Pantry {
    var name: String { get }
    var box: Box { get set }
    var shelf: [String]? { get set }
    var risky: Int { get async throws }
    init(name: String)
    func find(_ id: Int) throws(Spoiled) -> String
    func fetch(_ id: Int, from place: String) async throws -> String?
    func update(_ count: inout Int, _ change: (Int) -> Int)
    func store<T: Hashable>(_ item: T, or other: T?) -> T
    func visit(_ body: @escaping () -> Void)
    func repeated(_ texts: String...) -> Int
    func rethrowing(_ body: () throws -> Void) rethrows
    func shelves() -> Shelf
    subscript(index: Int) -> String { get set }
    static func open(_ door: String) -> Bool
}

/// @mockable
protocol Overloads: OverloadsParent {
    func display()
    func display(x: Int)
    func display(y: Int)
    func update() -> Int
    func update(arg: Int)
    func update(arg: Float)
    func talk(_ dismiss: Bool)
    func popViewController(viewController: Int)
    func popViewController()
    var talk: Int { get }
}

protocol OverloadsParent {
    func update()
    func display(z: Int)
}

/// @mockable
protocol Counter: Sendable {
    var total: Int { get set }
    func add(_ number: Int)
    func slow(_ box: Box) async -> Box
}

/// @mockable
protocol Ledger: Actor {
    var owner: String { get }
    func write(_ line: String) -> Int
    func close() async throws
}

/// @mockable
@MainActor protocol Screen: AnyObject {
    var title: String { get set }
    func show(_ text: String) -> Bool
    nonisolated func log(_ text: String)
}

/// @mockable
protocol Clashing {
    var fooCallCount: Int { get set }
    func foo()
    func `default`(for: Int)
}

#if os(Linux)
    /// @mockable
    protocol Conditional {
        #if DEBUG || RELEASE
            func debugging() -> Int
        #else
            func releasing() -> Int
        #endif
        func always() -> Int
    }
#endif

/// @mockable
class Engine {
    init(power: Int) { self.power = power }
    let power: Int
    var speed = 0
    var gear: Int { 1 }
    func start(_ key: String) -> Bool { true }
}

protocol NamingParent {
    func update(arg: Int)
    func update(arg: Float)
}

/// @mockable
protocol Naming: NamingParent {
    func update(arg: Float)
    func connect<T>(adapter: T) where T: Hashable
    func connect<T>(adapter: T) where T: Comparable
    func connect<T>(adapter: T) where T: Error
    func connect<T>(adapter: T) where T: Sequence
    func make<T>(_ body: (Int) throws -> T) rethrows -> [T]
    func later<T>(_ body: @escaping (Int) -> T?) -> Int
    func unwrap(_ value: Int!) -> String!
}
