/// @mockable
protocol Greeting { func sayHelloWith(name: String) }

/// @mockable
protocol Bakery {
    var name: String { get set }
    var flour: String? { get set }
    var breads: [String] { get }
    var oven: Int { get async throws }
    init(intParameter: Int, stringParameter: String)
    func loadConfiguration() -> String?
    func start(car: String, of model: String)
    func save(_ line: String?) throws -> Int
    func bake(_ count: Int) async throws(Burnt) -> String
    func setClosure(_ closure: @escaping () -> Void)
    func execute(_ closure: () -> Void)
    func mix(_ count: inout Int)
    func convert<T>(_ value: T) -> [T]
    func sell(_ item: Int) -> Int
    func sell(_ item: String) -> Int
    static func open(at hour: Int) -> Bool
}

struct Burnt: Error, Equatable {}

/// @mockable
protocol Delivery: Sendable {
    var address: String { get }
    func deliver(_ parcel: String) async -> Bool
    func leave(_ parcel: Parcel)
    static func call(_ parcel: Parcel)
}

/// A value that runs code when it is freed.
final class Parcel: Sendable {
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    deinit { onEnd() }
}
