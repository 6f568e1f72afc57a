import Foundation
import Testing

/// The help of each program is the text in `Texts`.
struct HelpTests {
    @Test(arguments: ["mockd", "mockctl"])
    func `the help of every command, word for word`(program: String) async throws {
        let package = try PackageFixture.kitchen()
        let dump = try await package.run(program, "--experimental-dump-help")
        let tool = try JSONDecoder().decode(Tool.self, from: Data(dump.output.utf8))
        var text = ""
        for command in tool.command.paths {
            // Fixes the width of the terminal, which the help is wrapped to.
            let help = try await package.run(program, command.dropFirst() + ["--help"], variables: ["COLUMNS": "80"])
            #expect(help.status == 0)
            text += "== \(command.joined(separator: " "))\n\(help.output)\n"
        }
        let file = PackageFixture.repository.appending(path: "Tests/DaemonTests/Texts/\(program)-help.txt")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" { try Data(text.utf8).write(to: file) }
        let expected = try String(contentsOf: file, encoding: .utf8)
        #expect(text == expected, "run UPDATE_GOLDENS=1 swift test --filter HelpTests and read the difference")
    }
}

/// The commands of a program, as swift-argument-parser dumps them.
private struct Tool: Decodable {
    struct Command: Decodable {
        var commandName: String
        var subcommands: [Command]?
        /// False for a command that only programs call.
        var shouldDisplay: Bool?

        /// The command lines of the command and each of its subcommands.
        var paths: [[String]] {
            let below = (subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay != false }
                .flatMap(\.paths)
            return [[commandName]] + below.map { [commandName] + $0 }
        }
    }

    var command: Command
}
