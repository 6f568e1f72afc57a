import Foundation
import MockModel
import MockParsing
import SystemPackage
import Testing

@testable import MockEngine

/// The manifests of real packages are read as SwiftPM describes them after running them.
@Suite struct ManifestAgreementTests {
    /// The folder of the packages, and those of them that are compared without `MOCKD_MANIFESTS`.
    static let folder =
        ProcessInfo.processInfo.environment["MOCKD_MANIFESTS"].map { URL(filePath: $0) }
        ?? URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../.build/checkouts")
        .standardized
    /// Computes all its targets; has conditions on the environment and traits.
    private static let sample = ["swift-collections", "swift-nio"]

    static let packages: [String] = {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        let isWanted = ProcessInfo.processInfo.environment["MOCKD_MANIFESTS"] != nil
        return all.filter { isWanted || sample.contains($0) }.sorted()
    }()

    @Test(arguments: packages)
    func `reading and running give the same`(name: String) throws {
        let root = Self.folder.appending(path: name)
        guard let json = try dump(root) else { return }
        let ran = try #require(PackageManifest(dump: json, lines: [:]))
        let package = try #require(try LoadedPackage(root: .init(root.path()), shownIn: .init(root.path())))
        var read = package.manifest
        #expect(package.diagnostics.filter { $0.code != "manifest-condition" }.map(\.description) == [])
        let isUndecided = !package.diagnostics.isEmpty
        for index in read.targets.indices { read.targets[index].line = nil }
        // Under undecided conditions reading finds both ways.
        if isUndecided {
            let names = Set(ran.targets.map(\.name))
            read.targets.removeAll { !names.contains($0.name) }
            read.products.removeAll { !ran.products.contains($0) }
        }
        #expect(read.targets.map(\.name) == ran.targets.map(\.name))
        for (read, ran) in zip(read.targets, ran.targets) {
            var ran = ran
            // Some packages compute the names that stand for versions of Apple's platforms, and reading finds none.
            if read.settings.availabilityMacros.isEmpty { ran.settings.availabilityMacros = [] }
            #expect(read == ran)
        }
        #expect(read.products == ran.products)
        #expect(read.name == ran.name && read.toolsVersion == ran.toolsVersion)
        #expect(read.languageModes == ran.languageModes)
        let behindTraits = read.packagesBehindTraits
        #expect(
            isUndecided ? behindTraits.isSubset(of: ran.packagesBehindTraits) : behindTraits == ran.packagesBehindTraits
        )
        let identities = read.dependencies.map(\.identity)
        #expect(ran.dependencies.allSatisfy { identities.contains($0.identity) })
        #expect(isUndecided || identities == ran.dependencies.map(\.identity))
    }

    /// Returns what SwiftPM prints about a package; `nil` if the package is for newer tools.
    private func dump(_ root: URL) throws -> String? {
        try Self.output(of: ["--manifest-cache", "none", "dump-package"], about: root).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Returns what a command of `swift package` prints about a package; `nil` if the package is for newer tools.
    ///
    /// - Parameter mayFail: True to return `nil`, too, if SwiftPM refuses the package for another reason.
    static func output(of command: [String], about root: URL, mayFail: Bool = false) throws -> Data? {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "mockd-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "swift", "package", "--package-path", root.path(), "--scratch-path", scratch.path(),
            ] + command
        let (output, errors) = (Pipe(), scratch.appendingPathExtension("errors"))
        defer { try? FileManager.default.removeItem(at: errors) }
        try Data().write(to: errors)
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        if process.terminationStatus != 0 {
            let text = try String(contentsOf: errors, encoding: .utf8)
            #expect(mayFail || text.contains("is using Swift tools version"), "\(text)")
            return nil
        }
        return data
    }
}
