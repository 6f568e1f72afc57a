import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// Files with seams that must stay: those of others, hand-written ones, and the last good ones.
@Suite struct SeamSafetyTests {
    private static let oven = "public struct Oven { public func heat() {} }\n"
    private static let clean = "extension Oven { public func clean() {} }\n"
    private static let request = "import Pantry\n/// @mockable(seam: Heating)\nextension Oven {}\n"
    private static let seams = "Sources/Seams.swift"
    private static let mock = "Mocks/Seams.mocks.swift"

    private func kitchen(_ more: [String: String] = [:]) throws -> EngineFixture {
        let files = [
            "Pantry/Oven.swift": Self.oven, "Pantry/Pan.swift": Self.clean, "Sources/Oven.swift": Self.request,
        ]
        let kitchen = try EngineFixture(files.merging(more) { $1 })
        kitchen.restart()
        return kitchen
    }

    @Test func `files of modules without mocks, of other packages and of broken sources are not removed`() throws {
        let kitchen = try kitchen()
        _ = kitchen.engine.refresh()
        let text = try #require(kitchen.read(Self.seams))
        let others = ["Pantry/Seams.swift", "Sources/Inner/Seams.swift"]
        for path in others { try kitchen.write(path, text) }
        try kitchen.write("Sources/Inner/Package.swift", "")
        for request in [Self.request, Self.request + "func broken( {\n"] {
            try kitchen.write("Sources/Oven.swift", request)
            try kitchen.remove("Cache")
            kitchen.restart()
            #expect(!kitchen.names(kitchen.engine.refresh().removed).contains("Seams.swift"))
            for path in others + [Self.seams] { #expect(kitchen.read(path) == text, "\(path)") }
        }
    }

    @Test func `files stay when their module loses its tests`() throws {
        let kitchen = try kitchen()
        _ = kitchen.engine.refresh()
        var project = kitchen.engine.project
        project.modules[0].output = nil
        let earlier = kitchen.engine
        kitchen.engine = Engine(project: project)
        kitchen.engine.succeed(earlier)
        _ = kitchen.engine.refresh()
        #expect(kitchen.read(Self.seams) != nil)
    }

    @Test func `a hand-written file keeps its mocks, whatever the request beside it`() throws {
        let mine = "/// @mockable\nprotocol Mine {}\n"
        let unknown = "/// @mockable(seam: Heating)\nextension Nothing {}\n"
        let kitchen = try kitchen([Self.seams: mine, "Sources/Oven.swift": unknown])
        #expect(kitchen.engine.refresh().diagnostics.map(\.code) == ["unknown-type"])
        #expect(kitchen.read(Self.mock)?.contains("MockMine") == true)
        _ = try kitchen.edit(Self.seams, mine + "/// @mockable\nprotocol More {}\n")
        #expect(kitchen.read(Self.mock)?.contains("MockMore") == true)
        #expect(try kitchen.edit("Sources/Oven.swift", Self.request).diagnostics.map(\.code) == ["output-conflict"])
        #expect(kitchen.read(Self.mock)?.contains("MockMore") == true)
        _ = try kitchen.edit(Self.seams, mine)
        #expect(kitchen.read(Self.mock)?.contains("MockMore") == false)
        #expect(try kitchen.edit("Sources/Oven.swift", "import Pantry\n").diagnostics == [])
        #expect(kitchen.read(Self.mock)?.contains("MockMine") == true)
        #expect(kitchen.read(Self.seams) == mine)
    }

    @Test func `a hand-written file that replaces a made one is read`() throws {
        let kitchen = try kitchen()
        _ = kitchen.engine.refresh()
        let report = try kitchen.edit(Self.seams, "/// @mockable\nprotocol Mine {}\n")
        #expect(report.diagnostics.map(\.code) == ["output-conflict"])
        #expect(kitchen.read(Self.mock)?.contains("MockMine") == true)
        _ = try kitchen.delete(Self.seams)
        #expect(kitchen.read(Self.mock)?.contains("MockHeating") == true)
    }

    @Test(arguments: [1, 20_000]) func `seams stay while a source with members has errors`(depth: Int) throws {
        let text = "extension Oven { public func clean() {" + String(repeating: "(", count: depth)
        let kitchen = try kitchen()
        _ = kitchen.engine.refresh()
        let (seams, mock) = (kitchen.read(Self.seams), kitchen.read(Self.mock))
        #expect(seams?.contains("func clean()") == true)
        let report = try kitchen.edit("Pantry/Pan.swift", text)
        #expect(
            report.diagnostics.map(\.description) == [
                "Sources/Oven.swift:3:11: error: Pantry/Pan.swift cannot be read, is empty or has errors, so 'Heating' is not made, and one that was made before stays [seam]"
            ])
        #expect(kitchen.read(Self.seams) == seams && kitchen.read(Self.mock) == mock)
        try kitchen.remove("Cache")
        kitchen.restart()
        _ = kitchen.engine.refresh()
        #expect(kitchen.read(Self.seams) == seams && kitchen.read(Self.mock) == mock)
        #expect(try kitchen.edit("Pantry/Pan.swift", Self.clean).diagnostics == [])
        #expect(kitchen.read(Self.seams) == seams)
    }

