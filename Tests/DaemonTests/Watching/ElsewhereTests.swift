import Foundation
import Testing

/// The daemon follows sources outside of its root, such as those of a package beside the project.
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

        // The daemon finds the change by itself: no `mockctl` command asks for it.
        try package.write(animal, "public protocol Animal { func sleep(long: Bool) }")
        #expect(await daemon.line { $0.contains("output-written") && $0.contains("Animal.swift changed") } != nil)
        #expect(mock().contains("func sleep(long: Bool)"))

        // An edit of that package's manifest moves its sources to another folder.
        try package.write("../Pantry/Moved/Person.swift", "public protocol Person { func snack() }")
        let moved = Self.pantryManifest.replacing(#"name: "Pantry")]"#, with: #"name: "Pantry", path: "Moved")]"#)
        try package.write("../Pantry/Package.swift", moved)
        #expect(await daemon.line { $0.contains("config-reloaded") } != nil)
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(mock().contains("func snack()"))
        // Without the package the mock stays, and the answer is not that all is well.
        try FileManager.default.removeItem(at: package.url("../Pantry/Package.swift"))
        #expect(try await package.run("mockctl", "sync").status == 1)
        #expect(mock().contains("func snack()"))
        try package.write("../Pantry/Package.swift", Self.pantryManifest)
        #expect(try await package.run("mockctl", "sync").status == 0)
        #expect(mock().contains("func sleep(long: Bool)"))

        try FileManager.default.removeItem(at: package.url("../Pantry/Sources/Pantry/Deep"))
        #expect(try await package.run("mockctl", "sync").status == 1)
        let errors = try await package.run("mockctl", "errors")
        #expect(errors.output.contains("'Animal'"))
        let doctor = try await package.run("mockctl", "doctor")
        #expect(doctor.output.contains("what lies outside of the watched folders is polled every 2 s"))
        #expect(await daemon.stop() == 0)
    }

    @Test func `changes of the file behind a link are followed, while it exists`() async throws {
        let package = try PackageFixture.kitchen()
        let shared = "../Shared/Person.swift"
        let link = package.url("Sources/Kitchen/Person.swift")
        func person(_ requirement: String) -> String { "/// @mockable\nprotocol Person { func \(requirement)() }" }
        func mock() -> String? { package.read("Tests/KitchenTests/Mocks/Person.mocks.swift") }
        func sync() async throws { #expect(try await package.run("mockctl", "sync").status == 0) }
        let unasked = package.url("Sources/Kitchen/Unasked.swift")
        for (link, path) in [(link, shared), (unasked, "../Shared/Unasked.swift")] {
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: package.url(path))
        }
        let daemon = try await package.watch()
        #expect(mock() == nil)
        for requirement in ["eat", "drink"] {
            try package.write(shared, person(requirement))
            try await sync()
            #expect(mock()?.contains("func \(requirement)()") == true)
        }
        try FileManager.default.removeItem(at: package.url(shared))
        try await sync()
        #expect(mock() == nil)
        // The daemon finds the change by itself: no `mockctl` command asks for it.
        try package.write("../Shared/Unasked.swift", "/// @mockable\nprotocol Unasked {}")
        #expect(await daemon.line { $0.contains("output-written") && $0.contains("Unasked.swift changed") } != nil)

        // A link is added later, and links are removed.
        let later = package.url("Sources/Kitchen/Later.swift")
        try package.write("../Shared/Later.swift", "/// @mockable\nprotocol Later { func one() }")
        try FileManager.default.createSymbolicLink(at: later, withDestinationURL: package.url("../Shared/Later.swift"))
        try await sync()
        try package.write("../Shared/Later.swift", "/// @mockable\nprotocol Later { func two() }")
        try await sync()
        #expect(package.read("Tests/KitchenTests/Mocks/Later.mocks.swift")?.contains("func two()") == true)
        for url in [link, later, unasked] { try FileManager.default.removeItem(at: url) }
        try await sync()
        let doctor = try await package.run("mockctl", "doctor")
        #expect(!doctor.output.contains("what lies outside of the root is polled"))
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
