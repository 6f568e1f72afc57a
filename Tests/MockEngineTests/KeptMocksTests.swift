import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// An engine that keeps mocks makes those that a change concerns, and the file is that of an engine that keeps nothing.
@Suite struct KeptMocksTests {
    private static let files = [
        "Pantry/Jar.swift": "public struct Jar {}\n",
        "Sources/Cook.swift": "/// @mockable\nprotocol Cook: Worker { func cook(_ heat: Heat) }\n",
        "Sources/Heat.swift": "enum Heat { case low, high }\n",
        "Sources/Till.swift": "/// @mockable\nprotocol Till { func open() -> Drawer }\n\nstruct Drawer {}\n",
        "Sources/Waiter.swift": "/// @mockable\nprotocol Waiter: Worker { func serve() }\n",
        "Sources/Worker.swift": "protocol Worker { func rest() }\n",
    ]

    private func kitchen() throws -> EngineFixture {
        let kitchen = try EngineFixture(Self.files)
        let output = Module.Output.file(kitchen.root.appending("All.swift"))
        kitchen.engine = Engine(
            project: EngineFixture.project(kitchen.root, output: output, settings: MockSettings()))
        kitchen.engine.policy.keepsMocks = true
        #expect(kitchen.engine.refresh().work == .init(read: 5, parsed: 5, resolved: 3, rendered: 3))
        return kitchen
    }

    /// Each edit, with the number of mocks that it makes.
    private static let edits: [(path: String, text: String?, mocks: Int)] = [
        // A mock's own declaration.
        ("Till", "/// @mockable\nprotocol Till { func close() -> Drawer }\n\nstruct Drawer {}\n", 1),
        // A parent of two mocks.
        ("Worker", "protocol Worker { func rest(_ minutes: Int) }\n", 2),
        // The values of a parameter's type, for which the file has matchers.
        ("Heat", "enum Heat { case low, middle, high }\n", 1),
        // Another mock.
        ("Guest", "/// @mockable\nprotocol Guest { func pay() }\n", 1),
        // A mock that is not asked for any more.
        ("Waiter", "protocol Waiter: Worker { func serve() }\n", 0),
        // The file may import another module, which may change how each of its mocks spells a type.
        ("Till", "import Pantry\n/// @mockable\nprotocol Till { func close(_ jar: Jar) }\n", 3),
        ("Guest", nil, 0),
        // A name of the library of the mocks, which each of them has looked up.
        ("Matcher", "struct Matcher {}\n", 2),
    ]

    @Test func `an edit makes the mocks that it concerns, and the file is that of a new engine`() throws {
        let kitchen = try kitchen()
        for (name, text, mocks) in Self.edits {
            let path = "Sources/\(name).swift"
            let report = try text.map { try kitchen.edit(path, $0) } ?? kitchen.delete(path)
            #expect(report.work.rendered == mocks, "\(name)")
            #expect(report.written.count == 1, "\(name)")
            #expect(report.diagnostics == [], "\(name)")
            let kept = try #require(kitchen.read("All.swift"))
            try kitchen.remove("All.swift")
            var fresh = Engine(project: kitchen.engine.project)
            _ = fresh.refresh()
            #expect(kitchen.read("All.swift") == kept, "\(name)")
        }
    }

    @Test func `a file that another program has changed is written again from the mocks that are kept`() throws {
        let kitchen = try kitchen()
        let text = kitchen.read("All.swift")
        try kitchen.remove("All.swift")
        let report = kitchen.engine.refresh()
        #expect(report.work.resolved == 0 && report.work.rendered == 0)
        #expect(report.written.count == 1 && kitchen.read("All.swift") == text)
    }

    @Test func `what is kept counts as memory of the engine`() throws {
        let kitchen = try kitchen()
        var other = Engine(project: kitchen.engine.project)
        _ = other.refresh()
        let text = try #require(kitchen.read("All.swift"))
        #expect(kitchen.engine.size > other.size + text.utf8.count / 2)
    }
}
