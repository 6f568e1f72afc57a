import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// `@mockable(seam: …)` above an extension: a protocol, the conformance and a mock, all from declarations of the type.
@Suite struct SeamFileTests {
    private static let oven = """
        public struct Oven {
            public init() {}
            public func heat(to degrees: Int, quickly: Bool = false) -> Bool { true }
            public var door: Int
        }

        """
    private static let request = "import Pantry\n/// @mockable(seam: Heating)\nextension Oven {}\n"
    private static let seams = "Sources/Seams.swift"
    private static let mock = "Mocks/Seams.mocks.swift"

    private func kitchen(_ request: String = request, _ more: [String: String] = [:]) throws -> EngineFixture {
        let files = ["Pantry/Oven.swift": Self.oven, "Sources/Oven.swift": request]
        let kitchen = try EngineFixture(files.merging(more) { $1 })
        kitchen.restart()
        return kitchen
    }

    private func change(_ path: String, in kitchen: EngineFixture) -> FileChange {
        FileChange(path: kitchen.root.pushing(FilePath(path)), kind: .changed)
    }

    @Test func `a seam follows the exported imports that make its type visible`() throws {
        let kitchen = try kitchen(
            "import Pantry\nimport Shop\n/// @mockable(seam: Heating, members: door, clean())\nextension Oven {}\n",
            ["Shop/Shop.swift": "import Pantry\n", "Shop/Oven.swift": "extension Oven { public func clean() {} }\n"])
        var project = kitchen.engine.project
        project.modules[0].dependencies = ["Pantry", "Shop"]
        let shop = Module(name: "Shop", sources: [kitchen.root.appending("Shop")], dependencies: ["Pantry"])
        project.modules.append(shop)
        kitchen.restart(project)
        #expect(kitchen.engine.refresh().diagnostics.map(\.code) == ["seam-member"])
        for (text, hasMember) in [("@_exported import Pantry\n", true), ("import Pantry\n", false)] {
            let report = try kitchen.edit("Shop/Shop.swift", text)
            #expect(report.diagnostics.isEmpty == hasMember)
            #expect(kitchen.read(Self.seams)?.contains("func clean()") == hasMember)
        }
        _ = try kitchen.edit("Shop/Shop.swift", "@_exported import struct Pantry.Oven\n")
        #expect(kitchen.read(Self.seams)?.contains("func clean()") == true)
        _ = try kitchen.delete("Shop/Shop.swift")
        #expect(kitchen.read(Self.seams)?.contains("func clean()") == false)
    }

