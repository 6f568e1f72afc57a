import MockModel
import MockParsing
import Testing

/// The interface of a compiled module, as the toolchain prints it.
@Suite struct ModuleInterfaceTests {
    private static let text = """
        import Glibc
        import Swift

        public func === (lhs: Any?, rhs: Any?) -> Bool

        /// A protocol.
        ///
        ///     protocol NotThisOne {
        @available(macOS 12, *)
        public protocol Shelf<Item> : Sendable {

            associatedtype Item

            /// Takes one.
            func take(_ n: Int, then: @escaping (Item) -> Void) throws -> Item

            static var all: [Self] { get }
        }

        /**
         Several lines.
         class NotThisOneEither {
         */
        open class Oven : NSObject {

            open class func standard() -> Oven

            public init(degrees: Int)

            open var isHot: Bool { get set }

            public func clean(_ rack: Int)

            @discardableResult
            override open func heat() -> Int

            public enum Mode : Int {

                case off

                case on
            }
        }

        extension Oven : @unchecked Sendable {
        }

        extension Oven {

            public struct Rack {
            }

            public func clean()
        }

        extension Int : Shelf {
        }

        @frozen public struct Handle : ~Copyable {

            public func close()
        }

        public typealias Handler = (Oven) -> Void
        """

    private let interface = ModuleInterface(text)

    @Test func `protocols are read with their requirements`() throws {
        let shelf = try #require(interface.types(named: "Shelf").first)
        #expect(shelf.kind == .protocol)
        #expect(shelf.members.map(\.displayName) == ["Item", "take(_:then:)", "all"])
        #expect(shelf.inherited == [.named("Sendable")])
        #expect(shelf.attributes == ["@available(macOS 12, *)"])
        #expect(shelf.primaryAssociatedTypes == ["Item"])
    }

    @Test func `classes are read with initializers, open members, Sendable conformances and nested types`()
        throws
    {
        let oven = try #require(interface.types(named: "Oven").first)
        #expect(oven.access == .open)
        #expect(oven.members.map(\.displayName) == ["standard()", "init(degrees:)", "isHot", "heat()"])
        #expect(oven.inherited == [.named("NSObject"), .named("Sendable")])
        #expect(interface.types(named: "Mode").map(\.qualifiedName) == ["Oven.Mode"])
        #expect(interface.types(named: "Rack").map(\.qualifiedName) == ["Oven.Rack"])
    }

    @Test func `other types are read without members`() throws {
        let handle = try #require(interface.types(named: "Handle").first)
        #expect(handle.inherited == [.suppressed(.named("Copyable"))])
        #expect(handle.members == [])
        #expect(interface.types(named: "Handler").first?.aliased?.description == "(Oven) -> Void")
    }

    @Test func `comments declare nothing, and neither do conformances`() {
        for name in ["NotThisOne", "NotThisOneEither", "Int", "clean", ""] {
            #expect(interface.types(named: name) == [], "\(name)")
        }
        #expect(interface.imports == ["Glibc", "Swift"])
    }

    @Test func `the shortened interface reads as the whole one does`() {
        let again = ModuleInterface(interface.text)
        #expect(again.text == interface.text)
        #expect(interface.text.utf8.count < Self.text.utf8.count * 2 / 3)
        for name in ["Shelf", "Oven", "Mode", "Rack", "Handle", "Handler"] {
            #expect(again.types(named: name) == interface.types(named: name))
        }
    }

    @Test(arguments: ["", "}\n}", "protocol P {", "@available(", "extension A {\nstruct B {\n", "/* open"])
    func `no text makes reading fail`(text: String) {
        _ = ModuleInterface(text).types(named: "P")
    }
}
