import Foundation
import Testing

/// A package whose sources changed since its mocks were made: one is new, one edited, one deleted, the others
/// unchanged. It can be put back into that state, and knows the mocks before and after the next run.
struct EditedKitchen {
    /// How the project is described, and how many sources are new in it.
    enum Layout: String, CustomTestStringConvertible {
        case package, configured, oneFile
        /// Has more new mocks than a run syncs to the disk one by one, each larger than a page.
        case manyNew

        var testDescription: String { rawValue }

        var configuration: String? {
            let modules = "modules:\n  - name: Kitchen\n    sources: [Sources/Kitchen]\n    output: "
            return switch self {
            case .package, .manyNew: nil
            case .configured: modules + "Tests/KitchenTests/Doubles\n"
            case .oneFile: modules + "Tests/KitchenTests/Mocks/All.mocks.swift\n"
            }
        }

        var outputs: String { self == .configured ? "Tests/KitchenTests/Doubles" : "Tests/KitchenTests/Mocks" }
    }

    let package: PackageFixture
    private let layout: Layout
    /// The files by path: before the edits, with the mocks of the first run; after the edits; and after the second run.
    let before: [String: Data]
    let edited: [String: Data]
    let expected: [String: Data]
    /// The system calls of the second run.
    let trace: SystemCallTrace

    init(_ layout: Layout) async throws {
        self.layout = layout
        package = try PackageFixture.kitchen()
        for name in ["Waiter", "Deep/Chef", "Host"] { try Self.write(package, name, ["ramen"]) }
        if let configuration = layout.configuration { try package.write(".mockd.yml", configuration) }
        try await Self.generate(package)
        // Files of the user beside the mocks; one is named like a mock.
        try package.write("\(layout.outputs)/Hand.swift", "// mine\n")
        try package.write("\(layout.outputs)/Mine.mocks.swift", "// mine, too\n")
        before = try Self.files(of: package)
        try Self.write(package, "Cook", ["stew"])
        try Self.write(package, "Baker", ["bake"])
        if layout == .manyNew {
            let members = (0..<30).map { "boil\($0)" }
            for number in 0..<40 { try Self.write(package, "New\(number)", members) }
        }
        try FileManager.default.removeItem(at: package.url("Sources/Kitchen/Waiter.swift"))
        edited = try Self.files(of: package)
        _ = try await package.shell("cp -a . ../template; cp -a ../cache ../template-cache")
        let run = try await package.runTool(
            "strace", "-f", "-qq", "-y", "-s", "4096", "-e", "signal=none", "-o", "../trace",
            PackageFixture.products.appending(path: "mockd").path(), "generate", "--quiet")
        guard run.status == 0 else { throw Failure(reason: run.errors) }
        expected = try Self.files(of: package)
        trace = SystemCallTrace(try Self.text(package.base.appending(path: "trace")), root: package.root.path())
    }

    struct Failure: Error {
        var reason: String
    }

    /// Puts sources, mocks and cache back as they were before the run.
    func restore() async throws {
        _ = try await package.shell(
            "find . -mindepth 1 -delete; rm -rf ../cache; cp -a ../template/. .; cp -a ../template-cache ../cache")
    }

    func files() throws -> [String: Data] { try Self.files(of: package) }

    /// Returns a line for each file that a failed run has lost or damaged; old and new mocks are both fine.
    func damage() throws -> [String] {
        let now = try files()
        let paths = Set(now.keys).union(before.keys).union(expected.keys).sorted()
        return paths.compactMap { path in
            if path.hasSuffix(".tmp") { return now[path] == nil ? nil : "left over: \(path)" }
            guard path.hasSuffix(".mocks.swift") else {
                return now[path] == edited[path] ? nil : "not as it was: \(path)"
            }
            if now[path] == before[path] || now[path] == expected[path] { return nil }
            if layout == .oneFile, holdsAllMocks(now[path]) { return nil }
            return "\(now[path] == nil ? "lost" : "damaged"): \(path)"
        }
    }

    /// True if a file has the mocks of all sources that exist before and after the run. If a source cannot be read, its
    /// last good mock stays beside the new mocks of the others.
    private func holdsAllMocks(_ bytes: Data?) -> Bool {
        let text = String(decoding: bytes ?? Data(), as: UTF8.self)
        return text.hasSuffix("}\n") && ["Cook", "Chef", "Host"].allSatisfy { text.contains("class Mock\($0)") }
    }

    /// Runs again without a fault, and returns a line for each failed run and for the files that are not current.
    func failedRecovery() async throws -> [String] {
        var problems: [String] = []
        for arguments in [["generate", "--quiet"], ["generate", "--check"]] {
            let run = try await package.run("mockd", arguments)
            if run.status != 0 { problems.append("\(arguments): \(run.status): \(run.output)\(run.errors)") }
        }
        let now = try files()
        let wrong = Set(now.keys).union(expected.keys).filter { now[$0] != expected[$0] }.sorted()
        return wrong.isEmpty ? problems : problems + ["not made good: \(wrong)"]
    }

    static func text(_ file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

    private static func write(_ package: PackageFixture, _ name: String, _ members: [String]) throws {
        let type = name.split(separator: "/").last ?? ""
        let lines = members.map { "    func \($0)(bowls: Int) -> Bool\n" }.joined()
        try package.write("Sources/Kitchen/\(name).swift", "/// @mockable\nprotocol \(type) {\n\(lines)}\n")
    }

    private static func generate(_ package: PackageFixture) async throws {
        let run = try await package.run("mockd", "generate", "--quiet")
        guard run.status == 0 else { throw Failure(reason: run.errors) }
    }

    private static func files(of package: PackageFixture) throws -> [String: Data] {
        var files: [String: Data] = [:]
        let all = FileManager.default.enumerator(atPath: package.root.path())
        while let path = all?.nextObject() as? String {
            guard all?.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
            files[path] = try Data(contentsOf: package.url(path))
        }
        return files
    }
}
