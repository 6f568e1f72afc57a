import Foundation
import Testing

/// Mocks inherit from types without sources: those of the toolchain's modules, and of modules built elsewhere.
@Suite struct ForeignParentTests {
    @Test func `protocols that refine those of Foundation and the standard library get mocks that conform`()
        async throws
    {
        let package = try PackageFixture.modules(["Kitchen/Kitchen.swift": Self.kitchen])
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Kitchen/Mocks.swift",
            "--import", "none")
        #expect(generated.status == 0)
        // On a busy machine a line of the scan's progress comes first.
        #expect(generated.errors.contains("1 written"))
        let text = try #require(package.read("Kitchen/Mocks.swift"))
        #expect(text.contains("class MockMover: Mover, ProtocolMock"))
        #expect(text.contains("func fileManager(_ fileManager: FileManager, shouldCopyItemAtPath srcPath: String"))
        #expect(text.contains("var errorDescription: String? {"))
        #expect(text.contains("class MockTransfer: NSObject, Transfer, Mock, @unchecked Sendable"))
        #expect(text.contains("class MockBaker: JSONEncoder, Baker, Mock, @unchecked Sendable"))
        let errors = try await package.typecheck(["Kitchen"], as: "Kitchen")
        #expect(errors == "")
    }

    private static let kitchen = """
        import Foundation
        import FoundationNetworking

        /// @mockable
        protocol Mover: FileManagerDelegate { func move(_ url: URL) -> Bool }
        /// @mockable
        protocol Burn: LocalizedError { var degree: Int { get } }
        /// @mockable
        protocol Spill: CustomNSError { var litres: Double { get } }
        /// @mockable
        protocol Wrapper: ReferenceConvertible { func unwrap() }
        /// @mockable
        protocol Transfer: URLSessionTaskDelegate { func done() }
        /// @mockable
        protocol Baker: JSONEncoder { func preheat() }
        /// @mockable
        protocol Chore: Operation { func chore() -> Date }
        /// @mockable
        protocol Recipe: NSCopying, NSLocking { func text() -> String }
        /// @mockable
        class Reader: JSONDecoder, @unchecked Sendable { func pages() -> Int { 1 } }
        /// @mockable
        protocol Scale: Encoder { func weigh() }
        /// @mockable
        protocol Feed: StreamDelegate, NSKeyedArchiverDelegate { func feed() }
        /// @mockable
        protocol Menu: FormatStyle { func menu() }
        /// @mockable
        protocol Label: ContiguousBytes, CVarArg { func label() }
        /// @mockable
        protocol Order: SortComparator { func orders() -> [Int] }
        /// @mockable
        protocol Oven: AnyObject where Self: NSObject { func heat() }
        """

    @Test func `the open members of a compiled class are overridden by the mock of a class that inherits from it`()
        async throws
    {
        let package = try PackageFixture.modules(["Kitchen/Kitchen.swift": Self.subclasses])
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Kitchen/Mocks.swift",
            "--import", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        #expect(!generated.errors.contains("note:"), "\(generated.errors)")
        let text = try #require(package.read("Kitchen/Mocks.swift"))
        let mocks = text.components(separatedBy: "final class ").dropFirst()
        func mock(_ name: String) -> String { mocks.first { $0.hasPrefix("\(name):") } ?? "" }
        for head in [
            "override func contents(atPath path: String) -> Data? {",
            "override func fileExists(atPath path: String, isDirectory: inout Bool) -> Bool {",
            "override class var `default`: FileManager {", "override var delegate: (any FileManagerDelegate)? {",
        ] {
            #expect(mock("MockFiles").contains(head), "\(head)")
            #expect(mock("MockDesk").contains(head.replacing("override", with: "override nonisolated")), "\(head)")
        }
        // The user's class overrides this member, too, and the mock must have it once.
        #expect(mock("MockSettings").components(separatedBy: "override func synchronize() -> Bool {").count == 2)
        #expect(mock("MockCache").contains("override func object(forKey key: NSString) -> NSData? {"))
        #expect(mock("MockDates").contains("override func string(from date: Date) -> String {"))
        // The library itself compares and copies objects by these members, so the mock leaves them alone.
        for member in ["hash", "isEqual", "description", "copy()"] {
            #expect(!text.contains("override var \(member)") && !text.contains("override func \(member)"), "\(member)")
        }
        let errors = try await package.typecheck(["Kitchen"], as: "Kitchen")
        #expect(errors == "")
    }

    private static let subclasses = """
        import Foundation
        import FoundationNetworking

        /// @mockable
        class Files: FileManager, @unchecked Sendable {}
        /// @mockable
        @MainActor class Desk: FileManager, @unchecked Sendable { func tidy() {} }
        /// @mockable
        class Settings: UserDefaults { override func synchronize() -> Bool { true } }
        /// @mockable
        class Centre: NotificationCenter, @unchecked Sendable {}
        /// @mockable
        class Session: URLSession, @unchecked Sendable {}
        /// @mockable
        class Chore: Operation, @unchecked Sendable {}
        /// @mockable
        class Command: Process, @unchecked Sendable {}
        /// @mockable
        class Reader: JSONDecoder, @unchecked Sendable {}
        /// @mockable
        class Writer: JSONEncoder, @unchecked Sendable {}
        /// @mockable
        class Dates: DateFormatter, @unchecked Sendable {}
        /// @mockable
        class Input: InputStream {}
        /// @mockable
        class Protocols: URLProtocol {}
        /// @mockable
        class Cache: NSCache<NSString, NSData> {}
        /// @mockable
        class AnyCache<Key: AnyObject, Value: AnyObject>: NSCache<Key, Value> {}
        /// @mockable
        class Plain: NSObject { func f() {} }
        """

    /// The compiler warns about such a protocol: it should refine the other ones itself.
    @Test func `a protocol whose associated type is Self gets a mock that meets the type's constraints`() async throws {
        let package = try PackageFixture.modules([
            "Kitchen/Kitchen.swift": """
            protocol Taster { func taste() -> Int }
            protocol Holder { associatedtype Held: Taster & Hashable; var held: Held { get } }
            /// @mockable
            protocol Cook: Holder where Held == Self { func ramen() }
            """
        ])
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Kitchen/Mocks.swift",
            "--import", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        #expect(package.read("Kitchen/Mocks.swift")?.contains("func taste() -> Int {") == true)
        let errors = try await package.typecheck(["Kitchen"], as: "Kitchen", ["-no-warnings-as-errors"])
        #expect(!errors.contains("error:"), "\(errors)")
    }

    @Test func `a module that a build left behind is read, and again after the next build`() async throws {
        let package = try PackageFixture.modules([
            "Pantry/Pantry.swift": "public protocol Shelf { func take(_ n: Int) -> String }\n",
            "Kitchen/Cook.swift": "import Pantry\n/// @mockable\nprotocol Cook: Shelf { func cook() }\n",
        ])
        let arguments = ["generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Mocks"]
        let before = try await package.run("mockd", arguments)
        #expect(before.status == 1)
        #expect(
            before.errors.hasPrefix(
                "Kitchen/Cook.swift:3:10: error: requirements of 'Shelf' are not known, so a mock of 'Cook' that was made before stays, and a new one lacks them; name its package in Package.swift and fetch it (swift package resolve; git submodule update --init), or build it once (swift build), so that it can be found in 'Pantry', or add the sources to the project's dependencies [missing-module]\n1 written"
            ))
        #expect(package.read("Mocks/Cook.mocks.swift")?.contains("func cook()") == true)

        let built = try await package.emit("Pantry", into: ".build/debug/Modules")
        #expect(built == "")
        let after = try await package.run("mockd", arguments)
        #expect(after.status == 0, "\(after.errors)")
        #expect(package.read("Mocks/Cook.mocks.swift")?.contains("func take(_ n: Int) -> String {") == true)

        try package.write(
            "Pantry/Pantry.swift", "public protocol Shelf { func take(_ n: Int) -> String\nfunc put(_ s: String) }\n")
        let rebuilt = try await package.emit("Pantry", into: ".build/debug/Modules")
        #expect(rebuilt == "")
        #expect(try await package.run("mockd", arguments).status == 0)
        #expect(package.read("Mocks/Cook.mocks.swift")?.contains("func put(_ s: String) {") == true)

        try package.write(".mockd.yml", "modules: [{name: Kitchen, sources: [Kitchen], output: Mocks}]\n")
        let daemon = try await package.watch()
        try package.write("Pantry/Pantry.swift", "public protocol Shelf { func clear() }\n")
        #expect(try await package.emit("Pantry", into: ".build/debug/Modules") == "")
        #expect(try await package.run("mockctl", "rescan").status == 0)
        #expect(package.read("Mocks/Cook.mocks.swift")?.contains("func clear() {") == true)
        let told = try await package.run("mockctl", "explain", "MockCook")
        #expect(
            told.output.contains("it was last rewritten because the compiled module Pantry changed"), "\(told.output)")
        _ = await daemon.stop()
    }

    @Test func `without the compiler's tool Foundation's best known protocols are known, and the others reported`()
        async throws
    {
        let package = try PackageFixture.modules([
            "Kitchen/Cook.swift":
                "import Foundation\n/// @mockable\nprotocol Burn: LocalizedError {}\n/// @mockable\nprotocol Mover: FileManagerDelegate { func move() }\n"
        ])
        let result = try await package.run(
            "mockd", ["generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Mocks"],
            variables: ["PATH": "/nowhere"])
        #expect(result.status == 1)
        #expect(
            result.errors.hasPrefix(
                "Kitchen/Cook.swift:5:10: error: requirements of 'FileManagerDelegate' are not known, so a mock of 'Mover' that was made before stays, and a new one lacks them; put the folder of swiftc on PATH, so that it can be looked up in 'Foundation' [missing-module]\n1 written"
            ))
        #expect(package.read("Mocks/Cook.mocks.swift")?.contains("class MockBurn: Burn, ProtocolMock") == true)
    }

    /// The initializer of a class without any is internal, and so is one without a level.
    @Test func `a class whose superclass has no initializer for other modules is not mocked`() async throws {
        let package = try PackageFixture.modules([
            "Pantry/Shelf.swift": """
            public protocol Reachable {}
            open class Shelf: Reachable { open func take() {} }
            open class Box { init() {} }
            open class Bin { public init() {} }
            """,
            "Kitchen/Cook.swift": """
            import Pantry
            /// @mockable
            class Cupboard: Shelf { func open() {} }
            /// @mockable
            protocol Storing: Shelf { func store() }
            /// @mockable
            protocol Boxed: Box {}
            /// @mockable
            protocol Binned: Bin { func empty() }
            """,
            "Tests/Tests.swift": "import Mocking\nfunc bin() { verify(MockBinned()).empty().wasNeverCalled() }\n",
        ])
        #expect(try await package.emit("Pantry") == "")
        #expect(try await package.emit("Kitchen") == "")
        let result = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--dependency", "Pantry=Pantry",
            "--output", "Tests")
        #expect(
            result.errors.split(separator: "\n").filter { $0.contains(": error: ") } == [
                "Kitchen/Cook.swift:3:7: error: 'Shelf', the superclass of 'Cupboard', has no initializer that a mock could inherit; make one public [no-initializer]",
                "Kitchen/Cook.swift:5:10: error: 'Storing' requires the superclass Shelf, which has no initializer that a mock could inherit; make one public [no-initializer]",
                "Kitchen/Cook.swift:7:10: error: 'Boxed' requires the superclass Box, which has no initializer that a mock could inherit; make one public [no-initializer]",
            ])
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests", []) == "")
    }

    @Test func `a class that no other module may inherit from is not mocked`() async throws {
        let package = try PackageFixture.modules([
            "Kitchen/Cook.swift":
                "import Dispatch\n/// @mockable\nprotocol Queue: DispatchWorkItem { func f() }\n"
        ])
        let result = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Mocks")
        #expect(result.status == 1)
        #expect(
            result.errors.hasPrefix(
                "Kitchen/Cook.swift:3:10: error: 'Queue' inherits from 'DispatchWorkItem', which its module does not let others subclass, so 'Queue' is not mocked; mock a protocol without it [closed-superclass]\n"
            ))
    }

    /// `Shop` inherits from `Pantry`, which mentions `Larder`; the source imports `Shop`, and perhaps `Pantry`.
    @Test(arguments: ["import Shop\n", "import Shop\n@preconcurrency import Pantry\n"])
    func `a mock imports the modules that interfaces mention, although no source does`(imports: String) async throws {
        let package = try PackageFixture.modules([
            "Larder/Larder.swift": "public struct Spoon { public init() {} }\n",
            "Pantry/Pantry.swift": """
            import Larder
            public struct Jar { public init() {} }
            public protocol Shelf {
                func put(_ jar: Jar) -> Jar
                var spoons: [Spoon] { get }
            }
            """,
            "Shop/Shop.swift": "import Pantry\npublic protocol Till: Shelf { func open() -> Bool }\n",
            "Kitchen/Cook.swift": imports + "/// @mockable\nprotocol Cook: Till { func cook() }\n",
        ])
        for module in ["Larder", "Pantry", "Shop"] {
            #expect(try await package.emit(module) == "")
            let printed = try await package.shell(
                """
                swift-synthesize-interface -module-name \(module) -I Compiled \
                    -target $(uname -m)-unknown-linux-gnu > \(module).interface
                """)
            #expect(printed.status == 0, "\(printed.errors)")
        }
        let interfaces = ["Larder", "Pantry", "Shop"].flatMap { ["--interface", "\($0)=\($0).interface"] }
        let generated = try await package.run(
            "mockd",
            ["generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Mocks", "--no-toolchain"]
                + interfaces)
        #expect(generated.status == 0, "\(generated.errors)")
        let mock = try #require(package.read("Mocks/Cook.mocks.swift"))
        let imported = mock.split(separator: "\n").filter { $0.contains("import ") && !$0.hasPrefix("@testable") }
        let pantry = imports.contains("@preconcurrency") ? "@preconcurrency import Pantry" : "import Pantry"
        #expect(Set(imported) == ["import Larder", "import Mocking", "import Shop", pantry[...]])
        #expect(try await package.emit("Kitchen") == "")
        #expect(try await package.typecheck(["Mocks"], as: "KitchenTests") == "")
    }
}
