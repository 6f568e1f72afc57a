import Foundation
import MockEngine
import SystemPackage

/// Changes the description of a package at random, and knows which mocks the package must have afterwards.
struct DescriptionWalk {
    static let modules = ["Alpha", "Beta", "Gamma"]
    static let parents = ["Sources", "Source", "src", "Code"]

    let package: PackageFixture
    let interfaces: ModuleInterfaces
    var random: SeededRandom
    /// The changes so far, printed when the walk fails.
    var log: [String] = []
    /// The files that the walk broke and has not mended since.
    var broken: Set<String> = []
    private var counter = 0
    /// The last description that was right; `nil` if several changes at once make it uncertain which one that was.
    private var inForce: Project?
    private var changes = 0

    init(_ package: PackageFixture, seed: UInt64) {
        self.package = package
        random = SeededRandom(seed: seed)
        interfaces = ModuleInterfaces(
            build: BuildFolder(of: FilePath(package.root.path())), cache: nil,
            searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
    }

    /// True if a file that mockd reads is broken.
    var isBroken: Bool {
        var read = broken
        if exists("Package@swift-6.3.swift") { read.remove("Package.swift") }
        return !read.isEmpty
    }
    var isValid: Bool { (try? discoverProject(root: FilePath(package.root.path()))) != nil }

    /// The paths of all files named like mocks.
    var mocks: Set<String> {
        let names = FileManager.default.enumerator(atPath: package.root.path())?.compactMap { $0 as? String } ?? []
        return Set(names.filter { $0.hasSuffix(".mocks.swift") }.map { package.url($0).path() })
    }

    /// Returns the problems that a run from scratch reports, and the project that a running daemon uses.
    mutating func describe() -> (problems: [ConfigurationError.Problem], inForce: Project?) {
        do throws(ConfigurationError) {
            let project = try discoverProject(root: FilePath(package.root.path()))
            inForce = project
            return ([], project)
        } catch {
            // The daemon may have read a valid description between two of the changes, which this walk cannot know.
            if changes > 1 { inForce = nil }
            return (error.problems, inForce)
        }
    }

    /// Goes back to a package with one module. Writes Package.swift first, so that the root is never empty.
    mutating func reset() throws {
        try put("Package.swift", DescriptionChangeTests.manifest(["Alpha"]))
        let names = try FileManager.default.contentsOfDirectory(atPath: package.root.path())
        for name in names where name != "Package.swift" { try remove(name) }
        try remove("../Pantry")
        try remove("../Elsewhere")
        try put("Sources/Alpha/P0.swift", source())
        changes = 2
    }

    /// Makes one to three changes, or one that breaks the description.
    mutating func step() throws {
        log.append("|")
        if random.chance(20) {
            changes = 1
            return try breakSomething()
        }
        changes = random.number(1...3)
        for _ in 0..<changes { try change() }
    }

    // MARK: Files

    func exists(_ path: String) -> Bool { access(package.url(path).path(), F_OK) == 0 }

    func remove(_ path: String) throws {
        do {
            try FileManager.default.removeItem(at: package.url(path))
        } catch CocoaError.fileNoSuchFile {}
    }

    mutating func put(_ path: String, _ text: String) throws {
        log.append("write \(path)")
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: package.url(path).path(), isDirectory: &isFolder)
        // Half of the writes replace the file, as editors do, instead of overwriting it.
        if !isThere || isFolder.boolValue || random.chance(50) { try remove(path) }
        try package.write(path, text)
    }

    // MARK: Texts

    mutating func source() -> String {
        counter += 1
        let parent = random.pick(["", "", ": Spice", ": Stock"])
        return """
            import Spices
            import Pantry
            /// @mockable
            protocol P\(random.number(0...1))\(parent) { func f\(counter)() }

            """
    }

    /// Returns a manifest with some of the modules.
    mutating func manifest() -> String {
        var targets: [String] = []
        for name in Self.modules where random.chance(70) {
            let products = [".product(name: \"Spices\", package: \"spices\")", "\"Pantry\""]
            var dependencies = products.filter { _ in random.chance(50) }
            dependencies += Self.modules.filter { $0 < name && random.chance(30) }.map { "\"\($0)\"" }
            let path = random.chance(25) ? ", path: \"Code/\(name)\"" : ""
            let list = dependencies.joined(separator: ", ")
            targets.append(".target(name: \"\(name)\", dependencies: [\(list)]\(path)),")
            guard random.chance(80) else { continue }
            targets.append(".testTarget(name: \"\(name)Tests\", dependencies: [\"\(name)\"]),")
        }
        return """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "Walk",
                dependencies: [
                    .package(url: "https://example.org/spices", from: "1.0.0"), .package(path: "../Pantry"),
                ],
                targets: [
            \(targets.map { "        \($0)\n" }.joined())    ])

            """
    }

    /// Returns the sources of a package that others depend on.
    mutating func parent(_ name: String) -> String {
        counter += 1
        return "public protocol \(name) { func g\(counter)() }\n"
    }
}
