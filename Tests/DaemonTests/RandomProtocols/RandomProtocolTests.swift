import Foundation
import Testing

/// Random protocols and classes that the compiler accepts have mocks that it accepts.
@Suite struct RandomProtocolTests {
    /// `MOCKD_PROTOCOL_SEEDS=300` runs the seeds 1 to 300, `=8,31` these two, `=40..<80` these forty;
    /// `MOCKD_PROTOCOL_FAMILIES=40` sets the number of files for each.
    private static let seeds = seeds(of: "MOCKD_PROTOCOL_SEEDS", else: Array(1...3))

    /// Seeds that have no right mock, each with the reason. One that passes is reported: then the compiler is mended.
    private static let exceptions: [Int: Comment] = {
        let crashes: Comment = "the compiler (6.3.1) crashes over functions that return tuples of generic types"
        var exceptions: [Int: Comment] = [
            1496: "the compiler (6.3.1) crashes over classes that inherit an initializer over a pack",
            1620: "the compiler (6.3.1) does not find the members of the superclass in 'any F6C'",
        ]
        for seed in [122, 340, 583, 731, 1275, 1534, 1605] { exceptions[seed] = crashes }
        return exceptions
    }()

    /// Returns the seeds that a variable asks for.
    static func seeds(of variable: String, else some: [Int]) -> [Int] {
        guard let wish = ProcessInfo.processInfo.environment[variable] else { return some }
        let bounds = wish.split(separator: "..<").compactMap { Int($0) }
        if bounds.count == 2, bounds[0] < bounds[1] { return Array(bounds[0]..<bounds[1]) }
        let chosen = wish.split(separator: ",").compactMap { Int($0) }
        return chosen.count > 1 ? chosen : Array(1...max(1, chosen.first ?? 3))
    }

    static func files(else some: Int) -> Int {
        ProcessInfo.processInfo.environment["MOCKD_PROTOCOL_FAMILIES"].flatMap(Int.init) ?? some
    }

    @Test(arguments: seeds)
    func `each source that the compiler accepts has a mock that it accepts`(seed: Int) async throws {
        let kitchen = try await RandomKitchen(seed: seed, families: Self.files(else: 10))
        print("random protocols: seed \(seed), \(kitchen.sources.count) files, \(kitchen.dialect.name)")
        let generated = try await kitchen.package.run("mockd", "generate", ".", "--cache", "none")
        #expect(!generated.errors.contains("[syntax]") && !generated.errors.contains("[unknown-parent]"))
        try await kitchen.emit()
        let exception = Self.exceptions[seed]
        try await withKnownIssue(exception) {
            try await kitchen.expectMocksThatCompile("typed")
        } when: {
            exception != nil && Self.files(else: 10) == 10
        }
    }
}

/// The same for the styles of tests that exist.
@Suite struct RandomStyleTests {
    /// `MOCKD_STYLE_SEEDS=1..<41` runs these forty seeds.
    private static let seeds = RandomProtocolTests.seeds(of: "MOCKD_STYLE_SEEDS", else: [22, 31])
    private static let styles =
        ProcessInfo.processInfo.environment["MOCKD_STYLES"].map { $0.split(separator: ",").map(String.init) }
        ?? ["spy", "sourcery", "automockable", "mocksix", "mimus", "wrapper"]

    /// A member that a style has no place for is a note, so only what no style can mock is an error.
    @Test(arguments: seeds)
    func `each source that the compiler accepts has a mock in every style`(seed: Int) async throws {
        let kitchen = try await RandomKitchen(seed: seed, families: RandomProtocolTests.files(else: 5))
        try await kitchen.emit()
        let typed = try await Self.errors(of: "typed", in: kitchen)
        for style in Self.styles {
            #expect(try await Self.errors(of: style, in: kitchen).subtracting(typed) == [], "\(style), seed \(seed)")
            try await kitchen.expectMocksThatCompile(style)
        }
    }

    /// Makes the mocks, and returns the errors that mockd names.
    private static func errors(of style: String, in kitchen: RandomKitchen) async throws -> Set<Substring> {
        try kitchen.package.write(".mockd.yml", "style: \(style)\nverify: \(style == "spy")\n")
        let generated = try await kitchen.package.run("mockd", "generate", ".", "--cache", "none")
        return Set(generated.errors.split(separator: "\n").filter { $0.contains(": error: ") })
    }
}
