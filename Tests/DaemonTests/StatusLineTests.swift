import Foundation
import Testing

/// The script and the settings that the manual's article about status lines prints, in the programs themselves.
@Suite(.timeLimit(.minutes(3))) struct StatusLineTests {
    /// Returns the code blocks of the article in a language.
    private static func blocks(_ language: String) throws -> [String] {
        let path = "Sources/Mocking/Mocking.docc/StatusLine.md"
        let text = try String(contentsOf: PackageFixture.repository.appending(path: path), encoding: .utf8)
        return text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// A package with the script and the settings in its folder `.home`.
    private func kitchen() async throws -> PackageFixture {
        let package = try PackageFixture.kitchen()
        for (name, language) in [("mockd-status", "sh"), ("tmux.conf", "tmux"), ("starship.toml", "toml")] {
            let blocks = try Self.blocks(language)
            try #require(blocks.count == 1, "\(language)")
            try package.write(".home/\(name)", blocks[0])
        }
        #expect(try await package.shell("chmod +x .home/mockd-status").status == 0)
        return package
    }

    private static let script = "PATH=$PWD/.home:$BIN:$PATH; "

    @Test func `the script prints the state of a folder's daemon, the number of errors, or nothing`() async throws {
        let package = try await kitchen()
        let without = try await package.shell(Self.script + "mockd-status")
        #expect(without.status == 0 && without.output + without.errors == "", "\(without)")
        let daemon = try await package.watch()
        #expect(
            try await package.shell(Self.script + "mockctl sync >/dev/null; mockd-status").output == "mockd ready\n")
        for (count, shown) in [(1, "mockd 1 error\n"), (2, "mockd 2 errors\n")] {
            try package.write("Sources/Kitchen/Oven\(count).swift", "/// @mockable\nfinal class Oven\(count) {}\n")
            let result = try await package.shell(
                Self.script + "mockctl sync >/dev/null; cd /; mockd-status '\(package.root.path())'")
            #expect(result.output == shown)
        }
        #expect(await daemon.stop() == 0)
    }

    @Test(.enabled(if: Tools.has("tmux"), "tmux is not installed: apt-get install tmux"))
    func `tmux shows it at the right`() async throws {
        let package = try await kitchen()
        let daemon = try await package.watch()
        try await Screen.with(columns: 120, in: package) { screen in
            try await screen.type("PATH=$PWD/.home:$PATH TMUX= tmux -f .home/tmux.conf -S .home/inner new-session sh")
            try await screen.shows("mockd ready")
            try package.write("Sources/Kitchen/Oven.swift", "/// @mockable\nfinal class Oven {}\n")
            try await screen.shows("mockd 1 error")
            try await screen.type("exit")
            try await screen.shows("[exited]")
        }
        #expect(await daemon.stop() == 0)
    }

    @Test(.enabled(if: Tools.has("starship"), "starship is not installed"))
    func `starship shows it in the prompt`() async throws {
        let package = try await kitchen()
        let daemon = try await package.watch()
        let settings = "export STARSHIP_CONFIG=$PWD/.home/starship.toml STARSHIP_CACHE=$PWD/.home; "
        let prompt = try await package.shell(Self.script + settings + "starship module custom.mockd")
        #expect(prompt.output.contains("mockd ready"), "\(prompt)")
        #expect(await daemon.stop() == 0)
    }
}
