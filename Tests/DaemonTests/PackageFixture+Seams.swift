import Testing

extension PackageFixture {
    /// Compiles seams of another module's types and their mocks.
    static func expectSeams(
        of food: String, requests: String, containing parts: [String], notes: [String] = [], tests: String,
        location: SourceLocation = #_sourceLocation
    ) async throws {
        let package = try modules([
            "Food/Food.swift": food, "Kitchen/Kitchen.swift": "import Food\n\n" + requests,
            "Tests/Tests.swift": "import Food\nimport Mocking\n@testable import Kitchen\n\n" + tests,
        ])
        let generated = try await package.run(
            "mockd", "generate", "--module", "Kitchen", "--sources", "Kitchen", "--dependency", "Food=Food", "--output",
            "Tests")
        #expect(generated.status == 0, "\(generated.errors)", sourceLocation: location)
        let found = generated.errors.split(separator: "\n").filter { $0.contains(": note: ") }.map(String.init)
        #expect(found == notes, sourceLocation: location)
        let seams = package.read("Kitchen/Seams.swift") ?? ""
        for part in parts { #expect(seams.contains(part), "\(part)\(seams)", sourceLocation: location) }
        // Variables, because a failed test tells the values of those.
        let types = try await package.emit("Food")
        #expect(types == "", sourceLocation: location)
        let protocols = try await package.emit("Kitchen", ["-warnings-as-errors"])
        #expect(protocols == "", sourceLocation: location)
        let mocks = try await package.typecheck(["Tests"], as: "KitchenTests")
        #expect(mocks == "", sourceLocation: location)
    }
}
