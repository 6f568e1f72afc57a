import Foundation
import Testing

/// `mockctl explain` gives the reason of a mock, its declarations and its last change, or why there is no mock.
@Suite struct ExplainTests {
    private func kitchen() throws -> PackageFixture {
        let package = try PackageFixture()
        try package.write(
            "Package.swift",
            """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "Kitchen",
                targets: [
                    .target(name: "Kitchen", dependencies: ["Pantry", "Cellar"], exclude: ["Old.swift"]),
                    .target(name: "Pantry"), .target(name: "Cellar"),
                    .testTarget(name: "KitchenTests", dependencies: ["Kitchen"]),
                ]
            )
            """)
        try package.write(
            "Sources/Kitchen/Cook.swift",
            """
            import Pantry
            /// @mockable
            protocol Cook: Person { func ramen(bowls: Int) -> Bowl }
            typealias Chef = Cook
            struct Bowl {}
            /// @mockable
            final class Stove {}
            /// @mockable
            protocol Guest: Nobody {}
            """)
        try package.write("Sources/Kitchen/Person.swift", "protocol Person { var name: String { get } }\n")
        try package.write("Sources/Kitchen/Old.swift", "protocol Old {}\n")
        try package.write("Sources/Pantry/Jar.swift", "protocol Jar {}\n")
        try package.write("Sources/Cellar/Wine.swift", "protocol Wine {}\n")
        try package.write("Tests/KitchenTests/KitchenTests.swift", "")
        try package.write("Tests/KitchenTests/Mocks/Till.mocks.swift", "// mine\n")
        return package
    }

    private static let mock = "Tests/KitchenTests/Mocks/Cook.mocks.swift"
    private static let rule = "test target 'KitchenTests' depends on 'Kitchen' and is named after it"
    private static let final =
        "'Stove' is final, so no mock can inherit from it; remove 'final' or mock a protocol in its place"

