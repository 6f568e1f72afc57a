class ViewController {}

// sourcery: automockable
protocol ArgumentFoo {
    func bar(arg1: Int, arg2: ViewController)
    func reset()
}

// sourcery: automockable
protocol Auth {
    func token(for user: String) throws -> String
    // sourcery: advancedReturn
    func limit(for user: String) throws -> Int
    var isLoggedIn: Bool { get set }
    var nickname: String? { get }
    static func track(event: String)
}

// sourcery: automockable
protocol Sink {
    func put(_ value: Any?)
    func call(_ done: @escaping (Int, String) -> Void)
}

struct Expired: Error, Equatable { var day = 0 }

// sourcery: automockable
protocol Vault: AnyObject {
    func open(_ code: Int) throws(Expired) -> Bool
    func open(_ code: String) async -> [String]
    func auth() -> any Auth
    // sourcery: forceMock
    func inner() -> (any Auth)?
    func first<T>(_ values: [T]) -> T?
    func find(URL: String, by test: (Int) -> Bool) -> (Int, String)
    subscript(key: String) -> Int { get set }
    var owner: any Auth { get set }
    var names: [String] { get }
    static func make() -> Self
}

// sourcery: automockable
protocol SafeSink: Sendable {
    func put(_ value: Int) -> Int
    var total: Int { get set }
}

// sourcery: automockable
@MainActor protocol Stage {
    var title: String { get set }
    func show(_ text: String) -> Int
}

class Scene {
    var height = 2
    func redraw() -> Int { height }
}

// sourcery: automockable
// sourcery: mockBaseClass = "Scene"
protocol Panel {
    func open(_ width: Int) -> Int
    func redraw() -> Int
}
