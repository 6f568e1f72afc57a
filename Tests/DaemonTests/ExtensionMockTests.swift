import Foundation
import Testing

/// `@mockable` above an extension of a type of another module: the mock compiles wherever that type is declared.
@Suite struct ExtensionMockTests {
    @Test func `protocols and open classes of other modules get mocks without a declaration of one's own`()
        async throws
    {
        let package = try PackageFixture.modules([
            "Pantry/Pantry.swift": Self.pantry, "Kitchen/Kitchen.swift": Self.kitchen,
            "Kitchen/Inner.swift": "import Pantry\n/// @mockable\nextension Outer.Inner {}\n",
            "Tests/Tests.swift": Self.tests,
        ])
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--dependency", "Pantry=Pantry",
            "--output", "Tests")
        #expect(generated.status == 0, "\(generated.errors)")
        let notes = generated.errors.split(separator: "\n").filter { $0.contains(": note: ") }
        #expect(
            notes == [
                "Kitchen/Kitchen.swift:13:11: note: 'name()' is not open in Pantry and keeps its real behaviour [not-overridden]",
                "Kitchen/Kitchen.swift:15:11: note: 'value' is not open in Pantry and keeps its real behaviour [not-overridden]",
            ])
        #expect(try await package.emit("Pantry") == "")
        #expect(try await package.emit("Kitchen") == "")
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests") == "")
    }

    private static let pantry = """
        public protocol Shelf<Item>: Sendable {
            associatedtype Item
            func take(_ n: Int) async throws -> [Item]
            var label: String { get set }
        }
        public typealias Rack = Shelf
        public protocol Marker {}
        @MainActor public protocol Screen { func show(_ text: String) }
        open class Oven {
            public init() {}
            open func heat(to degrees: Int) -> Bool { true }
            public func name() -> String { "" }
        }
        open class Box<Value> {
            public let value: Value
            public init(value: Value) { self.value = value }
            open func get() -> Value { value }
        }
        public enum Outer { public protocol Inner { func inner() -> Int } }
        public protocol Cook { func cook() }
        """

    private static let kitchen = """
        import Foundation
        import Pantry

        /// @mockable(override: name = MockRack)
        extension Rack {}
        /// @mockable
        extension Shelf {}
        /// @mockable
        extension Marker {}
        /// @mockable
        extension Screen {}
        /// @mockable
        extension Oven {}
        /// @mockable
        extension Box {}
        /// @mockable
        extension Pantry.Cook {}
        protocol Cook { func other() }
        /// @mockable
        extension FileManagerDelegate {}
        /// @mockable(override: name = FakeFiles)
        extension FileManager {}
        /// @mockable(typealias: Duration = Swift.Duration)
        extension Clock {}
        /// @mockable
        extension LocalizedError {}
        /// @mockable
        extension NSObjectProtocol {}
        """

    private static let tests = """
        import Mocking
        import Pantry

        func stub() async throws {
            let shelf: MockShelf<String> = MockShelf()
            given(shelf).take(2).willReturn(["rice"])
            _ = try await shelf.take(2)
            verify(shelf).take(2).wasCalled()
            let oven = MockOven()
            given(oven).heat(to: 200).willReturn(false)
            _ = oven.heat(to: 200)
            let real: any Pantry.Cook = MockCook()
            let forwarding = MockCook(forwardingTo: real)
            forwarding.cook()
        }
        """

    @Test func `types that cannot be mocked are reported at the extension`() async throws {
        let package = try PackageFixture.modules([
            "Pantry/Pantry.swift":
                "public struct Tin {}\npublic final class Sealed {}\npublic class Closed {}\nprotocol Secret {}\n"
                + "public protocol Lid {}\npublic protocol Jar<Item> { associatedtype Item }\npublic typealias Both = Lid & Jar\n",
            "Kitchen/Kitchen.swift": """
            import Pantry
            /// @mockable
            extension Tin {}
            /// @mockable
            extension Sealed {}
            /// @mockable
            extension Closed {}
            /// @mockable
            extension Secret {}
            /// @mockable
            extension Nothing {}
            /// @mockable
            protocol Cook {}
            /// @mockable
            extension String {}
            /// @mockable
            extension Swift.Duration {}
            /// @mockable
            extension Both {}
            /// @mockable
            typealias Tins = Lid & Jar<Tin>
            /// @mockable
            extension UTF8.CodeUnit {}
            struct Rack<Item> { /// @mockable
                typealias Row = Lid & Jar<Item> }
            """,
        ])
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--dependency", "Pantry=Pantry",
            "--output", "Mocks")
        #expect(generated.status == 1)
        let errors = generated.errors.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(
            errors == [
                "Kitchen/Kitchen.swift:3:11: error: 'Tin' is a struct of 'Pantry', and mockd mocks protocols and classes; use it as it is, or ask for a protocol with the members that you need: /// @mockable(seam: TinProtocol, members: …) [not-mockable]",
                "Kitchen/Kitchen.swift:5:11: error: 'Sealed' of 'Pantry' is final, so no mock can inherit from it; ask for a protocol with the members that you need: /// @mockable(seam: SealedProtocol, members: …) [final-class]",
                "Kitchen/Kitchen.swift:7:11: error: 'Pantry' does not let other modules subclass 'Closed'; ask for a protocol with the members that you need: /// @mockable(seam: ClosedProtocol, members: …) [closed-class]",
                "Kitchen/Kitchen.swift:9:11: error: 'Secret' is internal in 'Pantry', so no other module can mock it; make it package or public [not-visible]",
                "Kitchen/Kitchen.swift:11:11: error: 'Nothing' is declared in no source or module that is known here, so it gets no mock; import the module that declares it, or correct the name [unknown-type]",
                "Kitchen/Kitchen.swift:15:11: error: 'String' is a struct of 'Swift', and mockd mocks protocols and classes; use it as it is, or ask for a protocol with the members that you need: /// @mockable(seam: MyString, members: …) [not-mockable]",
                "Kitchen/Kitchen.swift:17:11: error: 'Duration' is a struct of 'Swift', and mockd mocks protocols and classes; use it as it is, or ask for a protocol with the members that you need: /// @mockable(seam: MyDuration, members: …) [not-mockable]",
                "Kitchen/Kitchen.swift:19:11: error: 'Both' of 'Pantry' is a typealias of several types, which Swift does not extend; write the annotation above a typealias of your own: typealias MyBoth = Lid & Jar [not-mockable]",
                "Kitchen/Kitchen.swift:23:11: error: 'UTF8.CodeUnit' stands for 'UInt8', a struct of 'Swift', and mockd mocks protocols and classes; use it as it is, or ask for a protocol with the members that you need: /// @mockable(seam: MyCodeUnit, members: …) [not-mockable]",
                "Kitchen/Kitchen.swift:25:15: error: 'Row' gives Jar<Item> the 'Item' of 'Rack', which a mock inside of it would hide, so it is not mocked; write a protocol outside of 'Rack': protocol Row: Lid, Jar {} [constrained-typealias]",
            ])
        #expect(package.read("Mocks/Kitchen.mocks.swift")?.contains("class MockCook: Cook, ProtocolMock") == true)
    }

    @Test func `classes of Foundation that none can inherit from are refused, and no unused import is public`()
        async throws
    {
        let package = try PackageFixture.modules([
            "Kitchen/Kitchen.swift": """
            internal import Foundation
            /// @mockable
            extension Error {}
            /// @mockable
            extension NSCache {}
            /// @mockable
            extension Bundle {}
            /// @mockable
            extension NSLocale {}
            /// @mockable
            protocol Waiting: Thread {}
            """
        ])
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Mocks")
        #expect(
            generated.errors.split(separator: "\n").filter { $0.contains(": error: ") } == [
                "Kitchen/Kitchen.swift:7:11: error: 'Foundation' does not let other modules subclass 'Bundle'; ask for a protocol with the members that you need: /// @mockable(seam: BundleProtocol, members: …) [closed-class]",
                "Kitchen/Kitchen.swift:9:11: error: 'Foundation' does not let other modules subclass 'NSLocale'; ask for a protocol with the members that you need: /// @mockable(seam: NSLocaleProtocol, members: …) [closed-class]",
                "Kitchen/Kitchen.swift:11:10: error: 'Waiting' inherits from 'Thread', which its module does not let others subclass, so 'Waiting' is not mocked; mock a protocol without it [closed-superclass]",
            ])
        try package.write("Kitchen/Kitchen.swift", "internal import Foundation\n")
        #expect(try await package.emit("Kitchen") == "")
        #expect(try await package.typecheck(["Mocks"], as: "KitchenTests") == "")
    }

    @Test func `the handler of swift-log is mocked from its sources`() async throws {
        let package = try PackageFixture.modules([
            "Kitchen/Kitchen.swift": "import Logging\n\n/// @mockable\nextension LogHandler {}\n",
            "Tests/Tests.swift": """
            import Logging
            import Mocking

            func log() {
                let handler = MockLogHandler()
                given(handler).logLevel.willReturn(.trace)
                var logger = Logger(label: "kitchen") { _ in handler }
                logger.logLevel = .info
                logger.info("ready")
                verify(handler).log(event: .any).wasCalled()
            }
            """,
        ])
        let logging = PackageFixture.repository.appending(path: ".build/checkouts/swift-log/Sources/Logging").path()
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--dependency", "Logging=\(logging)",
            "--output", "Tests")
        #expect(generated.status == 0, "\(generated.errors)")
        let flags = ["-I", PackageFixture.modules]
        #expect(try await package.emit("Kitchen", into: "Compiled", flags) == "")
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests", flags) == "")
    }
}
