import Foundation
import Synchronization
import Testing

/// `mockd watch --problems` in the problem list of an editor.
@Suite struct EditorProblemsTests {
    /// The part of Visual Studio Code that turns a background task's lines into problems: those of a cycle replace the
    /// ones before when it ends.
    private struct ProblemList {
        let pattern: Regex<AnyRegexOutput>
        let begins: Regex<AnyRegexOutput>
        let ends: Regex<AnyRegexOutput>
        var shown: [String] = []
        private var found: [String]?

        /// - Parameter tasks: The text of a tasks.json.
        init(tasks: String) throws {
            let document = try #require(JSONSerialization.jsonObject(with: Data(tasks.utf8)) as? [String: Any])
            let task = try #require((document["tasks"] as? [[String: Any]])?.first)
            let matcher = try #require(task["problemMatcher"] as? [String: Any])
            let pattern = try #require(matcher["pattern"] as? [String: Any])
            let background = try #require(matcher["background"] as? [String: Any])
            self.pattern = try Regex(#require(pattern["regexp"] as? String))
            begins = try Regex(#require(background["beginsPattern"] as? String))
            ends = try Regex(#require(background["endsPattern"] as? String))
            #expect(
                ["file", "line", "column", "severity", "message", "code"].compactMap { pattern[$0] as? Int }
                    == Array(1...6))
        }

        mutating func read(_ line: String) {
            if line.contains(begins) { found = [] }
            if let match = line.firstMatch(of: pattern) {
                let parts = (1...6).map { String(match.output[$0].substring ?? "") }
                found?.append("\(parts[0]):\(parts[1]) \(parts[3]) \(parts[5])")
            }
            if line.contains(ends), let found { (shown, self.found) = (found, nil) }
        }
    }

    @Test func `the list of an editor has the problems of now after each change`() async throws {
        let package = try PackageFixture.kitchen()
        let initial = try await package.run("mockd", "init", "--vscode")
        #expect(initial.status == 0, "\(initial)")
        let tasks = try #require(package.read(".vscode/tasks.json"))
        let again = try await package.run("mockd", "init", "--vscode")
        #expect(again.status == 73, "\(again)")
        #expect(package.read(".vscode/tasks.json") == tasks)

        let daemon = try package.startReadingErrors("mockd", "watch", "--problems")
        /// Returns the list after the cycle with this number.
        func problems(afterCycle number: Int) async throws -> [String] {
            _ = await daemon.line(number: number) { $0.hasPrefix("mockd: checked") }
            var list = try ProblemList(tasks: tasks)
            for line in daemon.lines { list.read(line) }
            return list.shown
        }
        #expect(try await problems(afterCycle: 1) == [])
        try package.write(
            "Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls: Int)", with: "bowls: Int"))
        let broken = try await problems(afterCycle: 2)
        #expect(!broken.isEmpty && broken.allSatisfy { $0.hasPrefix("Sources/Kitchen/Cook.swift:") }, "\(broken)")
        try package.write("Sources/Kitchen/Oven.swift", "/// @mockable\nfinal class Oven {}\n")
        let both = try await problems(afterCycle: 3)
        #expect(both.filter { !$0.contains("/Oven.swift:2 ") } == broken && both.count == broken.count + 1, "\(both)")
        try package.write(".mockd.yml", "bogus: 1\n")
        #expect(try await problems(afterCycle: 4).first?.hasPrefix(".mockd.yml:1 error ") == true)
        try FileManager.default.removeItem(at: package.url(".mockd.yml"))
        #expect(try await problems(afterCycle: 5) == both)
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)
        try package.write("Sources/Kitchen/Oven.swift", "")
        _ = try await package.run("mockctl", "sync")
        _ = await daemon.line(number: 2) { $0 == "mockd: checked, 0 problems" }
        #expect(await daemon.stop() == 0)
        // Outside of the cycles no line looks like a problem.
        var isInside = false
        for line in daemon.lines {
            if line == "mockd: checking" { isInside = true }
            #expect(isInside || !line.contains(": error: "), "\(line)")
            if line.hasPrefix("mockd: checked") { isInside = false }
        }
    }

