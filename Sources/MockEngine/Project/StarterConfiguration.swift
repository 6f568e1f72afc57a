package import SystemPackage

/// The text of a commented `.mockd.yml` that says what discovery finds by itself, for the user to go on from.
///
/// Writing it, and refusing to overwrite another, is the caller's part.
package func starterConfiguration(for root: FilePath) -> String {
    let root = root.absolute
    let modules = StarterModules(root: root)
    return """
        # What mockd mocks in this folder, and where the mocks go.
        # Paths are relative to this file's folder. 'mockd generate --dry-run' shows what would be written.

        mock: annotated                 # annotated: types marked with '/// @mockable'; all: every protocol too
        name: "Mock{name}"              # the name of a mock; {name} is the name of its type
        # strip: [Protocol]             # suffixes to remove first: OvenProtocol becomes MockOven
        style: typed                    # the only one so far
        # forwarding: false             # protocol mocks that cannot pass calls on to another object; they compile faster

        modules:

        """ + modules.text
}

/// The modules of the starter, from Package.swift or else from the folders that hold Swift files.
private struct StarterModules {
    private let root: FilePath
    private let modules: [Module]
    private let isGuess: Bool

    init(root: FilePath) {
        self.root = root
        let package = LoadedPackage(root: root, shownIn: root).map {
            PackageDiscovery($0, user: UserConfiguration()).project()
        }
        let own = package?.modules.filter { module in
            !module.isReadForNames && module.sources.contains { $0.isWithin(root) && !isBuilt($0) }
        }
        if let own, !own.isEmpty {
            (modules, isGuess) = (own, false)
        } else {
            (modules, isGuess) = (Self.guess(below: root), true)
        }

        func isBuilt(_ path: FilePath) -> Bool { path.isWithin(root.appending(".build")) }
    }

    var text: String {
        if modules.isEmpty {
            return """
                  # Neither a Package.swift nor a folder with Swift files was found; this is an example.
                  - name: App                   # as 'import' spells it
                    sources: [Sources/App]      # folders or files
                    output: Tests/AppTests/Mocks
                \(Self.options)

                """
        }
        let mocked = modules.filter { $0.output != nil }
        var blocks = mocked.enumerated().map { block(for: $0.element, isFirst: $0.offset == 0) }
        blocks += modules.filter { $0.output == nil }.map { block(for: $0, isFirst: false) }
        return blocks.joined(separator: "\n")
    }

    /// `Sources/App` and its like; failing those, the folder itself.
    private static func guess(below root: FilePath) -> [Module] {
        let parents = ["Sources", "Source", "src"].map { root.appending($0) }
        let folders = parents.flatMap { parent in parent.entries.map { parent.appending($0) } }.filter(holdsSwift)
        let found = folders.isEmpty && holdsSwift(root) ? [root] : folders
        return found.compactMap { folder in
            guard let last = folder.lastComponent?.string else { return nil }
            let tests = root.appending("Tests").appending("\(last)Tests")
            let mocks = (tests.isFolder ? tests : root).appending(PackageDiscovery.outputFolder)
            let output = tests.isFolder || found.count == 1 ? mocks : mocks.appending(last)
            return Module(name: LoadedPackage.moduleName(of: last), sources: [folder], output: .folder(output))
        }
    }

    private static func holdsSwift(_ folder: FilePath) -> Bool {
        folder.entries.contains { $0.hasSuffix(".swift") && $0 != ProjectFile.manifest }
    }

    private func block(for module: Module, isFirst: Bool) -> String {
        var lines = ["- name: \(Self.quoted(module.name))"]
        let sources = module.sources.map { Self.quoted(relative($0)) }.joined(separator: ", ")
        lines.append("  sources: [\(sources)]")
        if !module.exclude.isEmpty {
            let patterns = module.exclude.map { Self.quoted($0.shown(in: root)) }
            lines.append("  exclude: [\(patterns.joined(separator: ", "))]")
        }
        if let output = module.output {
            lines.append("  output: \(Self.quoted(relative(output.path)))")
        } else {
            lines.append("  # output: Tests/\(module.name)Tests/Mocks   # without one it is read for parents only")
        }
        let own = Set(modules.map(\.name))
        let dependencies = module.dependencies.filter { !isGuess || own.contains($0) }
        if !dependencies.isEmpty {
            lines.append("  dependencies: [\(dependencies.map(Self.quoted).joined(separator: ", "))]")
        }
        let options = isFirst ? Self.options + "\n" : ""
        return lines.map { "  \($0)\n" }.joined() + options
    }

    private static var options: String {
        """
            # exclude: ["**/Generated/**"]
            # import: testable          # testable: @testable import; plain: import; none: same module
            # imports: [Foundation]     # for every file with mocks, besides what its source imports
            # access: inherit           # inherit: as the mocked type; internal, package or public
            # define: [DEBUG]           # what holds in '#if'
        """
    }

    private func relative(_ path: FilePath) -> String {
        path == root ? "." : path.shown(in: root)
    }

    /// Quotes what YAML could take for something else than text.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "_-./+".contains($0) }
        let words = ["yes", "no", "on", "off", "true", "false", "null", "y", "n"]
        let isWord = words.contains(text.lowercased()) || !text.contains { $0.isLetter } && text != "."
        if isPlain, !isWord, let first = text.first, first.isLetter || first == "_" || first == "." { return text }
        let escaped = text.flatMap { character -> String in
            "\"\\".contains(character) ? "\\\(character)" : String(character)
        }
        return "\"" + String(escaped) + "\""
    }
}
