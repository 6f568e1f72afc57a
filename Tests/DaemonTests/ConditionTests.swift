import Testing

/// The generated text compiles under every combination of the source's `#if` conditions.
@Suite struct ConditionTests {
    @Test func `mocks compile under every combination of conditions`() async throws {
        let package = try PackageFixture.modules(["Kitchen/Kitchen.swift": Self.kitchen])
        let arguments = ["--module", "Kitchen", "--sources", "Kitchen", "--output", "Mocks", "--import", "none"]
        let generated = try await package.run("mockd", ["generate"] + arguments)
        #expect(generated.status == 0)
        #expect(generated.errors.hasPrefix("1 written"))
        for flags in [[], ["-D", "FANCY"], ["-D", "SLOW"], ["-D", "FANCY", "-D", "SLOW"]] {
            let errors = try await package.typecheck(["Kitchen", "Mocks"], as: "Kitchen", flags)
            #expect(errors == "", "\(flags)")
        }
        let text = package.read("Mocks/Kitchen.mocks.swift")
        let defined = try await package.run("mockd", ["generate", "--define", "FANCY"] + arguments)
        #expect(defined.errors.hasPrefix("0 written, 1 unchanged"))
        #expect(package.read("Mocks/Kitchen.mocks.swift") == text)
    }

    @Test func `a condition that only one of the two modules defines is decided in the mock`() async throws {
        let package = try PackageFixture.modules([
            "Package.swift": """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "Kitchen",
                targets: [
                    .target(name: "Kitchen", path: "Kitchen", swiftSettings: [.define("FANCY"), .define("BOTH")]),
                    .testTarget(
                        name: "KitchenTests", dependencies: ["Kitchen"], path: "KitchenTests",
                        swiftSettings: [.define("TESTS"), .define("BOTH")]),
                ]
            )
            """,
            "Kitchen/Cook.swift": """
            #if FANCY && os(Linux)
            import Foundation
            #endif
            #if TESTS
            import Nowhere
            #endif
            #if FANCY
            struct Spoon {}
            #else
            struct Fork {}
            #endif
            /// @mockable
            protocol Cook {
            #if FANCY
                func eat() -> Spoon
            #else
                func eat() -> Fork
            #endif
            #if TESTS || !FANCY
                func never(_ fork: Fork)
            #elseif SLOW
                func rest()
            #endif
            #if (FANCY && os(Linux)) || TESTS
                func serve(_ date: Date)
            #endif
            #if BOTH
                func stay()
            #endif
            }
            #if !FANCY
            /// @mockable
            protocol Gone { func eat() -> Fork }
            #endif
            """,
            "KitchenTests/KitchenTests.swift": "",
        ])
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        for others in [[], ["-D", "SLOW"]] {
            #expect(try await package.emit("Kitchen", ["-D", "FANCY", "-D", "BOTH"] + others) == "")
            let flags = ["-D", "TESTS", "-D", "BOTH"] + others
            #expect(try await package.typecheck(["KitchenTests"], as: "KitchenTests", flags) == "")
        }
        let mock = package.read("KitchenTests/Mocks/Cook.mocks.swift") ?? ""
        let conditions = mock.split(separator: "\n").filter { $0.hasPrefix("#if") }
        #expect(Set(conditions) == ["#if os(Linux)", "#if (os(Linux))", "#if (SLOW)", "#if BOTH"])
        #expect(!mock.contains("MockGone"))
    }

    private static let kitchen = """
        #if FANCY
        import Foundation
        #else
        import Dispatch
        #endif

        #if os(Linux) && !FANCY
        /// @mockable
        protocol Oven { func plain() }
        #elseif FANCY
        /// @mockable
        protocol Oven { func fancy() -> Date }
        #else
        /// @mockable
        protocol Oven { func other() }
        #endif

        /// @mockable
        protocol Cook {
        #if FANCY
            func serve(_ url: URL) -> Int
            #if os(Linux)
            var stars: Int { get }
            #else
            var stars: String { get }
            #endif
        #else
            func serve(_ queue: DispatchQueue) -> Int
        #endif
        #if FANCY || SLOW
            static func rest()
        #endif
        #if compiler(>=99)
            func weird(_ x: @newthing Foo<<<>>) -> !!!
        #endif
        }

        protocol Person {
        #if FANCY
            func greet(_ url: URL)
        #else
            func greet(_ queue: DispatchQueue)
        #endif
        }
        #if FANCY
        protocol Guest { func fancy() }
        #else
        protocol Guest: Person { func plain() }
        #endif
        #if FANCY
        typealias Both = Guest & Person
        #else
        typealias Both = Person
        #endif
        #if SLOW
        protocol Slow { func slow() }
        #else
        typealias Slow = Guest
        #endif

        /// @mockable
        protocol Child: Person { func own() }
        /// @mockable
        protocol Regular: Guest { func own() }
        /// @mockable
        protocol Double: Both { func own() }
        /// @mockable
        protocol Waiting: Slow, Guest { func own() }
        #if FANCY
        /// @mockable
        protocol Inside: Guest { func own() }
        #endif

        /// @mockable
        class Kettle {
            init() {}
        #if FANCY
            func boil(_ url: URL) -> Int { 1 }
        #else
            func boil(_ litres: Int) -> Int { litres }
        #endif
        #if SLOW
            var minutes: Int = 1
        #endif
        }

        enum Menu {
        #if FANCY
            /// @mockable
            protocol Page { func fancy() }
        #else
            /// @mockable
            protocol Page { func plain() }
        #endif
        }
        #if FANCY
        extension Menu { /* @mockable */ protocol Cover { func cover() } }
        #endif

        /// @mockable
        #if FANCY
        @MainActor
        #endif
        protocol Attributed { func f() }

        #if compiler(>=99)
        this is not ((( Swift {{{
        /// @mockable
        protocol Lost { func f( }
        #else
        /// @mockable
        protocol Kept { func f() }
        #endif
        """
}
