import Foundation
import Testing

/// A terminal of tmux with a shell in the folder of a package.
///
/// Its tmux server has a socket and a configuration of its own, apart from other servers of this machine.
struct Screen {
    private let package: PackageFixture
    private let socket: String

    /// Calls `body` with a terminal of this width, and closes the terminal afterwards.
    static func with(
        columns: Int, in package: PackageFixture, _ body: (Screen) async throws -> Void
    ) async throws {
        let socket = package.base.appending(path: "tmux-\(UUID().uuidString.prefix(8))")
        let screen = Screen(package: package, socket: socket.path())
        // The server outlives its parent, so it must not inherit the descriptors by which Foundation notices the end of
        // a process. It must not inherit the signal mask either: signals end tmux and the programs in its terminals.
        try package.write(
            "../screen",
            """
            shell="env -u NO_COLOR -u CLICOLOR_FORCE -u COLUMNS LC_ALL=C.UTF-8 PS1='$ ' bash --noprofile --norc"
            PATH=$BIN:$PATH perl -MPOSIX -e \(Self.prepare) \
                \(screen.tmux) new-session -d -c \(package.root.path()) -x \(columns) -y 60 "$shell" \\; set -g status off
            """)
        let started = try await screen.shell(". ./screen </dev/null >/dev/null")
        try #require(started.status == 0, "\(started)")
        do {
            try await screen.waits { $0.last == "$" }
            try await body(screen)
        } catch {
            try await screen.end()
            throw error
        }
        try await screen.end()
    }

    private static let prepare =
        "'POSIX::close($_) for 3..1023; sigprocmask(SIG_SETMASK, POSIX::SigSet->new); exec @ARGV'"

    private var tmux: String { "tmux -u -f /dev/null -S '\(socket)'" }

    private func end() async throws { _ = try await shell("\(tmux) kill-server") }

    /// Runs commands of tmux in a folder that stays if the package's folder is moved.
    private func shell(_ script: String) async throws -> RunningProcess.Result {
        try await RunningProcess.run(
            "/usr/bin/env", ["bash", "-c", script], in: package.base,
            variables: package.variables.merging(["BIN": PackageFixture.products.path()]) { $1 })
    }

    // MARK: Input

    func type(_ command: String) async throws {
        _ = try await shell("\(tmux) send-keys -l '\(command)' && \(tmux) send-keys Enter")
    }

    /// Types a command and returns when the shell asks for the next one.
    func run(_ command: String) async throws {
        try await type(command)
        try await waits { $0.contains("$ " + command) && $0.last == "$" }
    }

    /// Returns when these texts are on the screen in this order. A line that wraps is one line.
    func shows(_ texts: String...) async throws {
        try await waits { lines in
            var rest = lines.joined(separator: "\n")[...]
            return texts.allSatisfy { text in
                guard let range = rest.firstRange(of: text) else { return false }
                rest = rest[range.upperBound...]
                return true
            }
        }
    }

    /// Returns when a text is not on the screen any more.
    func lacks(_ text: String) async throws { try await waits { !$0.contains { $0.contains(text) } } }

    /// - Parameter option: `-J` for whole lines, `-e` for rows with their colours.
    @discardableResult
    private func waits(_ option: String = "-J", for fits: ([String]) -> Bool) async throws -> [String] {
        while true {
            let lines = try await rows(option)
            if fits(lines) { return lines }
            try #require(!Task.isCancelled, "in vain: \(lines)")
        }
    }

    // MARK: Output

    /// Compares the rows and their colours with those in `Texts/Screens`.
    ///
    /// - Parameter text: a text that is shown only for a while; the comparison waits for it.
    func compare(with name: String, showing text: String = "") async throws {
        let shown = try await waits("-e") { $0.joined(separator: "\n").contains(text) || text.isEmpty }
        let rows = shown.map { ScreenRow($0, of: package) }
        let colors = rows.flatMap(\.colors)
        let text =
            rows.map { $0.text + "\n" }.joined() + (colors.isEmpty ? "" : "-- colours\n")
            + colors.map { $0 + "\n" }.joined()
        let file = PackageFixture.repository.appending(path: "Tests/DaemonTests/Texts/Screens/\(name).txt")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" { try Data(text.utf8).write(to: file) }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let difference = text.split(separator: "\n").difference(from: expected.split(separator: "\n")).map { change in
            switch change {
            case .insert(let row, let line, _): "\(row + 1): + \(line)"
            case .remove(let row, let line, _): "\(row + 1): - \(line)"
            }
        }
        // The whole screen would hide the row that differs.
        let isEqual = text == expected
        #expect(isEqual, "\(name), or UPDATE_GOLDENS=1 swift test --filter ScreenTests: \(difference)")
    }

    private func rows(_ option: String) async throws -> [String] {
        let shown = try await shell("\(tmux) capture-pane -p \(option)")
        try #require(shown.status == 0, "\(shown)")
        var rows = shown.output.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.reversed().drop { $0 == " " }.reversed()) }
        while rows.last?.isEmpty == true { rows.removeLast() }
        return rows
    }
}
