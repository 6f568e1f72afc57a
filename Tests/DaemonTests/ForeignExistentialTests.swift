import Testing

/// `any` in mocks and seams of types whose module need not write it.
@Suite struct ForeignExistentialTests {
    @Test func `protocols of a module without ExistentialAny are written with any where the own module has it`()
        async throws
    {
        let package = try PackageFixture.modules([
            "Package.swift": Self.manifest,
            "Sources/Farm/Farm.swift": "public protocol Soil {}\n",
            "Sources/Pantry/Pantry.swift": """
            import Farm
            public protocol Taste {}
            public protocol Store { func take(_ done: @escaping (Error?) -> Void, _ taste: Taste) -> Taste? }
            public enum Bite { case good(Taste), bad(Error?), mixed([any Taste]), dirty(Soil), later(Handler) }
            public typealias Handler = @Sendable (Int) -> Bool
            public struct Jar { public func take(_ taste: Taste) -> Error? { nil } }
            """,
            "Sources/Kitchen/Kitchen.swift": """
            import Pantry
            /// @mockable
            extension Store {}
            /// @mockable(seam: JarHolding)
            extension Jar {}
            /// @mockable
            protocol Cook { func cook(_ taste: any Taste); func serve(_ bite: Bite) }
            """,
            "Tests/KitchenTests/Tests.swift": "",
        ])
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        #expect(try await package.emit("Sources/Farm", as: "Farm") == [])
        #expect(try await package.emit("Sources/Pantry", as: "Pantry") == [])
        #expect(try await package.emit("Sources/Kitchen", as: "Kitchen", Self.feature) == [])
        let mocks = try await package.swiftc(
            ["-typecheck", "-module-name", "KitchenTests", "-I", ".", "-I", PackageFixture.modules] + Self.feature,
            files: ["Tests/KitchenTests/Mocks"])
        #expect(mocks.isEmpty, "\(mocks)")
        // The compiler crashes where a closure is taken out of an enum behind a typealias.
        let matchers = try #require(package.read("Tests/KitchenTests/Mocks/Matcher+Kitchen.mocks.swift"))
        #expect(matchers.contains(".dirty") && !matchers.contains(".later"))
    }

    private static let feature = ["-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny"]

    private static let manifest = """
        // swift-tools-version: 6.3
        import PackageDescription
        let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]
        let package = Package(
            name: "Kitchen",
            targets: [
                .target(name: "Farm"), .target(name: "Pantry", dependencies: ["Farm"]),
                .target(name: "Kitchen", dependencies: ["Pantry"], swiftSettings: settings),
                .testTarget(name: "KitchenTests", dependencies: ["Kitchen"], swiftSettings: settings),
            ]
        )
        """
}

extension PackageFixture {
    fileprivate func emit(_ folder: String, as module: String, _ flags: [String] = []) async throws -> [String] {
        let arguments = ["-emit-module", "-enable-testing", "-module-name", module, "-o", "\(module).swiftmodule"]
        return try await swiftc(arguments + ["-I", "."] + flags, files: [folder]).map(\.message)
    }
}
