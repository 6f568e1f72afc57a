import ControlChannel
import Foundation
import MockEngine
import MockModel
import SystemPackage
import Testing

/// Changes manifests, folders, checkouts and the configuration at random under a running daemon. After a sync the mocks
/// are those of a run from scratch, or, while the description is broken, those of the last valid one.
@Suite struct RandomDescriptionTests {
    private static let batches = 6

    /// `MOCKD_DESCRIPTION_SEQUENCES=2000` runs more sequences, `MOCKD_DESCRIPTION_SEQUENCES=700..<702` these two.
    private static var seeds: Range<Int> {
        let wish = ProcessInfo.processInfo.environment["MOCKD_DESCRIPTION_SEQUENCES"] ?? "20"
        let bounds = wish.split(separator: "..<").compactMap { Int($0) }
        return bounds.count == 2 ? bounds[0]..<bounds[1] : 0..<(bounds.first ?? 20)
    }

    @Test func `after a sync the mocks are those of a run from scratch, or of the last description that was right`()
        async throws
    {
        let package = try PackageFixture()
        var daemon: RunningProcess?
        for seed in Self.seeds {
            var walk = DescriptionWalk(package, seed: UInt64(seed))
            try walk.reset()
            // Every tenth sequence begins with a new daemon, which finds the cache and the mocks of the one before.
            if daemon == nil || seed.isMultiple(of: 10) {
                if let running = daemon { #expect(await running.stop() == 0) }
                daemon = try await package.watch()
            }
            let client = try DaemonFinder(environment: package.variables).connect(from: package.root.path())
            try expectRight(&walk, client, "seed \(seed), at the start")
            for batch in 0..<Self.batches {
                try walk.step()
                try expectRight(&walk, client, "seed \(seed), batch \(batch): \(walk.log.joined(separator: "; "))")
            }
            if seed.isMultiple(of: 25), walk.isValid {
                let check = try await package.run("mockd", ["generate", "--check"])
                #expect([0, 1].contains(check.status) && check.output == "", "seed \(seed): \(check.output)")
            }
            // The last seed of a daemon, and of the test.
            if seed % 10 == 9 || seed == Self.seeds.last {
                try await package.expectAgreement("seed \(seed), at the end: \(walk.log.joined(separator: "; "))")
            }
            if seed % 100 == 99 { print("\(seed + 1) sequences") }
        }
        if let daemon { #expect(await daemon.stop() == 0) }
    }

    private func expectRight(_ walk: inout DescriptionWalk, _ client: ControlClient, _ what: String) throws {
        let answer = try client.sync(timeout: .seconds(60)).answer
        let state = walk.describe()
        #expect((answer.rejected ?? 0) == state.problems.count, "\(what): \(state.problems)")
        if !state.problems.isEmpty {
            let answer = try client.ask(DiagnosticsAnswer.endpoint).answer
            let errors = answer.diagnostics.map(\.message)
            for problem in state.problems {
                #expect(errors.contains(problem.diagnostic(in: "").message), "\(what): \(problem)")
            }
        }
        #expect(!walk.isBroken || !state.problems.isEmpty, "\(what): nothing is found to be broken")
        guard let project = state.inForce else { return }
        var engine = Engine(project: project, policy: OutputPolicy(writes: false), interfaces: walk.interfaces)
        let report = engine.refresh()
        #expect(report.drifted.map { "\($0.state) \($0.path)" } == [], "\(what)")
        let stray = walk.mocks.subtracting(engine.outputSummaries.map(\.path.string))
        // Names that may be wrong remove no mock of a source that is there.
        let unwanted = project.unresolvedNames.isEmpty ? stray : try stray.filter { try !walk.hasSources(ofMock: $0) }
        #expect(unwanted == [], "\(what)")
    }
}
