import Foundation
import Testing

/// Whatever the compiler accepts has a mock that it accepts, too.
///
/// `MOCKD_SEEDS=1,2,3` tries other seeds than the one that everybody tries.
@Suite struct RandomTypesTests {
    private static let seeds: [UInt64] = {
        let asked = ProcessInfo.processInfo.environment["MOCKD_SEEDS"] ?? ""
        let seeds = asked.split(separator: ",").compactMap { UInt64($0) }
        return seeds.isEmpty ? [20_261_121] : seeds
    }()

    @Test(arguments: seeds)
    func `mocks of random types compile`(seed: UInt64) async throws {
        var random = RandomTypes(seed: seed)
        let fixture = try PackageFixture.modules([
            "Kitchen/Support.swift": RandomTypes.support, "Kitchen/Types.swift": random.types(150),
        ])
        print("random types of seed \(seed)")
        #expect(try await fixture.typecheck(["Kitchen"], as: "Kitchen") == "", "seed \(seed): the grammar is wrong")
        let run = try await RunningProcess.run(
            PackageFixture.products.appending(path: "mockd").path(),
            [
                "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Mocks", "--import", "none",
                "--cache", "none", "--quiet",
            ], in: fixture.root)
        #expect(run.status == 0, "seed \(seed): \(run.errors)")
        #expect(
            try await fixture.typecheck(["Kitchen", "Mocks"], as: "Kitchen") == "", "seed \(seed)")
    }
}
