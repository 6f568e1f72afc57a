import Foundation
import Testing

/// Mocks of all protocols in this package's dependencies compile: code that was not written for a generator.
///
/// They are compiled against the modules that the build of these tests has made.
@Suite struct RealCodeTests {
    @Test(.enabled(if: areModulesThere, "the dependencies are not built beside these tests"), arguments: modules)
    func `every protocol of real code has a mock that compiles or a reason why not`(module: RealModule) async throws {
        let package = try PackageFixture()
        let generated = try await package.run("mockd", Self.generation(of: module))
        let said = generated.errors.split(separator: "\n").compactMap { line in
            [": warning: ", ": error: "].compactMap { line.firstRange(of: $0) }.first
                .map { String(line[$0.upperBound...]) }
        }
        // Ignores private protocols, because dependencies change.
        #expect(said.filter { !$0.hasSuffix(Self.hidden) && !Self.said.contains($0) } == [])
        let errors = try await package.swiftc(
            ["-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-module-name", "Tests"]
                + ["-I", PackageFixture.modules] + Self.moduleMaps, files: ["Mocks"])
        #expect(errors.map(\.description) == [])
        let mocks = try FileManager.default.contentsOfDirectory(atPath: package.url("Mocks").path())
            .map { package.read("Mocks/\($0)") ?? "" }
        #expect(mocks.reduce(0) { $0 + $1.split(separator: "struct MockMembers<").count - 1 } >= module.count)
    }

    /// Returns the arguments of mockd for mocks of a module in the folder `Mocks`.
    static func generation(of module: RealModule) -> [String] {
        let others = modules.filter { $0.name != module.name }
            .flatMap { ["--dependency", "\($0.name)=\(checkouts.appending(path: $0.folder).path())"] }
        let folder = checkouts.appending(path: module.folder).path()
        return ["generate", "--module", module.name, "--sources", folder, "--mock", "all", "--output", "Mocks"]
            + ["--import", "testable", "--cache", "none"] + others
    }

    private static let checkouts = PackageFixture.repository.appending(path: ".build/checkouts")

    static var areModulesThere: Bool {
        modules.allSatisfy { module in
            let built = URL(filePath: PackageFixture.modules).appending(path: "\(module.name).swiftmodule")
            return [built, checkouts.appending(path: module.folder)].allSatisfy {
                FileManager.default.fileExists(atPath: $0.path())
            }
        }
    }

    /// The module maps of the C modules that these modules import.
    private static let moduleMaps: [String] = {
        let targets = (try? FileManager.default.subpathsOfDirectory(atPath: checkouts.path())) ?? []
        let written = targets.filter {
            $0.hasSuffix("/include/module.modulemap") && $0.split(separator: "/").count == 5
        }
        .map { checkouts.appending(path: $0).path() }
        let made = ((try? FileManager.default.contentsOfDirectory(atPath: PackageFixture.products.path())) ?? [])
            .filter { $0.hasPrefix("C") && $0.hasSuffix(".build") }
            .map { PackageFixture.products.appending(path: "\($0)/module.modulemap").path() }
            .filter { FileManager.default.fileExists(atPath: $0) }
        return (written + made).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }()

    private static let hidden =
        " is private: a generated mock cannot see it; make it internal or write the mock in the same file [not-visible]"

    private static let said = [
        "'AtomicInteger' has an associated type that refers to Self, which a generic mock cannot; give the type: @mockable(typealias: …) [recursive-associated-type]",
        "'AtomicInteger' refines 'FixedWidthInteger', which is made for plain values and not for objects, so it cannot be mocked; test with a real type [value-protocol]",
    ]

    /// The modules with the least number of mocks in each.
    static let modules = [
        RealModule(name: "ArgumentParser", folder: "swift-argument-parser/Sources/ArgumentParser", count: 14),
        RealModule(name: "AsyncAlgorithms", folder: "swift-async-algorithms/Sources/AsyncAlgorithms", count: 1),
        RealModule(name: "Atomics", folder: "swift-atomics/Sources/Atomics", count: 4),
        RealModule(name: "ContainersPreview", folder: "swift-collections/Sources/ContainersPreview", count: 10),
        RealModule(
            name: "InternalCollectionsUtilities", folder: "swift-collections/Sources/InternalCollectionsUtilities",
            count: 1),
        RealModule(name: "Logging", folder: "swift-log/Sources/Logging", count: 3),
        RealModule(name: "NIOConcurrencyHelpers", folder: "swift-nio/Sources/NIOConcurrencyHelpers", count: 1),
        RealModule(name: "NIOCore", folder: "swift-nio/Sources/NIOCore", count: 34),
        RealModule(name: "NIOHTTP1", folder: "swift-nio/Sources/NIOHTTP1", count: 3),
        RealModule(name: "NIOPosix", folder: "swift-nio/Sources/NIOPosix", count: 14),
        RealModule(
            name: "ServiceLifecycle", folder: "swift-service-lifecycle/Sources/ServiceLifecycle", count: 1),
        RealModule(name: "SwiftDiagnostics", folder: "swift-syntax/Sources/SwiftDiagnostics", count: 4),
        RealModule(name: "SwiftParser", folder: "swift-syntax/Sources/SwiftParser", count: 8),
        RealModule(name: "SwiftParserDiagnostics", folder: "swift-syntax/Sources/SwiftParserDiagnostics", count: 4),
        RealModule(name: "SwiftSyntax", folder: "swift-syntax/Sources/SwiftSyntax", count: 30),
        RealModule(name: "SystemPackage", folder: "swift-system/Sources/System", count: 3),
        RealModule(name: "Yams", folder: "Yams/Sources/Yams", count: 6),
    ]
}

/// A module of a dependency.
struct RealModule: CustomTestStringConvertible {
    var name: String
    var folder: String
    var count: Int

    var testDescription: String { name }
}
