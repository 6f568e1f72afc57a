import Foundation
import Testing

/// What somebody sees who sits in front of a terminal, as it stands in `Texts`: narrow and wide.
@Suite(.enabled(if: Tools.has("tmux"), "tmux is not installed"))
struct ScreenTests {
    @Test(arguments: [80, 200])
    func `a newcomer's first minutes with the daemon`(columns: Int) async throws {
        let package = try PackageFixture.kitchen()
        let screen = try await Screen(columns: columns, of: package)
        try await screen.type("$BIN/mockd watch .", until: "ready in ")
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
        try await screen.waits(for: "MockCook written")
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook {\n    func ramen(\n")
        try await screen.waits(for: "nothing written")
        try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)
        try await screen.waits(for: "no errors left", "MockCook written", "MockCook written")
        try package.write("Tests/KitchenTests/Doubles.swift", "final class MockCook {}\n")
        try await screen.waits(for: "Cook.mocks.swift removed")
        try FileManager.default.removeItem(at: package.url("Tests/KitchenTests/Doubles.swift"))
        try await screen.waits(for: "Doubles.swift -> MockCook written")
        try await screen.compare(with: "watch-\(columns)")
        try await screen.close()
    }

    @Test func `init and what it would mock`() async throws {
        let package = try PackageFixture.kitchen()
        let screen = try await Screen(columns: 80, of: package)
        try await screen.type("$BIN/mockd init", until: "next: ")
        try await screen.type("$BIN/mockd generate --dry-run", until: " ms)")
        try await screen.compare(with: "init-80")
        try await screen.close()
    }
}

/// A terminal of its own, with a shell in the folder of a package.
private struct Screen {
    let columns: Int
    let package: PackageFixture

    /// The server's own socket, so that it is nobody else's.
    private var tmux: String { "tmux -f /dev/null -S '\(package.base.path())screen'" }

    init(columns: Int, of package: PackageFixture) async throws {
        (self.columns, self.package) = (columns, package)
        let shell = "env PS1='$ ' BIN=${BIN%/} NO_COLOR=1 bash --noprofile --norc"
        let started = try await package.shell("\(tmux) new-session -d -x \(columns) -y 24 \"\(shell)\"")
        try #require(started.status == 0, "\(started)")
        try await waits(for: "$ ")
    }

    /// Types a command and returns when the screen shows a text.
    func type(_ command: String, until text: String) async throws {
        _ = try await package.shell("\(tmux) send-keys -l '\(command)' && \(tmux) send-keys Enter")
        try await waits(for: text)
    }

    /// Returns when the screen shows all of these, one after the other; long lines go on in the next row.
    func waits(for texts: String...) async throws {
        while true {
            let shown = try await lines()
            var rest = shown.joined(separator: "\n")[...]
            let isThere = texts.allSatisfy { text in
                guard let range = rest.firstRange(of: text) else { return false }
                rest = rest[range.upperBound...]
                return true
            }
            if isThere { return }
            try #require(!shown.isEmpty, "the screen is gone")
        }
    }

    func compare(with name: String) async throws {
        let rows = try await rows()
        let file = PackageFixture.repository.appending(path: "Tests/DaemonTests/Texts/\(name).txt")
        let text = rows.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" { try Data(text.utf8).write(to: file) }
        let expected = try String(contentsOf: file, encoding: .utf8)
        #expect(text == expected, "run UPDATE_GOLDENS=1 swift test --filter ScreenTests and read the difference")
    }

    func close() async throws { _ = try await package.shell("\(tmux) kill-server") }

    /// What stands in the rows, without what is different each time: the time, which keeps its width, and durations,
    /// which do not and stand at the end of a line.
    private func rows() async throws -> [String] {
        try await capture("").map { row in
            row.replacing(/\b\d\d:\d\d:\d\d\b/, with: "HH:MM:SS").replacing(/\b\d+ ms\b/, with: "N ms")
        }
    }

    /// The same with rows put together again to the lines that they are parts of.
    private func lines() async throws -> [String] { try await capture("-J") }

    private func capture(_ option: String) async throws -> [String] {
        let text = try await package.shell("\(tmux) capture-pane -p \(option)").output
        return text.split(separator: "\n").map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }
}
