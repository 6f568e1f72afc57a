import LinuxSystem
internal import MockGeneration
import MockModel
import SystemPackage
import Yams

/// `.mockd.yml`: settings for all mocks, and a list of modules.
///
/// Without a list of modules, those of Package.swift are used, with the settings of this file. An entry without
/// `sources` changes the module of a target; as long as no entry has `sources`, the other modules of Package.swift stay.
struct ConfigurationFile {
    static let keys = [
        "mock", "name", "strip", "style", "template", "args", "forwarding", "verify", "scratchPath", "modules", "seams",
    ]
    static let moduleKeys = [
        "name", "sources", "exclude", "output", "import", "imports", "access", "dependencies", "define", "mock",
        "style", "template", "args", "forwarding", "verify",
    ]

    /// A module with the positions of its parts.
    struct Entry {
        var module: Module
        var node: Node
        var name: Node
        var output: (node: Node, key: String, written: String)?
        /// The lines of its keys.
        var lines: [String: Int] = [:]
        /// True if Package.swift describes the module, except for the keys that are written.
        var isOfPackage = false
    }

    let path: FilePath
    let root: FilePath
    let boundary: OutputBoundary

    init(path: FilePath, root: FilePath, user: UserConfiguration) {
        self.path = path
        self.root = root
        boundary = OutputBoundary(root: root, user: user)
    }

    func project() throws(ConfigurationError) -> Project {
        do {
            return try readProject()
        } catch {
            guard let target = path.target(outside: root) else { throw error }
            throw error.hidingText(of: path.shown(in: root), linkedTo: target)
        }
    }

    private func readProject() throws(ConfigurationError) -> Project {
        let shown = path.shown(in: root)
        let text: String
        do {
            text = try DescriptionEvidence.text(of: path)
        } catch {
            throw ConfigurationError([
                .init(
                    file: shown, message: "this file cannot be read: \(error)",
                    suggestion: wayOut(of: error), code: ConfigurationError.unreadable)
            ])
        }
        var reader = ConfigurationReader(text, file: shown, usersFile: boundary.user.shownFile)
        let hint = "list your modules, or remove the file to have Package.swift read instead"
        guard let document = reader.document(text, emptyMeans: hint),
            let values = reader.mapping(document, nil, known: Self.keys, what: "the configuration")
        else { throw ConfigurationError(reader.problems) }
        var project = Project(root: root, settings: settings(values, &reader), configurationFiles: [path])
        if let folder = boundary.user.buildFolder ?? buildFolder(values, &reader) { project.buildFolder = folder }
        // The problems of both files are reported at once.
        let withSources = values["modules"].map(ConfigurationReader.entriesWithSources)
        let context = Result { () throws(ConfigurationError) in
            try PackageContext(
                root: root, build: project.buildFolder, listsModules: withSources == .everyEntry, user: boundary.user,
                style: project.settings.style)
        }
        let package = try? context.get()
        if let list = values["modules"] {
            // Without a package, its own problem is the reason for missing sources.
            let isUnreadable = if case .failure = context { true } else { false }
            var entries = modules(list, project.settings, package, isUnreadable: isUnreadable, &reader)
            let others = withSources == .noEntry ? package?.ownModules(besides: entries.map(\.module.name)) ?? [] : []
            checkTogether(entries, others, &reader)
            entries += others.map { module in
                var module = module
                module.settings = project.settings
                return Entry(module: module, node: list, name: list, isOfPackage: true)
            }
            describe(entries, &project, package)
            if withSources == .noEntry, let package {
                project.notes = package.project.notes.filter { $0.code != ShippedMocks.code } + project.notes
                project.details = package.project.details
            }
            project.listsModules = withSources != .noEntry && path == root.appending(ProjectFile.configuration)
            for entry in entries {
                for (key, line) in entry.lines {
                    project.origins["modules.\(entry.module.name).\(key)"] = .file(shown, line: line)
                }
            }
        } else if let package {
            adopt(package, into: &project)
        } else if case .success = context {
            reader.report(
                at: document, "modules", "there is no list of modules, and no Package.swift to take them from",
                "add 'modules:' with a name, sources and an output each", "config-missing-key")
        }
        if let list = values["seams"] {
            let isUnknown = if case .failure = context { true } else { !reader.problems.isEmpty }
            let mocked = project.modules.filter(\.isMocked)
            project.seams = SeamKeys(root: root, boundary: boundary, modules: isUnknown ? nil : mocked)
                .read(list, &reader)
            for (index, seam) in project.seams.enumerated() {
                if let line = reader.keyLines["seams[\(index)].type"] {
                    project.origins[seam.key] = .file(shown, line: line)
                }
            }
        }
        project.configurationFiles += TemplateFiles.paths(of: project)
        for key in Self.keys {
            if let line = reader.keyLines[key] { project.origins[key] = .file(shown, line: line) }
        }
        var problems = sorted(reader.problems)
        if case .failure(let error) = context { problems += error.problems }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        return project
    }

