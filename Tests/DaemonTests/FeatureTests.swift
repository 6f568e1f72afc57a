import Foundation
import Testing

/// Each feature of the language has a short protocol or class in `Features`, whose mock must compile.
@Suite struct FeatureTests {
    static let files = ["AssociatedTypes", "Combinations", "Corners", "Declarations", "Members", "Types"]

    /// Compiles the mocks in the module of the features.
    @Test(arguments: files, [true, false])
    func `every feature has a mock that compiles`(file: String, forwarding: Bool) async throws {
        let package = try PackageFixture()
        let features = try Self.features(in: file)
        #expect(features.count > 40)
        try Self.write(features, to: "Kitchen", of: package)
        try package.write(
            ".mockd.yml",
            """
            forwarding: \(forwarding)
            modules: [{name: Kitchen, sources: [Kitchen], output: Mocks, import: none}]
            """)
        let generated = try await package.run("mockd", "generate", "--cache", "none")
        expectMocks(of: features, in: "Mocks", of: package, generated)
        let isSwitchedOff = features.keys.contains { name in
            package.read("Mocks/\(name).mocks.swift")?.contains("unforwardable: \"forwarding switched off\"") ?? false
        }
        #expect(isSwitchedOff == !forwarding)
        let errors = try await package.swiftc(
            ["-emit-sil", "-o", "/dev/null", "-module-name", "Kitchen", "-I", PackageFixture.modules]
                + Dialect.swift6.flags, files: ["Kitchen", "Mocks"])
        #expect(errors.map(\.description) == [])
    }

    /// The dialects to try; `MOCKD_FEATURE_DIALECTS=all` tries all of them.
    private static let dialects =
        ProcessInfo.processInfo.environment["MOCKD_FEATURE_DIALECTS"] == "all"
        ? Dialect.all
        : [.mainActor, .mainActorInModule, .mainActorInTests, .nonsendingInModule, .nonsendingInTests]

    /// Compiles the mocks in a test target, in each dialect.
    @Test(arguments: files, dialects)
    func `every feature has a mock that compiles in every dialect`(file: String, dialect: Dialect) async throws {
        try await expectMocksThatCompile(of: try Self.features(in: file, dialect), dialect)
    }

    @Test(arguments: ["actor_of_parent", "mainactor_closures"])
    func `tests in Swift 6 have mocks of a module that is still in Swift 5`(feature: String) async throws {
        let features = try Self.features(in: "Corners").filter { $0.key == feature }
        try await expectMocksThatCompile(of: features, .swift5InModule)
    }

    /// Swift 6 sources cannot have the name of an outer parameter twice.
    @Test func `a class parameter with the name of an outer one has another name in the mock`() async throws {
        let text = """
            struct X_Outer<T> {
                /// @mockable
                class X<T, U: Collection> where U.Element == T {
                    init() {}
                    var t: T?
                    func f(_ t: T, _ u: U) -> [T] { [t] }
                    func g<T2>(_ x: T2, _ t: T) -> T { t }
                }
                /// @mockable
                class X_1<T>: X_Base<T> {}
                /// @mockable
                class X_2<T>: X_Base<T2> {}
            }
            class T2 {}
            class X_Base<E> { init() {}; func f(_ e: E) -> E { e } }
            """
        try await expectMocksThatCompile(
            of: ["hidden": Self.unique(text[...], "hidden")], .swift5InModule, ["-no-warnings-as-errors"])
    }

    /// - Parameter flags: compiler flags for the module alone.
    private func expectMocksThatCompile(
        of features: [String: String], _ dialect: Dialect, _ flags: [String] = []
    ) async throws {
        let package = try PackageFixture()
        try package.write("Package.swift", dialect.manifest)
        try package.write("Tests/KitchenTests/KitchenTests.swift", "")
        try Self.write(features, to: "Sources/Kitchen", of: package)
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        let mocks = "Tests/KitchenTests/Mocks"
        expectMocks(of: features, in: mocks, of: package, generated)
        try await expectNoErrors(of: package, in: mocks, dialect, flags)
    }

