import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// Each diagnostic about a source has these words and this position.
@Suite struct DiagnosticTests {
    @Test func `mistakes in a source are reported at their position, with the way out`() throws {
        let kitchen = try EngineFixture(["Sources/Kitchen.swift": Self.kitchen])
        let report = kitchen.engine.refresh()
        #expect(report.diagnostics.map(\.description).joined(separator: "\n") == Self.said)
    }

    @Test func `types that only a setting selects are skipped with a warning`() throws {
        let kitchen = try EngineFixture(
            ["Sources/Kitchen.swift": "private protocol Secret {}\nprotocol Child: Nowhere {}\nstruct S {}\n"],
            settings: MockSettings(selection: .all))
        let report = kitchen.engine.refresh()
        #expect(
            report.diagnostics.map(\.description) == [
                "Sources/Kitchen.swift:2:10: warning: requirements of 'Nowhere' are not known, so 'Child' is not mocked; declare it in the project, or import the module that does [unknown-parent]"
            ])
        #expect(kitchen.outputs().isEmpty)
        // The explanation and the lists agree with the warning.
        #expect(
            kitchen.engine.explain("Child")?.summary
                == "Child has no mock: requirements of 'Nowhere' are not known, so 'Child' is not mocked; declare it in the project, or import the module that does [unknown-parent]"
        )
        #expect(kitchen.engine.outputSummaries.isEmpty)
        #expect(kitchen.engine.explain("Mocks/Kitchen.mocks.swift") == nil)
        #expect(kitchen.engine.outputStates[.current, default: 0] == 0)
    }

    @Test func `types under a flag that the module sets have a position, too`() throws {
        let kitchen = try EngineFixture([
            "Sources/Kitchen.swift":
                "#if GAS\n/// @mockable\nprivate protocol Hob {}\n#else\n/// @mockable\nstruct Hob {}\n#endif\n"
        ])
        kitchen.reconfigure { $0.modules[0].defines = ["GAS"] }
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Kitchen.swift:3:18: error: 'Hob' is private: a generated mock cannot see it; make it internal or write the mock in the same file [not-visible]"
            ])
    }

    @Test func `a type that is neither a protocol nor a class needs no known parents`() throws {
        let kitchen = try EngineFixture([
            "Sources/Kitchen.swift": "/// @mockable\nenum Key: String, Unknown { case a }\n"
        ])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Kitchen.swift:2:6: error: 'Key' is an enum; mockd mocks protocols and classes, so use it as it is, or mock a protocol in its place [not-mockable]"
            ])
    }

    @Test func `types that a plain import does not make visible cannot be mocked`() throws {
        let kitchen = try EngineFixture([
            "Sources/Till.swift": "/// @mockable\nprotocol Till {}\n/// @mockable\npublic protocol Cook {}"
        ])
        kitchen.reconfigure { $0.modules[0].importStyle = .plain }
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Till.swift:2:10: error: 'Till' is internal, and its mock imports the module plainly; make it public, or let the mocks import the module with 'import: testable' [not-visible]"
            ])
        #expect(kitchen.outputs()["Till.mocks.swift"]?.contains("class MockCook") == true)
        #expect(kitchen.outputs()["Till.mocks.swift"]?.contains("MockTill") == false)
    }

    @Test func `tests on the main actor inherit no initializer with parameters from a superclass that is not`() throws {
        let kitchen = try EngineFixture([
            "Sources/Pan.swift":
                "class Pan { init(size: Int) {} }\n/// @mockable\n@MainActor protocol Lid: Pan { func close() }\n"
        ])
        #expect(kitchen.engine.refresh().diagnostics == [])
        kitchen.reconfigure { $0.modules[0].outputTarget.isMainActorByDefault = true }
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Pan.swift:3:21: error: 'Lid' is on 'MainActor' and its superclass Pan is not; tests on the main actor by default cannot inherit its initializers: put Pan on 'MainActor', or give it no initializer but 'init()' [superclass-actor]"
            ])
        let mended = "class Pan { init() {} }\n/// @mockable\n@MainActor protocol Lid: Pan {}\n"
        #expect(try kitchen.edit("Sources/Pan.swift", mended).diagnostics == [])
    }

    @Test func `problems with a parent's members are reported in the parent's file`() throws {
        let kitchen = try EngineFixture([
            "Sources/Cook.swift": "\n/// @mockable\nclass Cook: Person { override init() {} }\n",
            "Sources/Person.swift": "class Person {\n    init() {}\n    final func sleep() {}\n}\n",
        ])
        let report = kitchen.engine.refresh()
        #expect(
            report.diagnostics.map(\.description) == [
                "Sources/Person.swift:3:16: note: 'sleep()' is final and keeps its real behaviour [not-overridden]"
            ])
    }

    @Test func `an annotation may keep the notes about members that are not overridden quiet`() throws {
        let cook =
            "/// @mockable(notes: off)\nclass Cook { init() {}; final func sleep() {}; static func shared() {} }\n"
        let kitchen = try EngineFixture(["Sources/Cook.swift": cook])
        #expect(kitchen.engine.refresh().diagnostics == [])
        #expect(kitchen.outputs()["Cook.mocks.swift"]?.contains("class MockCook") == true)
        // The cache knows it, too.
        kitchen.restart()
        #expect(kitchen.engine.refresh().diagnostics == [])
        let report = try kitchen.edit("Sources/Cook.swift", cook.replacing("(notes: off)", with: ""))
        #expect(report.diagnostics.map(\.code) == ["not-overridden", "not-overridden"])
        #expect(report.written.isEmpty)
        _ = try kitchen.edit("Sources/Cook.swift", cook.replacing("class Cook", with: "final class Cook"))
        #expect(kitchen.engine.refresh().diagnostics.map(\.code) == ["final-class"])
    }

    @Test func `the second of two mocks with one name in a target is left out, as long as the first exists`() throws {
        let till = "/// @mockable\nprotocol Till {}"
        let kitchen = try EngineFixture(["Sources/Till.swift": till, "Shop/Till.swift": till])
        var project = EngineFixture.project(
            kitchen.root, output: .folder(kitchen.root.appending("Mocks")), settings: MockSettings())
        project.modules[0].outputTarget.name = "Tests"
        project.modules[1] = Module(
            name: "Shop", sources: [kitchen.root.appending("Shop")],
            output: .folder(kitchen.root.appending("ShopMocks")), outputTarget: project.modules[0].outputTarget)
        kitchen.engine = Engine(project: project)
        let second =
            "Shop/Till.swift:2:10: error: 'MockTill' is in Tests already, as the mock of what Sources/Till.swift declares; give this one another name: @mockable(override: name = …) [duplicate-mock]"
        #expect(kitchen.engine.refresh().diagnostics.map(\.description) == [second])
        #expect(kitchen.outputs(in: "ShopMocks") == [:])
        #expect(try kitchen.edit("Sources/Till.swift", "protocol Till {}").diagnostics == [])
        #expect(kitchen.outputs().isEmpty && kitchen.outputs(in: "ShopMocks").count == 1)
        #expect(try kitchen.edit("Sources/Till.swift", till).diagnostics.map(\.description) == [second])
        #expect(kitchen.outputs().count == 1 && kitchen.outputs(in: "ShopMocks").isEmpty)
        // The same name is allowed in another target, and under a condition.
        #expect(try kitchen.edit("Shop/Till.swift", "#if os(Linux)\n\(till)\n#endif").diagnostics == [])
        project.modules[1].outputTarget.name = "ShopTests"
        try kitchen.write("Shop/Till.swift", till)
        kitchen.engine = Engine(project: project)
        #expect(kitchen.engine.refresh().diagnostics == [])
    }

    @Test func `types that no type can conform to are reported where they are declared`() throws {
        let kitchen = try EngineFixture(["Sources/Kitchen.swift": Self.impossible])
        let report = kitchen.engine.refresh()
        #expect(
            report.diagnostics.map(\.description) == [
                "Sources/Kitchen.swift:4:14: error: 'Both' is for actors and refines a protocol on a global actor, so no type can conform to it [actor-on-actor]",
                "Sources/Kitchen.swift:8:17: error: 'Torn' is on 'Stove' and its superclass Pan on 'MainActor', and no mock can be on both; put them on the same actor [superclass-actor]",
                "Sources/Kitchen.swift:11:33: error: 'Taken' has a type called MockGiven, as every mock has one, so it cannot be mocked; give it another name [reserved-name]",
                "Sources/Kitchen.swift:15:10: error: 'gone()' sends away the metatype of an existential, which the compiler accepts in no implementation [member]",
                "Sources/Kitchen.swift:18:10: note: 'sort()' is there for some arguments of its class only and keeps its real behaviour [not-overridden]",
                "Sources/Kitchen.swift:23:10: error: 'Chef' is for actors and inherits from class Table, which no actor can, so no type can conform to it [actor-superclass]",
                "Sources/Kitchen.swift:26:5: note: 'subscript(_:)' is generic and can be set, which crashes the compiler in a generic mock, and keeps its real behaviour [not-overridden]",
                "Sources/Kitchen.swift:32:10: note: 'press(_:)' throws an error type that a call does not tell and keeps its real behaviour [not-overridden]",
                "Sources/Kitchen.swift:36:10: error: 'sold()' sends away the metatype of an existential, which the compiler accepts in no implementation [member]",
            ])
        #expect(kitchen.read("Mocks/Kitchen.mocks.swift")?.contains("class MockShelf") ?? false)
    }

    @Test func `an initializer that no class can inherit is reported`() throws {
        let kitchen = try EngineFixture([
            "Sources/Kitchen.swift": """
            class Pan { init(size: Int) {} }
            /// @mockable
            @MainActor class Wok: Pan {}
            /// @mockable
            @MainActor class Pot { nonisolated init(lid: Any) async {}; nonisolated init(size: Int) async {} }
            /// @mockable
            @MainActor class Bowl: Pan { init(depth: Int) { super.init(size: depth) } }
            /// @mockable
            @MainActor class Urn { init() {}; nonisolated init(tap: Int) {} }
            /// @mockable
            protocol Brewing: Urn {}

            """
        ])
        let brewing =
            "Sources/Kitchen.swift:11:10: error: 'Brewing' requires the superclass Urn, which is on 'MainActor' and whose 'init(tap:)' is not, and the compiler lets no class inherit such an initializer where the main actor is the default; put it on 'MainActor', or mock a protocol without Urn [class-initializer]"
        let urn =
            "Sources/Kitchen.swift:9:18: error: 'Urn' is on 'MainActor' and its 'init(tap:)' is not, and the compiler lets no class inherit such an initializer where the main actor is the default; put it on 'MainActor', or mock a protocol that the class conforms to [class-initializer]"
        let pot =
            "Sources/Kitchen.swift:5:18: error: 'Pot' is on 'MainActor' and its 'init(lid:)' is not, and the compiler lets no class inherit such an initializer with arguments that are not Sendable; put it on 'MainActor', or mock a protocol that the class conforms to [class-initializer]"
        #expect(kitchen.engine.refresh().diagnostics.map(\.description) == [pot])
        kitchen.reconfigure { $0.modules[0].outputTarget.isMainActorByDefault = true }
        let wok =
            "Sources/Kitchen.swift:3:18: error: 'Wok' is on 'MainActor' and its 'init(size:)' is not, and the compiler lets no class inherit such an initializer where the main actor is the default; put it on 'MainActor', or mock a protocol that the class conforms to [class-initializer]"
        #expect(kitchen.engine.refresh().diagnostics.map(\.description) == [wok, pot, urn, brewing])
        kitchen.reconfigure { $0.modules[0].target.isMainActorByDefault = true }
        #expect(kitchen.engine.refresh().diagnostics.map(\.description) == [pot, urn, brewing])
    }

    @Test func `a final class that an extension makes Sendable is refused with both ways out`() throws {
        let kitchen = try EngineFixture([
            "Sources/Cook.swift": "/// @mockable\nfinal class Cook {}\n",
            "Sources/Person.swift": "protocol Person: Sendable {}\nextension Cook: Person {}\n",
            "Sources/Waiter.swift": "/// @mockable\nfinal class Waiter {}\n",
            "Sources/Work.swift": "@available(*, unavailable) extension Waiter: Sendable {}\n",
        ])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Cook.swift:2:13: error: 'Cook' is final, so no mock can inherit from it; remove 'final' and make it '@unchecked Sendable', or mock a protocol in its place [final-class]",
                "Sources/Waiter.swift:2:13: error: 'Waiter' is final, so no mock can inherit from it; remove 'final' or mock a protocol in its place [final-class]",
            ])
    }

    @Test func `an initializer for any thread above a class on the main actor is reported`() throws {
        let kitchen = try EngineFixture([
            "Sources/Kitchen.swift": """
            class Pan { init() {} }
            /// @mockable
            nonisolated protocol Frying: Pan, Sendable { init() }
            /// @mockable
            nonisolated protocol Cooking: Pan { init() }

            """
        ])
        #expect(kitchen.engine.refresh().diagnostics == [])
        kitchen.reconfigure {
            $0.modules[0].target.isMainActorByDefault = true
            $0.modules[0].outputTarget.isMainActorByDefault = true
        }
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Kitchen.swift:3:22: error: 'Frying' requires an 'init()' for any thread, and its superclass Pan has one on 'MainActor', so no class that is Sendable can conform where the main actor is the default; remove 'nonisolated' or the initializer [superclass-actor]"
            ])
    }

    @Test func `a member of a class that no call chooses is noted`() throws {
        let kitchen = try EngineFixture([
            "Sources/Kitchen.swift": """
            protocol Pan {}
            /// @mockable
            class Cook {
                func fry<T: Pan>(_ pan: T) {}
                func fry(_ pan: any Pan) {}
            }

            """
        ])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Kitchen.swift:4:10: note: 'fry(_:)' has an overload that every call of it chooses, and keeps its real behaviour [not-overridden]"
            ])
    }

    @Test func `a required initializer that no other module inherits is reported`() throws {
        let kitchen = try EngineFixture([
            "Sources/Kitchen.swift": """
            open class Pan {
                init(size: Int) {}
                public required convenience init(lid: Int) { self.init(size: lid) }
            }
            /// @mockable
            public class Wok: Pan {}
            /// @mockable
            class Pot: Pan {}
            /// @mockable
            open class Bowl: Pan {
                public override init(size: Int) { super.init(size: size) }
                public required convenience init(lid: Int) { self.init(size: lid) }
            }
            /// @mockable
            protocol Cooking: Pan {}

            """
        ])
        func refused(_ mock: String) -> String {
            "Sources/Kitchen.swift:3:33: error: every subclass of 'Pan' must have its 'init(lid:)', which '\(mock)' cannot inherit while 'init(size:)' is not public; make that public, remove 'required' from this one, or mock a protocol without this class [class-initializer]"
        }
        #expect(kitchen.engine.refresh().diagnostics.map(\.description) == ["MockCooking", "MockWok"].map(refused))
    }

    @Test func `a protocol for actors cannot be below one that is on the default actor`() throws {
        let kitchen = try EngineFixture([
            "Sources/Kitchen.swift": """
            protocol Marker {}
            protocol Cook: Actor {}
            /// @mockable
            protocol Chef: Cook where Self: Marker {}
            /// @mockable
            protocol Waiter: Cook {}
            nonisolated protocol Free {}
            /// @mockable
            protocol Guest: Cook, Free {}

            """
        ])
        #expect(kitchen.engine.refresh().diagnostics == [])
        kitchen.reconfigure { $0.modules[0].target.isMainActorByDefault = true }
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Kitchen.swift:4:10: error: 'Chef' is for actors and refines a protocol on a global actor, so no type can conform to it [actor-on-actor]"
            ])
    }

    private static let impossible = """
        @MainActor protocol Screen {}
        @MainActor class Pan { init() {} }
        /// @mockable
            protocol Both: Actor, Screen {}
        @globalActor actor Stove { static let shared = Stove() }
        struct Food {}
        /// @mockable
        @Stove protocol Torn: Pan {}

        /// @mockable
        protocol Taken { associatedtype MockGiven }

        /// @mockable
        protocol Gone {
            func gone() -> sending (any Screen).Type
        }
        class Board<Item> { init() {}
            func sort() where Item: Comparable {}
        }
        /// @mockable
        class Shelf: Board<Int> {}
        /// @mockable
        protocol Chef: Actor, Table {}
        class Table { init() {} }
        class Rack { init() {}
            subscript<Place: Hashable>(place: Place) -> Int { get { 0 } set {} }
        }
        /// @mockable
        protocol Store: Rack { associatedtype Goods; associatedtype Room; func store(_ goods: Goods, _ room: Room) }
        /// @mockable
        class Press { init() {}
            func press<Failure: Error>(_ fruit: @autoclosure () -> (Failure) -> Void) throws(Failure) {}
        }
        /// @mockable
        protocol Sold {
            func sold() -> sending (any Screen).Type?
        }

        """

    @Test func `a diagnostic follows its line, and no mock is resolved again for that`() throws {
        let kitchen = try EngineFixture([
            "Sources/Cook.swift": "/// @mockable\nprotocol Cook: Nowhere {}\n",
            "Sources/Person.swift": "class Person {\n    init() {}\n    final func sleep() {}\n}\n",
            "Sources/Waiter.swift": "/// @mockable\nclass Waiter: Person {}\n",
        ])
        let places = { (report: EngineReport) in
            report.diagnostics.map { "\($0.path):\($0.position?.line ?? 0) \($0.code)" }
        }
        #expect(
            places(kitchen.engine.refresh())
                == ["Sources/Cook.swift:2 unknown-parent", "Sources/Person.swift:3 not-overridden"])

        var report = try kitchen.edit("Sources/Cook.swift", "\n\n/// @mockable\nprotocol Cook: Nowhere {}\n")
        #expect(places(report) == ["Sources/Cook.swift:4 unknown-parent", "Sources/Person.swift:3 not-overridden"])
        #expect(report.work.resolved == 0)
        // Adds a declaration before the parent's, in a file other than the mock's.
        report = try kitchen.edit(
            "Sources/Person.swift", "struct Bed {}\nclass Person {\n    init() {}\n\n    final func sleep() {}\n}\n")
        #expect(places(report) == ["Sources/Cook.swift:4 unknown-parent", "Sources/Person.swift:5 not-overridden"])
        #expect(report.work.resolved == 0)

        kitchen.restart()
        _ = kitchen.engine.refresh()
        kitchen.restart()
        try kitchen.write("Sources/Cook.swift", "/// @mockable\nprotocol Cook: Nowhere {}\n")
        report = kitchen.engine.refresh()
        #expect(places(report) == ["Sources/Cook.swift:2 unknown-parent", "Sources/Person.swift:5 not-overridden"])
        #expect(report.work.resolved == 0)
    }

    @Test func `a diagnostic of several mocks about one position is reported once, the most severe first`() throws {
        let kitchen = try EngineFixture(
            [
                "Sources/Parent.swift":
                    "protocol Parent { func f<each T, each U>(_ x: repeat (each T, each U)) }\nprotocol Lone: Parent {}\n",
                "Sources/One.swift": "/// @mockable\nprotocol One: Parent {}\n",
                "Sources/Two.swift": "/// @mockable\nprotocol Two: Parent {}\n",
            ], settings: MockSettings(selection: .all))
        let said = kitchen.engine.refresh().diagnostics.map { "\($0.path) \($0.severity) \($0.code)" }
        #expect(said == ["Sources/Parent.swift error member", "Sources/Parent.swift warning member"])
    }

    @Test func `members of a later version of Swift are named with what is not known about them`() throws {
        let kitchen = try EngineFixture([
            "Sources/Cook.swift": """
            /// @mockable
            protocol Cook {
                var pans: Int { borrow mutate }
                func serve() shines -> Int
                shiny func clean()
            }
            /// @mockable
            class Pan {
                init() {}
                var size: Int { borrow { _size } }
                var (width, height): (Int, Int) = (1, 2)
                var depth: Int { get shiny }
                func heat() {}
            }
            /// @mockable
            protocol Lid { func close() }
            """
        ])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Cook.swift:3:9: error: 'pans' has accessors that mockd does not know (borrow mutate), so 'Cook' is not mocked [unread-member]",
                "Sources/Cook.swift:4:10: error: 'serve' is not understood (unexpected code 'shines' in function signature), so 'Cook' is not mocked [unread-member]",
                "Sources/Cook.swift:5:5: warning: unexpected code 'shiny' in protocol [syntax]",
                "Sources/Cook.swift:11:9: note: '(width, height)' is a pattern and keeps its real behaviour; declare each property to have it mocked [not-overridden]",
                "Sources/Cook.swift:12:9: note: 'depth' has accessors that mockd does not know (get shiny) and keeps its real behaviour [not-overridden]",
            ])
        #expect(kitchen.outputs()["Cook.mocks.swift"]?.contains("class MockCook") == false)
        #expect(kitchen.outputs()["Cook.mocks.swift"]?.contains("class MockLid") == true)
    }

    @Test func `problems with an output or a file are reported as well`() throws {
        let kitchen = try EngineFixture([
            "Sources/Cook.swift": "/// @mockable\nprotocol Cook {}\n",
            "Sources/Till.swift": "/// @mockable\nprotocol Till {}\n",
        ])
        _ = kitchen.engine.refresh()
        try kitchen.write("Mocks/Cook.mocks.swift", "// mine\n")
        let till = try #require(kitchen.read("Mocks/Till.mocks.swift"))
        try kitchen.write("Mocks/Till.mocks.swift", till + "// mine\n")
        try kitchen.write("Sources/Large.swift", String(repeating: " ", count: LocalFileSystem.largestSource + 1))
        let report = kitchen.engine.refresh()
        #expect(
            report.diagnostics.map(\.description) == [
                "Mocks/Cook.mocks.swift: error: was not written by mockd and is left as it is; move it away or choose another output [output-conflict]",
                "Mocks/Till.mocks.swift: error: was edited by hand and is left as it is; undo the edit, or overwrite it with: mockd generate --force [output-edited]",
                "Sources/Large.swift: error: the file is larger than 2 MiB and is not read; exclude it, or split it [too-large]",
            ])
    }

    @Test func `a manifest that cannot be read is reported`() throws {
        let kitchen = try EngineFixture(["Package.swift": String(repeating: " ", count: 1 << 21)])
        let error = #expect(throws: ConfigurationError.self) { try discoverProject(root: kitchen.root) }
        #expect(
            error?.description
                == "Package.swift: error: this manifest cannot be read: it is larger than 1 MiB; mend it; no mock is removed until then [manifest-unreadable]"
        )
    }

    /// Fails for a new diagnostic that no test asserts.
    @Test func `every code is asserted in a test`() throws {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var codes = try ["MockParsing", "MockGeneration", "MockEngine"].reduce(into: Set<String>()) { codes, target in
            for text in try Self.texts(in: repository.appending(path: "Sources/\(target)")) {
                codes.formUnion(Self.codes(in: text))
            }
        }
        #expect(codes.isSuperset(of: ["syntax", "unknown-parent", "closed-superclass"]))
        let tests = try Self.texts(in: repository.appending(path: "Tests")).joined()
        // Mistakes in a configuration are no diagnostics of sources: their messages have tests of their own.
        codes = codes.filter { !$0.hasPrefix("config-") && !["no-root", "no-project", "usage"].contains($0) }
        let missing = codes.filter { !tests.contains("[\($0)]") && !tests.contains("\"\($0)\"") }
        #expect(missing.sorted() == [])
    }

    /// Checks the texts between the interpolations of each message about a member or a type.
    @Test func `every message is asserted word for word and with its place in a test`() throws {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let planning = repository.appending(path: "Sources/MockGeneration/Conformance")
        let files = [
            "ConformancePlanner", "ConformancePlanner+Obstacles", "OverrideObstacle", "MemberDeclaration+Witnessing",
        ]
        let said = try files.flatMap { file in
            let text = try String(contentsOf: planning.appending(path: "\(file).swift"), encoding: .utf8)
            return text.split(separator: "\n").flatMap { Self.sentences(in: $0) }
        }
        #expect(said.count > 30)
        let tests = try Self.texts(in: repository.appending(path: "Tests")).flatMap { text in
            text.split(separator: "\n").filter(Self.hasPlace)
        }.joined()
        #expect(said.filter { !tests.contains($0) } == [])
    }

    /// True if the line contains a position as in `Cook.swift:3:16: error: …`.
    private static func hasPlace(_ line: Substring) -> Bool {
        ["error", "warning", "note"].contains { severity in
            guard let end = line.firstRange(of: ": \(severity): ")?.lowerBound else { return false }
            return line[..<end].split(separator: ":").suffix(2).compactMap { Int($0) }.count == 2
        }
    }

    /// Returns the parts of a line's string literals that are long enough to be a sentence.
    private static func sentences(in line: Substring) -> [String] {
        let literals = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        return literals.filter { $0.offset % 2 == 1 }.flatMap { literal in
            literal.element.split(separator: "\\").flatMap { $0.split(separator: ")") }.map(String.init)
                .filter { $0.split(separator: " ").count > 3 }
        }
    }

    /// Returns the diagnostic codes: literals behind `code:` or, in kebab case, the last argument of a call.
    private static func codes(in text: String) -> [String] {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.indices.dropFirst().dropLast().compactMap { index in
            let (before, part, after) = (parts[index - 1], parts[index], parts[index + 1])
            guard !part.isEmpty, part.allSatisfy({ $0.isLowercase || $0 == "-" }) else { return nil }
            let isNamed = before.hasSuffix("code: ")
            let isLast = part.contains("-") && after.hasPrefix(")") && before.last { $0 != " " && $0 != "\n" } == ","
            return isNamed || isLast ? String(part) : nil
        }
    }

    private static func texts(in folder: URL) throws -> [String] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let paths = files?.compactMap { $0 as? URL } ?? []
        // A build of the package in Tests/Foreign has checkouts of others.
        return try paths.filter { $0.pathExtension == "swift" && !$0.path().contains("/Foreign/.build/") }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    private static let kitchen = """
        /// @mockable
        struct S {}
        /// @mockable
          enum E {}
        /// @mockable
        public actor A {}
        /// @mockable
        final class F {}
        /// @mockable
        class NoInit { private init() {} }
        class Hidden { fileprivate init(a: Int) {} }
        /// @mockable
        protocol Needs: Hidden {}
        /// @mockable
        private protocol Secret {}
        enum Space { /// @mockable
            fileprivate protocol Inner {} }
        /// @mockable
        protocol Far: DistributedActor {}
        /// @mockable
        protocol Child: Nowhere, Beyond.Else {}
        /// @mockable
        protocol Loop { associatedtype S: Sequence where S.Element == Self }
        /// @mockable
        class Oven {
            init() {}
            final func fixed() {}
            static func shared() -> Int { 1 }
            class func made<each T>(_ values: repeat each T) {}
            let constant = 1
            var guessed = compute()
            func opaque() -> some Equatable { 1 }
            func same() -> Self { self }
            func many(_ a: Int...) {}
            func sent(_ a: sending Oven) {}
        }
        /// @mockable(override: name = Twice)
        protocol One {}
        /// @mockable(override: name = Twice)
        protocol Two {}
        /// @mockable(delays: f = true, override: name = A B)
        protocol Args {}
        /// @mockable
        protocol Tuple { var (a, b): (Int, Int) { get } }
        #if X
        /// @mockable
        private protocol Cond {}
        #else
        /// @mockable
         private protocol Cond {}
        #endif
        struct File: ~Copyable {}
        /// @mockable
        class Pan {
            init() {}
            func held(_ by: isolated any Actor) {}
            func file() -> File { File() }
            func mix(_ other: (Self) -> Void) {}
        }
        /// @mockable
        class Row<each Column> { init() {} }
        /// @mockable
        class Wok { init() {}
            required init<each Item>(_ items: repeat each Item) {}
        }
        protocol Left { var side: Int { get } }
        protocol Right { var side: String { get } }
        /// @mockable
        protocol Torn: Left, Right {}
        /// @mockable
        protocol Number: BinaryInteger {}
        /// @mockable
        protocol Made: Lid { init(size: Int) }
        /// @mockable
        protocol Packs {
            func lent<each T>(_ all: repeat inout each T)
            func pairs<each T, each U>(_ all: repeat (each T, each U))
        }
        /// @mockable
        protocol Later { func run<each T>(_ all: repeat each T, then: @escaping (repeat each T) -> Void) }
        protocol Locked { func lock() }; extension Locked { func lock() {} }
        /// @mockable
        protocol Owner: Locked { var lock: Int { get } }
        class Lid { init(width: Int) {} }
        /// @mockable
        protocol Ended: F {}

        /// @mockable
        protocol Called { var call: Int { get }; func call() -> Int }
        protocol Holder { associatedtype Held: AnyObject; var held: Held { get } }
        /// @mockable
        protocol Holding: Holder { var held: Int { get } }
        protocol Lent { var book: Int! { get } }
        /// @mockable
        protocol Lending: Lent { var book: Int? { get } }
        /// @mockable
        class Storage: ManagedBuffer<Int, String> { func grow() {} }
        private enum Cellar { /// @mockable
            class Rack { init() {} } }
        """

    private static let said = """
        Sources/Kitchen.swift:2:8: error: 'S' is a struct; mockd mocks protocols and classes, so use it as it is, or mock a protocol in its place [not-mockable]
        Sources/Kitchen.swift:4:8: error: 'E' is an enum; mockd mocks protocols and classes, so use it as it is, or mock a protocol in its place [not-mockable]
        Sources/Kitchen.swift:6:14: error: 'A' is an actor; mockd mocks protocols and classes, so use it as it is, or mock a protocol in its place [not-mockable]
        Sources/Kitchen.swift:8:13: error: 'F' is final, so no mock can inherit from it; remove 'final' or mock a protocol in its place [final-class]
        Sources/Kitchen.swift:10:7: error: 'NoInit' has no initializer that a mock could inherit; make one internal [no-initializer]
        Sources/Kitchen.swift:13:10: error: 'Needs' requires the superclass Hidden, which has no initializer that a mock could inherit; make one internal [no-initializer]
        Sources/Kitchen.swift:15:18: error: 'Secret' is private: a generated mock cannot see it; make it internal or write the mock in the same file [not-visible]
        Sources/Kitchen.swift:17:26: error: 'Inner' is fileprivate: a generated mock cannot see it; make it internal or write the mock in the same file [not-visible]
        Sources/Kitchen.swift:19:10: error: 'Far' is a distributed actor protocol; distributed actors cannot be mocked [distributed-actor]
        Sources/Kitchen.swift:21:10: error: requirements of 'Beyond.Else' are not known, so the mock of 'Child' lacks them; declare it in the project, or import the module that does [unknown-parent]
        Sources/Kitchen.swift:21:10: error: requirements of 'Nowhere' are not known, so the mock of 'Child' lacks them; declare it in the project, or import the module that does [unknown-parent]
        Sources/Kitchen.swift:23:32: error: 'Loop' has an associated type that refers to Self, which a generic mock cannot; give the type: @mockable(typealias: …) [recursive-associated-type]
        Sources/Kitchen.swift:27:16: note: 'fixed()' is final and keeps its real behaviour [not-overridden]
        Sources/Kitchen.swift:28:17: note: 'shared()' is static and keeps its real behaviour [not-overridden]
        Sources/Kitchen.swift:29:16: note: 'made(_:)' is generic over a parameter pack, which the compiler overrides in no class, and keeps its real behaviour [not-overridden]
        Sources/Kitchen.swift:30:9: note: 'constant' is a constant and keeps its real behaviour [not-overridden]
        Sources/Kitchen.swift:31:9: note: 'guessed' has no written type and keeps its real behaviour; write its type to have it mocked [not-overridden]
        Sources/Kitchen.swift:32:10: note: 'opaque()' returns an opaque type and keeps its real behaviour [not-overridden]
        Sources/Kitchen.swift:33:10: note: 'same()' returns Self and keeps its real behaviour [not-overridden]
        Sources/Kitchen.swift:34:10: note: 'many(_:)' has a variadic parameter and keeps its real behaviour [not-overridden]
        Sources/Kitchen.swift:35:10: note: 'sent(_:)' has a sending parameter and keeps its real behaviour [not-overridden]
        Sources/Kitchen.swift:40:10: error: a second mock would be called 'Twice'; give this one another name: @mockable(override: name = …) [duplicate-mock]
        Sources/Kitchen.swift:41:15: warning: unknown argument 'delays: f' of @mockable is ignored; mockd knows override:, typealias:, module:, style:, notes:, seam: and members: [annotation-argument]
        Sources/Kitchen.swift:41:50: error: 'A B' cannot be the name of a mock and is ignored; write it like @mockable(override: name = FakeCook) [annotation-name]
        Sources/Kitchen.swift:44:22: error: '(a, b)' is not understood, so 'Tuple' is not mocked [unread-member]
        Sources/Kitchen.swift:47:18: error: 'Cond' is private: a generated mock cannot see it; make it internal or write the mock in the same file [not-visible]
        Sources/Kitchen.swift:50:19: error: 'Cond' is private: a generated mock cannot see it; make it internal or write the mock in the same file [not-visible]
        Sources/Kitchen.swift:56:10: note: 'held(_:)' has an isolated parameter and keeps its real behaviour [not-overridden]
        Sources/Kitchen.swift:57:10: note: 'file()' returns a value that cannot be copied and keeps its real behaviour [not-overridden]
        Sources/Kitchen.swift:58:10: note: 'mix(_:)' has a Self parameter and keeps its real behaviour [not-overridden]
        Sources/Kitchen.swift:61:7: error: 'Row' is generic over a parameter pack, and no class can inherit from such a one; mock a protocol in its place [generic-class]
        Sources/Kitchen.swift:64:14: error: 'Wok' has an initializer over a parameter pack, and the compiler crashes over every class that inherits one; mock a protocol in its place [generic-class]
        Sources/Kitchen.swift:67:22: error: 'side' is required as 'Int' and as 'String', which no class can fulfil, so 'Torn' is not mocked; give both one type [contradiction]
        Sources/Kitchen.swift:71:10: error: 'Number' refines 'BinaryInteger', which is made for plain values and not for objects, so it cannot be mocked; test with a real type [value-protocol]
        Sources/Kitchen.swift:73:22: error: 'init(size:)' is required beside the initializers of Lid, none of which is 'init()', so 'Made' is not mocked; give Lid an 'init()', or ask for this one in a protocol of its own [member]
        Sources/Kitchen.swift:76:10: error: 'lent(_:)' takes a parameter pack inout, which crashes the compiler in any implementation [member]
        Sources/Kitchen.swift:77:10: error: 'pairs(_:)' expands two parameter packs together, which the compiler accepts in no implementation [member]
        Sources/Kitchen.swift:80:23: warning: 'run(_:then:)' takes closures over a parameter pack: it can be stubbed, but its calls are recorded without arguments and not forwarded [parameter-pack]
        Sources/Kitchen.swift:81:24: note: 'lock()' has the name of a property, and no type can declare both; the mock leaves it to the extension that does [not-overridden]
        Sources/Kitchen.swift:86:10: error: 'Ended' requires the class 'F', which is final, so no mock can inherit from it; remove 'final', or mock a protocol without it [final-class]
        Sources/Kitchen.swift:89:47: error: 'call()' has the name of a property, and no type can declare both, so 'Called' is not mocked; rename one of them, or implement the function in an extension of the protocol [contradiction]
        Sources/Kitchen.swift:90:34: error: 'Held' is required as 'AnyObject' and as 'Int', which no class can fulfil, so 'Holding' is not mocked; give both one type [contradiction]
        Sources/Kitchen.swift:95:30: error: 'book' is required as 'Int!' and as 'Int?', which no class can fulfil, so 'Lending' is not mocked; give both one type [contradiction]
        Sources/Kitchen.swift:97:7: error: 'Storage' inherits from ManagedBuffer, whose objects only its own 'create' makes, so no mock can be made; mock a protocol in its place [no-initializer]
        Sources/Kitchen.swift:99:11: error: 'Rack' is inside of 'Cellar', which is private: a generated mock cannot see it; make 'Cellar' internal or write the mock in the same file [not-visible]
        """
}
