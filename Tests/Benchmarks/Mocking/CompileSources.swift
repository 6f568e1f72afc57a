/// The sources to compile: protocols of six members, and three kinds of conformers.
struct CompileSources {
    let mocks: Range<Int>

    /// The input of mockd.
    var protocols: String {
        let texts = mocks.map { n in
            """
            /// @mockable
            protocol Service\(n): Sendable {
                func store(_ item: Item, at path: String, overwrite: Bool) -> Bool
                func check(count: Int, name: String) throws -> Int
                func fetch(id: Int, options: [String: String]) async throws -> Item
                func log(_ message: String)
                func transform(_ body: @escaping @Sendable (Int) -> Int, values: [Int]) -> [Int]
                var name: String { get set }
            }
            """
        }
        return texts.joined(separator: "\n\n") + "\n"
    }

    static let item = "struct Item: Equatable, Sendable { var id: Int; var name: String }\n"

    /// Empty conformers, the minimum cost of a mock.
    var empty: String {
        let texts = mocks.map { n in
            """
            final class MockService\(n): Service\(n), @unchecked Sendable {
                func store(_ item: Item, at path: String, overwrite: Bool) -> Bool { fatalError() }
                func check(count: Int, name: String) throws -> Int { fatalError() }
                func fetch(id: Int, options: [String: String]) async throws -> Item { fatalError() }
                func log(_ message: String) { fatalError() }
                func transform(_ body: @escaping @Sendable (Int) -> Int, values: [Int]) -> [Int] { fatalError() }
                var name: String { get { fatalError() } set { fatalError() } }
            }
            """
        }
        return texts.joined(separator: "\n\n") + "\n"
    }

    /// The usual mock with a handler, a call count and an argument history for each member, behind a lock.
    var handlers: String {
        let texts = mocks.map { n in
            let functions = Self.functions.map(handler).joined(separator: "\n")
            return """
                final class MockService\(n): Service\(n), @unchecked Sendable {
                    init() {}
                \(functions)
                    private let nameState = Guarded(HandlerState<String, @Sendable () -> Void>())
                    private let nameValue = Guarded("")
                    var nameSetCallCount: Int { nameState.withLock(\\.callCount) }
                    var name: String {
                        get { nameValue.withLock { $0 } }
                        set {
                            nameState.withLock { $0.callCount += 1 }
                            nameValue.withLock { $0 = newValue }
                        }
                    }
                }
                """
        }
        return Self.guarded + texts.joined(separator: "\n\n") + "\n"
    }

    private struct Function {
        var name: String
        var signature: String
        var arguments: String
        var argumentTypes: String
        var effects: String
        var result: String
        var prefix: String
        var fallback: String
    }

    private static let functions = [
        Function(
            name: "store", signature: "(_ item: Item, at path: String, overwrite: Bool) -> Bool",
            arguments: "item, path, overwrite", argumentTypes: "Item, String, Bool", effects: "", result: "Bool",
            prefix: "return ", fallback: "return false"),
        Function(
            name: "check", signature: "(count: Int, name: String) throws -> Int", arguments: "count, name",
            argumentTypes: "Int, String", effects: " throws", result: "Int", prefix: "return try ",
            fallback: "return 0"),
        Function(
            name: "fetch", signature: "(id: Int, options: [String: String]) async throws -> Item",
            arguments: "id, options", argumentTypes: "Int, [String: String]", effects: " async throws", result: "Item",
            prefix: "return try await ",
            fallback: #"fatalError("fetchHandler returns can't have a default value thus its handler must be set")"#
        ),
        Function(
            name: "log", signature: "(_ message: String)", arguments: "message", argumentTypes: "String", effects: "",
            result: "Void", prefix: "", fallback: ""),
        Function(
            name: "transform",
            signature: "(_ body: @escaping @Sendable (Int) -> Int, values: [Int]) -> [Int]",
            arguments: "body, values", argumentTypes: "@Sendable (Int) -> Int, [Int]", effects: "", result: "[Int]",
            prefix: "return ", fallback: "return [Int]()"),
    ]

    private func handler(_ function: Function) -> String {
        let name = function.name
        let parameters = function.argumentTypes.replacing("@Sendable (Int)", with: "@escaping @Sendable (Int)")
        let type = "@Sendable (\(parameters))\(function.effects) -> \(function.result)"
        return """
                private let \(name)State = Guarded(HandlerState<(\(function.argumentTypes)), \(type)>())
                var \(name)CallCount: Int { return \(name)State.withLock(\\.callCount) }
                var \(name)ArgValues: [(\(function.argumentTypes))] { return \(name)State.withLock(\\.argValues).map(\\.value) }
                var \(name)Handler: (\(type))? {
                    get { \(name)State.withLock(\\.handler) }
                    set { \(name)State.withLock { $0.handler = newValue } }
                }
                func \(name)\(function.signature) {
                    warnIfNotSendable(\(function.arguments))
                    let \(name)Handler = \(name)State.withLock { state in
                        state.callCount += 1
                        state.argValues.append(.init((\(function.arguments))))
                        return state.handler
                    }
                    if let \(name)Handler = \(name)Handler {
                        \(function.prefix)\(name)Handler(\(function.arguments))
                    }
                    \(function.fallback)
                }
            """
    }

    private static let guarded = """
        import Foundation

        fileprivate func warnIfNotSendable<each T>(function: String = #function, _: repeat each T) {
            print("At \\(function), the captured arguments are not Sendable, it is not concurrency-safe.")
        }

        fileprivate func warnIfNotSendable<each T: Sendable>(function: String = #function, _: repeat each T) {}

        fileprivate final class Guarded<Value>: @unchecked Sendable {
            private let lock = NSLock()
            private var value: Value
            init(_ initialValue: Value) { self.value = initialValue }

            borrowing func withLock<Result, E: Error>(
                _ body: (inout sending Value) throws(E) -> Result
            ) throws(E) -> sending Result {
                lock.lock()
                defer { lock.unlock() }
                return try body(&value)
            }
        }

        fileprivate struct Transfer<Value>: @unchecked Sendable {
            var value: Value
            init(_ value: Value) { self.value = value }
        }

        fileprivate struct HandlerState<Arg, Handler> {
            var argValues: [Transfer<Arg>] = []
            var handler: Handler? = nil
            var callCount: Int = 0
        }


        """
}