    @Test func `a mock: what it mocks, why it was rewritten, and the declarations that it was made from`() async throws
    {
        let package = try kitchen()
        let daemon = try await package.watch()
        func cook(_ source: String) -> String {
            """
            MockCook mocks Cook of Kitchen
              source: Sources/Kitchen/Cook.swift
              output: \(Self.mock)
              its file is current
              it was last rewritten because Sources/Kitchen/\(source) changed
              it is there because \(Self.rule)
              depends on:
                Bowl (Sources/Kitchen/Cook.swift)
                Int (not in this project)
                Person (Sources/Kitchen/Person.swift)

            """
        }
        for question in ["MockCook", "Cook"] {
            #expect(try await package.run("mockctl", "explain", question).output == cook("Cook.swift"))
        }
        try package.write("Sources/Kitchen/Person.swift", "protocol Person { var firstName: String { get } }\n")
        _ = try await package.run("mockctl", "sync")
        #expect(try await package.run("mockctl", "explain", "MockCook").output == cook("Person.swift"))
        let source = try await package.run("mockctl", "explain", "Sources/Kitchen/Cook.swift").output
        for path in ["Cook.swift", "../Kitchen/Cook.swift"] {
            let fromThere = try await package.shell("cd Sources/Kitchen && $BIN/mockctl explain \(path)")
            #expect(fromThere.output == source)
        }
        let guest = try await package.run("mockctl", "explain", "Guest").output
        #expect(
            guest.hasSuffix(
                """
                  Sources/Kitchen/Cook.swift:9:10: error: requirements of 'Nobody' are not known, so the mock of 'Guest' \
                lacks them; declare it in the project, or import the module that does [unknown-parent]
                  depends on:
                    Nobody (not in this project)

                """), "\(guest)")
        #expect(await daemon.stop() == 0)
    }

    @Test func `a generic mock: the order of its parameters, and how its type is written`() async throws {
        let package = try kitchen()
        try package.write(
            "Sources/Kitchen/Store.swift",
            """
            protocol Keyed { associatedtype Key: Hashable }
            /// @mockable
            protocol Store<Value>: Keyed where Value: Sendable { associatedtype Value; func value(for key: Key) -> Value? }
            /// @mockable
            class Shelf<Item: Equatable> { func put(_ item: Item) {} }
            /// @mockable
            protocol Tray<Item> { associatedtype Item; func put(_ item: Item) -> Kitchen.Bowl }
            """)
        let daemon = try await package.watch()
        for (question, line) in [
            (
                "Store",
                "write it as MockStore<Key, Value>(); it is declared as MockStore<Key: Hashable, Value> where Value: Sendable"
            ),
            ("Shelf", "write it as MockShelf<Item>; it is declared as MockShelf<Item: Equatable>"),
            ("Tray", "write it as MockTray<Item>()"),
        ] {
            let lines = try await package.run("mockctl", "explain", question).output.split(separator: "\n")
            #expect(lines.count > 3 && lines[3] == "  " + line, "\(lines)")
        }
        // The module is no type that is missing.
        let tray = try await package.run("mockctl", "explain", "Tray").output
        #expect(tray.hasSuffix("  depends on:\n    Bowl (Sources/Kitchen/Cook.swift)\n"), "\(tray)")
        #expect(await daemon.stop() == 0)
    }

    @Test func `types without a mock, and files that are not read`() async throws {
        let package = try kitchen()
        try package.write("Plugins/Knife.swift", "")
        let daemon = try await package.watch()
        for (question, answer) in [
            ("Person", "Person has no mock: nothing asks for a mock; write '/// @mockable' on the line above it"),
            ("Chef", "Chef has no mock: it is a typealias; ask for a mock of its target"),
            ("Bowl", "Bowl has no mock: mockd mocks protocols and classes; mock a protocol in its place"),
            ("Stove", "Stove has no mock: \(Self.final) [final-class]"),
            ("MockStove", "Stove has no mock: \(Self.final) [final-class]"),
            (
                "Jar",
                "Jar has no mock: no test target depends on its module Pantry, so its mocks would have no place; "
                    + "add a test target, or give the module an output in .mockd.yml"
            ),
            ("Package.swift", "Package.swift: not read: it describes the project"),
            (
                "Tests/KitchenTests/Mocks/Till.mocks.swift",
                "Tests/KitchenTests/Mocks/Till.mocks.swift: not read: it is in a folder of mocks"
            ),
            (
                "Sources/Kitchen/Old.swift",
                "Sources/Kitchen/Old.swift: not read: 'exclude' of the module Kitchen leaves it out"
            ),
            (
                "Sources/Cellar/Wine.swift",
                "Sources/Cellar/Wine.swift: read for its declarations; nothing in it gets a mock"
            ),
            (
                "Tests/KitchenTests/KitchenTests.swift",
                "Tests/KitchenTests/KitchenTests.swift: read for the names of its types, which mocks beside it see first"
            ),
            (
                "Plugins/Knife.swift",
                "Plugins/Knife.swift: not read: it is part of no module; 'mockctl config' lists those that are known, "
                    + "with their sources"
            ),
        ] {
            let found = try await package.run("mockctl", "explain", question)
            #expect(found.status == 0, "\(question)")
            #expect(found.output.split(separator: "\n").first.map(String.init) == answer)
        }
        try package.write("Sources/Kitchen/.build/A.swift", "")
        try package.write("Sources/Kitchen/notes.md", "")
        try package.write("Sources/Kitchen/Try.playground/B.swift", "")
        for (path, reason) in [
            (".build/A.swift", "it is in a folder whose name begins with a dot"), ("notes.md", "it is no Swift source"),
            ("Try.playground/B.swift", "'Try.playground' is a document, and SwiftPM compiles nothing in it"),
        ] {
            let found = try await package.run("mockctl", "explain", "Sources/Kitchen/\(path)")
            #expect(found.output == "Sources/Kitchen/\(path): not read: \(reason)\n")
        }
        #expect(await daemon.stop() == 0)
    }

    @Test func `a change of the description is the reason for what it changes, and for nothing else`() async throws {
        let package = try kitchen()
        try package.write("Sources/Kitchen/Oven.swift", "/// @mockable\nprotocol Oven {}\n")
        let configuration = "modules:\n  - name: Kitchen\n    output: Tests/KitchenTests/Mocks\n"
        try package.write(".mockd.yml", configuration)
        let daemon = try package.startReadingErrors("mockd", "watch")
        #expect(await daemon.line { $0.hasPrefix("ready in ") } != nil)
        func reasons(_ name: String) async throws -> [String] {
            let lines = try await package.run("mockctl", "explain", name).output.split(separator: "\n")
            return lines.filter { $0.hasPrefix("  it ") || $0.hasPrefix("  its place") }.map(String.init)
        }
        func because(_ file: String, line: Int) -> [String] {
            ["  it was last rewritten because \(file) changed", "  its place is set in .mockd.yml:\(line)"]
        }
        #expect(try await reasons("Cook") == because("Sources/Kitchen/Cook.swift", line: 3))
        // The package has types that cannot be mocked, so no sync ends with 0.
        try package.write(".mockd.yml", "forwarding: false\n" + configuration)
        #expect(try await package.run("mockctl", "sync").status == 1)
        #expect(try await reasons("Cook") == because(".mockd.yml", line: 4))
        #expect(await daemon.line { $0.contains(" .mockd.yml -> MockCook, MockGuest written") } != nil)
        #expect(try await package.run("mockctl", "status").output.contains("configuration read again: "))
        // It had no influence on a mock without members.
        #expect(try await reasons("Oven") == because("Sources/Kitchen/Oven.swift", line: 4))
        let manifest = try #require(package.read("Package.swift"))
        try package.write(
            "Package.swift",
            manifest.replacing("exclude: [", with: "exclude: [\"Oven.swift\", "))
        #expect(try await package.run("mockctl", "sync").status == 1)
        #expect(try await reasons("Cook") == because(".mockd.yml", line: 4))
        #expect(await daemon.line { $0.contains(" Package.swift -> Oven.mocks.swift removed") } != nil)
        try package.write("Package.swift", manifest)
        #expect(try await package.run("mockctl", "sync").status == 1)
        #expect(await daemon.stop() == 0)
        // Between two runs it is known that the description changed, and not which of its files.
        try package.write(".mockd.yml", configuration)
        try package.write("Sources/Kitchen/Oven.swift", "/// @mockable\nprotocol Pan {}\n")
        let second = try package.startReadingErrors("mockd", "watch")
        #expect(await second.line { $0.hasPrefix("ready in ") } != nil)
        #expect(try await reasons("Cook") == because("the configuration", line: 3))
        #expect(try await reasons("Pan") == because("Sources/Kitchen/Oven.swift", line: 3))
        #expect(await second.stop() == 0)
    }

    @Test func `a mock of a broken source is an earlier one, and a file of matchers is known`() async throws {
        let package = try kitchen()
        let oven = "/// @mockable\nprotocol Oven {\n    func heat(to heat: Heat)\n}\nenum Heat { case low }\n"
        try package.write("Sources/Kitchen/Oven.swift", oven)
        let daemon = try await package.watch()
        let matchers = "Tests/KitchenTests/Mocks/Matcher+Kitchen.mocks.swift"
        #expect(
            try await package.run("mockctl", "explain", matchers).output == """
                \(matchers): generated for mocks from Sources/Kitchen/Oven.swift
                  output: \(matchers)
                  matchers for the values of Kitchen.Heat
                  its file is current
                  it is there because \(Self.rule)

                """)
        #expect(
            try await package.run("mockctl", "outputs").output.split(separator: "\n").contains {
                $0.hasPrefix("current  \(matchers)") && $0.hasSuffix("  (matchers)")
            })
        try package.write("Sources/Kitchen/Oven.swift", oven.replacing("Heat)", with: "Heat"))
        let sync = try await package.run("mockctl", "sync")
        #expect(sync.errors.hasSuffix(" errors, 1 warning; see: mockctl errors\n"))
        let explained = try await package.run("mockctl", "explain", "Oven").output.split(separator: "\n")
        #expect(explained.contains("  its source is broken, so its file is the last good one"), "\(explained)")
        #expect(await daemon.stop() == 0)
    }

    @Test(arguments: [
        ("Cok", "did you mean 'Cook'?"), ("MockGest", "did you mean 'MockGuest'?"),
        ("Sources/Kitchen/Cok.swift", "did you mean 'Sources/Kitchen/Cook.swift'?"),
        (
            "Pancake",
            "name a type, a mock, or the path of a source or an output; 'mockctl outputs' lists them"
        ),
    ])
    func `a name that is not known`(question: String, hint: String) async throws {
        let package = try kitchen()
        let daemon = try await package.watch()
        let answer = try await package.run("mockctl", "explain", question)
        #expect(answer.status == 1)
        #expect(answer.errors == "nothing here is called '\(question)'; \(hint)\n")
        #expect(await daemon.stop() == 0)
    }

    @Test func `sources and outputs`() async throws {
        let package = try kitchen()
        let daemon = try await package.watch()
        #expect(
            try await package.run("mockctl", "explain", "Sources/Kitchen/Cook.swift").output == """
                Sources/Kitchen/Cook.swift: declares 2 mocked types
                  source: Sources/Kitchen/Cook.swift
                  output: \(Self.mock)
                  MockCook
                  MockGuest
                  Sources/Kitchen/Cook.swift:7:13: error: \(Self.final) [final-class]
                  Sources/Kitchen/Cook.swift:9:10: error: requirements of 'Nobody' are not known, so the mock of 'Guest' \
                lacks them; declare it in the project, or import the module that does [unknown-parent]

                """)
        #expect(
            try await package.run("mockctl", "explain", "Sources/Kitchen/Person.swift").output == """
                Sources/Kitchen/Person.swift: read for its declarations; nothing in it gets a mock
                  source: Sources/Kitchen/Person.swift

                """)
        #expect(
            try await package.run("mockctl", "explain", Self.mock).output == """
                \(Self.mock): generated from Sources/Kitchen/Cook.swift
                  source: Sources/Kitchen/Cook.swift
                  output: \(Self.mock)
                  MockCook mocks Cook
                  MockGuest mocks Guest
                  its file is current
                  it was last rewritten because Sources/Kitchen/Cook.swift changed
                  it is there because \(Self.rule)

                """)
        // Refused types are not mocks, neither in lists nor in figures.
        #expect(try await package.run("mockctl", "outputs").output == "current  \(Self.mock)  Cook, Guest\n")
        #expect(try await package.run("mockctl", "status", "--json").output.contains("\"outputs\":{\"current\":2,"))
        try package.write(Self.mock, (package.read(Self.mock) ?? "") + "// mine\n")
        try package.write("Sources/Kitchen/Cook.swift", "")
        _ = try await package.run("mockctl", "sync")
        #expect(
            try await package.run("mockctl", "explain", Self.mock).output
                == "\(Self.mock): not read: it is a mock that is no longer asked for, and that was edited\n")
        #expect(try await package.run("mockctl", "outputs", "--orphaned").output == "orphaned  \(Self.mock)\n")
        #expect(try await package.run("mockctl", "status", "--json").output.contains("\"orphaned\":1"))
        try FileManager.default.removeItem(at: package.url(Self.mock))
        _ = try await package.run("mockctl", "sync")
        #expect(try await package.run("mockctl", "outputs").output == "")
        #expect(try await package.run("mockctl", "status", "--json").output.contains("\"orphaned\":0"))
        #expect(await daemon.stop() == 0)
    }
}
