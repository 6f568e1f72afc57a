import Foundation
import Testing

/// The settings that the manual's article about editors prints show mockd's problems in the editors themselves.
@Suite struct EditorPageTests {
    /// Returns the code blocks of an editor's section in a language.
    private static func blocks(of editor: String, _ language: String) throws -> [String] {
        let path = "Sources/Mocking/Mocking.docc/Editors.md"
        let text = try String(contentsOf: PackageFixture.repository.appending(path: path), encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix(editor) })
        return section.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// Runs a script beside a daemon whose project has one error, with the home folder `.home`.
    private static func output(of script: String, with files: [String: String]) async throws -> String {
        let package = try PackageFixture.kitchen()
        for (path, text) in files { try package.write(".home/\(path)", text) }
        let daemon = try await package.watch()
        try package.write("Sources/Kitchen/Oven.swift", "/// @mockable\nfinal class Oven {}\n")
        let settings = "export PATH=$BIN:$PATH HOME=$PWD/.home XDG_CONFIG_HOME=$PWD/.home/.config\n"
        let result = try await package.shell(settings + script)
        #expect(await daemon.stop() == 0)
        return result.output + result.errors
    }

    @Test(.enabled(if: Tools.has("vim.basic"), "vim is not installed"))
    func `Vim has the problems in its quickfix list after a save`() async throws {
        let blocks = try Self.blocks(of: "Vim", "vim")
        try #require(blocks.count == 2)
        let list = try await Self.output(
            of: """
                timeout 60 vim.basic -N -u .home/.vimrc -es -c 'edit Sources/Kitchen/Oven.swift' -c 'write' \
                -c 'redir! > list' -c 'clist' -c 'redir END' -c 'qa!' >/dev/null 2>&1
                cat list
                """, with: [".vim/compiler/mockd.vim": blocks[0], ".vimrc": blocks[1]])
        #expect(list.contains("1 Sources/Kitchen/Oven.swift:2 col 13 error: 'Oven' is final"), "\(list)")
    }

    @Test(.enabled(if: Tools.has("nvim"), "nvim is not installed"))
    func `Neovim has them as diagnostics of the buffer after a save`() async throws {
        let blocks = try Self.blocks(of: "Vim", "lua")
        try #require(blocks.count == 1)
        let found = try await Self.output(
            of: """
                timeout 60 nvim --headless -c 'edit Sources/Kitchen/Oven.swift' -c 'write' -c 'lua \
                vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end) \
                for _, p in ipairs(vim.diagnostic.get(0)) do print(p.lnum, p.col, p.severity, p.message) end' -c 'qa!'
                """, with: [".config/nvim/plugin/mockd.lua": blocks[0]])
        #expect(found.contains(/1\s12\s1\s'Oven' is final/), "\(found)")
    }

    @Test(.enabled(if: Tools.has("emacs"), "emacs is not installed"))
    func `Emacs goes to the place of the first one`() async throws {
        let blocks = try Self.blocks(of: "Emacs", "elisp")
        try #require(blocks.count == 1)
        let place = try await Self.output(
            of: """
                timeout 60 emacs --batch -l .home/init.el --eval '(progn \
                (find-file "Sources/Kitchen/Oven.swift") (mockd-errors) \
                (while (get-buffer-process "*compilation*") (accept-process-output nil 0.2)) (next-error) \
                (princ (format "at %s:%d:%d" (buffer-name) (line-number-at-pos) (current-column))))'
                """, with: ["init.el": blocks[0]])
        #expect(place.contains("at Oven.swift:2:12"), "\(place)")
    }
}
