import MockModel
import Testing

@testable import MockEngine

/// mockd refuses reserved names for mocks, and explains what a mock depends on.
@Suite struct ExplanationTests {
    @Test func `the name of a mock is no keyword, whether it comes from a pattern or an annotation`() throws {
        let kitchen = try EngineFixture(
            [
                "Sources/Kitchen.swift":
                    "protocol elf {}\nenum A {\n/// @mockable(override: name = Type)\nprotocol P {}\n}"
            ],
            settings: MockSettings(selection: .all, name: NamePattern("S{name}")))
        let report = kitchen.engine.refresh()
        #expect(
            report.diagnostics.map(\.description) == [
                "Sources/Kitchen.swift:1:10: warning: a mock cannot be called 'Self', which is a word of the language; give it another name: @mockable(override: name = …) [reserved-name]",
                "Sources/Kitchen.swift:4:10: error: a mock cannot be called 'Type', which is a word of the language; give it another name: @mockable(override: name = …) [reserved-name]",
            ])
        #expect(kitchen.outputs().isEmpty)
    }

    @Test func `an explanation tells of an annotation that is nearly one`() throws {
        let kitchen = try EngineFixture([
            "Sources/Cook.swift":
                "/// @Mockable\nprotocol Cook {}\n// @mockable\n\nprotocol Far {}\n\n\n\nprotocol Other {}\nfinal class Last {}\n"
        ])
        _ = kitchen.engine.refresh()
        #expect(
            kitchen.engine.explain("Cook")?.summary
                == "Cook has no mock: '@Mockable' asks for no mock; write '/// @mockable' (line 1)")
        #expect(
            kitchen.engine.explain("Far")?.summary
                == "Far has no mock: '@mockable' asks for no mock, because a blank line separates it from the declaration "
                + "below; remove the blank line (line 3)")
        #expect(
            kitchen.engine.explain("Other")?.summary
                == "Other has no mock: nothing asks for a mock; write '/// @mockable' on the line above it")
        #expect(
            kitchen.engine.explain("Last")?.summary
                == "Last has no mock: it is final, and no mock can inherit from it; mock a protocol in its place"
        )
    }

    @Test func `an explanation names the declarations that the mock depends on, and no namesakes`() throws {
        let kitchen = try EngineFixture([
            "Sources/Cook.swift": """
            import Pantry
            /// @mockable
            protocol Cook: Chef where Tool == Knife {
                associatedtype Tool
                func cook(_ dish: Dish, with tools: [Drawer.Spoon]) async throws -> Jar
                func clean(_ job: @escaping (Self) -> Void) throws(Burn) -> Tool
            }
            typealias Chef = Person & Guest
            struct Burn: Error {}
            """,
            "Sources/Person.swift":
                "protocol Person { var name: Name { get } }\ntypealias Name = Text\nstruct Text {}\n",
            "Sources/Guest.swift": "protocol Guest: Sendable {}\nenum Drawer { struct Spoon {}; struct Dish {} }\n",
            "Sources/Other.swift": "enum Other { enum Error {}; struct Void {}; struct Jar {}; struct Knife {} }\n",
            "Pantry/Jar.swift": "public struct Jar {}\nstruct Cook {}\n",
        ])
        _ = kitchen.engine.refresh()
        let names = kitchen.engine.explain("MockCook")?.dependsOn.map { "\($0.name) (\($0.path ?? "elsewhere"))" }
        #expect(
            names == [
                "Burn (Sources/Cook.swift)", "Chef (Sources/Cook.swift)", "Dish (elsewhere)",
                "Drawer (Sources/Guest.swift)", "Guest (Sources/Guest.swift)", "Jar (Pantry/Jar.swift)",
                "Name (Sources/Person.swift)",
                "Person (Sources/Person.swift)", "Sendable (elsewhere)", "Spoon (Sources/Guest.swift)",
                "Text (Sources/Person.swift)",
            ])
    }
}
