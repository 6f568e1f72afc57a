internal import ArgumentParser
internal import MockEngine
internal import SystemPackage

/// Options of a module on the command line that matter to build systems: all inputs are named, and none is found.
struct BuildArguments: ParsableArguments {
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "The interface of a compiled module, as swift-synthesize-interface prints it.", valueName: "name=file"))
    var interface: [String] = []

    @Flag(help: "Ask no toolchain about compiled modules; only those with --interface are known.")
    var noToolchain = false

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Show this folder under another name in outputs and messages; without one, paths begin below it.",
            valueName: "from=to"))
    var pathPrefixMap: [String] = []

    @Option(help: ArgumentHelp("Write what was read to this file, as a rule for make and ninja.", valueName: "file"))
    var depfile: String?

    @Option(help: ArgumentHelp("The target of that rule, instead of the outputs.", valueName: "path"))
    var depfileTarget: String?

    var isUsed: Bool { !interface.isEmpty || noToolchain || !pathPrefixMap.isEmpty || depfile != nil }

    func validate() throws {
        guard depfile != nil || depfileTarget == nil else {
            throw ValidationError("--depfile-target names the target in a --depfile, and there is none.")
        }
        if let depfile, depfile.hasSuffix(".swift") {
            throw ValidationError(
                "--depfile names a Swift file, which it would replace; name another, such as mocks.d.")
        }
    }

    func apply(to options: inout AdHocOptions) {
        options.interfaces = interface
        options.pathPrefixes = pathPrefixMap
    }

    /// Writes the rule, if it is asked for and differs from the one that is there. It replaces neither an input nor an
    /// output of the run.
    func writeDepfile(
        for outputs: [FilePath], of engine: Engine, _ files: any FileSystem
    ) throws(FileSystemError) {
        guard let depfile else { return }
        let root = engine.project.root
        let targets = depfileTarget.map { [$0] } ?? outputs.map { Self.shown($0, in: root) }
        let rule = DependencyRule(targets: targets, inputs: engine.filesRead.map { Self.shown($0, in: root) })
        let path = root.pushing(FilePath(depfile)).lexicallyNormalized()
        if (engine.filesRead + outputs).contains(path) { throw FileSystemError(.write, path, .fileExists) }
        try files.bring(path, to: Array(rule.text.utf8))
    }

    /// Returns the path as a build file in the current folder names it.
    private static func shown(_ path: FilePath, in root: FilePath) -> String {
        var below = path
        return below.removePrefix(root) ? below.string : path.string
    }
}

extension FileSystem {
    /// Writes a file, unless it has these bytes already: build systems compare times. Returns true if it wrote it.
    @discardableResult
    func bring(_ path: FilePath, to bytes: [UInt8]) throws(FileSystemError) -> Bool {
        if let found = try? contents(of: path), found == bytes { return false }
        _ = try replace(path, with: [bytes], isDurable: false)
        return true
    }
}
