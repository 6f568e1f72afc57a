import MockModel
import Mocking
import SystemPackage
import Testing

@testable import MockEngine

/// The disk misbehaves: a mock of `FileSystem`, made by mockd itself, forwards to the real one and fails on demand.
@Suite struct DiskFaultTests {
    @Test func `a full disk is reported once a pass, and the write is tried again with the next change`() throws {
        let disk = MockFileSystem(forwardingTo: LocalFileSystem())
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till], fileSystem: disk)
        let output = kitchen.root.appending("Mocks/Till.mocks.swift")
        let full = FileSystemError(.write, output, .noSpace)
        given(disk).replace(.equal(output)).willThrow(full, times: 1)

        let failed = kitchen.engine.refresh()
        #expect(failed.failures == [full])
        #expect(failed.failures.map(\.description) == ["cannot write \(output): No space left on device"])
        #expect(failed.written.isEmpty)

        let retried = try kitchen.edit("Sources/Other.swift", "struct Other {}")
        #expect(retried.written == [output])
        verify(disk).replace(.equal(output)).wasCalled(2)
    }

    @Test func `a source that cannot be read keeps its mock`() throws {
        let disk = MockFileSystem(forwardingTo: LocalFileSystem())
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till], fileSystem: disk)
        _ = kitchen.engine.refresh()
        let source = kitchen.root.appending("Sources/Till.swift")
        given(disk).signature(of: .equal(source)).willReturn(nil)
        given(disk).file(at: .equal(source)).willThrow(FileSystemError(.read, source, .permissionDenied))

        let report = kitchen.engine.apply([FileChange(path: source, kind: .changed)])
        #expect(
            report.diagnostics.map(\.description) == [
                "Sources/Till.swift: error: cannot read the file: Permission denied; its mocks stay as they are [unreadable]"
            ])
        #expect(kitchen.read("Mocks/Till.mocks.swift") != nil)
        verify(disk).remove().wasNeverCalled()
    }

    @Test func `mocks of unreadable sources stay, even if no cache tells which sources they belong to`() throws {
        for output in [Module.Output?.none, .file("/")] {
            let disk = MockFileSystem(forwardingTo: LocalFileSystem())
            let kitchen = try EngineFixture([
                "Sources/Hot/Till.swift": EngineTests.till, "Sources/Cook.swift": "/// @mockable\nprotocol Cook {}\n",
                "Sources/Till/Dra,wer.swift": "/// @mockable\nprotocol Drawer {}\n",
            ])
            let place = output.map { _ in Module.Output.file(kitchen.root.appending("Mocks/All.swift")) }
            let project = EngineFixture.project(
                kitchen.root, output: place ?? .folder(kitchen.root.appending("Mocks")), settings: MockSettings())
            kitchen.engine = Engine(project: project)
            _ = kitchen.engine.refresh()
            let mocks = kitchen.outputs()
            #expect(mocks.count == (output == nil ? 3 : 1))

            // Starts anew without a cache.
            let folder = kitchen.root.appending("Sources/Hot")
            let source = kitchen.root.appending("Sources/Till/Dra,wer.swift")
            given(disk).entries(of: .equal(folder)).willThrow(FileSystemError(.list, folder, .permissionDenied))
            given(disk).file(at: .equal(source)).willThrow(FileSystemError(.read, source, .ioError))
            kitchen.engine = Engine(project: project, fileSystem: disk)
            var report = kitchen.engine.refresh()
            #expect(report.diagnostics.map(\.code) == ["unreadable", "unreadable"])
            #expect(kitchen.outputs() == mocks)
            #expect(report.removed.isEmpty && report.written.isEmpty)

            // A source that is readable again and asks for no mock any more loses its mock; the others keep theirs.
            reset(disk)
            try kitchen.write("Sources/Hot/Till.swift", "protocol Till {}\n")
            report = kitchen.engine.refresh()
            #expect(report.diagnostics.isEmpty)
            #expect(try kitchen.outputs() == freshOutputs(of: project, kitchen))
        }
    }

    @Test func `only sources that may have mocks of a module hold up its file of mocks`() throws {
        let kitchen = try EngineFixture([
            "App/Cook.swift": "/// @mockable\nprotocol Cook {}\n",
            "App/Sub/Till.swift": "/// @mockable\nprotocol Till {}\n",
            "Other/Lid.swift": "/// @mockable\nprotocol Lid {}\n",
            "App/Large.swift": String(repeating: " ", count: LocalFileSystem.largestSource + 1),
        ])
        let output = { (name: String) in Module.Output.file(kitchen.root.appending("Mocks/\(name).swift")) }
        let sub = kitchen.root.appending("App/Sub")
        let project = Project(
            root: kitchen.root,
            modules: [
                Module(
                    name: "App", sources: [kitchen.root.appending("App")], exclude: [GlobPattern("App/Sub/**")],
                    output: output("App")),
                Module(name: "Till", sources: [sub, kitchen.root.appending("Other")], output: output("Till")),
            ])
        kitchen.engine = Engine(project: project)
        _ = kitchen.engine.refresh()
        #expect(Set(kitchen.outputs().keys) == ["App.swift", "Till.swift"])

        let disk = MockFileSystem(forwardingTo: LocalFileSystem())
        given(disk).entries(of: .equal(sub)).willThrow(FileSystemError(.list, sub, .permissionDenied))
        try kitchen.write("App/Cook.swift", "/// @mockable\nprotocol Cook { func boil() }\n")
        kitchen.engine = Engine(project: project, fileSystem: disk)
        let report = kitchen.engine.refresh()
        #expect(report.diagnostics.map(\.code) == ["too-large", "unreadable"])
        #expect(kitchen.names(report.written) == ["App.swift"])
        #expect(kitchen.read("Mocks/Till.swift")?.contains("class MockTill") ?? false)
    }

    @Test func `a source of the same name does not replace the mocks of an unreadable one`() throws {
        let kitchen = try EngineFixture(["Sources/Hot/Till.swift": "/// @mockable\nprotocol Till {}\n"])
        _ = kitchen.engine.refresh()
        let hot = kitchen.root.appending("Sources/Hot")
        try kitchen.write("Sources/Cold/Till.swift", "/// @mockable\nprotocol Drawer {}\n")
        let disk = MockFileSystem(forwardingTo: LocalFileSystem())
        given(disk).entries(of: .equal(hot)).willThrow(FileSystemError(.list, hot, .permissionDenied))
        kitchen.engine = Engine(project: kitchen.engine.project, fileSystem: disk)
        #expect(kitchen.engine.refresh().written.isEmpty)
        #expect(kitchen.read("Mocks/Till.mocks.swift")?.contains("class MockTill") ?? false)
        // The next change is enough to go on.
        reset(disk)
        _ = try kitchen.edit("Sources/Other.swift", "")
        #expect(kitchen.outputs().values.filter { $0.contains("class MockTill") }.count == 1)
        #expect(kitchen.outputs().values.filter { $0.contains("class MockDrawer") }.count == 1)
    }

    @Test func `unreadable sources of a module are forgotten with the module`() throws {
        let disk = MockFileSystem(forwardingTo: LocalFileSystem())
        let kitchen = try EngineFixture(
            [
                "Sources/Cook.swift": "import Pantry\n/// @mockable\nprotocol Cook {}\n", "Pantry/Lid.swift": "",
                "Sources/Till.swift": EngineTests.till,
            ], fileSystem: disk)
        _ = kitchen.engine.refresh()
        for source in ["Pantry/Lid.swift", "Sources/Till.swift"].map(kitchen.root.appending) {
            given(disk).file(at: .equal(source)).willThrow(FileSystemError(.read, source, .permissionDenied))
        }
        kitchen.engine = Engine(project: kitchen.engine.project, fileSystem: disk)
        #expect(kitchen.engine.refresh().diagnostics.map(\.path) == ["Pantry/Lid.swift", "Sources/Till.swift"])
        // No source imports the module any more.
        let report = try kitchen.edit("Sources/Cook.swift", "/// @mockable\nprotocol Cook {}\n")
        #expect(report.diagnostics.map(\.path) == ["Sources/Till.swift"])
        #expect(kitchen.read("Mocks/Till.mocks.swift") != nil)
        // The mocks of the other module move to another folder.
        let moved = EngineFixture.project(
            kitchen.root, output: .folder(kitchen.root.appending("Others")), settings: MockSettings())
        var engine = Engine(project: moved)
        engine.succeed(kitchen.engine)
        _ = engine.refresh()
        #expect(kitchen.outputs() == [:])
        #expect(kitchen.outputs(in: "Others").keys.sorted() == ["Cook.mocks.swift", "Till.mocks.swift"])
    }

    @Test func `a deleted source has no diagnostics, even if it was broken and unreadable before`() throws {
        let disk = MockFileSystem(forwardingTo: LocalFileSystem())
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till], fileSystem: disk)
        _ = kitchen.engine.refresh()
        #expect(try kitchen.edit("Sources/Till.swift", "protocol Till {").diagnostics.map(\.code) == ["syntax"])
        let source = kitchen.root.appending("Sources/Till.swift")
        given(disk).signature(of: .equal(source)).willReturn(nil)
        given(disk).file(at: .equal(source)).willThrow(FileSystemError(.read, source, .permissionDenied))
        let changed = [FileChange(path: source, kind: .changed)]
        #expect(kitchen.engine.apply(changed).diagnostics.map(\.code) == ["unreadable"])
        #expect(try kitchen.delete("Sources/Till.swift").diagnostics.isEmpty)
    }

    private func freshOutputs(of project: Project, _ kitchen: EngineFixture) throws -> [String: String] {
        try kitchen.remove("Mocks")
        var fresh = Engine(project: project)
        _ = fresh.refresh()
        return kitchen.outputs()
    }

    @Test func `a file is compared before it is written`() throws {
        let disk = MockFileSystem(forwardingTo: LocalFileSystem())
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till], fileSystem: disk)
        _ = kitchen.engine.refresh()
        clearCalls(disk)
        kitchen.engine = Engine(project: kitchen.engine.project, fileSystem: disk)
        _ = kitchen.engine.refresh()
        verify(disk).replace().wasNeverCalled()
        verify(disk).file(at: .equal(kitchen.root.appending("Mocks/Till.mocks.swift"))).wasCalled(.atLeastOnce)
    }
}
