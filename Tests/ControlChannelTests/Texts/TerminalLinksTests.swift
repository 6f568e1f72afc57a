import Testing

@testable import ControlChannel

/// The place of a diagnostic is a link on terminals that show links, and only there.
@Suite struct TerminalLinksTests {
    private let links = TerminalLinks(
        in: "/home/cook/my kitchen", isTerminal: true, environment: ["TERM": "xterm-kitty"], host: "stove")

    private func linked(_ line: String) throws -> String {
        try #require(links).linked(line)
            .replacing("\u{1B}]8;;\u{1B}\\", with: "</>").replacing("\u{1B}]8;;", with: "<")
            .replacing("\u{1B}\\", with: ">")
    }

    @Test(arguments: [
        ("Sources/Cook.swift:3:16", ": error: expected ')'", "/home/cook/my%20kitchen/Sources/Cook.swift#3"),
        ("/a/B.swift:7", ": note: see: error: x", "/a/B.swift#7"),
        ("Häm:1.swift:2:1", ": warning: w", "/home/cook/my%20kitchen/H%C3%A4m%3A1.swift#2"),
        ("x/3:4:5", ": error: e", "/home/cook/my%20kitchen/x/3#4"),
    ])
    func `the place of a line leads to its file and line`(place: String, rest: String, path: String) throws {
        #expect(try linked(place + rest) == "<file://stove\(path)>\(place)</>\(rest)")
    }

    @Test(arguments: [
        "error: --cache: no:3:4: error: inside", "Sources/Cook.swift: error: not UTF-8", "mockd: error: x",
        ":3:4: error: e",
        "ready in 3 ms: 2 files", "12:00:01 A.swift -> MockA written (3 ms)", "", ": error: ", "3:4: error: e",
    ])
    func `a line without a place stays as it is`(line: String) throws {
        #expect(try linked(line) == line)
    }

    @Test(arguments: [
        (["TERM": "xterm-kitty"], true), (["TERM": "foot"], true), (["TERM": "xterm-256color"], false),
        (["TERM": "xterm-256color", "VTE_VERSION": "7200"], true),
        (["TERM": "xterm-256color", "VTE_VERSION": "5000"], false),
        (["TERM": "dumb", "VTE_VERSION": "7200"], false), (["VTE_VERSION": "7200"], false),
        (["TERM": "xterm-256color", "KONSOLE_VERSION": "220401"], true),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], true),
        (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"], false),
        (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.5"], true),
        (["TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"], false), (["FORCE_HYPERLINK": "1"], true),
        (["TERM": "xterm-256color", "FORCE_HYPERLINK": ""], false),
    ])
    func `terminals that show links are known by their variables`(variables: [String: String], shown: Bool) {
        #expect((TerminalLinks(in: "/", isTerminal: true, environment: variables) != nil) == shown)
        let isForced = variables["FORCE_HYPERLINK"] == "1"
        #expect((TerminalLinks(in: "/", isTerminal: false, environment: variables) != nil) == isForced)
    }

    @Test func `a root at the top needs no second slash`() throws {
        let top = try #require(TerminalLinks(in: "/", isTerminal: true, environment: ["TERM": "foot"], host: "stove"))
        #expect(top.linked("A.swift:1:2: note: n").contains("file://stove/A.swift#1"))
    }
}