    private func wayOut(of error: RegularFileError) -> String {
        switch error {
        case .notAFile: "put a file in its place"
        case .tooLarge: "check that it is the file you mean"
        case .system: path.exists ? "check its permissions" : "check the path, or run 'mockd init'"
        }
    }

    private func sorted(_ problems: [ConfigurationError.Problem]) -> [ConfigurationError.Problem] {
        let start = SourcePosition(line: 1, column: 1)
        return problems.enumerated().sorted {
            ($0.element.position ?? start, $0.offset) < ($1.element.position ?? start, $1.offset)
        }.map(\.element)
    }

    // MARK: Settings

    private func buildFolder(_ values: [String: Node], _ reader: inout ConfigurationReader) -> BuildFolder? {
        guard let node = values["scratchPath"],
            let written = reader.text(node, "scratchPath", example: "scratchPath: .build-mocks"), !written.isEmpty
        else { return nil }
        return BuildFolder(root.resolving(written), written: written)
    }

    private func settings(_ values: [String: Node], _ reader: inout ConfigurationReader) -> MockSettings {
        var settings = MockSettings()
        if let node = values["mock"], let choice = reader.choice(node, "mock", MockSettings.Selection.self) {
            settings.selection = choice
        }
        if let node = values["style"], let choice = reader.choice(node, "style", StyleChoice.self) {
            settings.style = choice
        }
        TemplateKeys(root: root, key: nil).read(values, &settings, &reader)
        if let node = values["forwarding"], let flag = reader.flag(node, "forwarding") { settings.forwards = flag }
        if let node = values["verify"], let choice = reader.verifyingMethods(node, "verify") {
            settings.verifying = choice
        }
        if let node = values["name"], let text = reader.text(node, "name", example: "name: \"Mock{name}\"") {
            settings.name = NamePattern(text, strip: settings.name.strip)
            reader.report(at: node, "name", ConfigurationRules.namePattern(settings.name))
        }
        if let node = values["strip"] {
            let suffixes = reader.texts(node, "strip", example: "strip: [Protocol]")
            for (index, suffix) in suffixes.enumerated() {
                reader.report(at: suffix.node, "strip[\(index)]", ConfigurationRules.suffix(suffix.text))
            }
            settings.name.strip = suffixes.map(\.text)
        }
        return settings
    }

    // MARK: Modules

    private func modules(
        _ list: Node, _ settings: MockSettings, _ package: PackageContext?, isUnreadable: Bool,
        _ reader: inout ConfigurationReader
    ) -> [Entry] {
        guard case .sequence(let sequence) = list else {
            reader.report(
                at: list, "modules", "'modules' must be a list of modules",
                "begin each module with '- name: …'", "config-type")
            return []
        }
        if sequence.isEmpty {
            reader.report(
                at: list, "modules", "the list of modules is empty",
                "add a module with a name, sources and an output", "config-missing-key")
        }
        return sequence.enumerated().compactMap {
            module($0.element, "modules[\($0.offset)]", settings, package, isUnreadable: isUnreadable, &reader)
        }
    }

    private func module(
        _ node: Node, _ key: String, _ settings: MockSettings, _ package: PackageContext?, isUnreadable: Bool,
        _ reader: inout ConfigurationReader
    ) -> Entry? {
        guard let values = reader.mapping(node, key, known: Self.moduleKeys, what: "a module") else { return nil }
        let name = values["name"].flatMap { reader.text($0, "\(key).name", example: "name: Kitchen") }
        if values["name"] == nil {
            reader.report(
                at: node, "\(key).name", "this module has no 'name'", "add the name that 'import' uses",
                "config-missing-key")
        }
        let own = values["sources"] == nil ? name.flatMap { package?.ownModule(named: $0) } : nil
        var module = own ?? Module(name: name ?? "", sources: [], settings: settings)
        module.settings = settings
        if let node = values["name"], let name {
            reader.report(at: node, "\(key).name", ConfigurationRules.moduleName(name))
        }
        if own == nil, values["sources"] == nil, !isUnreadable {
            reportMissingSources(at: node, key, of: module, package, &reader)
        }
        readSources(values, key, &module, &reader)
        readStyle(values, key, &module, &reader)
        if let node = values["name"], module.importStyle != .none {
            reader.report(at: node, "\(key).name", package?.contradiction(of: module))
        }
        readNames(values, key, &module, &reader)
        var entry = Entry(module: module, node: node, name: values["name"] ?? node, isOfPackage: own != nil)
        if let node = values["output"] { readOutput(node, "\(key).output", &entry, &reader) }
        for name in values.keys { entry.lines[name] = reader.keyLines["\(key).\(name)"] }
        return name == nil ? nil : entry
    }

