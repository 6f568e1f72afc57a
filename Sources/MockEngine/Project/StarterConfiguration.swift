internal import MockGeneration
package import SystemPackage

/// Returns the text of a commented `.mockd.yml` with the results of discovery, for the user to edit.
///
/// The modules of a package are listed as comments, so that Package.swift goes on describing them. The caller writes
/// the text, and refuses to overwrite another.
///
/// - Parameter earlier: The tool whose mocks the tests know; the settings are those that keep them compiling.
package func starterConfiguration(for root: FilePath, after earlier: EarlierGenerator? = nil) -> String {
    let root = root.absolute
    let modules = StarterModules(root: root)
    let styles = StyleTable.builtIn.styles.map(\.name).joined(separator: ", ")
    var settings = earlier?.settings ?? []
    /// The line of a key, with its value from before.
    func line(_ key: String, _ usual: String, _ comment: String) -> String {
        let index = settings.firstIndex { $0.key == key }
        let text = "\(key): \(index.map { settings.remove(at: $0).value } ?? usual)"
        return text + String(repeating: " ", count: max(1, 32 - text.count)) + "# " + comment
    }
    let first = [
        line("mock", "annotated", "annotated: types marked with '/// @mockable'; all: every protocol too"),
        line("name", "\"Mock{name}\"", "the name of a mock; {name} is the name of its type"),
        "# strip: [Protocol]             # suffixes to remove first: OvenProtocol becomes MockOven",
        line("style", "typed", "the shape of the mocks; one of: \(styles)"),
    ]
    let others = settings.map { "\($0.key): \($0.value)" }
    let remarks = earlier.map { earlier in
        ["# From \(YAMLText.inComment(earlier.place)), which told of \(earlier.name)."]
            + earlier.remarks.map { "# - \(YAMLText.inComment($0))" } + [""]
    }
    return """
        # What mockd mocks in this folder, and where the mocks go.
        # Paths are relative to this file's folder. 'mockd generate --dry-run' shows what would be written.

        \(((remarks ?? []) + first + others).joined(separator: "\n"))
        # forwarding: false             # protocol mocks that cannot pass calls on to another object; they compile faster


        """ + modules.text
}

/// The modules of the starter, from Package.swift or else from the folders that hold Swift files.
private struct StarterModules {
    private let root: FilePath
    private let modules: [Module]
    /// True if the package in the root decides which modules there are.
    private let isPackage: Bool

    init(root: FilePath) {
        self.root = root
        let package = (try? LoadedPackage(root: root, shownIn: root)).flatMap {
            try? PackageDiscovery($0, user: UserConfiguration()).project()
        }
        if let own = package?.modulesForConfiguration, !own.isEmpty {
            (modules, isPackage) = (own, true)
        } else {
            (modules, isPackage) = (ModuleFinder(root: root).modules, false)
        }
    }

    var text: String {
        if modules.isEmpty {
            return """
                modules:
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
        let list = "modules:\n" + blocks.joined(separator: "\n")
        guard isPackage else { return list }
        let comments = list.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            line.isEmpty ? "#" : "# \(line)"
        }
        return """
            # The modules are those of Package.swift, now and later. An entry without 'sources' changes one of them, such as
            # its 'output' alone. A list with 'sources' takes their place, and then a target that is not in it is not mocked:
            #

            """ + comments.joined(separator: "\n") + "\n"
    }

    private func block(for module: Module, isFirst: Bool) -> String {
        var lines = ["- name: \(Self.quoted(module.name))"]
        let sources = module.sources.map { Self.quoted(relative($0)) }.joined(separator: ", ")
        lines.append("  sources: [\(sources)]")
        // Package.swift also excludes files of other kinds, which are no sources here.
        let patterns = module.exclude.map { $0.shown(in: root) }.filter(Self.mayHoldSources).map(Self.quoted)
        if !patterns.isEmpty {
            lines.append("  exclude: [\(patterns.joined(separator: ", "))]")
        }
        if let output = module.output {
            lines.append("  output: \(Self.quoted(relative(output.path)))")
        } else {
            lines.append(
                "  # output: \(YAMLText.inComment("Tests/\(module.name)Tests/Mocks"))   # without one it is read for parents only"
            )
        }
        let own = Set(modules.map(\.name))
        let dependencies = module.dependencies.filter { isPackage || own.contains($0) }
        if !dependencies.isEmpty {
            lines.append("  dependencies: [\(dependencies.map(Self.quoted).joined(separator: ", "))]")
        }
        let exclude = patterns.isEmpty ? "    # exclude: [\"**/Generated/**\"]\n" : ""
        let options = isFirst ? exclude + Self.options + "\n" : ""
        return lines.map { "  \($0)\n" }.joined() + options
    }

    /// True for patterns of folders and of Swift files.
    private static func mayHoldSources(_ pattern: String) -> Bool {
        let name = pattern.split(separator: "/").last ?? ""
        return name.hasSuffix(".swift") || name.contains("*") || !name.contains(".")
    }

    private static var options: String {
        """
            # import: testable          # testable: @testable import; plain: import; none: same module
            # imports: [Foundation]     # for every file with mocks, besides what its source imports
            # access: inherit           # inherit: as the mocked type; internal, package or public
            # define: [DEBUG]           # what holds in '#if'
        """
    }

    private func relative(_ path: FilePath) -> String {
        path == root ? "." : path.shown(in: root)
    }

    /// Quotes text that YAML could read as something else.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "_-./+".unicodeScalars.contains(scalar))
        }
        let words = ["yes", "no", "on", "off", "true", "false", "null", "y", "n"]
        let isWord = words.contains(text.lowercased()) || !text.contains { $0.isLetter } && text != "."
        if isPlain, !isWord, let first = text.first, first.isLetter || first == "_" || first == "." { return text }
        return YAMLText.quoted(text)
    }
}
