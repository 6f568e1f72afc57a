internal import ArgumentParser
internal import ControlChannel

/// `mockctl completion bash`, and `mockctl completion install` for all shells.
struct CompletionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Prints or installs the shells' completion scripts for 'mockd' and 'mockctl'.",
        discussion: "'install' writes the scripts of bash, zsh and fish to your own folders and prints their paths.")

    enum Target: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish, install
    }

    @Argument(help: "A shell, or 'install'.")
    var target: Target

    func run() throws {
        if target == .install { return try Self.install() }
        Output.result(Array(Mockctl.completionScript(for: Self.shell(target)).utf8))
    }

    private static func shell(_ target: Target) -> CompletionShell {
        switch target {
        case .zsh: .zsh
        case .fish: .fish
        case .bash, .install: .bash
        }
    }

    private static func install() throws {
        let folders = try UserFolders(environment: ProcessEnvironment.all)
        for target in [Target.bash, .zsh, .fish] {
            for program in ["mockd", "mockctl"] {
                let script =
                    program == "mockctl"
                    ? Array(Mockctl.completionScript(for: shell(target)).utf8)
                    : try SiblingProgram(program, ["--generate-completion-script", target.rawValue]).run().output
                let path = folders.completion(of: program, target.rawValue)
                try UserFolders.write(script, to: path)
                Output.result("wrote \(path)")
            }
        }
        Output.error(
            "zsh finds them once its fpath has \(folders.data)/zsh/site-functions; bash and fish at their next start")
    }
}
