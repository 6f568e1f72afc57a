@globalActor actor Database { static let shared = Database() }

/// @mockable
protocol Counter: Actor {
    func add(_ n: Int) -> Int
    func slow(_ box: Box) async throws -> Int
    func reset() async
    var total: Int { get set }
    nonisolated var id: String { get }
    nonisolated func peek(_ n: Int) -> Int
}

/// @mockable
@MainActor protocol Screen: AnyObject {
    func show(_ title: String, box: Box) -> Bool
    func load(_ box: Box) async throws -> Box
    var title: String { get set }
    nonisolated func log(_ text: String)
}

/// @mockable
@Database protocol Table {
    func insert(_ row: String) throws -> Int
    var name: String { get set }
}

/// @mockable
protocol Sink: Sendable {
    func take(_ box: Box) -> Box?
    func run(_ box: Box, isolation: isolated (any Actor)?) async -> Int
    nonisolated(nonsending) func stay(_ box: Box) async -> Int
    @concurrent func go(_ n: Int) async -> Int
    @MainActor func draw(_ n: Int) -> Int
}
