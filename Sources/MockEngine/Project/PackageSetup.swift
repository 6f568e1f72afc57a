internal import LinuxSystem
internal import MockGeneration
internal import MockModel
internal import MockParsing
package import SystemPackage

/// The change of a package that lets its tests compile mocks. `mockd init` shows it, and makes it if the user agrees.
package struct PackageSetup: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        /// The package has all that its mocks need.
        case none
        /// New texts of files, in the order in which they are to be written.
        case texts([Text])
        /// Only a person can make the change.
        case byHand(reason: String, [Step])
        /// The package needs a dependency on mockd, and the place of that is unknown.
        case unknownOrigin
    }

    package struct Text: Hashable, Sendable {
        package var path: FilePath
        /// `nil` if there is no file yet.
        package var old: String?
        package var new: String
    }

    /// Code to add to the manifest by hand.
    package struct Step: Hashable, Sendable {
        /// `Package.swift:7: in 'dependencies:' of test target 'AppTests'`
        package var place: String
        package var code: String
    }

    /// The codes of the diagnostics that the change solves.
    package static let solvedCodes: Set = ["missing-library", "library-with-tools", "target-without-tests"]

    /// The path of Package.swift in messages, or of the variant that the compiler chooses.
    package var manifest: String
    package var change: Change
    /// Consequences of the change, beyond the library that it adds.
    package var remarks: [String] = []
}

extension Engine {
    /// Returns what the package lacks for the mocks that a refresh has found; `nil` if there is no package.
    ///
    /// The test targets with mocks get the library. Without any mock yet it is the one that would get those of the first
    /// module; a package without tests gets a test target.
    package func packageSetup(from origin: PackageOrigin?) throws(ConfigurationError) -> PackageSetup? {
        let (project, mocked) = (project, modulesWithMocks)
        let result = WorkerThreads.onDeepStack { () -> Result<PackageSetup?, ManifestProblem> in
            Result { () throws(ManifestProblem) in
                try PackageSetupPlan(project: project, mocked: mocked, origin: origin)?.setup
            }
        }
        do throws(ManifestProblem) {
            return try result.get()
        } catch {
            throw ConfigurationError([error.problem])
        }
    }

    /// The numbers of the modules that have mocks.
    private var modulesWithMocks: Set<Int> {
        Set(outputs.records.values.lazy.filter { $0.mockCount > 0 }.map(\.module))
    }
}

/// Finds out what a package lacks.
private struct PackageSetupPlan {
    private let project: Project
    private let package: LoadedPackage
    private let mocked: Set<Int>
    private let origin: PackageOrigin?
    private let text: String

    init?(project: Project, mocked: Set<Int>, origin: PackageOrigin?) throws(ManifestProblem) {
        guard let package = try LoadedPackage(root: project.root, shownIn: project.root) else { return nil }
        let shown = package.manifestFile.shown(in: project.root)
        let bytes: [UInt8]
        do throws(FileSystemError) {
            bytes = try LocalFileSystem().file(at: package.manifestFile, limit: LocalFileSystem.largestSource).bytes
        } catch {
            throw .unreadable(shown, error.cause)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .unreadable(shown, "it is not UTF-8") }
        (self.project, self.package, self.mocked, self.origin, self.text) = (project, package, mocked, origin, text)
    }

    private var shown: String { package.manifestFile.shown(in: project.root) }

    var setup: PackageSetup {
        guard package.problem == nil else { return PackageSetup(manifest: shown, change: unreadChange) }
        let nothing = PackageSetup(manifest: shown, change: .none)
        let holders = holders
        let test = holders.isEmpty ? newTest : nil
        guard isOther else { return nothing }
        guard !holders.isEmpty || test != nil else {
            if hasMocks { return nothing }
            return PackageSetup(manifest: shown, change: isOpaque ? unreadChange : changeWithoutTargets)
        }
        var additions = holders.compactMap(addition) + [test?.addition].compactMap(\.self)
        let dependency = LibraryReach(package, library: nil).dependency
        if let dependency, dependency.enablesDefaultTraits {
            additions.insert(.noTraits(of: dependency.place), at: 0)
        } else if dependency == nil,
            !additions.filter(\.needsLibrary).isEmpty || holders.contains(where: { !isBrought($0) })
        {
            guard let origin else { return PackageSetup(manifest: shown, change: .unknownOrigin) }
            additions.insert(.package(code: origin.code(for: project.root)), at: 0)
        }
        guard !additions.isEmpty else { return nothing }
        let (raising, remarks) = additions.contains(where: \.needsTraits) ? raising : ([], [])
        return PackageSetup(
            manifest: shown, change: change(raising + additions, test), remarks: remarks + self.remarks(on: additions))
    }

