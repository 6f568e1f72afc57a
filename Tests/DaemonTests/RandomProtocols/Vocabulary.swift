/// The names that random protocols mention, and their declarations.
enum Vocabulary {
    /// The source that is compiled with every family.
    static let source = """
        public enum Failure: Error { case broken }
        public struct Wrapped<Cause: Error>: Error { public var cause: Cause }
        nonisolated public struct Item: Hashable, Codable, Sendable, Comparable {
            public var id = 0
            public static func < (left: Item, right: Item) -> Bool { left.id < right.id }
        }
        public final class Box { public var n = 0 }
        public struct Pair<First, Second> { public var first: First; public var second: Second }
        public struct File: ~Copyable { public var descriptor = 0 }
        public struct Unique<Value: ~Copyable>: ~Copyable { public var n = 0 }
        extension Unique: Copyable where Value: Copyable {}
        public enum Outer {
            nonisolated public struct Inner: Hashable, Sendable { public var n = 0 }
            public enum Deep { public final class Leaf {} }
            public protocol Door { func open() -> Int }
            public typealias Action = (Int) -> String
        }
        public protocol Marker {}
        public protocol Shape { associatedtype Unit; var unit: Unit { get } }
        public protocol Named<Name> { associatedtype Name; var name: Name { get } }
        public protocol Loading: Sendable { func load(id: Int) async throws -> Item }
        public protocol Screen: AnyObject { @MainActor func show(_ text: String) -> Bool }
        public protocol Movable: ~Copyable { consuming func move() -> Int }
        public typealias Both = Marker & Outer.Door
        public typealias Handler = (Int) -> Void
        public typealias Later<T> = @Sendable (T) async throws -> Void
        public typealias Maybe = ((String) -> Int)?
        public typealias Table<T> = [String: T]
        @globalActor public actor Kiosk { public static let shared = Kiosk() }
        public actor Worker {}
        open class Base {
            public init() {}
            open func base(_ n: Int) -> Int { n }
            open var title: String { "" }
        }
        open class Shelf<Book> {
            public required init() {}
            open func books() -> [Book] { [] }
            open func put(_ book: Book) {}
        }
        open class Root {
            public init(id: Int) throws {}
            open func root(_ item: Item) async throws -> Item { item }
        }
        @resultBuilder public enum Lines {
            public static func buildBlock(_ parts: String...) -> String { parts.joined() }
        }
        infix operator <+> : AdditionPrecedence
        prefix operator <!>
        postfix operator <?>

        """

    /// A module below, whose types have the names of types above.
    static let pantry = """
        public import Cellar
        public enum Failure: Error { case spoiled }
        nonisolated public struct Item: Hashable, Sendable { public var code = "" }
        public final class Box {}
        public struct Jar<Content> { public var content: Content }
        public enum Outer {
            nonisolated public struct Inner: Hashable, Sendable { public var n = 0 }
            public protocol Door { func shut(_ inner: Inner) -> Inner? }
        }
        public typealias Handler = (Item) -> Box
        public protocol Marker { func mark(_ item: Item) -> Item }
        public protocol Storing<Item>: Marker {
            associatedtype Item
            func store(_ item: Item, on failure: (Failure) -> Void) -> Item?
        }
        public protocol Stocking {
            associatedtype Goods
            func stock(_ goods: [Goods], in box: Box) throws(Failure)
            var item: Item { get }
        }
        extension Stocking {
            public func stock(_ goods: Goods, in box: Box) {}
            public var item: Item { Item() }
        }
        public protocol Maturing: Aging { func mature(_ item: Item, from old: Cellar.Item) -> Wine }
        open class Crate {
            public init(size: Int) {}
            open func pack(_ item: Item, with handler: @escaping Handler) -> Box { Box() }
            open var label: Item { Item() }
        }

        """

    /// The module below ``pantry``.
    static let cellar = """
        public struct Item { public var year = 0 }
        public struct Wine {}
        public protocol Aging { func age(_ item: Item) -> [Item] }
        extension Swift.Int { public struct Shelf { public var n = 0 } }

        """

