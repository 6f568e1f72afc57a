import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// A repository may come from anywhere: no link in it makes mockd write, overwrite or remove files elsewhere.
@Suite struct OutputPlaceTests {
    private let elsewhere: TemporaryFolder

    init() throws { elsewhere = try TemporaryFolder() }

    @Test func `mocks are not written through a link to a folder`() throws {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        try FileManager.default.createSymbolicLink(
            atPath: kitchen.root.appending("Mocks").string, withDestinationPath: elsewhere.path.string)
        let report = kitchen.engine.refresh()
        #expect(report.written.isEmpty)
        #expect(
            report.failures.map(\.description) == [
                "cannot write \(kitchen.root)/Mocks/Till.mocks.swift: a symbolic link is in the way, which mockd does not follow; put a folder or nothing in its place"
            ])
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path.string) == [])
    }

    @Test func `a missing root is not created, but missing folders outside of it are`() throws {
        let root = elsewhere.path.appending("Kitchen")
        let disk = LocalFileSystem(root: root)
        #expect(throws: FileSystemError(.write, root.appending("Mocks/A.swift"), .noSuchFileOrDirectory)) {
            try disk.replace(root.appending("Mocks/A.swift"), with: [0x41])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path.string) == [])
        try disk.replace(elsewhere.path.appending("Other/Mocks/A.swift"), with: [0x41])
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path.string) == ["Other"])
    }

    @Test func `nothing is written or removed in another folder that takes the place of the root`() throws {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        _ = kitchen.engine.refresh()
        let away = elsewhere.path.appending("Kitchen").string
        let other = elsewhere.path.appending("Other").string
        try FileManager.default.copyItem(atPath: kitchen.root.string, toPath: other)
        func swap() throws {
            try FileManager.default.moveItem(atPath: kitchen.root.string, toPath: away)
            try FileManager.default.moveItem(atPath: other, toPath: kitchen.root.string)
        }
        try swap()
        let before = kitchen.outputs()
        // The first folder exists, the second one does not.
        for output in ["Mocks/Till.mocks.swift", "Mocks/Deep/Till.mocks.swift"] {
            let refused = #expect(throws: FileSystemError.self) {
                try kitchen.engine.fileSystem.replace(kitchen.root.pushing(FilePath(output)), with: [0x41])
            }
            #expect(
                refused?.description
                    == "cannot write \(kitchen.root)/\(output): another folder has taken the place of the project's root; "
                    + "mockd goes on when it has looked at that")
        }
        let report = try kitchen.edit("Sources/Till.swift", "/// @mockable\nprotocol Till { func ring() }\n")
        #expect(report.failures.map(\.errno) == [.staleNFSFileHandle])
        #expect(try kitchen.delete("Sources/Till.swift").failures.map(\.operation) == [.remove])
        #expect(kitchen.outputs() == before)
        // A refresh accepts the folder as the root from then on.
        try kitchen.write("Sources/Safe.swift", "/// @mockable\nprotocol Safe {}\n")
        let refreshed = kitchen.engine.refresh()
        #expect(refreshed.failures.isEmpty)
        #expect(kitchen.outputs().keys.sorted() == ["Safe.mocks.swift"])
    }

    @Test func `an output that is a link is left as it is`() throws {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        let output = kitchen.root.appending("Mocks/Till.mocks.swift")
        try FileManager.default.createDirectory(
            atPath: kitchen.root.appending("Mocks").string, withIntermediateDirectories: true)
        // The link leads nowhere: mockd must keep it because it is a link, not because of a file behind it.
        try FileManager.default.createSymbolicLink(
            atPath: output.string, withDestinationPath: elsewhere.path.appending("missing").string)
        let report = kitchen.engine.refresh()
        #expect(report.failures.map(\.errno) == [.tooManySymbolicLinkLevels])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: output.string) == "\(elsewhere.path)/missing")
        #expect(kitchen.outputs().keys.sorted() == ["Till.mocks.swift"])
    }

    @Test func `the files behind a link are not removed`() throws {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        _ = kitchen.engine.refresh()
        let mocks = kitchen.root.appending("Mocks").string
        let moved = elsewhere.path.appending("Mocks").string
        try FileManager.default.moveItem(atPath: mocks, toPath: moved)
        try FileManager.default.createSymbolicLink(atPath: mocks, withDestinationPath: moved)
        let report = try kitchen.delete("Sources/Till.swift")
        #expect(report.removed.isEmpty)
        #expect(report.failures.map(\.operation) == [.remove])
        #expect(FileManager.default.fileExists(atPath: "\(moved)/Till.mocks.swift"))
    }

    @Test func `links above the root are followed, because the user made them`() throws {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        let link = elsewhere.path.appending("link")
        try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: kitchen.root.string)
        let project = EngineFixture.project(link, output: .folder(link.appending("Mocks")), settings: MockSettings())
        kitchen.engine = Engine(project: project)
        let report = kitchen.engine.refresh()
        #expect(report.failures.isEmpty)
        #expect(kitchen.read("Mocks/Till.mocks.swift") != nil)
    }

    @Test func `missing folders below the root are created`() throws {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        let project = EngineFixture.project(
            kitchen.root, output: .folder(kitchen.root.pushing("Tests/A/B/Mocks")), settings: MockSettings())
        kitchen.engine = Engine(project: project)
        let report = kitchen.engine.refresh()
        #expect(report.failures.isEmpty)
        #expect(kitchen.read("Tests/A/B/Mocks/Till.mocks.swift") != nil)
    }

    @Test(.enabled(if: AccessList.isUnderstood, "the disk of temporary files knows no lists of who has access"))
    func `a mock has its own mode in a folder with default permissions for new files`() throws {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        let folder = kitchen.root.appending("Mocks")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        #expect(AccessList.ownerOnly(in: folder))
        let output = folder.appending("Till.mocks.swift").string
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: output)[.posixPermissions] as? Int
        }
        _ = kitchen.engine.refresh()
        #expect(try mode() == 0o644)
        for own in [0o664, 0o600] {
            #expect(chmod(output, mode_t(own)) == 0)
            let report = try kitchen.edit("Sources/Till.swift", "/// @mockable\nprotocol Till { func open\(own)() }\n")
            #expect(report.written.count == 1)
            #expect(try mode() == own)
        }
    }

    @Test func `the folder of mocks is removed with its last mock, unless it holds other files`() throws {
        let kitchen = try EngineFixture([
            "Sources/Till.swift": EngineTests.till, "Sources/Safe.swift": EngineTests.till,
        ])
        _ = kitchen.engine.refresh()
        func isThere() -> Bool { FileManager.default.fileExists(atPath: kitchen.root.appending("Mocks").string) }
        #expect(try kitchen.delete("Sources/Safe.swift").removed.count == 1)
        #expect(isThere())
        #expect(try kitchen.edit("Sources/Till.swift", "struct Till {}\n").removed.count == 1)
        #expect(!isThere())
        #expect(try kitchen.edit("Sources/Till.swift", EngineTests.till).written.count == 1)
        try kitchen.write("Mocks/.gitkeep", "")
        #expect(try kitchen.edit("Sources/Till.swift", "struct Till {}\n").removed.count == 1)
        #expect(isThere())
    }

    @Test func `a folder of sources stays without its last mock, and so does the folder of a single file`() throws {
        let kitchen = try EngineFixture(["Sources/Till.swift": EngineTests.till])
        for output in ["Sources", "Sources/Only/All.swift"] {
            let place = kitchen.root.pushing(FilePath(output))
            kitchen.engine = Engine(
                project: EngineFixture.project(
                    kitchen.root, output: output.hasSuffix(".swift") ? .file(place) : .folder(place),
                    settings: MockSettings()))
            try kitchen.write("Sources/Till.swift", EngineTests.till)
            #expect(kitchen.engine.refresh().written.count == 1)
            #expect(try kitchen.delete("Sources/Till.swift").removed.count == 1)
            let folder = output.hasSuffix(".swift") ? place.removingLastComponent() : place
            #expect(FileManager.default.fileExists(atPath: folder.string))
        }
    }
}

/// The default access list of a folder, which new files get instead of the mode asked for and the umask.
private enum AccessList {
    /// The kernel's format (`linux/posix_acl_xattr.h`), version 2: all permissions for the owner, none for the group
    /// and others.
    private static let bytes: [UInt8] = [2, 0, 0, 0] + entry(1, 7) + entry(4, 0) + entry(32, 0)

    private static func entry(_ tag: UInt8, _ permissions: UInt8) -> [UInt8] {
        [tag, 0, permissions, 0] + [UInt8](repeating: 0xff, count: 4)
    }

    static let isUnderstood: Bool = (try? TemporaryFolder()).map { ownerOnly(in: $0.path) } ?? false

    /// Sets the list; returns false if the disk keeps no such lists.
    static func ownerOnly(in folder: FilePath) -> Bool {
        // Swift's Glibc module leaves out `sys/xattr.h`.
        typealias Function =
            @convention(c) (
                UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
            ) -> Int32
        guard let symbol = dlsym(nil, "setxattr") else { return false }
        let set = unsafeBitCast(symbol, to: Function.self)
        return set(folder.string, "system.posix_acl_default", bytes, bytes.count, 0) == 0
    }
}
