import Foundation
import Testing

/// The folder of SwiftPM's builds may have another name and place than `.build`.
@Suite struct ScratchPathTests {
    @Test func `a folder of builds in the root is not watched, and its packages are read`() async throws {
        let package = try PackageFixture.kitchen()
        try DescriptionChangeTests.useParentOfPantry(at: "https://example.org/pantry", in: package)
        try package.write(".mockd.yml", "scratchPath: out/swift\n")
        let checkout = "out/swift/checkouts/pantry"
        try package.write("\(checkout)/Package.swift", DescriptionChangeTests.library("Pantry"))
        try package.write("\(checkout)/Sources/Pantry/Person.swift", "public protocol Person { func eat() }")
        for number in 1...9 { try package.write("out/swift/debug/Pantry.build/\(number)/Person.d", "") }
        let daemon = try await package.watch()
        try await package.expectCurrent()
        #expect(package.read(PackageFixture.mockPath)?.contains("func eat()") == true)
        // Root, out, Sources, Kitchen, Tests, KitchenTests, Mocks.
        #expect(try await package.watchedDirectories() == 7)

        // A folder of earlier builds is watched like any other folder.
        try package.write(".mockd.yml", "scratchPath: out/later\n")
        try FileManager.default.moveItem(at: package.url("out/swift/checkouts"), to: package.url("out/checkouts"))
        _ = try await package.run("mockctl", "sync")
        #expect(try await package.watchedDirectories() > 17)
        try FileManager.default.removeItem(at: package.url("out/swift"))
        try FileManager.default.createDirectory(at: package.url("out/later"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: package.url("out/checkouts"), to: package.url("out/later/checkouts"))
        try package.write(
            "out/later/checkouts/pantry/Sources/Pantry/Person.swift", "public protocol Person { func drink() }")
        try await package.expectCurrent()
        #expect(package.read(PackageFixture.mockPath)?.contains("func drink()") == true)
        #expect(try await package.watchedDirectories() == 7)
        #expect(await daemon.stop() == 0)
    }

    @Test func `modules are looked up in the folder of builds that the description names now`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Pantry/Pantry.swift", "public protocol Person { func eat() }")
        #expect(try await package.emit("Pantry", into: "out/debug/Modules") == "")
        try package.write(
            "Sources/Kitchen/Cook.swift", "import Pantry\n/// @mockable\nprotocol Cook: Person { func cook() }\n")
        let daemon = try await package.watch()
        _ = try await package.run("mockctl", "sync")
        #expect(try await package.run("mockctl", "errors").output.contains("requirements of 'Person' are not known"))

        try package.write(".mockd.yml", "scratchPath: out\n")
        try await package.expectCurrent()
        #expect(package.read(PackageFixture.mockPath)?.contains("func eat()") == true)
        #expect(await daemon.stop() == 0)
    }
}

extension PackageFixture {
    /// The number of directories after a sync, which covers folders that an earlier one began to follow or left.
    fileprivate func watchedDirectories() async throws -> Int {
        struct Answer: Decodable {
            struct Watch: Decodable { var directories: Int }
            var watch: Watch
        }
        _ = try await run("mockctl", "sync")
        let status = try await run("mockctl", "status", "--json")
        return try JSONDecoder().decode(Answer.self, from: Data(status.output.utf8)).watch.directories
    }
}
