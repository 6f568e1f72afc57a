import Foundation
import MockModel
import SystemPackage
import Testing

@testable import MockEngine

/// The sources of each target are those that `swift package describe` names.
@Suite struct DescribedSourcesTests {
    @Test(arguments: ManifestAgreementTests.packages)
    func `real packages`(name: String) throws {
        let root = FilePath(ManifestAgreementTests.folder.appending(path: name).path())
        guard let described = try Described(root) else { return }
        #expect(!described.targets.isEmpty)
        try expectAgreement(with: described, in: root)
    }

    private static let seeds = ProcessInfo.processInfo.environment["MOCKD_DESCRIBED_SEEDS"].flatMap { UInt64($0) } ?? 6

    @Test(arguments: 0..<seeds)
    func `random folders of sources`(seed: UInt64) throws {
        var package = RandomSources(seed: seed)
        let folder = try TemporaryFolder([
            "Elsewhere/L.swift": "let l = 1\n", "Elsewhere/Deeper/M.swift": "let m = 1\n",
        ])
        try package.write(to: folder)
        // SwiftPM refuses few of them, such as those without a source.
        guard let described = try Described(folder.path, mayFail: true) else { return }
        try expectAgreement(with: described, in: folder.path, "seed \(seed): \(package.log.joined(separator: ", "))")
    }

    /// Compares the sources of the targets whose modules mockd reads.
    private func expectAgreement(with described: Described, in root: FilePath, _ comment: Comment? = nil) throws {
        let package = try #require(try LoadedPackage(root: root, shownIn: root))
        var modules: [Module] = []
        var expected: [Set<String>] = []
        for target in described.targets where target.isRead {
            guard let known = package.target(named: target.name), let module = package.moduleReadForNames(of: known)
            else { continue }
            modules.append(module)
            // SwiftPM describes `A.SWIFT`, too, and does not compile it.
            let compiled = target.sources.filter { $0.hasSuffix(".swift") }
            expected.append(Set(compiled.map { root.pushing(FilePath(target.path)).appending($0).string }))
        }
        #expect(!modules.isEmpty, comment)
        let project = Project(root: root, modules: modules)
        let membership = ModuleMembership(project, modulesWithMocks: modules.map { _ in nil })
        let finder = SourceFinder(tree: nil, fileSystem: LocalFileSystem(), membership: membership, sources: [:])
        for (number, expected) in expected.enumerated() {
            let listings = finder.find(in: [number], WorkerThreads(count: 2)).map(\.listing)
            let found = listings.flatMap(\.sources).compactMap { found in
                if case .new(let path) = found.source { path.text } else { nil }
            }
            #expect(Set(found) == expected, "\(modules[number].name) \(comment?.rawValue ?? "")")
        }
    }
}

/// A package as `swift package describe` prints it.
private struct Described: Decodable {
    struct Target: Decodable {
        var name: String
        var type: String
        var module_type: String
        var path: String
        var sources: [String]

        /// True for a target whose module mocks may need.
        var isRead: Bool {
            module_type == "SwiftTarget" && ["library", "executable", "macro", "test"].contains(type)
        }
    }

    var targets: [Target]

    /// Returns `nil` if the package is for newer tools.
    ///
    /// - Parameter mayFail: True to return `nil`, too, if SwiftPM refuses the package for another reason.
    init?(_ root: FilePath, mayFail: Bool = false) throws {
        let data = try ManifestAgreementTests.output(
            of: ["describe", "--type", "json"], about: URL(filePath: root.string), mayFail: mayFail)
        guard let data else { return nil }
        self = try JSONDecoder().decode(Described.self, from: data)
    }
}

/// A package whose target has folders with the names of other tools, documents, hidden folders, links, other packages and
/// files that are no sources.
private struct RandomSources {
    private var random: SplitMix
    private(set) var log: [String] = []
    private var files: Set<String> = []

    init(seed: UInt64) { random = SplitMix(state: seed &* 0x9E37_79B9_7F4A_7C15) }

    private static let folders = [
        "Carthage", "Pods", "DerivedData", "node_modules", ".hidden", "Try.playground", "Images.xcassets", "Guide.docc",
        "App.xcodeproj", "Sub", "Sub/Deeper", "build", "Mocks", "Tests", "Sub.swift", "Base.lproj", "View.xib",
    ]
    private static let names = [
        "A.swift", "B.swift", "C.mocks.swift", ".D.swift", "notes.md", "E.swift.bak", "F.SWIFT",
    ]

    mutating func write(to folder: TemporaryFolder) throws {
        try add("Sources/Kitchen/Kitchen.swift", to: folder)
        for _ in 0..<12 {
            let place = Self.folders[random.below(Self.folders.count)]
            switch random.below(8) {
            case 0: try add("Sources/Kitchen/\(place)/Package.swift", to: folder)
            // No circle: SwiftPM (6.3.1) follows one without end.
            case 1, 2:
                try link("Sources/Kitchen/\(place)", to: ["Elsewhere", "Elsewhere/Deeper", "Nowhere"], in: folder)
            case 3: try link("Sources/Kitchen/Link\(random.below(9)).swift", to: ["Elsewhere/L.swift"], in: folder)
            default: try add("Sources/Kitchen/\(place)/\(Self.names[random.below(Self.names.count)])", to: folder)
            }
        }
        var arguments = ""
        if random.below(2) == 0 { arguments += ", exclude: [\"\(existing())\"]" }
        if random.below(3) == 0 { arguments += ", sources: [\"Kitchen.swift\", \"\(existing())\"]" }
        log.append(arguments)
        try folder.write(
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "Kitchen", targets: [.target(name: "Kitchen"\(arguments))])
            """, to: "Package.swift")
    }

    /// A folder or file below the target's folder that was written.
    private mutating func existing() -> String {
        let all = files.sorted()
        let parts = all[random.below(all.count)].split(separator: "/").dropFirst(2)
        return parts.prefix(1 + random.below(parts.count)).joined(separator: "/")
    }

    private mutating func add(_ path: String, to folder: TemporaryFolder) throws {
        guard (try? folder.write("let x\(random.below(1000)) = 1\n", to: path)) != nil else { return }
        files.insert(path)
        log.append(path)
    }

    private mutating func link(_ path: String, to targets: [String], in folder: TemporaryFolder) throws {
        let target = folder.path.pushing(FilePath(targets[random.below(targets.count)]))
        let link = folder.path.pushing(FilePath(path))
        try FileManager.default.createDirectory(
            atPath: link.removingLastComponent().string, withIntermediateDirectories: true)
        guard
            (try? FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: target.string))
                != nil
        else { return }
        log.append("\(path) -> \(target.lastComponent?.string ?? "")")
    }
}