    /// False for the package of mockd itself.
    private var isOther: Bool { package.target(named: "Mocking") == nil || package.manifest.name != PackageOrigin.name }

    private func change(_ additions: [ManifestAddition], _ test: NewTest?) -> PackageSetup.Change {
        switch editManifest(text, adding: additions) {
        case .text(let new):
            let manifest = PackageSetup.Text(path: package.manifestFile, old: text, new: new)
            // SwiftPM refuses a target without a folder, so the folder comes first.
            return .texts([test?.file(in: package)].compactMap(\.self) + [manifest])
        case .byHand(let steps):
            return .byHand(
                reason: Self.isComputed, steps.map { self.step($0.addition.place, $0.addition.code, at: $0.line) })
        }
    }

    private static let isComputed = "a part of it is computed"

    private func step(_ place: String, _ code: String, at line: Int? = nil) -> PackageSetup.Step {
        PackageSetup.Step(place: "\(shown)\(line.map { ":\($0)" } ?? ""): in \(place)", code: code)
    }

    /// True if a test target has the mocks of a module, whether or not any type asks for one yet.
    private var hasMocks: Bool { project.modules.contains { $0.isMocked || $0.hasMocksOfBuild } }

    /// True if the manifest was not run, although it may have more targets than its text tells.
    private var isOpaque: Bool { package.diagnostics.contains { $0.code == ManifestProblem.opaque } }

    private var changeWithoutTargets: PackageSetup.Change {
        .byHand(
            reason: "it has no target whose types tests could mock",
            [
                step(
                    "'targets:' of 'Package(…)'",
                    ".target(name: \"App\"), .testTarget(name: \"AppTests\", dependencies: [\"App\"])")
            ])
    }

    // MARK: Targets

    private struct Holder: Hashable {
        var target: String
        var library: String
    }

    /// The targets with mocks that need a library, with the library.
    private var holders: [Holder] {
        var modules = project.modules.indices.filter(mocked.contains)
        if modules.isEmpty { modules = project.modules.indices.filter { project.modules[$0].isMocked }.prefix(1) + [] }
        let found = modules.compactMap { index -> Holder? in
            let module = project.modules[index]
            guard let target = module.outputTarget.name, let library = module.style.names.module else { return nil }
            return Holder(target: target, library: library)
        }
        var seen: Set<Holder> = []
        return found.filter { seen.insert($0).inserted }
    }

    private func addition(for holder: Holder) -> ManifestAddition? {
        isNamed(holder) || isBrought(holder)
            ? nil : .product(holder.library, package: PackageOrigin.name, target: holder.target)
    }

    private func isNamed(_ holder: Holder) -> Bool {
        guard let target = package.target(named: holder.target) else { return mentions(holder.library) }
        return LibraryReach(package, library: holder.library).isNamed(from: target)
    }

    /// True if the manifest has the name of a library in quotes. Only running it tells where the name ends up.
    private func mentions(_ library: String) -> Bool { text.contains("\"\(library)\"") }

    /// True if a package that the target depends on certainly brings the library.
    private func isBrought(_ holder: Holder) -> Bool {
        package.target(named: holder.target).map(LibraryReach(package, library: holder.library).isBrought) ?? false
    }

    private struct NewTest {
        var name: String
        var module: Module
        var target: String
        /// `nil` if the mocks need none.
        var library: String?

