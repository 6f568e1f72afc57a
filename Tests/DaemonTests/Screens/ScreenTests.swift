import Foundation
import Testing

/// Terminals of 80 and of 200 columns show the rows and colours in `Texts/Screens`.
@Suite(.enabled(if: Tools.has("tmux"), "tmux is not installed: apt-get install tmux"), .timeLimit(.minutes(3)))
struct ScreenTests {
    private static let broken = "/// @mockable\nprotocol Cook {\n    func ramen(\n"

    /// Returns a protocol in a file of its own, in a folder with a longer name.
    private static func appliance(_ name: String) -> (path: String, text: String) {
        (
            "../Heating/\(name).swift",
            "/// @mockable\nprotocol \(name) {\n    func heat(to degrees: Int) throws -> Bool\n}\n"
        )
    }

    @Test(arguments: [80, 200])
    func `the daemon prints a line for each save`(columns: Int) async throws {
        let package = try PackageFixture.kitchen()
        try await Screen.with(columns: columns, in: package) { screen in
            try await screen.type("mockd watch")
            try await screen.shows("ready in ")
            try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook.replacing("bowls", with: "cups"))
            try await screen.shows("ready in ", "MockCook written")
            try package.write("Sources/Kitchen/Cook.swift", Self.broken)
            try await screen.shows("nothing written, 1 error")
            try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)
            try await screen.shows("no errors left", "MockCook written")
            try package.write("Tests/KitchenTests/Doubles.swift", "final class MockCook {}\n")
            try await screen.shows("Cook.mocks.swift removed")
            try FileManager.default.removeItem(at: package.url("Tests/KitchenTests/Doubles.swift"))
            try await screen.shows("Cook.mocks.swift removed", "no errors left", "MockCook written")
            for appliance in ["Oven", "Stove", "Grill"].map(Self.appliance) {
                try package.write(appliance.path, appliance.text)
            }
            let heating = package.url("Sources/Kitchen/Heating")
            try FileManager.default.moveItem(at: package.url("../Heating"), to: heating)
            try await screen.shows("MockGrill, MockOven, MockStove written")
            try package.write(".mockd.yml", "mock: anotated\n")
            try await screen.shows("the configuration from before stays in force")
            try FileManager.default.removeItem(at: package.url(".mockd.yml"))
            try await screen.shows("configuration read again")
            try FileManager.default.moveItem(at: package.root, to: package.base.appending(path: "Away"))
            try await screen.shows("the root is gone")
            try FileManager.default.moveItem(at: package.base.appending(path: "Away"), to: package.root)
            try await screen.shows("the root is back")
            try await screen.compare(with: "watch-\(columns)")
        }
    }

    @Test(arguments: [80, 200])
    func `mockctl shows the daemon's state, its errors and its events`(columns: Int) async throws {
        let package = try PackageFixture.kitchen()
        // The line of a start that writes mocks may end at column 80 or 81 of the log, depending on its time.
        _ = try await package.run("mockd", "generate")
        let daemon = try await package.watch()
        try package.write("Sources/Kitchen/Stove.swift", "/// @mockable\nfinal class Stove {}\n")
        _ = try await package.run("mockctl", "sync")
        try package.write("Sources/Kitchen/Cook.swift", Self.broken)
        _ = try await package.run("mockctl", "sync")
        try await Screen.with(columns: columns, in: package) { screen in
            for command in ["status", "errors", "log", "inputs", "outputs", "explain Cook", "explain Stove", "sync"] {
                try await screen.run("mockctl \(command)")
            }
            try await screen.compare(with: "mockctl-\(columns)")
        }
        #expect(await daemon.stop() == 0)
    }

    @Test(arguments: [80, 200])
    func `check and the first run`(columns: Int) async throws {
        let package = try PackageFixture.kitchen()
        try await Screen.with(columns: columns, in: package) { screen in
            try await screen.run("mockd generate --dry-run")
            try await screen.run("mockd generate --check")
            try await screen.run("mockd generate")
            try package.write("Sources/Kitchen/Stove.swift", "/// @mockable\nfinal class Stove {}\n")
            try package.write("Sources/Kitchen/Cook.swift", Self.broken)
            try await screen.run("mockd generate -v")
            try await screen.compare(with: "generate-\(columns)")
        }
    }

    @Test(
        .enabled(if: Tools.has("strace"), "strace is not installed: apt-get install strace"), arguments: [80, 200])
    func `a slow first run shows its progress on one line and removes it`(columns: Int) async throws {
        let package = try PackageFixture.kitchen()
        for number in 10..<50 { try package.write("Sources/Kitchen/F\(number).swift", "// @mockable\n") }
        try await Screen.with(columns: columns, in: package) { screen in
            try package.write("../slowly", Tools.delayingOpens(byMilliseconds: 30, of: "mockd generate -j 1") + "\n")
            try await screen.type("bash ../slowly")
            try await screen.compare(with: "progress-\(columns)", showing: "scanning 41 files, ")
            try await screen.shows("0 removed (", "$")
            try await screen.compare(with: "progress-end-\(columns)")
        }
    }

    @Test func `a terminal shows which module's interface is printed, in a run and in a daemon that is ready`()
        async throws
    {
        let package = try PackageFixture.kitchen()
        // A toolchain whose printer waits, each time, until the test has seen the line.
        let printer = "#!/bin/sh\nuntil rm ../go 2>/dev/null; do sleep 0.05; done\n"
        try package.write("../toolchain/bin/swift-synthesize-interface", printer + "echo 'public protocol Wok {}'\n")
        try package.write("../toolchain/lib/swift/linux/Pans.swiftmodule", "Wok\0")
        chmod(package.url("../toolchain/bin/swift-synthesize-interface").path(), 0o755)
        let child = "import Pans\n/// @mockable\nprotocol Cook: Wok {}\n"
        try package.write("Sources/Kitchen/Cook.swift", child)
        try await Screen.with(columns: 80, in: package) { screen in
            try await screen.run("PATH=$PWD/../toolchain/bin:$PATH")
            try await screen.type("mockd generate --cache none")
            try await screen.shows("reading the interface of Pans")
            try package.write("../go", "")
            try await screen.shows("wrote \(PackageFixture.mockPath)", "1 written, 0 unchanged, 0 removed (", "$")
            try package.write("Sources/Kitchen/Cook.swift", PackageFixture.cook)
            try await screen.type("mockd watch --cache none")
            try await screen.shows("ready in ")
            try package.write("Sources/Kitchen/Cook.swift", child)
            try await screen.shows("ready in ", "reading the interface of Pans")
            try package.write("../go", "")
            try await screen.shows("ready in ", "Sources/Kitchen/Cook.swift -> MockCook written (")
            try await screen.lacks("reading the interface")
        }
    }

    @Test func `a daemon ends with its terminal, and reads the configuration again on request`() async throws {
        let package = try PackageFixture.kitchen()
        try await Screen.with(columns: 80, in: package) { screen in
            try await screen.type("mockd watch")
            try await screen.shows("ready in ")
            _ = try await package.shell("kill -HUP $($BIN/mockctl status --json | grep -oP '\"pid\":\\K[0-9]+')")
            try await screen.shows("configuration read again: nothing changed")
        }
        while try await package.run("mockctl", "status").status != 3 { try Task.checkCancellation() }
    }
}