    @Test func `members of the module's own extensions are in the seam if it names them`() throws {
        let kitchen = try kitchen(
            Self.request,
            ["Sources/Clean.swift": "import Pantry\nextension Oven { func clean() {}; private func rub() {} }\n"])
        #expect(kitchen.engine.refresh().diagnostics == [])
        #expect(kitchen.read(Self.seams)?.contains("clean()") == false)
        let explained = kitchen.engine.explain("Oven")?.details ?? []
        #expect(
            explained.filter { $0.contains("names it") } == [
                "a seam can have, if 'members:' names it: clean() of your extension"
            ])
        let named = Self.request.replacing("Heating", with: "Heating, members: door, clean()")
        #expect(try kitchen.edit("Sources/Oven.swift", named).diagnostics == [])
        #expect(kitchen.read(Self.seams)?.contains("func clean()") == true)
        // The type has a member of that name with other labels.
        let labelled = Self.request.replacing("Heating", with: "Heating, members: door, heat(slowly:)")
        _ = try kitchen.edit(
            "Sources/Clean.swift", "import Pantry\nextension Oven { func heat(slowly: Int) {}; func clean() {} }\n")
        #expect(try kitchen.edit("Sources/Oven.swift", labelled).diagnostics == [])
        #expect(kitchen.read(Self.seams)?.contains("func heat(slowly: Int)") == true)
        #expect(kitchen.read(Self.seams)?.contains("quickly") == false)
        _ = try kitchen.edit("Sources/Oven.swift", named)
        let changed = try kitchen.edit(
            "Sources/Clean.swift", "import Pantry\nextension Oven { func clean(deeply: Bool) {} }\n")
        #expect(changed.diagnostics.map(\.code) == ["seam-member"])
        #expect(kitchen.outputs() == (try kitchen.freshOutputs()).mapValues { $0.replacing("Fresh", with: "Mocks") })
    }

    @Test func `the protocol, the conformance and the mock are made in one pass`() throws {
        let kitchen = try kitchen()
        let report = kitchen.engine.refresh()
        #expect(report.diagnostics == [])
        #expect(kitchen.names(report.writes.map(\.path)) == ["Seams.swift", "Seams.mocks.swift"])
        let seams = try #require(kitchen.read(Self.seams))
        #expect(
            seams.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).last == """
                // swift-format-ignore-file
                // swiftlint:disable all

                import Pantry

                /// Members of `Oven`, which conforms to it.
                ///
                /// @mockable
                protocol Heating {
                    init()
                    func heat(to degrees: Int, quickly: Bool) -> Bool
                    func heat(to degrees: Int) -> Bool
                    var door: Int { get set }
                }

                extension Oven: Heating {
                    @_disfavoredOverload
                    func heat(to degrees: Int) -> Bool {
                        self.heat(to: degrees)
                    }
                }

                """)
        #expect(kitchen.read(Self.mock)?.contains("class MockHeating: Heating, ProtocolMock") == true)
        #expect(
            kitchen.engine.explain("Oven")?.summary == "Oven has the seam Heating, whose mock is asked for in its file")
        #expect(kitchen.engine.explain("MockHeating")?.source == Self.seams)
        // Members that `members:` could name stay listed.
        #expect(kitchen.engine.explain("Oven")?.details.contains("a seam can have: init()") == true)
    }

    @Test func `mockd's own write starts nothing, and what comes later rewrites what depends on it`() throws {
        let kitchen = try kitchen()
        _ = kitchen.engine.refresh()
        for path in [Self.seams, Self.mock] {
            let own = kitchen.engine.apply([change(path, in: kitchen)])
            #expect(own.writes.isEmpty && own.removed.isEmpty && own.work.resolved == 0, "\(path)")
        }
        #expect(try kitchen.edit("Pantry/Pan.swift", "public struct Pan {}\n").writes.isEmpty)
        // Members of a structure are no declarations that mocks depend on.
        let added = try kitchen.edit("Pantry/Pan.swift", "extension Oven { public func clean() {} }\n")
        #expect(kitchen.names(added.writes.map(\.path)) == ["Seams.swift", "Seams.mocks.swift"])
        let body = try kitchen.edit("Pantry/Pan.swift", "extension Oven { public func clean() { print() } }\n")
        #expect(body.writes.isEmpty)
        let listed = try kitchen.edit(
            "Sources/Oven.swift", Self.request.replacing("Heating", with: "Heating, members: door"))
        #expect(kitchen.names(listed.writes.map(\.path)) == ["Seams.swift", "Seams.mocks.swift"])
        #expect(kitchen.read(Self.seams)?.contains("heat") == false)
        #expect(kitchen.outputs() == (try kitchen.freshOutputs()))
    }

    @Test func `the files go with the annotation, also while no daemon runs`() throws {
        let kitchen = try kitchen()
        _ = kitchen.engine.refresh()
        let without = "import Pantry\nextension Oven {}\n"
        let report = try kitchen.edit("Sources/Oven.swift", without)
        #expect(kitchen.names(report.removed).sorted() == ["Seams.mocks.swift", "Seams.swift"])
        #expect(try kitchen.edit("Sources/Oven.swift", Self.request).writes.count == 2)
        try kitchen.write("Sources/Oven.swift", without)
        kitchen.restart()
        #expect(kitchen.names(kitchen.engine.refresh().removed).sorted() == ["Seams.mocks.swift", "Seams.swift"])
        #expect(kitchen.engine.inconsistencies == [])
    }

    @Test func `a file that was deleted is written again, and one that was edited is left alone`() throws {
        let kitchen = try kitchen()
        _ = kitchen.engine.refresh()
        let text = try #require(kitchen.read(Self.seams))
        #expect(kitchen.names(try kitchen.delete(Self.seams).writes.map(\.path)) == ["Seams.swift"])
        #expect(kitchen.read(Self.seams) == text)
        let edited = try kitchen.edit(Self.seams, text + "// mine\n")
        #expect(
            edited.diagnostics.map(\.description) == [
                "Sources/Seams.swift: error: was edited by hand and is left as it is; undo the edit, or overwrite it with: mockd generate --force [output-edited]"
            ])
        #expect(kitchen.read(Self.seams) == text + "// mine\n")
        kitchen.restart()
        #expect(kitchen.engine.refresh().diagnostics.map(\.code) == ["output-edited"])
        #expect(try kitchen.edit(Self.seams, text).diagnostics == [])
    }

    @Test func `a hand-written file of that name is never touched`() throws {
        let text = "protocol Mine {}\n"
        let kitchen = try kitchen(Self.request, [Self.seams: text])
        let report = kitchen.engine.refresh()
        #expect(report.diagnostics.map(\.code) == ["output-conflict"])
        #expect(kitchen.read(Self.seams) == text && kitchen.read(Self.mock) == nil)
        #expect(try kitchen.delete(Self.seams).diagnostics == [])
        #expect(kitchen.read(Self.mock) != nil)
    }

    @Test func `listed members of own extensions may have unusual names and the generics of others`() throws {
        let kitchen = try kitchen(
            Self.request.replacing("Heating", with: "Heating, members: try(), _warm(), turn(_:), glow()"),
            [
                "Pantry/Oven.swift": "public class Oven { public func turn<Value>(_ value: Value) {} }\n",
                "Sources/Parts.swift": """
                import Pantry
                extension Oven { func `try`() {}; func _warm() {}; func turn<Result>(_ result: Result) {} }
                private extension Oven { func glow() {} }

                """,
            ])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Oven.swift:3:11: error: 'glow()' of 'Oven' is not for others: it is private, has @_spi or a label that begins with '_', so 'Heating' leaves it out [seam-member]"
            ])
        let text = kitchen.read(Self.seams) ?? ""
        #expect(text.contains("func `try`()") && text.contains("func _warm()") && !text.contains("glow"), "\(text)")
        #expect(text.ranges(of: "func turn<").count == 1, "\(text)")
    }

    @Test func `a check reports the files and writes none`() throws {
        let kitchen = try kitchen()
        kitchen.engine.policy.writes = false
        let report = kitchen.engine.refresh()
        #expect(kitchen.names(report.drifted.map(\.path)) == ["Seams.swift", "Seams.mocks.swift"])
        #expect(kitchen.read(Self.seams) == nil && kitchen.read(Self.mock) == nil)
        kitchen.engine.policy.writes = true
        _ = kitchen.engine.refresh()
        kitchen.engine.policy.writes = false
        #expect(kitchen.engine.refresh().drifted.isEmpty)
    }

    @Test(arguments: [
        ("heat(to:)", "    func heat(to degrees: Int) -> Bool\n}"),
        ("heat(to:quickly:)", "    func heat(to degrees: Int, quickly: Bool) -> Bool\n}"),
        ("heat(to: Int)", "    func heat(to degrees: Int) -> Bool\n}"),
        ("heat", "    func heat(to degrees: Int, quickly: Bool) -> Bool\n}"), ("init()", "    init()\n}"),
    ])
    func `listed members are chosen by their labels or types`(_ member: String, protocolEnd: String) throws {
        let kitchen = try kitchen(Self.request.replacing("Heating", with: "Heating, members: \(member)"))
        #expect(kitchen.engine.refresh().diagnostics == [])
        let text = kitchen.read(Self.seams)
        #expect(text?.contains("protocol Heating {\n\(protocolEnd)") == true, "\(text ?? "")")
    }

    @Test(arguments: [
        (
            "heat(too:)",
            "error: 'Oven' declares no member 'heat(too:)' for 'Heating'; did you mean 'heat(to:quickly:)'?"
        ),
        (
            "heat(to: String)",
            "error: 'Oven' declares no member 'heat(to:String)' for 'Heating'; did you mean 'heat(to:quickly:)'?"
        ),
        (
            "ignite()",
            "error: 'ignite()' of 'Oven' is not for others: it is private, has @_spi or a label that begins with '_', so 'Heating' leaves it out"
        ),
        (
            "isEmpty",
            "error: 'Oven' declares no member 'isEmpty' for 'Heating'; correct the name, or write the protocol yourself if the member is from another module's protocol"
        ),
        (
            "copy()",
            "warning: 'copy()' mentions Self, which would be another type in a mock, so 'Heating' leaves it out"
        ),
    ])
    func `a listed member that is missing or impossible is reported`(_ member: String, message: String) throws {
        let kitchen = try kitchen(
            Self.request.replacing("Heating", with: "Heating, members: heat(to:), \(member)"),
            [
                "Pantry/Oven.swift":
                    "public class Oven { public func heat(to: Int, quickly: Bool = true) {}\npublic func copy() -> Self { self }\n@_spi(Pantry) public func ignite() {} }\n"
            ])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Oven.swift:3:11: \(message) [seam-member]"
            ])
        #expect(kitchen.read(Self.mock) != nil)
    }

    @Test(arguments: [
        ("", "'Oven' has no member that a protocol can have, so there is no seam [seam]"),
        (
            "extension Oven: Heating2 {}\npublic protocol Heating2 {}\nextension Heating2 { public func heat() {} }\n",
            "'Oven' has no member of its own that a protocol can have, so there is no seam; list those of your extensions or its protocols that you need, such as members: heat() [seam]"
        ),
    ])
    func `a type without a possible member is refused`(more: String, message: String) throws {
        let oven = "public struct Oven { public func cool() -> some Equatable { 1 } }\n"
        let kitchen = try kitchen(Self.request, ["Pantry/Oven.swift": oven + more])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description).sorted() == [
                "Sources/Oven.swift:3:11: error: \(message)",
                "Sources/Oven.swift:3:11: note: 'cool()' has an opaque result, so 'Heating' leaves it out [seam-member]",
            ])
        #expect(kitchen.read(Self.seams) == nil)
        let listed = Self.request.replacing("Heating", with: "Heating, members: cool()")
        #expect(
            try kitchen.edit("Sources/Oven.swift", listed).diagnostics.map(\.message).sorted() == [
                "'cool()' has an opaque result, so 'Heating' leaves it out",
                "no member that 'members:' lists can be in a protocol, so there is no seam",
            ])
    }

    @Test func `a note names the types where several members share labels, and nothing that is not compiled`() throws {
        let oven = """
            public struct Oven {
                public func heat(to degrees: Int) {}
                public func heat(to degrees: Float) -> some Equatable { degrees }
                public subscript(shelf shelf: Int) -> Int { shelf }
                public subscript(shelf shelf: [Int]) -> some Equatable { shelf }
                #if false
                    public func melt() -> some Equatable { 1 }
                #endif
                public subscript(_index: Int) -> Int { _index }
                private var door: Int { 1 }
                public func door(slowly: Bool = true) {}
            }

            """
        let kitchen = try kitchen(Self.request, ["Pantry/Oven.swift": oven])
        let reason = "has an opaque result, so 'Heating' leaves it out"
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.message).sorted() == [
                "'heat(to: Float)' \(reason)", "'subscript(shelf: [Int])' \(reason)",
            ])
        let text = try #require(kitchen.read(Self.seams))
        // The name of a subscript's parameter is no label that could be hidden.
        #expect(text.contains("func door()") && text.contains("subscript(_index: Int) -> Int { get }"), "\(text)")
    }

    @Test func `flags of the type's module hold for its members and for the imports that these need`() throws {
        let oven = """
            #if Gas
                import Valves
            #endif
            public struct Oven {
                #if Gas
                    public func open(_ valve: Valve) {}
                #endif
            }

            """
        let kitchen = try kitchen(Self.request, ["Pantry/Oven.swift": oven])
        var project = kitchen.engine.project
        let pantry = try #require(project.modules.firstIndex { $0.name == "Pantry" })
        project.modules[pantry].defines = ["Gas"]
        kitchen.restart(project)
        #expect(kitchen.engine.refresh().diagnostics == [])
        let text = try #require(kitchen.read(Self.seams))
        #expect(text.contains("\nimport Valves\n") && text.contains("func open(_ valve: Valve)"), "\(text)")
        #expect(!text.contains("#if"), "\(text)")
    }

    @Test func `a name that two seams of a file import from different modules is qualified`() throws {
        let kitchen = try kitchen(
            Self.request + "/// @mockable(seam: Cleaning)\nextension Sink {}\n",
            [
                "Pantry/Oven.swift":
                    "public struct Oven { public func heat(_ part: Part) {} }\npublic struct Part {}\n",
                "Pantry/Sink.swift": "import Shop\npublic struct Sink { public func clean(_ tap: Tap) {} }\n",
                "Shop/Shop.swift": "public struct Part {}\npublic struct Tap {}\n",
            ])
        var project = kitchen.engine.project
        let pantry = try #require(project.modules.firstIndex { $0.name == "Pantry" })
        project.modules[pantry].dependencies = ["Shop"]
        project.modules[0].dependencies = ["Pantry", "Shop"]
        project.modules.append(Module(name: "Shop", sources: [kitchen.root.appending("Shop")]))
        kitchen.restart(project)
        #expect(kitchen.engine.refresh().diagnostics == [])
        let text = try #require(kitchen.read(Self.seams))
        #expect(text.contains("func heat(_ part: Pantry.Part)") && text.contains("import Shop"), "\(text)")
    }

    @Test func `the availability of a type is that of the type around it, and its conformance has it`() throws {
        let oven = """
            @available(macOS 13, *) public enum Kitchen { public struct Oven { public func heat() {} } }

            """
        let request = Self.request.replacing("extension Oven", with: "extension Kitchen.Oven")
        let kitchen = try kitchen(request, ["Pantry/Oven.swift": oven])
        #expect(kitchen.engine.refresh().diagnostics == [])
        let text = try #require(kitchen.read(Self.seams))
        #expect(text.contains("@available(macOS 13, *)\nprotocol Heating {"), "\(text)")
        #expect(text.contains("@available(macOS 13, *)\nextension Kitchen.Oven: Heating {}"), "\(text)")
    }

    @Test func `an unavailable conformance is none, and members for some arguments are left out`() throws {
        let box = """
            public struct Oven<Food> {
                public func heat() where Food: Hashable {}
                public func cool<T>(_ value: T) where T: Sendable {}
            }
            @available(*, unavailable) extension Oven: Sendable {}

            """
        let kitchen = try kitchen(Self.request, ["Pantry/Oven.swift": box])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Oven.swift:3:11: note: 'heat()' is there for some arguments of its type only, so 'Heating' leaves it out [seam-member]"
            ])
        let text = try #require(kitchen.read(Self.seams))
        #expect(text.contains("protocol Heating<Food> {") && text.contains("func cool<T>(_ value: T)"))
    }

    @Test func `results that must not escape and parameter packs of the type are left out`() throws {
        let oven = """
            public struct Oven<Food, each Spice> {
                public var heat: Span<Int> { fatalError() }
                public func bytes() -> RawSpan? { nil }
                public func season(with spices: repeat each Spice) {}
                public func bake(_ food: Food, at heat: Span<Int>) {}
            }

            """
        let kitchen = try kitchen(Self.request, ["Pantry/Oven.swift": oven])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Oven.swift:3:11: note: 'bytes()' returns a 'RawSpan', which no requirement can, so 'Heating' leaves it out [seam-member]",
                "Sources/Oven.swift:3:11: note: 'heat' returns a 'Span', which no requirement can, so 'Heating' leaves it out [seam-member]",
                "Sources/Oven.swift:3:11: note: 'season(with:)' mentions 'Spice', a parameter pack of its type, which no protocol can have, so 'Heating' leaves it out [seam-member]",
            ])
        let text = try #require(kitchen.read(Self.seams))
        #expect(text.contains("protocol Heating<Food> {"))
        #expect(text.contains("func bake(_ food: Food, at heat: Span<Int>)"))
    }

    @Test func `extensions that the toolchain does not tell are named, and a tool that fails keeps the seam`() throws {
        let toolchain = try TemporaryFolder.toolchain([
            "Base": ("Shop", "public enum Shop {\n}\n"),
            "Tools": (
                "Shop Knife",
                "extension Shop {\n\n    public struct Knife {\n\n        public func cut()\n    }\n}\n"
            ),
        ])
        let kitchen = try EngineFixture([
            "Sources/Knife.swift": "import Base\nimport Tools\n/// @mockable(seam: Cutting)\nextension Shop.Knife {}\n"
        ])
        kitchen.use(toolchain)
        let note =
            "extensions of 'Shop.Knife' are not known, because the toolchain prints none of a type that is nested in one of another module, so 'Cutting' lacks their members"
        #expect(kitchen.engine.refresh().diagnostics.map(\.message) == [note])
        let seams = try #require(kitchen.read(Self.seams))
        #expect(seams.contains("func cut()"))
        let tool = "bin/swift-symbolgraph-extract"
        try toolchain.write("#!/bin/sh\nexit 1\n", to: tool)
        #expect(chmod(toolchain(tool).string, 0o755) == 0)
        kitchen.use(toolchain)
        let refused =
            "the compiled module 'Tools' cannot be printed, so 'Cutting' is not made, and one that was made before stays"
        #expect(kitchen.engine.refresh().diagnostics.map(\.message) == [refused])
        #expect(kitchen.read(Self.seams) == seams)
        try toolchain.write("#!/bin/sh\nexit 0\n", to: tool)
        kitchen.use(toolchain)
        #expect(kitchen.engine.refresh().diagnostics == [])
        #expect(kitchen.read(Self.seams) == seams)
    }

    @Test func `seams stay while the module of their type is missing`() throws {
        let toolchain = try TemporaryFolder.toolchain([
            "Tools": ("Knife", "public struct Knife {\n    public func cut()\n}\n")
        ])
        let kitchen = try EngineFixture([
            "Sources/Knife.swift": "import Tools\n/// @mockable(seam: Cutting)\nextension Knife {}\n"
        ])
        kitchen.use(toolchain)
        #expect(kitchen.engine.refresh().diagnostics == [])
        let (seams, mock) = (kitchen.read(Self.seams), kitchen.read(Self.mock))
        #expect(seams?.contains("func cut()") == true && mock != nil)
        try FileManager.default.removeItem(atPath: toolchain("lib/swift/linux/Tools.swiftmodule").string)
        #expect(kitchen.engine.scanUnwatched().diagnostics.map(\.code) == ["missing-module"])
        #expect(kitchen.read(Self.seams) == seams && kitchen.read(Self.mock) == mock)
        try toolchain.write("public struct Knife {\n    public func slice()\n}\n", to: "lib/swift/linux/Tools.text")
        try toolchain.write("\u{1}\u{2}\u{3}\u{4}Knife\0\0", to: "lib/swift/linux/Tools.swiftmodule")
        #expect(kitchen.engine.scanUnwatched().diagnostics == [])
        #expect(kitchen.read(Self.seams)?.contains("func slice()") == true)
        #expect(kitchen.read(Self.mock)?.contains("func slice()") == true)
    }
}
