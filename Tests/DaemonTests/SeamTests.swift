import Foundation
import Testing

/// Seams of concrete types compile in the module, and their mocks in the tests.
@Suite struct SeamTests {
    @Test func `types of Foundation get protocols, conformances and mocks that forward to the real objects`()
        async throws
    {
        let package = try PackageFixture.modules([
            "Kitchen/Kitchen.swift": Self.foundation, "Tests/Tests.swift": Self.tests,
        ])
        let arguments = ["generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Tests"]
        let generated = try await package.run("mockd", arguments)
        #expect(generated.status == 0, "\(generated.errors)")
        let notes = generated.errors.split(separator: "\n").filter { $0.contains(": note: ") }
        #expect(
            notes == [
                "Kitchen/Kitchen.swift:8:11: note: 'init()' is an initializer of a class that is not final, which fulfils no requirement, so 'FileSystem' leaves it out [seam-member]"
            ])
        // Apple's Foundation has no such module, and this is production code.
        let seams = package.read("Kitchen/Seams.swift")
        #expect(seams?.contains("import Foundation\n") == true && seams?.contains("FoundationEssentials") == false)
        #expect(try await package.emit("Kitchen", into: "Compiled", ["-warnings-as-errors"]) == "")
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests") == "")
        let check = try await package.run("mockd", arguments + ["--check"])
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test func `types of the standard library get seams without an import`() async throws {
        let package = try PackageFixture.modules([
            "Kitchen/Kitchen.swift": """
            /// @mockable(seam: Timer, members: now, sleep(until:tolerance:))
            extension ContinuousClock {}
            /// @mockable(seam: Text, members: count, lowercased())
            extension String {}
            """,
            "Tests/Tests.swift": """
            import Mocking
            @testable import Kitchen

            func seams() async throws {
                let timer: any Timer = MockTimer(forwardingTo: ContinuousClock())
                try await timer.sleep(until: timer.now, tolerance: nil)
                let text = MockText(forwardingTo: "")
                _ = text.lowercased()
                verify(text).lowercased().wasCalled()
            }

            """,
        ])
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Tests")
        #expect(generated.status == 0, "\(generated.errors)")
        #expect(package.read("Kitchen/Seams.swift")?.contains("import") == false)
        #expect(try await package.emit("Kitchen", into: "Compiled", ["-warnings-as-errors"]) == "")
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests") == "")
    }