    @Test func `the file of locations has the problems of now, and replaces no other file`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.startReadingErrors("mockd", "watch", "--problems", "--locations", ".bacon-locations")
        _ = await daemon.line { $0.hasPrefix("mockd: checked") }
        try package.write("Sources/Kitchen/Oven.swift", "/// @mockable\nfinal class Oven {}\n")
        _ = await daemon.line { $0 == "mockd: checked, 1 problem" }
        #expect(package.read(".bacon-locations")?.hasPrefix("error Sources/Kitchen/Oven.swift:2:13 ") == true)
        try package.write("Sources/Kitchen/Oven.swift", "")
        _ = try await package.run("mockctl", "sync")
        _ = await daemon.line(number: 2) { $0 == "mockd: checked, 0 problems" }
        #expect(package.read(".bacon-locations") == "")
        #expect(await daemon.stop() == 0)
        let refused = try await package.run("mockd", "watch", "--locations", "Sources/Kitchen/Cook.swift")
        #expect(refused.status == 73)
        #expect(
            refused.errors
                == "error: --locations: \(package.url("Sources/Kitchen/Cook.swift").path()) holds something else; name "
                + "another file, or remove it\n")
        #expect(package.read("Sources/Kitchen/Cook.swift") == PackageFixture.cook)
        // A pipe is as a device, such as /dev/null: other programs use it.
        let pipe = try await package.shell(
            "mkfifo pipe; $BIN/mockd watch --locations pipe; echo $?; [ -p pipe ] && echo a pipe")
        #expect(pipe.output == "73\na pipe\n", "\(pipe)")
    }

    @Test func `a place that becomes a pipe while the daemon runs stays one`() async throws {
        let package = try PackageFixture.kitchen()
        let daemon = try package.startReadingErrors("mockd", "watch", "--locations", "places")
        _ = await daemon.line { $0.contains("ready in ") }
        // The first write comes after that line.
        _ = try await package.shell("until [ -f places ]; do sleep 0.05; done; rm places; mkfifo places")
        try package.write("Sources/Kitchen/Oven.swift", "/// @mockable\nfinal class Oven {}\n")
        let warning = await daemon.line { $0.contains("the locations cannot be written") }
        #expect(warning?.hasSuffix("it is a pipe, not a file") == true, "\(daemon.lines)")
        #expect(try await package.shell("[ -p places ] && echo a pipe").output == "a pipe\n")
        #expect(await daemon.stop() == 0)
    }

    @Test func `the text for agents names commands that there are`() async throws {
        let package = try PackageFixture.kitchen()
        let text = try await package.run("mockd", "help", "agents").output
        #expect(text.hasPrefix("## Mocks\n"))
        let same = try await package.run("mockctl", "help", "agents")
        #expect(same.status == 0 && same.output == text && same.errors == "", "\(same)")
        let skill = try String(
            contentsOf: PackageFixture.repository.appending(path: "Integrations/agents/SKILL.md"), encoding: .utf8)
        #expect(skill.hasPrefix("---\nname: mockd\ndescription: "))
        #expect(skill.hasSuffix("\n---\n\n" + text))
        for program in ["mockctl", "mockd"] {
            let help = try String(
                contentsOf: PackageFixture.repository.appending(path: "Tests/DaemonTests/Texts/\(program)-help.txt"),
                encoding: .utf8)
            let commands = text.matches(of: try Regex("`\(program) ([a-z]+)")).compactMap { $0.output[1].substring }
            #expect(!commands.isEmpty)
            for command in commands { #expect(help.contains("== \(program) \(command)\n"), "\(command)") }
        }
    }
}
