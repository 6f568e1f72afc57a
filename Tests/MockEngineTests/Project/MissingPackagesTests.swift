import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// Packages without sources lead to one line with the command that fetches them, or to none if no command does.
@Suite struct MissingPackagesTests {
    private func folder(_ files: [String: String] = [:]) throws -> TemporaryFolder {
        let manifest = """
            let package = Package(name: "R", dependencies: [
                .package(url: "https://example.com/Salt.git", from: "1.0.0"),
                .package(url: "https://example.com/Pepper", from: "1.0.0"), .package(id: "far.Chili", from: "1.0.0"),
            ], targets: [
                .target(name: "A", dependencies: [
                    .product(name: "Salt", package: "Salt"), .product(name: "Pepper", package: "Pepper"),
                    .product(name: "Chili", package: "far.Chili"),
                ]),
                .testTarget(name: "ATests", dependencies: ["A"]),
            ])
            """
        return try TemporaryFolder(
            ["Package.swift": manifest, "Sources/A/A.swift": "", "Tests/ATests/T.swift": ""].merging(files) { $1 })
    }

    private static func note(_ what: String) -> String {
        "Package.swift: note: the sources of \(what) unknown as parents; run 'swift package resolve' to fetch them [dependency-not-there]"
    }

    @Test func `many packages are counted, and named one by one in the details`() throws {
        let folder = try folder()
        let project = try discoverProject(root: folder.path)
        #expect(project.notes.map(\.description) == [Self.note("3 packages are not there, so their protocols are")])
        #expect(
            project.details.map(\.description)
                == ["salt", "pepper", "far.chili"].map {
                    Self.note("package '\($0)' are not there, so its protocols are")
                })
    }

    @Test func `a package that SwiftPM left out of its checkouts is not reported`() throws {
        let folder = try folder()
        try age("Package.swift", of: folder, seconds: 60)
        try folder.write("{}", to: ".build/workspace-state.json")
        #expect(try discoverProject(root: folder.path).notes == [])
        // A pinned package without a checkout can be fetched.
        try folder.write("{\"pins\": [{\"identity\" : \"salt\"}]}", to: "Package.resolved")
        #expect(
            try discoverProject(root: folder.path).notes.map(\.description)
                == [Self.note("package 'salt' are not there, so its protocols are")])
    }

    @Test func `packages are looked for where SwiftPM was told to build`() throws {
        let folder = try folder([
            "out/checkouts/Salt/Package.swift":
                "let package = Package(name: \"Salt\", products: [.library(name: \"Salt\", targets: [\"Salt\"])], targets: [.target(name: \"Salt\")])",
            "out/checkouts/Salt/Sources/Salt/Salt.swift": "public protocol Salt {}",
        ])
        let elsewhere = folder.path.appending("out").string
        let environment = ["SWIFTPM_BUILD_DIR": elsewhere]
        func project(_ scratchPath: String? = nil, _ environment: [String: String] = [:]) throws -> Project {
            let user = try UserConfiguration(
                allowsOutside: false, scratchPath: scratchPath, environment: environment)
            return try discoverProject(root: folder.path, user: user)
        }
        #expect(try project().modules.map(\.name) == ["A", "ATests"])
        for found in [try project(elsewhere), try project(nil, environment)] {
            #expect(found.modules.map(\.name) == ["A", "Salt", "ATests"])
            #expect(
                found.notes.map(\.description) == [
                    Self.note("2 packages are not there, so their protocols are").replacing(
                        "resolve'", with: "resolve --scratch-path \(elsewhere)'")
                ])
        }
        try folder.write("scratchPath: out\n", to: ".mockd.yml")
        #expect(try project().modules.map(\.name) == ["A", "Salt", "ATests"])
        #expect(
            try project().settingsWithOrigins.first { $0.key == "scratchPath" }
                == ProjectSetting("scratchPath", .text("out"), .file(".mockd.yml", line: 1)))
        #expect(
            try project(".build").settingsWithOrigins.first { $0.key == "scratchPath" }?.origin
                == .flag("--scratch-path"))
        #expect(try project(folder.path.appending(".build").string).modules.map(\.name) == ["A", "ATests"])
    }

    @Test func `a build that runs says where the packages may be`() throws {
        let folder = try folder()
        let build = Process()
        // A shell that waits for its input, under the name and with the words of a build.
        build.executableURL = URL(filePath: "/bin/bash")
        build.arguments = ["-c", "exec -a swift-build bash -c read --scratch-path out"]
        build.currentDirectoryURL = URL(filePath: folder.path.string)
        let input = Pipe()
        build.standardInput = input
        try build.run()
        defer {
            try? input.fileHandleForWriting.close()
            build.waitUntilExit()
        }
        let name = "/proc/\(build.processIdentifier)/cmdline"
        while try !String(contentsOfFile: name, encoding: .utf8).hasPrefix("swift-build") {}
        let notes = try discoverProject(root: folder.path).notes.map(\.message)
        #expect(notes.count == 1)
        #expect(
            notes[0].hasSuffix(
                "to fetch them, or pass '--scratch-path \(folder.path.appending("out"))' to mockd, as to the build that runs"
            ))
    }

    @Test func `after an edit of the manifest SwiftPM has to run again`() throws {
        let folder = try folder([".build/workspace-state.json": "{}", "Package.resolved": "{}"])
        for file in [".build/workspace-state.json", "Package.resolved"] { try age(file, of: folder, seconds: 60) }
        #expect(
            try discoverProject(root: folder.path).notes.map(\.description)
                == [Self.note("3 packages are not there, so their protocols are")])
        try folder.write("{ }", to: "Package.resolved")
        try age("Package.swift", of: folder, seconds: 30)
        #expect(try discoverProject(root: folder.path).notes == [])
    }

    @Test func `a package that was fetched lacks none of its own dependencies`() throws {
        let folder = try folder([
            ".build/checkouts/Salt/Package.swift": """
            let package = Package(name: "Salt", products: [.library(name: "Salt", targets: ["Salt"])], dependencies: [
                .package(url: "https://example.com/Crystals", from: "1.0.0"),
            ], targets: [.target(name: "Salt", dependencies: [.product(name: "Crystals", package: "Crystals")])])
            """,
            ".build/checkouts/Salt/Sources/Salt/S.swift": "",
        ])
        #expect(
            try discoverProject(root: folder.path).notes.map(\.description)
                == [Self.note("2 packages are not there, so their protocols are")])
    }

    private func age(_ file: String, of folder: TemporaryFolder, seconds: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: folder(file).string)
    }
}
