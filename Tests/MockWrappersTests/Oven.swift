struct Burnt: Error, Equatable { var minute = 0 }

/// @mockable
protocol Oven {
    func bake(_ cake: String) -> Bool
    func heat(from start: Int, to end: Int) throws -> Int
    func put(_ cake: String, at level: Int) throws(Burnt)
    func wait() async -> String
    func fetch(_ id: Int) async throws -> [String]
    func first<T>(_ values: [T]) -> T?
    func each(_ body: (Int) -> Void)
    var name: String { get set }
    static func build(_ size: Int) -> Bool
}

/// @mockable
protocol SafeOven: Sendable {
    func bake(_ cake: String) -> Int
    func fetch(_ id: Int) async throws -> String
}

/// @mockable
@MainActor protocol Window {
    func open(_ title: String) -> Bool
    nonisolated func log(_ text: String)
}

/// @mockable
protocol Tank: Actor {
    func fill(_ litres: Int) -> Int
}
