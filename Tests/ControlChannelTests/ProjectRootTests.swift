import ControlChannel
import Foundation
import Glibc
import SystemPackage
import Testing

@Suite("The root of a project")
struct ProjectRootTests {
    @Test("is the nearest folder with a configuration or a manifest", arguments: [".mockd.yml", "Package.swift"])
    func nearest(name: String) throws {
        let folder = try TemporaryTree([
            "Package.swift": "", "Sources/App/App.swift": "", "Inner/\(name)": "", "Inner/Sources/A.swift": "",
        ])
        #expect(ProjectRoot.nearest(from: folder("Sources/App")) == folder.path)
        #expect(ProjectRoot.nearest(from: folder("Inner/Sources")) == folder("Inner"))
        #expect(ProjectRoot.nearest(from: folder("Inner")) == folder("Inner"))
        #expect(ProjectRoot.nearest(from: folder("None/At/All")) == folder.path)
    }

    @Test("is nowhere where nothing describes a project")
    func none() {
        #expect(ProjectRoot.nearest(from: "/proc/self") == nil)
    }

    @Test(
        "is never decided by another user's file above it, nor by a folder of that name",
        .enabled(if: geteuid() == 0, "only root can give a file away"))
    func foreign() throws {
        let folder = try TemporaryTree([
            "Package.swift": "", "Inner/.mockd.yml": "", "Inner/Package.swift/A.txt": "", "Inner/Sources/A.swift": "",
        ])
        #expect(chown(folder("Inner/.mockd.yml").string, 65534, 65534) == 0)
        #expect(ProjectRoot.nearest(from: folder("Inner/Sources")) == folder.path)
        // A user whose current folder this is has chosen it.
        #expect(ProjectRoot.nearest(from: folder("Inner")) == folder("Inner"))
        // A question writes nothing.
        #expect(ProjectRoot.nearest(from: folder("Inner/Sources"), ofAnyone: true) == folder("Inner"))
    }
}

/// A folder with some files, removed at the end of the test.
private struct TemporaryTree {
    private let folder: TemporaryDirectory
    var path: FilePath { FilePath(folder.path) }

    init(_ files: [String: String]) throws {
        folder = try TemporaryDirectory()
        for (file, text) in files {
            let url = URL(filePath: folder.appending(file))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    func callAsFunction(_ path: String) -> FilePath { FilePath(folder.appending(path)) }
}
