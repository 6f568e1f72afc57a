import Foundation
import Testing

/// Questions to `mockctl` that mockd itself answers where no daemon runs.
@Suite struct OneShotAnswerTests {
    private static let questions = [
        ["explain", "Cook"], ["explain", "MockCook", "--json"], ["explain", "Sources/Kitchen/Cook.swift"],
        ["explain", "Nothing"], ["show", "Cook"], ["show", "Cook", "--json"], ["show", "Nothing"], ["outputs"],
        ["outputs", "--json"], ["outputs", "--drifted", "--exit-code"], ["inputs"], ["graph"],
        ["graph", "MockCook", "--format", "dot"],
    ]

    @Test func `without a daemon the answers are the same`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try await package.watch()
        var expected: [[String]: RunningProcess.Result] = [:]
        for question in Self.questions { expected[question] = try await package.run("mockctl", question) }
        #expect(await daemon.stop() == 0)
        for question in Self.questions {
            let answer = try await package.run("mockctl", question)
            #expect(answer.status == expected[question]?.status, "\(question)")
            #expect(answer.output == expected[question]?.output, "\(question)")
            #expect(answer.errors == expected[question]?.errors, "\(question)")
        }
        #expect(expected[["explain", "Nothing"]]?.status == 1 && expected[["show", "Cook"]]?.status == 0)
    }

    @Test func `an answer without a daemon writes no mocks, and works below the root`() async throws {
        let package = try PackageFixture.kitchen()
        let drifted = try await package.run("mockctl", ["outputs", "--drifted", "--exit-code"])
        #expect(drifted.status == 2 && drifted.output.contains("missing"))
        let below = try await package.run("mockctl", ["explain", "Cook", package.url("Sources/Kitchen").path()])
        #expect(below.status == 0 && below.output.hasPrefix("MockCook mocks Cook of Kitchen\n"))
        #expect(package.read("Tests/KitchenTests/Mocks/Cook.mocks.swift") == nil)
    }

    @Test func `a project that cannot be described is the error, and a daemon that was named is not replaced`()
        async throws
    {
        let package = try PackageFixture.kitchen()
        let none = try await package.run("mockctl", ["explain", "Cook", "/usr/share"])
        #expect(none.status == 3 && none.output == "")
        #expect(none.errors == "no mockd is watching /usr/share; start one with: mockd watch /usr/share\n")
        try package.write(".mockd.yml", "modules: 3\n")
        let wrong = try await package.run("mockctl", ["explain", "Cook"])
        #expect(wrong.status == 78 && wrong.output == "" && wrong.errors.contains(".mockd.yml:1"), "\(wrong)")
        let socket = package.url("none.sock").path()
        let named = try await package.run("mockctl", ["explain", "Cook", "--socket", socket])
        #expect(named.status == 3 && named.errors == "no mockd is listening on \(socket)\n")
    }
}
