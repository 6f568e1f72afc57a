import Foundation
import MockEngine
import MockGeneration
import MockModel
import SystemPackage
import Testing

/// A style that only this folder knows.
@Suite struct NamesStyleTests {
    private func generate(_ package: PackageFixture, mock: MockSettings.Selection = .annotated) throws -> EngineReport {
        var options = AdHocOptions()
        options.module = "Kitchen"
        options.sources = ["Kitchen"]
        options.output = "Mocks"
        options.importStyle = .none
        options.selection = mock
        options.style = StyleChoice(NamesStyle())
        options.currentFolder = FilePath(package.root.path())
        let project = try adHocProject(options)
        let interfaces = ModuleInterfaces(
            build: project.buildFolder, cache: nil, searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
        var engine = Engine(project: project, interfaces: interfaces)
        return engine.refresh()
    }

    @Test func `a style is added without a change elsewhere`() throws {
        let package = try PackageFixture()
        try package.write(
            "Kitchen/Cook.swift",
            """
            /// @mockable
            protocol Cook: AnyObject {
                var name: String { get set }
                func cook(_ bowls: Int) async throws -> Bool
                static func hire() -> Self
            }
            """)
        let report = try generate(package)
        #expect(report.diagnostics.isEmpty)
        let lines = (package.read("Mocks/Cook.mocks.swift") ?? "").split(separator: "\n").dropFirst(2)
        #expect(
            lines.joined(separator: "\n") == """
                // swift-format-ignore-file
                // swiftlint:disable all
                final class MockCook: Cook {
                    var name: String {
                        get {
                            Swift.fatalError()
                        }
                        set(newValue) {
                            Swift.fatalError()
                        }
                    }
                    func cook(_ bowls: Int) async throws -> Bool {
                        Swift.fatalError()
                    }
                    static func hire() -> MockCook {
                        Swift.fatalError()
                    }
                    nonisolated static var mockedMembers: [Swift.String] { ["name", "cook(_:)", "hire()"] }
                    nonisolated init(named: Swift.Void) {}
                }
                """)
    }

    /// Declarations are right in any style, because no style has to think of them.
    @Test(arguments: FeatureTests.files)
    func `every feature has declarations that compile in any style`(file: String) async throws {
        let package = try PackageFixture()
        let features = try FeatureTests.features(in: file, hasLibrary: false)
        try FeatureTests.write(features, to: "Kitchen", of: package)
        let report = try generate(package)
        #expect(report.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
        let errors = try await package.swiftc(
            ["-typecheck", "-module-name", "Kitchen"] + Dialect.swift6.flags, files: ["Kitchen", "Mocks"])
        #expect(errors.map(\.description) == [])
    }
}