    private func reportMissingSources(
        at node: Node, _ key: String, of module: Module, _ package: PackageContext?,
        _ reader: inout ConfigurationReader
    ) {
        let guess = package.flatMap { closest(to: module.name, among: $0.ownModules(besides: []).map(\.name)) }
        reader.report(
            at: node, "\(key).sources",
            "this module has no 'sources'" + (package == nil ? "" : ", and no target of Package.swift has its name"),
            guess.map { "did you mean '\($0)'?" } ?? "add \(Self.exampleOfSources(for: module))",
            "config-missing-key")
    }

    private static func exampleOfSources(for module: Module) -> String {
        "sources: [Sources/\(module.name.isEmpty ? "Kitchen" : module.name)]"
    }

    private func readSources(
        _ values: [String: Node], _ key: String, _ module: inout Module, _ reader: inout ConfigurationReader
    ) {
        let example = Self.exampleOfSources(for: module)
        if let list = values["sources"] {
            module.leavesOutInnerProjects = true
            let entries = reader.texts(list, "\(key).sources", example: example)
            for (index, entry) in entries.enumerated() {
                let path = root.resolving(entry.text)
                module.sources.append(path)
                reader.report(
                    at: entry.node, "\(key).sources[\(index)]",
                    ConfigurationRules.source(path, written: entry.text, root: root))
            }
            if case .sequence(let sequence) = list, sequence.isEmpty {
                reader.report(
                    at: list, "\(key).sources", "this list of sources is empty", "write \(example)",
                    "config-missing-key")
            }
        }
        if let list = values["exclude"] {
            module.exclude = reader.texts(list, "\(key).exclude", example: "exclude: [\"**/Generated/**\"]").map {
                GlobPattern($0.text)
            }
        }
    }

    private func readStyle(
        _ values: [String: Node], _ key: String, _ module: inout Module, _ reader: inout ConfigurationReader
    ) {
        if let node = values["import"], let choice = reader.choice(node, "\(key).import", Module.ImportStyle.self) {
            module.importStyle = choice
        }
        if let node = values["access"], let choice = reader.choice(node, "\(key).access", Module.Access.self) {
            module.access = choice
        }
        if let node = values["mock"], let choice = reader.choice(node, "\(key).mock", MockSettings.Selection.self) {
            module.settings.selection = choice
        }
        if let node = values["style"], let choice = reader.choice(node, "\(key).style", StyleChoice.self) {
            module.settings.style = choice
            if choice != .sourcery { module.settings.template = nil }
        }
        TemplateKeys(root: root, key: key).read(values, &module.settings, &reader)
        if let node = values["forwarding"], let flag = reader.flag(node, "\(key).forwarding") {
            module.settings.forwards = flag
        }
        if let node = values["verify"], let choice = reader.verifyingMethods(node, "\(key).verify") {
            module.settings.verifying = choice
        }
    }

    private func readNames(
        _ values: [String: Node], _ key: String, _ module: inout Module, _ reader: inout ConfigurationReader
    ) {
        func names(
            _ name: String, _ example: String, _ rule: (String) -> ConfigurationRules.Violation?
        ) -> [String] {
            guard let list = values[name] else { return [] }
            let entries = reader.texts(list, "\(key).\(name)", example: "\(name): [\(example)]")
            for (index, entry) in entries.enumerated() {
                reader.report(at: entry.node, "\(key).\(name)[\(index)]", rule(entry.text))
            }
            return entries.map(\.text)
        }
        module.imports = names("imports", "Foundation", ConfigurationRules.importedModule)
        module.dependencies = names("dependencies", "Pantry", ConfigurationRules.moduleName)
        module.defines = Set(names("define", "DEBUG", ConfigurationRules.flag))
    }

    private func readOutput(
        _ node: Node, _ key: String, _ entry: inout Entry, _ reader: inout ConfigurationReader
    ) {
        let example = "output: Tests/\(entry.module.name)Tests/Mocks"
        guard let written = reader.text(node, key, example: example) else { return }
        let output = ConfigurationRules.output(at: root.resolving(written))
        entry.module.output = boundary.resolvedOutput(of: output)
        entry.module.lacksTests = false
        entry.output = (node, key, written)
        reader.report(
            at: node, key,
            ConfigurationRules.output(output, written: written, root: root)
                ?? boundary.violation(of: output.path, written: written, sources: entry.module.sources))
    }
}