    @Test func `a seam has the members that protocols give its type, if it names them`() async throws {
        let package = try PackageFixture.modules([
            "Kitchen/Disk.swift": """
            protocol Store: AnyObject { associatedtype Entry; func begin(); func put(_ entry: Entry) }
            extension Store {
                func put(_ entries: [Entry]) {}
                func write<T>(_ body: (Int) throws -> T) throws -> T { begin(); return try body(1) }
                func write<T: Sendable>(_ body: @Sendable (Int) throws -> T) async throws -> T { try body(2) }
                func flush() {}
            }
            extension Store where Self: Sendable { func seal() {} }
            protocol Resettable {}
            extension Resettable { mutating func reset() {}; var mode: Int { get { 1 } set {} } }
            class Device: Store { func begin() {}; func put(_ entry: Int) {} }
            final class Disk: Device, Resettable { func read() -> Int { 1 } }

            /// @mockable(seam: Storage, members: read(), write(_:), put(_:), mode)
            extension Disk {}

            """,
            "Tests/Tests.swift": """
            import Mocking
            @testable import Kitchen

            func seams() throws {
                let disk = MockStorage(forwardingTo: Disk())
                given(disk).write(.any).returning(Int.self).willReturn(3)
                let storage: any Storage = disk
                _ = try storage.write { $0 } + storage.read()
                verify(disk).write(.any).returning(Int.self).wasCalled()
            }

            """,
        ])
        try package.write(
            ".mockd.yml", "modules:\n  - name: Kitchen\n    sources: [Kitchen]\n    output: Tests\n")
        let generated = try await package.run("mockd", "generate")
        #expect(generated.status == 0 && !generated.errors.contains(": note: "), "\(generated.errors)")
        let seams = package.read("Kitchen/Seams.swift") ?? ""
        #expect(!seams.contains("flush") && !seams.contains("Entry"), "\(seams)")
        #expect(seams.contains("var mode: Int { get }"), "\(seams)")
        #expect(try await package.emit("Kitchen", into: "Compiled", ["-warnings-as-errors"]) == "")
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests") == "")
        let explained = try await package.run("mockctl", "explain", "Disk")
        let offered = "a seam can have, if 'members:' names it: "
        let lines = explained.output.split(separator: "\n").filter { $0.contains(offered) }
        #expect(
            lines.map { $0.split(separator: ": ").last } == [
                "flush() of Store", "mode of Resettable", "write(_:) of Store",
            ])
    }

    @Test func `a type that no source extends is explained by what sources import`() async throws {
        let package = try PackageFixture.modules([
            "Kitchen/Kitchen.swift": "@preconcurrency import Foundation\nfunc f() { _ = FileManager.default }\n",
            "Kitchen/Disk.swift": "final class Disk { func read() -> Int { 1 } }\n",
        ])
        try package.write(
            ".mockd.yml", "modules:\n  - name: Kitchen\n    sources: [Kitchen]\n    output: Tests\n")
        let manager = try await package.run("mockctl", "explain", "FileManager").output
        let way = "has no mock: it is a class, so ask for a seam: /// @mockable(seam: …) above extension FileManager {}"
        #expect(manager.hasPrefix("FileManager of FoundationEssentials \(way)"))
        #expect(manager.contains("a seam can have: func fileExists(atPath path: String) -> Bool\n"))
        let disk = try await package.run("mockctl", "explain", "Disk").output
        #expect(disk.contains("asked for by /// @mockable(seam: …) above extension Disk {}\n"), "\(disk)")
        #expect(disk.contains("a seam can have: func read() -> Int\n"), "\(disk)")
    }

    private static let foundation = """
        import Foundation
        import FoundationNetworking

        /// @mockable(seam: HTTPSession, members: data(for:), upload(for:from:), sessionDescription)
        extension URLSession {}

        /// @mockable(seam: FileSystem)
        extension FileManager {}

        /// @mockable(seam: Environment, members: environment, arguments)
        public extension ProcessInfo {}
        """

    private static let tests = """
        import Foundation
        import FoundationNetworking
        import Mocking
        @testable import Kitchen

        func seams(response: URLResponse, request: URLRequest) async throws {
            let session = MockHTTPSession(forwardingTo: URLSession.shared)
            given(session).data(for: .any).willReturn((Data(), response))
            let used: any HTTPSession = session
            _ = try await used.data(for: request)
            verify(session).data(for: .any).wasCalled()
            let files = MockFileSystem(forwardingTo: FileManager.default)
            given(files).fileExists(atPath: "a").willReturn(true)
            _ = files.fileExists(atPath: "b")
            let environment = MockEnvironment()
            given(environment).environment.willReturn(["HOME": "/"])
        }
        """

    /// NSObject has a `copy()`, which their `copy(with:)` with a default argument must not hide; the second class of a pair
    /// inherits the forwarders of the first one's seam; and a formatter takes `Any?` where its superclass takes `Any`.
    @Test func `classes of Foundation whose superclasses have the same members get seams that compile`() async throws {
        let classes = [
            "NSURLRequest", "NSMutableURLRequest", "NSArray", "NSMutableArray", "NSSet", "NSCountedSet", "NSString",
            "NSMutableString", "Formatter", "ByteCountFormatter", "DateFormatter", "NSMeasurement", "SocketPort",
            // Members with `TimeInterval`, which two modules declare; with spans; with parameter packs; hidden ones.
            "Date", "Data", "Expression", "Decimal",
            // Types and generic parameters that are called like types of the standard library.
            "PredicateExpressions.KeyPath", "PredicateExpressions.ClosedRange",
            "PredicateExpressions.CollectionRangeSubscript", "PredicateExpressions.RangeExpressionContains",
        ]
        let requests = classes.map { name in
            "/// @mockable(seam: Seam\(name.split(separator: ".").joined()))\nextension \(name) {}\n"
        }
        let package = try PackageFixture.modules([
            "Kitchen/Kitchen.swift": "import Foundation\nimport FoundationNetworking\n\n" + requests.joined()
        ])
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Tests")
        #expect(generated.status == 0, "\(generated.errors)")
        let seams = try #require(package.read("Kitchen/Seams.swift"))
        let formatter = try #require(seams.components(separatedBy: "protocol SeamByteCountFormatter").last)
        let members = try #require(formatter.components(separatedBy: "\n}").first)
        #expect(members.contains("func string(for obj: Any?) -> String?"))
        #expect(!members.contains("func string(for obj: Any) -> String?"))
        // A setter that the printed interface has without saying so, and initializers that the class has not inherited.
        #expect(seams.contains("subscript(index: Data.Index) -> UInt8 { get set }"))
        let initializers = generated.errors.split(separator: "\n").filter { line in
            line.contains("is an initializer") && line.contains("'SeamNSMutableString'")
        }
        #expect(initializers == [])
        #expect(members.contains("func copy() -> Any") && members.contains("func copy(with zone: NSZone?) -> Any"))
        #expect(try await package.emit("Kitchen", into: "Compiled", ["-warnings-as-errors"]) == "")
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests") == "")
    }

    @Test func `what the printed interface does not tell is known, or said`() async throws {
        let package = try PackageFixture.modules([
            "Kitchen/Kitchen.swift": """
            import Foundation

            /// @mockable(seam: Naming)
            extension PersonNameComponentsFormatter {}
            /// @mockable(seam: Comparing)
            extension NSComparisonPredicate {}
            /// @mockable(seam: Styling)
            extension Date.FormatStyle {}
            """
        ])
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Tests")
        #expect(generated.status == 0, "\(generated.errors)")
        #expect(!generated.errors.contains("'init("), "\(generated.errors)")
        let seams = try #require(package.read("Kitchen/Seams.swift"))
        let attribute = "@available(macOS 12.0, watchOS 8.0, iOS 15.0, tvOS 15.0, *)"
        for parameters in ["", "_ format: Date.FormatStyle.Symbol.Era"] {
            #expect(seams.contains("\n    \(attribute) func era(\(parameters)) -> Date.FormatStyle\n"))
        }
        #expect(seams.contains("func encode(with aCoder: NSCoder)"))
        let flags = ["-warnings-as-errors", "-Wwarning", "DeprecatedDeclaration"]
        let messages = try await package.emit("Kitchen", into: "Compiled", flags)
        #expect(!messages.contains("error:"), "\(messages)")
    }

    @Test func `the code of the documentation compiles with its seams`() async throws {
        let document = "Sources/Mocking/Mocking.docc/Types-that-you-do-not-own.md"
        let text = try String(contentsOf: PackageFixture.repository.appending(path: document), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "/// @mockable(seam:").dropFirst().first)
        let before = "import Foundation\nimport FoundationNetworking\n\n/// @mockable(seam:"
        #expect(text.contains(before))
        let blocks = section.components(separatedBy: "\n```")
        let package = try PackageFixture.modules(["Kitchen/Kitchen.swift": before + blocks[0] + "\n"])
        let test = blocks[2].split(separator: "\n", maxSplits: 1).last.map(String.init) ?? ""
        if test.contains("@Test") { try package.write("Tests/Tests.swift", test) }
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Tests")
        #expect(generated.status == 0, "\(generated.errors)")
        #expect(try await package.emit("Kitchen", into: "Compiled", ["-warnings-as-errors"]) == "")
        let plugins = ["-plugin-path", try await Self.plugins(package)]
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests", plugins) == "")
    }

    /// Returns the folder of the plugin for the macros of Swift Testing.
    private static func plugins(_ package: PackageFixture) async throws -> String {
        let compiler = try await package.runTool("bash", "-c", "readlink -f $(command -v swiftc)")
        let bin = URL(filePath: compiler.output.trimmingCharacters(in: .whitespacesAndNewlines))
            .deletingLastPathComponent()
        return bin.deletingLastPathComponent().appending(path: "lib/swift/host/plugins/testing").path()
    }

    /// Every call in the program ends in the type's own member with its default arguments, and none in an endless loop.
    @Test func `a member with default arguments is called through the protocol without them`() async throws {
        let package = try PackageFixture.modules([
            "Kitchen/Kitchen.swift": Self.oven, "Kitchen/main.swift": Self.main,
        ])
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Mocks")
        #expect(generated.status == 0, "\(generated.errors)")
        let built = try await package.runTool(
            "swiftc", "-swift-version", "6", "-warnings-as-errors", "-module-name", "Kitchen", "-o", "program",
            "Kitchen/Kitchen.swift", "Kitchen/main.swift", "Kitchen/Seams.swift")
        #expect(built.status == 0, "\(built.errors)")
        let run = try await package.runTool("timeout", "20", package.url("program").path())
        #expect(run.output == "7 true [1, 2] 12 5 9 a 3\n", "\(run)")
    }

    private static let oven = """
        /// @mockable(seam: Heating)
        extension Oven {}
        final class Oven {
            let size: Int
            init(size: Int = 7) { self.size = size }
            func heat(_ quickly: Bool = true) -> Bool { quickly }
            func all<T>(_ first: T, and second: T, reversed: Bool = false) throws -> [T] { [first, second] }
            func add(_ value: inout Int, by step: Int = 2) { value += step }
            static func make(_ size: Int = 5) -> Int { size }
            subscript(index: Int) -> Int { index }
        }
        /// @mockable(seam: Counting)
        extension Counter {}
        actor Counter {
            var count = 3
            func name(_ text: String = "a") -> String { text }
        }
        """

    private static let main = """
        func run(_ oven: any Heating, _ counter: any Counting) async throws {
            var value = 10
            oven.add(&value)
            print(
                type(of: oven).init().size, oven.heat(), try oven.all(1, and: 2), value, type(of: oven).make(),
                oven[9], await counter.name(), await counter.count)
        }
        try await run(Oven(), Counter())
        """
}
