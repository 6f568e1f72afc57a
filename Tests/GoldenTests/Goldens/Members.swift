/// @mockable
protocol Properties {
    var count: Int { get }
    var name: String { get set }
    var risky: Int { get throws(Failure) }
    var later: [Int] { get async throws }
    var handler: ((Int) -> Int)? { get set }
    var point: (x: Int, y: Int) { get set }
    var own: Self { get }
    var lazy: Int { mutating get }
    subscript(index: Int) -> String { get set }
    subscript(key key: String) -> Int { get throws }
    subscript<T: Hashable>(typed value: T) -> T? { get set }
    subscript(many indices: Int...) -> Int { get }
}

protocol Base { func base() -> Int; var size: Int { get } }
protocol Throwing { func act() throws -> Int }

/// @mockable
protocol Child: Base, Throwing, AnyObject {
    var size: Int { get set }
    func act() -> Int
}

infix operator <+> : AdditionPrecedence

/// @mockable
protocol Factory: Comparable, Hashable, Codable, CustomStringConvertible, Sendable {
    init(name: String)
    init?(maybe: Int)
    init(risky: String) throws
    static func make(id: Int) -> Self
    static var count: Int { get set }
    static subscript(index: Int) -> String { get }
    static func <+> (left: Self, right: Self) -> Int
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

enum Kitchen {
    enum Sink {
        /// @mockable
        protocol Tap { func open(_ n: Int) -> Temperature }
        struct Temperature { var degrees = 0 }
    }
}

extension Kitchen {
    /// @mockable
    public protocol Tap: Sendable { func close() -> Int }
}

/// @mockable
protocol Names {
    func `class`(in: Int, for value: String, `self` other: Int) -> Int
    func `raw name`(`the label` value: Int) -> Int
    func mocking(_ target: Int, stub: Int) -> Int
    func given() -> Int
    var `default`: Int { get set }
    func name(set value: String)
    func twice(_: Int, _: Int) -> Int
}

/// @mockable
protocol Clashes {
    associatedtype Matcher
    associatedtype MockMode
    associatedtype Error
    var mocking: Int { get set }
    func take(_ matcher: Matcher, _ mode: MockMode) throws -> Int
    func generic<Clause, String>(_ clause: Clause, _ string: String) -> Int
}
