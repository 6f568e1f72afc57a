import Foundation
import Testing

/// Sources of a package beside the project, which no watcher of the project's root tells of.
@Suite struct ElsewhereTests {
    @Test func `parents in a package beside the project are followed`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Package.swift", Self.manifest)
        try package.write("Sources/Kitchen/Cook.swift", Self.cook)
        try package.write("../Pantry/Package.swift", Self.pantryManifest)
        try package.write("../Pantry/Sources/Pantry/Person.swift", "public protocol Person { func eat() }")
        let daemon = try await package.watch()
        func mock() -> String { package.read(PackageFixture.mockPath) ?? "" }
        #expect(mock().contains("func eat()"))

        let animal = "../Pantry/Sources/Pantry/Deep/Animal.swift"
        try package.write(animal, "public protocol Animal { func sleep() }")
        try package.write("../Pantry/Sources/Pantry/Person.swift", "public protocol Person: Animal { func drink() }")
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(mock().contains("func drink()"))
        #expect(mock().contains("func sleep()"))
        #expect(!mock().contains("func eat()"))

        // Nobody asks: it is found all the same.
        try package.write(animal, "public protocol Animal { func sleep(long: Bool) }")
        #expect(await daemon.line { $0.contains("output-written") && $0.contains("Animal.swift changed") } != nil)
        #expect(mock().contains("func sleep(long: Bool)"))

        try FileManager.default.removeItem(at: package.url("../Pantry/Sources/Pantry/Deep"))
        #expect(try await package.run("mockctl", "sync").status == 0)
        let errors = try await package.run("mockctl", "errors")
        #expect(errors.output.contains("'Animal'"))
        let doctor = try await package.run("mockctl", "doctor")
        #expect(doctor.output.contains("sources outside are polled every 2 s"))
        #expect(await daemon.stop() == 0)
    }

    private static let manifest = """
        // swift-tools-version: 6.3
        import PackageDescription
        let package = Package(
            name: "Kitchen",
            dependencies: [.package(path: "../Pantry")],
            targets: [
                .target(name: "Kitchen", dependencies: [.product(name: "Pantry", package: "Pantry")]),
                .testTarget(name: "KitchenTests", dependencies: ["Kitchen"]),
            ]
        )
        """

    private static let pantryManifest = """
        // swift-tools-version: 6.3
        import PackageDescription
        let package = Package(
            name: "Pantry",
            products: [.library(name: "Pantry", targets: ["Pantry"])],
            targets: [.target(name: "Pantry")]
        )
        """

    private static let cook = """
        import Pantry
        /// @mockable
        protocol Cook: Person { func ramen(bowls: Int) -> Bool }
        """
}
