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

    @Test func `errors and the configuration are those of one reading, which standard error says`() async throws {
        let package = try PackageFixture.kitchen()
        try package.write("Sources/Kitchen/Stove.swift", "/// @mockable\nfinal class Stove {}\n")
        let questions = [["errors"], ["config"], ["config", "--json"]]
        let daemon = try await package.watch()
        let expected = try await [
            package.run("mockctl", questions[0]), package.run("mockctl", questions[1]),
            package.run("mockctl", questions[2]),
        ]
        #expect(await daemon.stop() == 0)
        #expect(expected[0].output.hasPrefix("Sources/Kitchen/Stove.swift:2:13: error: "), "\(expected[0])")
        let reading =
            "no mockd is watching this project, so its files were read once; start one with: mockd watch\n"
        for (question, known) in zip(questions, expected) {
            let answer = try await package.run("mockctl", question)
            #expect(answer.status == 0 && answer.output == known.output, "\(question)")
            #expect(answer.errors == reading, "\(question)")
        }
        try FileManager.default.removeItem(at: package.url("Sources/Kitchen/Stove.swift"))
        #expect(try await package.run("mockctl", "errors").errors == reading + "no errors\n")
        // Only a daemon knows an earlier configuration to compare with.
        #expect(try await package.run("mockctl", "config", "--check").status == 3)
        try package.write(".mockd.yml", "mock: al\n")
        for question in ["errors", "config"] {
            let wrong = try await package.run("mockctl", question)
            #expect(wrong.status == 78 && wrong.output == "", "\(wrong)")
            #expect(
                wrong.errors
                    == ".mockd.yml:1:7: error: 'al' is no value of 'mock'; did you mean 'all'? [config-value]\n")
        }
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
        #expect(none.errors.hasPrefix("no mockd is watching /usr/share; it is in no package; "), "\(none)")
        try package.write(".mockd.yml", "modules: 3\n")
        let wrong = try await package.run("mockctl", ["explain", "Cook"])
        #expect(wrong.status == 78 && wrong.output == "" && wrong.errors.contains(".mockd.yml:1"), "\(wrong)")
        let socket = package.url("none.sock").path()
        let named = try await package.run("mockctl", ["explain", "Cook", "--socket", socket])
        #expect(named.status == 3 && named.errors == "no mockd is listening on \(socket)\n")
    }
}
