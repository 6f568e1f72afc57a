import ControlChannel
import Foundation
import Testing

@Suite("Manual pages and completions", .ownThread)
struct ManualTests {
    @Test("Every flag and every command is in the manual page", arguments: ["mockctl", "mockd"])
    func complete(program: String) async throws {
        let path = Executables.mockctl.replacing("/mockctl", with: "/" + program)
        let description = try await run(path, ["--experimental-dump-help"])
        let page = try await run(Executables.mockctl, ["man", program])
        #expect(page.status == 0)
        var count = 0
        func check(_ command: JSONValue) {
            #expect(page.output.contains(command.commandName.string?.replacing("-", with: "\\-") ?? "?"))
            for argument in command.arguments.array where argument.shouldDisplay.bool != false {
                for name in argument.names.array.compactMap(\.name.string) {
                    count += 1
                    #expect(page.output.contains("\\-" + name.replacing("-", with: "\\-")), "--\(name)")
                }
            }
            for subcommand in command.subcommands.array where subcommand.shouldDisplay.bool != false {
                check(subcommand)
            }
        }
        check(try JSONValue(parsing: Array(description.output.utf8)).command)
        #expect(count > 20)
    }

    @Test(
        "groff reads the manual pages without a complaint",
        .enabled(if: Executables.find("groff") != nil, "groff is not installed"),
        arguments: ["mockctl", "mockd"])
    func formatted(program: String) async throws {
        let script = "'\(Executables.mockctl)' man \(program) | groff -ww -man -Tutf8 >/dev/null"
        let finished = try await run("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
        #expect(finished == Finished(status: 0, output: "", errors: ""))
    }

    @Test("Completions and pages are installed in the user's own folders")
    func install() async throws {
        let directory = try TemporaryDirectory()
        let environment = ["HOME": directory.path, "PATH": "/usr/bin:/bin"]
        let home = directory.path
        let completions = try await run(Executables.mockctl, ["completion", "install"], environment: environment)
        #expect(
            completions
                == Finished(
                    status: 0,
                    output: """
                        wrote \(home)/.local/share/bash-completion/completions/mockd
                        wrote \(home)/.local/share/bash-completion/completions/mockctl
                        wrote \(home)/.local/share/zsh/site-functions/_mockd
                        wrote \(home)/.local/share/zsh/site-functions/_mockctl
                        wrote \(home)/.config/fish/completions/mockd.fish
                        wrote \(home)/.config/fish/completions/mockctl.fish

                        """,
                    errors: "zsh finds them once its fpath has \(home)/.local/share/zsh/site-functions; "
                        + "bash and fish at their next start\n"))
        let pages = try await run(Executables.mockctl, ["man", "--install"], environment: environment)
        #expect(
            pages.output
                == "wrote \(home)/.local/share/man/man1/mockctl.1\nwrote \(home)/.local/share/man/man1/mockd.1\n")
        let nowhere = try await run(Executables.mockctl, ["man", "--install"])
        #expect(
            nowhere
                == Finished(
                    status: 73, output: "",
                    errors: "neither $XDG_DATA_HOME nor $HOME says where your files belong\n"))
    }

    @Test("bash can read the script", .enabled(if: Executables.find("bash") != nil, "bash is not installed"))
    func bash() async throws { try await isRead(by: "bash", "-n") }

    @Test("zsh can read the script", .enabled(if: Executables.find("zsh") != nil, "zsh is not installed"))
    func zsh() async throws { try await isRead(by: "zsh", "-n") }

    @Test("fish can read the script", .enabled(if: Executables.find("fish") != nil, "fish is not installed"))
    func fish() async throws { try await isRead(by: "fish", "--no-execute") }

    private func isRead(by shell: String, _ check: String) async throws {
        let path = try #require(Executables.find(shell))
        let directory = try TemporaryDirectory()
        let script = try await run(Executables.mockctl, ["completion", shell])
        try Data(script.output.utf8).write(to: URL(filePath: directory.appending("script")))
        let finished = try await run(
            path, [check, directory.appending("script")], environment: ["HOME": directory.path])
        #expect(finished.status == 0)
        #expect(finished.errors == "")
    }

    private static let lines = [
        ("mockctl ex", "explain"), ("mockctl status --wa", "--wait"), ("mockctl status --wait r", "ready"),
        ("mockctl completion z", "zsh"),
    ]

    @Test(
        "In a real bash the script completes commands, options and values",
        .enabled(if: Executables.find("bash") != nil, "bash is not installed"), arguments: lines)
    func completedByBash(line: String, word: String) async throws {
        let bash = try #require(Executables.find("bash"))
        // Does what bash does when the user types the line and the tabulator.
        let script = """
            source <(\(Executables.mockctl) completion bash)
            COMP_LINE='\(line)'; COMP_POINT=${#COMP_LINE}; COMP_WORDS=(\(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _mockctl mockctl "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"; echo "${COMPREPLY[*]}"
            """
        #expect(
            try await run(bash, ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
                == Finished(status: 0, output: word + "\n", errors: ""))
    }

    @Test(
        "In a real fish the script completes commands, options and values",
        .enabled(if: Executables.find("fish") != nil, "fish is not installed"), arguments: lines)
    func completedByFish(line: String, word: String) async throws {
        let fish = try #require(Executables.find("fish"))
        let directory = try TemporaryDirectory()
        let found = try await run(
            fish, ["-c", "\(Executables.mockctl) completion fish | source; complete -C '\(line)'"],
            environment: ["HOME": directory.path, "PATH": "/usr/bin:/bin"])
        #expect(found.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == [Substring(word)])
    }

    @Test("Names to complete come from the daemon; without one there are none and no complaint")
    func names() async throws {
        try await TestServer.run { server in
            server.daemon.set {
                $0.outputs = OutputsAnswer(outputs: [
                    .init(
                        path: "Mocks/Oven.mocks.swift", source: "Oven.swift", types: ["Oven", "Pan"], state: "current")
                ])
            }
            let arguments = ["---completion", "explain", "--", "positional@0", "2", "1", "mockctl", "explain", "O"]
            let found = try await run(
                Executables.mockctl, arguments,
                environment: server.environment.merging(["SAP_SHELL": "bash"]) { $1 }, directory: server.root)
            #expect(found.output.split(separator: "\n") == ["Oven", "Oven.swift"])
        }
        let directory = try TemporaryDirectory()
        let none = try await run(
            Executables.mockctl,
            ["---completion", "explain", "--", "positional@0", "2", "1", "mockctl", "explain", "O"],
            environment: ["XDG_RUNTIME_DIR": directory.path, "SAP_SHELL": "bash"], directory: directory.path)
        #expect(none.errors == "")
    }
}
