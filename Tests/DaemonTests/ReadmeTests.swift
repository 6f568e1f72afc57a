import Foundation
import Testing

/// Commands, options and code in the README, and in the articles about the programs, work as printed.
@Suite struct ReadmeTests {
    private static let text = document("README.md")
    private static let catalogue = "Sources/Mocking/Mocking.docc/"
    /// The articles about the programs; those about the library have tests of their own.
    private static let articles = [
        "Commands", "Configuration", "WhatIsMocked", "Styles", "Templates", "Service", "Troubleshooting", "Editors",
        "StatusLine", "Questions",
    ]

    private static func document(_ path: String) -> String {
        (try? String(contentsOf: PackageFixture.repository.appending(path: path), encoding: .utf8)) ?? ""
    }

    private static func article(_ name: String) -> String { document("\(catalogue)\(name).md") }

    /// The commands in the texts with their subcommands and options, such as `mockd watch` and `mockctl sync --timeout`.
    private static let commands: [[String]] = {
        let expression = /\b(mockd|mockctl)((?: (?:--?)?[a-z][a-z-]*)+)/
        let texts = [text] + articles.map(article)
        let found = texts.joined(separator: "\n").matches(of: expression).map { match in
            [String(match.output.1)] + match.output.2.split(separator: " ").map(String.init)
        }
        return Array(Set(found)).sorted { $0.joined() < $1.joined() }
    }()

    /// Words that follow a program's name in a sentence, not on a command line.
    private static let prose: Set = [
        "is", "generated", "mockctl", "looks", "reads", "tries", "on", "for", "said", "built", "says", "and", "has",
        "help", "to", "into",
    ]

    @Test func `every command and every option exists`() async throws {
        let package = try PackageFixture()
        var checked = 0
        for words in Self.commands where !Self.prose.contains(words[1]) {
            // The label of a task of an editor.
            if words.starts(with: ["mockd", "errors"]) { continue }
            let subcommands = words.dropFirst().prefix { !$0.hasPrefix("-") && $0 != "bash" }
            let help = try await package.shell(
                "$BIN/\(words[0]) \(subcommands.prefix(2).joined(separator: " ")) --help")
            #expect(help.status == 0, "\(words.joined(separator: " "))")
            for option in words where option.hasPrefix("--") {
                #expect(help.output.contains(option), "\(words.joined(separator: " "))")
            }
            checked += 1
        }
        #expect(checked > 30)
    }

    @Test func `every relative link leads to a file`() throws {
        let links = Self.text.matches(of: /\]\(([^)#:]+)\)/).map { String($0.output.1) }
        #expect(links.count > 20)
        let broken = links.filter { path in
            !FileManager.default.fileExists(atPath: PackageFixture.repository.appending(path: path).path())
        }
        #expect(broken == [])
    }

    /// A stranger reads it in two minutes.
    @Test func `the README is short`() {
        #expect((3_000...6_500).contains(Self.text.utf8.count))
    }

    /// The README links to the manual, and its index lists each article.
    @Test func `every article about the programs can be found`() throws {
        #expect(Self.text.contains("(\(Self.catalogue)Mocking.md)"))
        let index = Self.article("Mocking")
        for name in Self.articles {
            #expect(!Self.article(name).isEmpty, "\(name)")
            #expect(index.contains("<doc:\(name)>"), "\(name)")
        }
    }

    @Test func `every style is explained`() async throws {
        let help = try await PackageFixture().run("mockd", "generate", "--help").output
        let words = help.split { $0.isWhitespace }.joined(separator: " ")
        let list = try #require(words.firstMatch(of: /generated code\. \(values: ([a-z, ]+);/)?.output.1)
        let styles = list.split(separator: ", ")
        #expect(styles.count > 5)
        for style in styles { #expect(Self.article("Styles").contains("| `\(style)` |"), "\(style)") }
    }

    @Test func `the section about Visual Studio Code has the tasks that mockd writes`() async throws {
        let package = try PackageFixture.kitchen()
        #expect(try await package.run("mockd", "init", "--vscode").status == 0)
        let tasks = try #require(package.read(".vscode/tasks.json"))
        #expect(tasks.contains("problemMatcher"))
        #expect(Self.article("Editors").contains("```json\n\(tasks)```\n"))
    }

    @Test func `every key of the configuration is explained`() throws {
        let section = Self.article("Configuration")
        let keys = [
            "mock", "name", "strip", "style", "template", "args", "forwarding", "verify", "modules", "seams",
        ]
        for key in keys {
            #expect(section.contains("| `\(key)` |"), "\(key)")
        }
        let ofModules = [
            "name", "sources", "exclude", "output", "import", "imports", "access", "dependencies", "define",
        ]
        for key in ofModules { #expect(section.contains("| `modules: \(key)` |"), "\(key)") }
    }

    /// Compiles the code of the article in a test of a package that declares the types it mentions.
    @Test func `the code of the questions compiles`() async throws {
        let article = Self.article("Questions")
        let blocks = article.split(separator: "```swift\n").dropFirst().compactMap { $0.split(separator: "```").first }
        try #require(blocks.count == 3)
        let store = """
            /// @mockable
            protocol Store { func transaction<T>(_ body: (Int) throws -> T) rethrows -> T }
            struct Full: Error {}
            /// @mockable
            protocol Log { func transaction(_ body: () -> Void) }
            /// @mockable
            protocol Waiter { var name: String { get set } }
            /// @mockable
            protocol Shelf { subscript(place: Int) -> String { get set } }
            enum Level { case info, error }
            /// @mockable
            protocol Journal { func write(level: Level) }
            /// @mockable
            protocol Diary { func log(text: String); func log(event: Int) }
            /// @mockable
            protocol Logger { func log(_ message: @autoclosure () -> String, level: Int) }
            """
        let inText = article.matches(of: /`((?:given|verify)\(.+?)`/).map { String($0.output.1) }
        try #require(inText.count == 8)
        let test = """
            import Mocking
            @testable import Kitchen
            func first(store: MockStore) {
                \(blocks[2])
            }
            func collecting(logger: MockLogger) {
                \(blocks[1])
            }
            func second(
                store: MockLog, waiter: MockWaiter, shelf: MockShelf, log: MockJournal, level: Level, diary: MockDiary
            ) {
                \(inText.joined(separator: "\n    "))
            }
            func third(clock: MockClock) -> ContinuousClock.Instant { clock.now }
            """
        let package = try PackageFixture.modules([
            "Kitchen/Kitchen.swift": store + "\n" + blocks[0], "Tests/Test.swift": test,
        ])
        let generated = try await package.run(
            "mockd",
            [
                "generate", "--module", "Kitchen", "--sources", "Kitchen", "--output", "Tests/Mocks.swift", "--cache",
                "none",
            ])
        #expect(generated.status == 0, "\(generated.errors)")
        #expect(try await package.emit("Kitchen") == "")
        #expect(try await package.typecheck(["Tests"], as: "KitchenTests") == "")
    }

    @Test func `the README has the two commands for contributors`() {
        #expect(
            Self.text.contains(
                """
                ```sh
                sudo apt-get update && sudo apt-get install -y libinotifytools-dev && swift run mockd watch .
                swift test
                ```
                """))
    }
}