        var addition: ManifestAddition {
            .testTarget(name, of: target, product: library, package: PackageOrigin.name)
        }

        /// The first test; `nil` if there are tests already that no target compiles yet.
        func file(in package: LoadedPackage) -> PackageSetup.Text? {
            let folder = package.root.appending("Tests/\(name)")
            let entries = (try? LocalFileSystem().entries(of: folder, withStates: false)) ?? []
            guard !entries.contains(where: { $0.name.hasSuffix(".swift") }) else { return nil }
            return PackageSetup.Text(path: folder.appending("\(name).swift"), old: nil, new: text)
        }

        private var text: String {
            """
            import Testing

            @testable import \(module.name)

            @Test func example() {
                // '/// @mockable' above a protocol of \(module.name) asks for a mock of it.
                // 'mockctl show' prints what a test can write with the mock.
            }

            """
        }
    }

    /// The test target for a package that has none for its modules.
    private var newTest: NewTest? {
        guard !hasMocks else { return nil }
        let candidates = project.modules.filter { $0.lacksTests && SwiftText.isModuleName($0.name) }
        let libraries = candidates.filter { module in
            module.target.name.flatMap(package.target)?.kind == .regular
        }
        guard let module = libraries.first ?? candidates.first, let target = module.target.name else { return nil }
        let names = ["\(target)Tests", "\(target)MockTests"]
        guard let name = names.first(where: { package.target(named: $0) == nil }) else { return nil }
        return NewTest(name: name, module: module, target: target, library: module.style.names.module)
    }

    // MARK: Versions

    /// The tools version that knows `traits:`.
    private static let neededVersion = PackageManifest.ToolsVersion(6, 1)

    /// The additions that raise the tools version, if it is too old, and what the user should know of that.
    private var raising: (additions: [ManifestAddition], remarks: [String]) {
        let needed = Self.neededVersion
        let version = package.manifest.toolsVersion ?? .init(3, 1)
        guard version < needed else { return ([], []) }
        let remark =
            "the tools version \(version.text) becomes \(needed.text), which 'traits: []' needs; older versions of Swift "
            + "cannot read the manifest any more"
        // From 6.0 on the default is language mode 6.
        guard version.major < 6, package.manifest.languageModes.isEmpty else {
            return ([.toolsVersion(needed)], [remark])
        }
        let mode = version.major == 5 ? "5" : "4"
        return (
            [.toolsVersion(needed), .languageMode(mode)],
            [remark, "'swiftLanguageModes: [.v\(mode)]' keeps the language mode that the old tools version implied"]
        )
    }

    private func remarks(on additions: [ManifestAddition]) -> [String] {
        guard case .clone(let folder)? = origin, additions.contains(where: \.isPackage) else { return [] }
        return ["colleagues and CI need a clone of mockd in the same place, which is \(folder) here"]
    }

    // MARK: Unread manifests

    /// The change of a manifest that must be run to be known.
    private var unreadChange: PackageSetup.Change {
        let known = Set(project.modules.filter(\.isMocked).compactMap(\.style.names.module))
        let libraries = hasMocks ? known : ["Mocking"]
        let missing = libraries.filter { !mentions($0) }.sorted()
        guard !missing.isEmpty else { return .none }
        guard let origin else { return .unknownOrigin }
        let additions = raising.additions + [.package(code: origin.code(for: project.root))]
        let products = missing.map { library in
            let product = ManifestAddition.product(library, package: PackageOrigin.name, target: "")
            return step("'dependencies:' of each test target with mocks", product.code)
        }
        return .byHand(reason: Self.isComputed, additions.map { step($0.place, $0.code) } + products)
    }
}

extension ManifestAddition {
    fileprivate var isPackage: Bool { if case .package = self { true } else { false } }

    fileprivate var needsTraits: Bool { if case .noTraits = self { true } else { isPackage } }

    fileprivate var needsLibrary: Bool {
        switch self {
        case .product: true
        case .testTarget(_, _, let product, _): product != nil
        case .toolsVersion, .languageMode, .package, .noTraits: false
        }
    }
}
