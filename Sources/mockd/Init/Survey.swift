internal import MockEngine
internal import MockModel
internal import SystemPackage

/// The mocks that a run would make in a project. Finding them writes nothing.
struct Survey {
    /// Modules beyond this number are counted and not listed.
    private static let mostModules = 20

    let project: Project
    private let engine: Engine
    private let found: EngineReport

    /// - Returns: `nil` if the project is not described yet.
    init?(after starter: StarterFile) throws {
        guard let project = try starter.project() else { return nil }
        self.init(project)
    }

    init(of root: FilePath) throws {
        self.init(try StarterFile.described(root))
    }

    private init(_ project: Project) {
        self.project = project
        var engine = Engine(project: project, policy: OutputPolicy(writes: false))
        found = engine.refresh()
        self.engine = engine
    }

    /// Returns the change that the package needs for its mocks; `nil` if there is no package.
    func setup(from origin: PackageOrigin?) throws -> PackageSetup? { try engine.packageSetup(from: origin) }

    /// Prints the diagnostics, except for those that the change of the package solves.
    func printDiagnostics() {
        for diagnostic in found.diagnostics where !PackageSetup.solvedCodes.contains(diagnostic.code) {
            Console().message("\(diagnostic)", Severity(diagnostic.severity))
        }
    }

    func printCounts() {
        let sources = Dictionary(grouping: engine.inputSummaries, by: \.module)
        let counts = engine.mockCounts
        let mocked = project.modules.filter(\.isMocked)
        for (number, module) in mocked.enumerated() {
            let files = sources[module.name] ?? []
            guard number < Self.mostModules, let output = module.output else { continue }
            let outputPath = project.displayPath(of: output.path)
            let mocks = counts[module.name, default: 0].counted("mock")
            Console().result("\(module.name): \(mocks) of \(files.count.counted("file")), to \(outputPath)")
        }
        if mocked.count > Self.mostModules {
            Console().result("and \((mocked.count - Self.mostModules).counted("more module", "more modules"))")
        }
    }
}