    /// The compiler has warned of each use of a deprecated type in the sources, and must not do so again in their
    /// mocks.
    @Test func `a member that mentions a deprecated type is deprecated in the mock`() async throws {
        let package = try PackageFixture()
        try package.write("Package.swift", Dialect.swift6.manifest)
        try package.write("Tests/KitchenTests/KitchenTests.swift", "")
        try package.write("Sources/Kitchen/Kitchen.swift", Self.deprecated)
        let generated = try await package.run("mockd", "generate", ".", "--cache", "none")
        #expect(generated.status == 0, "\(generated.errors)")
        try await expectNoErrors(
            of: package, in: "Tests/KitchenTests/Mocks", .swift6, ["-Wwarning", "DeprecatedDeclaration"])
    }

    /// - Parameter flags: compiler flags for the module alone.
    private func expectNoErrors(
        of package: PackageFixture, in mocks: String, _ dialect: Dialect, _ flags: [String] = []
    ) async throws {
        let emitted = try await package.swiftc(
            ["-emit-module", "-enable-testing", "-module-name", "Kitchen", "-o", "Kitchen.swiftmodule"] + flags
                + dialect.flags(of: .module), files: ["Sources/Kitchen"])
        try #require(emitted.map(\.description) == [])
        let errors = try await package.swiftc(
            ["-emit-sil", "-o", "/dev/null", "-module-name", "KitchenTests", "-I", ".", "-I", PackageFixture.modules]
                + dialect.flags(of: .tests), files: [mocks])
        #expect(errors.map(\.description) == [])
    }

    private static let deprecated = """
        @available(*, deprecated, message: "x") struct Old {}
        @available(*, deprecated) protocol OldParent {}
        @available(*, deprecated, renamed: "Int") typealias OldInt = Int
        @available(*, deprecated) class OldClass {}
        /// @mockable
        protocol Cook {
            func a(_ x: Old) -> Old?
            func b(_ x: any OldParent)
            func c() async throws -> [OldInt]
            var d: OldClass { get set }
            func e()
            @available(*, deprecated) func f(_ x: Old)
        }
        /// @mockable
        @available(*, deprecated) protocol Diner: OldParent { func a(_ x: Old) }
        """

    private func expectMocks(
        of features: [String: String], in folder: String, of package: PackageFixture,
        _ generated: RunningProcess.Result
    ) {
        #expect(!generated.errors.contains(": error: "), "\(generated.errors)")
        for name in features.keys {
            let mock = package.read("\(folder)/\(name).mocks.swift") ?? ""
            #expect(mock.contains("MockX_\(name)"), "\(name)")
        }
    }

    static func write(_ features: [String: String], to folder: String, of package: PackageFixture) throws {
        try package.write("\(folder)/Support.swift", try text(of: "Support"))
        for (name, text) in features { try package.write("\(folder)/\(name).swift", text) }
    }

    /// Returns the texts by name. Gives the names `X`, `X1`, `X_Name` a suffix that makes them unique among all texts.
    /// Leaves out `//// name, not in ExistentialAny` if the dialect has that feature: the text is not valid there.
    ///
    /// - Parameter hasLibrary: false to leave out `//// name, not in styles without a library`, too: their mocks should
    ///   compile with earlier versions of the compiler.
    static func features(
        in file: String, _ dialect: Dialect = .swift6, hasLibrary: Bool = true
    ) throws -> [String: String] {
        var features: [String: String] = [:]
        for part in try text(of: file).split(separator: "//// ") {
            guard let end = part.firstIndex(of: "\n") else { continue }
            let head = part[..<end].split(separator: ", not in ")
            guard let name = head.first.map(String.init), !head.dropFirst().contains(where: dialect.name.contains),
                hasLibrary || !head.contains("styles without a library")
            else { continue }
            features[name] = unique(part[end...], name)
        }
        return features
    }

    private static func unique(_ text: Substring, _ name: String) -> String {
        var result = ""
        var rest = text
        while let first = rest.first {
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            result += word.isEmpty ? "\(first)" : isPlaceholder(word) ? "\(word)_\(name)" : String(word)
            rest = rest.dropFirst(max(1, word.count))
        }
        return result
    }

    private static func isPlaceholder(_ word: Substring) -> Bool {
        let plain = word.hasPrefix("Mock") ? word.dropFirst(4) : word
        guard plain.first == "X" else { return false }
        let tail = plain.dropFirst()
        return tail.first == "_" || tail.allSatisfy(\.isNumber)
    }

    private static func text(of file: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Features")
        return try String(contentsOf: folder.appending(path: "\(file).txt"), encoding: .utf8)
    }
}