    static let pantryParents = [
        "Stocking", "Storing", "Storing<Int>", "Storing<String>", "Maturing", "Pantry.Marker", "Crate",
        "Pantry.Outer.Door", "Aging", "Stocking & Maturing",
    ]

    static let pantryTypes = [
        "Pantry.Item", "Pantry.Box", "Jar<Int>", "Jar<Pantry.Item>", "Jar<Item>", "Crate", "any Stocking",
        "any Storing<Int>", "Pantry.Outer.Inner", "any Pantry.Marker", "Pantry.Handler", "Pantry.Failure",
        "any Pantry.Outer.Door", "any Maturing", "[Pantry.Item: Item]", "any Pantry.Marker & Marker",
    ]

    static let parents = [
        "Sendable", "Sendable", "AnyObject", "Equatable", "Hashable", "Comparable", "Codable", "Decodable", "Encodable",
        "Identifiable", "CustomStringConvertible", "CustomDebugStringConvertible", "Error", "CaseIterable", "Sequence",
        "IteratorProtocol", "AsyncSequence", "RawRepresentable", "ExpressibleByStringLiteral", "CodingKey", "Marker",
        "Shape", "Named", "Named<Int>", "Loading", "Screen", "Outer.Door", "Both", "Base", "LosslessStringConvertible",
        "TextOutputStream", "CustomReflectable", "ExpressibleByIntegerLiteral", "Collection", "Root", "Shelf<Int>",
        "Movable", "SendableMetatype",
    ]

    static let constraints = [
        "Hashable", "Sendable", "Equatable & Sendable", "AnyObject", "Sequence", "Collection", "Shape", "Named<Int>",
        "Marker", "Error", "Codable", "Comparable", "Identifiable", "Both", "Decodable", "IteratorProtocol",
        "AsyncSequence", "Named", "Loading", "~Copyable", "Actor", "Base", "Sequence<Int>",
    ]

    static let associatedNames = [
        "Element", "Item2", "Key", "Value", "Unit", "Target", "Result", "Error", "Matcher", "Clause", "State", "Output",
        "MockMode", "Failure", "ID", "Stub", "Body", "Arguments", "Name", "T", "Mock",
    ]

    static let aliasNames = ["Alias", "Alias2", "Matcher", "Clause", "Recording", "Mock", "Handler"]

    static let names = [
        "load", "save", "f", "g", "value", "count", "name", "id", "run", "make", "call",
        "get", "set", "mocking", "given", "verify", "calls", "statics", "stub", "target", "forward", "arguments",
        "`default`", "`class`", "`init`", "`subscript`", "`raw name`", "`repeat`", "`in`", "type", "`Type`",
        "each", "any", "some", "async", "await", "add", "reset", "box", "result", "error", "each1", "narrowing", "copy",
        "disconnected", "state", "behavior", "equal", "Swift", "Mocking", "initialize", "created", "shared", "ünïcode",
        "where2", "`throw`", "`true`", "`nil`", "print", "assign", "plus", "newValue", "self1", "wasCalled", "actor",
        "mockState", "forwardOpened", "MockMembers2", "didSet", "willSet", "`protocol`", "callAsFunction",
        "dynamicallyCall", "log", "send", "write",
    ]

    static let labels = [
        "_", "_", "id", "name", "for", "in", "with", "at", "to", "value", "`default`", "`inout`", "`let`", "`var`",
        "repeat", "self", "if", "mocking", "target", "stub", "each", "set", "newValue", "of", "where", "is", "as",
        "default", "arguments", "`raw label`", "await", "super", "throws", "Self", "body", "n", "n2", "error", "any",
    ]

    static let locals = [
        "value", "body", "n", "other", "item", "target", "stub", "mocking", "arguments", "forward", "self1", "newValue",
        "`default`", "`in`", "error", "result", "x", "each", "some", "any", "statics", "disconnected", "narrowing",
        "route", "copy", "consume", "await", "unsafe", "`self`", "mockState", "lock", "description", "`raw value`",
    ]
}