    @Test(arguments: ["Pantry/Oven.swift", "Pantry/Pan.swift", "Sources/Oven.swift"])
    func `seams stay while an editor has emptied a source`(path: String) throws {
        let kitchen = try kitchen()
        _ = kitchen.engine.refresh()
        kitchen.engine.holdsEmptiedSources = true
        let seams = kitchen.read(Self.seams)
        _ = try kitchen.edit(path, "")
        _ = try kitchen.edit("Sources/Other.swift", "import Pantry\n/// @mockable(seam: Other)\nextension Oven {}\n")
        #expect(kitchen.read(Self.seams)?.contains("protocol Heating {\n    func") == true)
        try kitchen.remove("Sources/Other.swift")
        _ = kitchen.engine.apply([
            FileChange(path: kitchen.root.pushing("Sources/Other.swift"), kind: .removed)
        ])
        _ = kitchen.engine.acceptEmptiedSources(patient: false)
        #expect(kitchen.read(Self.seams) != seams)
    }

    @Test func `seams stay while the compiled module of their type cannot be printed`() throws {
        let toolchain = try TemporaryFolder.toolchain(
            ["Tools": ("Knife", "public struct Knife {\n    public func cut()\n    public func slice()\n}\n")],
            printer: "#!/bin/sh\n[ ! -e \"${0%/*}/fail\" ] && cat \"${0%/*}/../lib/swift/linux/$2.text\"\n")
        let request = "import Tools\n/// @mockable(seam: Cutting)\nextension Knife {}\n"
        let kitchen = try EngineFixture(["Sources/Knife.swift": request])
        kitchen.use(toolchain)
        #expect(kitchen.engine.refresh().diagnostics == [])
        let seams = try #require(kitchen.read(Self.seams))
        try toolchain.write("", to: "bin/fail")
        let less = request.replacing("Cutting", with: "Cutting, members: cut()")
        #expect(
            try kitchen.edit("Sources/Knife.swift", less).diagnostics.map(\.description) == [
                "Sources/Knife.swift:3:11: error: the compiled module 'Tools' cannot be printed, so 'Cutting' is not made, and one that was made before stays [seam]"
            ])
        #expect(kitchen.read(Self.seams) == seams)
        try FileManager.default.removeItem(atPath: toolchain("bin/fail").string)
        #expect(try kitchen.edit("Sources/Knife.swift", less.replacing("cut", with: "slice")).diagnostics == [])
        #expect(kitchen.read(Self.seams)?.contains("cut") == false)
    }

    @Test func `a protocol needs no seam, which is said at the extension that asks for one`() throws {
        let mocked = "/// @mockable\nextension Oven {}\n"
        let kitchen = try kitchen([
            "Pantry/Oven.swift": "public protocol Oven {}\n", "Sources/Oven.swift": mocked + Self.request,
        ])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Oven.swift:5:11: error: 'Oven' is a protocol, which needs no seam; ask for its mock with /// @mockable [seam]"
            ])
    }

    @Test func `a module has one file with seams`() throws {
        let kitchen = try kitchen(["Sources/A/Oven.swift": Self.request.replacing("Heating", with: "Warming")])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Oven.swift:3:11: error: 'Heating' needs a second Seams.swift in 'Kitchen', which the compiler refuses beside Sources/A/Seams.swift; put the extension into a source in Sources/A [seam]"
            ])
        #expect(kitchen.seams().keys.sorted() == ["Sources/A/Seams.swift"])
        #expect(try kitchen.delete("Sources/A/Oven.swift").diagnostics == [])
        #expect(kitchen.seams().keys.sorted() == [Self.seams])
        _ = try kitchen.edit("Sources/A/Oven.swift", Self.request)
        #expect(kitchen.seams().keys.sorted() == ["Sources/A/Seams.swift"])
    }

    @Test func `two seams of one name, and one named as a type, are reported`() throws {
        let kitchen = try kitchen([
            "Pantry/Pan.swift": "public struct Pan { public func fry() {} }\n",
            "Sources/Pan.swift": Self.request.replacing("Oven", with: "Pan"),
        ])
        #expect(
            kitchen.engine.refresh().diagnostics.map(\.description) == [
                "Sources/Pan.swift:3:11: error: 'Heating' is already the seam of 'Oven' in Sources/Oven.swift; choose another name [seam]"
            ])
        #expect(kitchen.read(Self.seams)?.contains("fry") == false)
        _ = try kitchen.delete("Sources/Pan.swift")
        #expect(
            try kitchen.edit("Sources/Mine.swift", "struct Heating {}\n").diagnostics.map(\.description) == [
                "Sources/Oven.swift:3:11: error: 'Heating' is already declared in Sources/Mine.swift; choose another name for the seam [seam]"
            ])
        #expect(kitchen.read(Self.seams) == nil)
        #expect(try kitchen.delete("Sources/Mine.swift").diagnostics == [])
        #expect(kitchen.read(Self.mock) != nil)
    }

    @Test(arguments: [("Seams.swift", true), ("Sources/Seams.swift", true), ("Sources/KitchenSeams.swift", false)])
    func `only the whole name of a file counts`(path: String, isSeams: Bool) {
        #expect(SeamMaker.isFileName(path) == isSeams)
    }
}
