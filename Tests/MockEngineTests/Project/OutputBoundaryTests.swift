import Glibc
import MockEngine
import MockModel
import SystemPackage
import Testing

@Suite("The place of an output")
struct OutputBoundaryTests {
    private static let wayOut =
        "choose a folder of this project, or allow it yourself: with --allow-outside, or with 'allowOutside: true' in "
        + "~/.config/mockd/config.yml"

    /// Returns a project in `root` beside a folder `elsewhere`, with links from one to the other.
    private func folder(output: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder([
            "root/.mockd.yml": "modules:\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n    output: \(output)\n",
            "root/Sources/Kitchen/": "", "elsewhere/": "", "root/Tests/": "",
            "root/Other/Package.swift": "", "root/Other/Sources/Other/": "",
        ])
        for (link, target) in [
            ("root/Out", folder("elsewhere").string), ("root/Tests/Up", "../../elsewhere"),
            ("root/Loose", "../nothing/yet"),
            ("root/In", "Tests"),
        ] {
            #expect(symlink(target, folder(link).string) == 0)
        }
        return folder
    }

    private func problem(output: String) throws -> String? {
        let folder = try folder(output: output)
        do throws(ConfigurationError) {
            _ = try discoverProject(root: folder("root"))
            return nil
        } catch {
            return error.description
        }
    }

    static let refusedOutputs = [
        ("../elsewhere", "lies outside of the project"),
        ("/var/lib/mockd-test", "lies outside of the project"),
        ("../elsewhere/All.swift", "lies outside of the project"),
        ("Sources/../../elsewhere", "lies outside of the project"),
        ("Out", "leads outside of the project through the link 'Out'"),
        ("Tests/Up/Mocks/All.swift", "leads outside of the project through the link 'Tests/Up'"),
        ("Loose/Mocks", "leads outside of the project through the link 'Loose'"),
        ("Other/Sources/Other", "lies in 'Other', which is another package"),
        ("Other/Mocks/All.swift", "lies in 'Other', which is another package"),
    ]

    @Test("outside of the project is refused at its line", arguments: refusedOutputs)
    func refused(output: String, reason: String) throws {
        #expect(
            try problem(output: output)
                == ".mockd.yml:4:13: error: the output '\(output)' \(reason), and a repository may "
                + "not decide that; \(Self.wayOut) [config-output-outside]")
    }

    @Test(
        "within the project is taken", arguments: ["Tests/Mocks", "./Tests/All.swift", "In/Mocks", "New/Folder", "."])
    func taken(output: String) throws { #expect(try problem(output: output) == nil) }

    @Test("that is absolute is refused with its relative spelling")
    func absolute() throws {
        let folder = try folder(output: "x")
        let path = folder("root/Tests/Mocks").string
        try folder.write(
            "modules:\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n    output: \(path)\n", to: "root/.mockd.yml")
        let error = try #require(throws: ConfigurationError.self) { _ = try discoverProject(root: folder("root")) }
        #expect(
            error.description == ".mockd.yml:4:13: error: the output '\(path)' is absolute; write 'Tests/Mocks', which "
                + "starts at the project's root [config-output-outside]")
    }

    @Test("of a package within the project may be in that package")
    func innerPackage() throws {
        let folder = try TemporaryFolder([
            ".mockd.yml": """
            modules:
              - {name: A, sources: [Packages/A/Sources/A], output: Packages/A/Tests/ATests/Mocks}
              - {name: B, sources: [Packages/B/Sources/B], output: Packages/A/Tests/BTests/Mocks}
            """, "Packages/A/Package.swift": "", "Packages/B/Package.swift": "", "Packages/A/Sources/A/": "",
            "Packages/B/Sources/B/": "",
        ])
        let error = try #require(throws: ConfigurationError.self) { _ = try discoverProject(root: folder.path) }
        #expect(error.problems.map(\.position?.line) == [3])
    }

    @Test("goes where the user allows it, also through a link")
    func allowed() throws {
        for (output, place) in [
            ("../elsewhere", "elsewhere"), ("Out/Mocks", "elsewhere/Mocks"), ("Tests/Up", "elsewhere"),
            ("Other/Mocks", "root/Other/Mocks"), ("In/Mocks", "root/In/Mocks"),
        ] {
            let folder = try folder(output: output)
            let project = try discoverProject(root: folder("root"), user: UserConfiguration(allowsOutside: true))
            #expect(project.modules.map(\.output) == [.folder(folder(place))])
        }
    }

    @Test("is not the repository's to allow")
    func repositorysWord() throws {
        let folder = try folder(output: "Tests/Mocks")
        try folder.write(
            "allowOutside: true\nmodules:\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n    output: ../elsewhere\n",
            to: "root/.mockd.yml")
        let error = try #require(throws: ConfigurationError.self) { _ = try discoverProject(root: folder("root")) }
        #expect(
            error.problems[0].description
                == ".mockd.yml:1:1: error: 'allowOutside' is for the user to decide, not for a "
                + "repository; write it in ~/.config/mockd/config.yml [config-users-key]")
        #expect(error.problems.count == 2)
    }

    @Test("of a test target outside of its package is refused with an error at the target's line")
    func manifest() throws {
        let folder = try TemporaryFolder([
            "root/Package.swift": """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "App",
                targets: [
                    .target(name: "App"),
                    .testTarget(name: "AppTests", dependencies: ["App"], path: "../elsewhere"),
                ])
            """, "root/Sources/App/": "", "elsewhere/": "",
        ])
        let project = try discoverProject(root: folder("root"))
        #expect(project.modules.allSatisfy { $0.output == nil })
        let place = folder("elsewhere/Mocks").string
        #expect(
            project.notes.map(\.description) == [
                "Package.swift:7:1: error: the output '\(place)' lies outside of the project, and a repository may not "
                    + "decide that; \(Self.wayOut) [config-output-outside]"
            ])
    }

    @Test("may be allowed in the user's file, whose errors are reported")
    func usersFile() throws {
        let folder = try TemporaryFolder([:])
        let file = folder("mockd/config.yml").string
        func user(_ text: String?, flag: Bool = false) throws -> UserConfiguration {
            if let text { try folder.write(text, to: "mockd/config.yml") }
            return try UserConfiguration(allowsOutside: flag, environment: ["XDG_CONFIG_HOME": folder.path.string])
        }
        func problems(_ text: String) throws -> String {
            try #require(throws: ConfigurationError.self) { _ = try user(text) }.description
        }
        #expect(try !user(nil).allowsOutside)
        #expect(try user(nil, flag: true).allowsOutside)
        #expect(try user("allowOutside: true\n").allowsOutside)
        #expect(try !user("allowOutside: false\n").allowsOutside)
        #expect(try user("allowOutside: false\n", flag: true).allowsOutside)
        #expect(
            try problems("allowOutsid: true\n")
                == "\(file):1:1: error: the user's configuration has no key 'allowOutsid'; did you mean 'allowOutside'? "
                + "[config-unknown-key]")
        #expect(
            try problems("allowOutside: maybe\n")
                == "\(file):1:15: error: 'allowOutside' must be true or false, but 'maybe' is text in YAML; write "
                + "allowOutside: false [config-type]")
        #expect(
            try problems("")
                == "\(file):1:1: error: the file is empty; write 'allowOutside: true' or remove it [config-empty]")
    }
}
