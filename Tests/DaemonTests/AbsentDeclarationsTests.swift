import Foundation
import Testing

/// Missing declarations are not wrong ones: in a fresh clone, without the sources of a dependency, or before the first
/// build, mocks and matchers that were made with the missing declarations stay as they are.
@Suite struct AbsentDeclarationsTests {
    /// A place of declarations that can go for a while.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var dependencies = ""
        var target = ""
        var configuration: String?
        let files: [String: String]
        /// The folder that is not there for a while. A submodule that is not fetched is an empty one.
        let absent: String
        var leavesFolder = false
        /// True if the missing declarations change nothing but matchers.
        var concernsMatchersOnly = false
        let wayOut: String
    }

    private static let library = """
        // swift-tools-version: 6.1
        import PackageDescription
        let package = Package(
            name: "Lib", products: [.library(name: "Lib", targets: ["Lib"])], targets: [.target(name: "Lib")])
        """

    private static let declarations =
        "public protocol Base { func base(_ kind: Kind) }\npublic enum Kind: Sendable { case a, b }\n"

    private static let vendored = [
        "Vendor/Lib/Package.swift": library, "Vendor/Lib/Sources/Lib/Lib.swift": declarations,
    ]
    private static let cook = "import Lib\n/// @mockable\nprotocol Cook: Base { func ramen() }\n"
    private static let path = #".package(path: "Vendor/Lib")"#
    private static let product = #", dependencies: [.product(name: "Lib", package: "Lib")]"#

    static let cases = [
        Case(
            testDescription: "a parent in a package beside", dependencies: path, target: product,
            files: vendored.merging(["Sources/Kitchen/Cook.swift": cook]) { $1 },
            absent: "Vendor/Lib", wayOut: "check the path 'Vendor/Lib' in Package.swift"),
        Case(
            testDescription: "a parent in a submodule", dependencies: path, target: product,
            files: vendored.merging(["Sources/Kitchen/Cook.swift": cook]) { $1 },
            absent: "Vendor/Lib", leavesFolder: true, wayOut: "git submodule update --init"),
        Case(
            testDescription: "the type of a parameter", dependencies: path, target: product,
            files: vendored.merging([
                "Sources/Kitchen/Cook.swift":
                    "import Lib\n/// @mockable\nprotocol Cook { func ramen(_ kind: Kind) -> Kind }\n"
            ]) { $1 },
            absent: "Vendor/Lib", concernsMatchersOnly: true, wayOut: "git submodule update --init"),
        Case(
            testDescription: "a parent that a build plugin makes", target: #", plugins: [.plugin(name: "Generator")]"#,
            files: [
                "Plugins/Generator/Generator.swift": "",
                ".build/plugins/outputs/kitchen/Kitchen/destination/Generator/Base.swift": declarations,
                "Sources/Kitchen/Cook.swift": "/// @mockable\nprotocol Cook: Base { func ramen() }\n",
            ],
            absent: ".build", wayOut: "build once (swift build)"),
        Case(
            testDescription: "a parent for a template of the user's own", dependencies: path, target: product,
            configuration: "style: sourcery\ntemplate: Mock.stencil\n",
            files: vendored.merging([
                "Sources/Kitchen/Cook.swift": cook,
                "Mock.stencil": """
                import Lib
                {% for type in types.protocols %}{% if type.annotations.mockable %}
                final class Fake{{ type.name }}: {{ type.name }} {
                {% for method in type.allMethods %}    func {{ method.name }} {}
                {% endfor %}}
                {% endif %}{% endfor %}
                """,
            ]) { $1 },
            absent: "Vendor/Lib", wayOut: "git submodule update --init"),
    ]

    private static func package(_ example: Case) throws -> PackageFixture {
        let package = try PackageFixture.kitchen()
        try package.write(
            "Package.swift",
            PackageFixture.manifest()
                .replacing(".target(name: \"Kitchen\")", with: ".target(name: \"Kitchen\"\(example.target))")
                .replacing("    targets: [", with: "    dependencies: [\(example.dependencies)],\n    targets: ["))
        if let configuration = example.configuration { try package.write(".mockd.yml", configuration) }
        for (path, text) in example.files { try package.write(path, text) }
        return package
    }

    private static func hide(_ example: Case, in package: PackageFixture) throws {
        try FileManager.default.moveItem(at: package.url(example.absent), to: package.base.appending(path: "away"))
        guard example.leavesFolder else { return }
        try FileManager.default.createDirectory(at: package.url(example.absent), withIntermediateDirectories: true)
    }

    private static func bring(_ example: Case, in package: PackageFixture) throws {
        if example.leavesFolder { try FileManager.default.removeItem(at: package.url(example.absent)) }
        try FileManager.default.moveItem(at: package.base.appending(path: "away"), to: package.url(example.absent))
    }

    private static func mocks(_ package: PackageFixture) -> [String: String] {
        let folder = "Tests/KitchenTests/Mocks/"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: package.url(folder).path())) ?? []
        return names.reduce(into: [:]) { $0[folder + $1] = package.read(folder + $1) }
    }

    @Test(arguments: cases)
    func `in a fresh clone the committed mocks stay, and the error says what brings the rest`(_ example: Case)
        async throws
    {
        let package = try Self.package(example)
        let first = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(first.status == 0, "\(first.errors)")
        let good = Self.mocks(package)
        #expect(good[PackageFixture.mockPath]?.contains("Kind") == true, "\(good)")

        try Self.hide(example, in: package)
        let checked = try await package.run("mockd", "generate", ".", "--cache", "none", "--check")
        #expect(checked.status == 1, "\(checked.output)\(checked.errors)")
        let kept = good.keys.sorted().filter { !example.concernsMatchersOnly || $0.contains("Matcher") }
        #expect(checked.output == kept.map { "kept \($0)\n" }.joined(), "\(checked.errors)")
        #expect(checked.errors.contains("[missing-module]"), "\(checked.errors)")
        #expect(checked.errors.contains(example.wayOut), "\(checked.errors)")
        for _ in 1...2 {
            let again = try await package.run("mockd", "generate", ".", "--cache", "none")
            #expect(again.status == 1, "\(again.errors)")
            #expect(Self.mocks(package) == good)
        }

        try Self.bring(example, in: package)
        let last = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(last.status == 0, "\(last.errors)")
        #expect(Self.mocks(package) == good)
    }

    @Test(arguments: cases)
    func `while the daemon runs they stay, and follow what comes back`(_ example: Case) async throws {
        let package = try Self.package(example)
        let daemon = try await package.watch()
        #expect(try await package.expectAgreement("at first") == 0)
        let good = Self.mocks(package)
        try Self.hide(example, in: package)
        #expect(try await package.expectAgreement("away") == 1)
        #expect(Self.mocks(package) == good)

        // A mock that has never been made is made as well as it can be.
        let cook = try #require(package.read("Sources/Kitchen/Cook.swift"))
        try package.write("Sources/Kitchen/Chef.swift", cook.replacing("Cook", with: "Chef"))
        #expect(try await package.expectAgreement("with another") == 1)
        #expect(package.read("Tests/KitchenTests/Mocks/Chef.mocks.swift")?.contains("Chef") == true)
        for (path, text) in good where path.hasSuffix("Cook.mocks.swift") { #expect(package.read(path) == text) }

        try Self.bring(example, in: package)
        #expect(try await package.expectAgreement("back") == 0)
        #expect(package.read(PackageFixture.mockPath) == good[PackageFixture.mockPath])
        #expect(package.read("Tests/KitchenTests/Mocks/Chef.mocks.swift")?.contains("Kind") == true)
        try FileManager.default.removeItem(at: package.url("Sources/Kitchen/Chef.swift"))
        #expect(try await package.expectAgreement("without the other") == 0)
        #expect(Self.mocks(package) == good)
        _ = await daemon.stop()
    }

    @Test func `a parent that is nowhere is wrong, and no mock stays for it`() async throws {
        let package = try PackageFixture.kitchen()
        #expect(try await package.run("mockd", "generate", ".").status == 0)
        try package.write("Sources/Kitchen/Cook.swift", "/// @mockable\nprotocol Cook: Nowhere { func ramen() }\n")
        let result = try await package.run("mockd", "generate", ".")
        #expect(result.status == 1)
        #expect(result.errors.contains("[unknown-parent]"), "\(result.errors)")
        #expect(package.read(PackageFixture.mockPath)?.contains("bowls") == false)
    }
}
