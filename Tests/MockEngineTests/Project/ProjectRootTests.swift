import Glibc
import MockEngine
import SystemPackage
import Testing

@Suite("The root of a project")
struct ProjectRootTests {
    @Test("is the nearest folder with a configuration or a manifest", arguments: [".mockd.yml", "Package.swift"])
    func nearest(name: String) throws {
        let folder = try TemporaryFolder([
            "Package.swift": "", "Sources/App/App.swift": "", "Inner/\(name)": "", "Inner/Sources/A.swift": "",
        ])
        #expect(projectRoot(from: folder("Sources/App")) == folder.path)
        #expect(projectRoot(from: folder("Inner/Sources")) == folder("Inner"))
        #expect(projectRoot(from: folder("Inner")) == folder("Inner"))
        #expect(projectRoot(from: folder("None/At/All")) == folder.path)
    }

    @Test("is the folder itself where nothing describes a project")
    func none() throws {
        #expect(projectRoot(from: "/proc/self") == "/proc/self")
    }

    @Test(
        "is never decided by another user's file above it, nor by a folder of that name",
        .enabled(if: geteuid() == 0, "only root can give a file away"))
    func foreign() throws {
        let folder = try TemporaryFolder([
            "Package.swift": "", "Inner/.mockd.yml": "", "Inner/Package.swift/A.txt": "", "Inner/Sources/A.swift": "",
        ])
        #expect(chown(folder("Inner/.mockd.yml").string, 65534, 65534) == 0)
        #expect(projectRoot(from: folder("Inner/Sources")) == folder.path)
        // A user whose current folder this is has chosen it.
        #expect(projectRoot(from: folder("Inner")) == folder("Inner"))
    }
}
