import Foundation
import Testing

/// Commands, options and code in the README work as printed.
@Suite struct ReadmeTests {
    private static let text =
        (try? String(contentsOf: PackageFixture.repository.appending(path: "README.md"), encoding: .utf8)) ?? ""

    /// The commands in the text with their subcommands and options, such as `mockd watch` and `mockctl sync --timeout`.
    private static let commands: [[String]] = {
        let expression = /\b(mockd|mockctl)((?: (?:--?)?[a-z][a-z-]*)+)/
        let found = text.matches(of: expression).map { match in
            [String(match.output.1)] + match.output.2.split(separator: " ").map(String.init)
        }
        return Array(Set(found)).sorted { $0.joined() < $1.joined() }
    }()

    /// Words that follow a program's name in a sentence, not on a command line.
    private static let prose: Set = [
        "is", "generated", "mockctl", "looks", "reads", "tries", "on", "for", "said", "built", "says", "and",
    ]

    @Test func `every command and every option exists`() async throws {
        let package = try PackageFixture()
        var checked = 0
        for words in Self.commands where !Self.prose.contains(words[1]) {
            let subcommands = words.dropFirst().prefix { !$0.hasPrefix("-") && $0 != "bash" }
            let help = try await package.shell(
                "$BIN/\(words[0]) \(subcommands.prefix(2).joined(separator: " ")) --help")
            #expect(help.status == 0, "\(words.joined(separator: " "))")
            for option in words where option.hasPrefix("--") {
                #expect(help.output.contains(option), "\(words.joined(separator: " "))")
            }
            checked += 1
        }
        #expect(checked > 10)
    }

    @Test func `every key of the configuration is explained`() throws {
        let section = try #require(Self.text.split(separator: "## Configuration").last?.split(separator: "\n## ").first)
        for key in ["mock", "name", "strip", "style", "forwarding", "verify", "modules"] {
            #expect(section.contains("| `\(key)` |"), "\(key)")
        }
        let ofModules = [
            "name", "sources", "exclude", "output", "import", "imports", "access", "dependencies", "define",
        ]
        for key in ofModules { #expect(section.contains("| `modules: \(key)` |"), "\(key)") }
    }

    /// Compiles the code of the section in a test of a package that declares the types it mentions.
    @Test func `the code of the questions of the first day compiles`() async throws {
        let section = try #require(
            Self.text.split(separator: "## Questions of the first day").last?.split(separator: "\n## ").first)
        let blocks = section.split(separator: "```swift\n").dropFirst().compactMap { $0.split(separator: "```").first }
        try #require(blocks.count == 3)
        let store = """
            /// @mockable
            protocol Store { func transaction<T>(_ body: (Int) throws -> T) rethrows -> T }
            /// @mockable
            protocol Log { func transaction(_ body: () -> Void) }
            /// @mockable
            protocol Waiter { var name: String { get set } }
            enum Level { case info, error }
            /// @mockable
            protocol Journal { func write(level: Level) }
            /// @mockable
            protocol Diary { func log(text: String); func log(event: Int) }
            /// @mockable
            protocol Logger { func log(_ message: @autoclosure () -> String, level: Int) }
            """
        let inText = section.matches(of: /`((?:given|verify)\(.+?)`/).map { String($0.output.1) }
        try #require(inText.count == 7)
        let test = """
            import Mocking
            @testable import Kitchen
            func first(store: MockStore) {
                \(blocks[2])
            }
            func collecting(logger: MockLogger) {
                \(blocks[1])
            }
            func second(store: MockLog, waiter: MockWaiter, log: MockJournal, level: Level, diary: MockDiary) {
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
                swift test --experimental-maximum-parallelization-width 2
                ```
                """))
    }
}
