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
            let values = reader.mapping(document, nil, Keys.all)
        else { throw ConfigurationError(reader.problems) }
        var project = Project(root: root, settings: settings(values, &reader), configurationFiles: [path])
        if let folder = boundary.user.buildFolder ?? buildFolder(values, &reader) { project.buildFolder = folder }
        // The problems of both files are reported at once.
        let withSources = values[Keys.modules].map(ConfigurationReader.entriesWithSources)
        let context = Result { () throws(ConfigurationError) in
            try PackageContext(
                root: root, build: project.buildFolder, listsModules: withSources == .everyEntry, user: boundary.user,
                style: project.settings.style)
        }
        let package = try? context.get()
        if let list = reader.value(of: Keys.modules, in: values) {
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
        if let list = reader.value(of: Keys.seams, in: values) {
            let isUnknown = if case .failure = context { true } else { !reader.problems.isEmpty }
            let mocked = project.modules.filter(\.isMocked)
            project.seams = SeamReader(root: root, boundary: boundary, modules: isUnknown ? nil : mocked)
                .read(list, &reader)
            for (index, seam) in project.seams.enumerated() {
                if let line = reader.keyLines["seams[\(index)].type"] {
                    project.origins[seam.key] = .file(shown, line: line)
                }
            }
        }
        project.configurationFiles += TemplateFiles.paths(of: project)
        for key in Keys.all.names {
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

    private func buildFolder(
        _ values: ConfigurationMapping, _ reader: inout ConfigurationReader
    ) -> BuildFolder? {
        guard let written = reader.value(of: Keys.scratchPath, in: values), !written.isEmpty else { return nil }
        return BuildFolder(root.resolving(written), written: written)
    }

    private func settings(_ values: ConfigurationMapping, _ reader: inout ConfigurationReader) -> MockSettings {
        var settings = MockSettings()
        readStyle(values, &settings, &reader)
        if let text = reader.value(of: Keys.name, in: values) {
            settings.name = NamePattern(text, strip: settings.name.strip)
            reader.report(Keys.name, in: values, ConfigurationRules.namePattern(settings.name))
        }
        if let suffixes = reader.value(of: Keys.strip, in: values) {
            reader.report(suffixes, ConfigurationRules.suffix)
            settings.name.strip = suffixes.map(\.text)
        }
        return settings
    }

    /// Reads the settings that a module may have for itself.
    private func readStyle(
        _ values: ConfigurationMapping, _ settings: inout MockSettings, _ reader: inout ConfigurationReader
    ) {
        if let choice = reader.value(of: Keys.mock, in: values) { settings.selection = choice }
        if let choice = reader.value(of: Keys.style, in: values) {
            settings.style = choice
            if choice != .sourcery { settings.template = nil }
        }
        TemplateReader(root: root).read(values, &settings, &reader)
        if let flag = reader.value(of: Keys.forwarding, in: values) { settings.forwards = flag }
        if let choice = reader.value(of: Keys.verify, in: values) { settings.verifying = choice }
        if let text = reader.value(of: Keys.header, in: values) {
            settings.frame = FileFrame(header: text, condition: settings.frame.condition)
            reader.report(Keys.header, in: values, ConfigurationRules.header(settings.frame))
        }
        if let text = reader.value(of: Keys.condition, in: values) {
            settings.frame.condition = text
            reader.report(Keys.condition, in: values, ConfigurationRules.condition(text))
        }
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
        _ node: Node, _ path: String, _ settings: MockSettings, _ package: PackageContext?, isUnreadable: Bool,
        _ reader: inout ConfigurationReader
    ) -> Entry? {
        guard let values = reader.mapping(node, path, ModuleKeys.all) else { return nil }
        let name = reader.value(of: ModuleKeys.name, in: values)
        if values[ModuleKeys.name] == nil {
            reader.report(
                at: node, values.path(of: ModuleKeys.name), "this module has no 'name'",
                "add the name that 'import' uses", "config-missing-key")
        }
        let hasSources = values[ModuleKeys.sources] != nil
        let own = hasSources ? nil : name.flatMap { package?.ownModule(named: $0) }
        var module = own ?? Module(name: name ?? "", sources: [], settings: settings)
        module.settings = settings
        if let name { reader.report(ModuleKeys.name, in: values, ConfigurationRules.moduleName(name)) }
        if own == nil, !hasSources, !isUnreadable { reportMissingSources(of: module, values, package, &reader) }
        readSources(values, &module, &reader)
        if let choice = reader.value(of: ModuleKeys.importStyle, in: values) { module.importStyle = choice }
        if let choice = reader.value(of: ModuleKeys.access, in: values) { module.access = choice }
        readStyle(values, &module.settings, &reader)
        if module.importStyle != .none {
            reader.report(ModuleKeys.name, in: values, package?.contradiction(of: module))
        }
        readNames(values, &module, &reader)
        var entry = Entry(
            module: module, node: node, name: values[ModuleKeys.name] ?? node, isOfPackage: own != nil)
        readOutput(values, &entry, &reader)
        for name in values.values.keys { entry.lines[name] = reader.keyLines["\(path).\(name)"] }
        return name == nil ? nil : entry
    }

    private func reportMissingSources(
        of module: Module, _ values: ConfigurationMapping, _ package: PackageContext?,
        _ reader: inout ConfigurationReader
    ) {
        let guess = package.flatMap { closest(to: module.name, among: $0.ownModules(besides: []).map(\.name)) }
        reader.report(
            at: values.node, values.path(of: ModuleKeys.sources),
            "this module has no 'sources'" + (package == nil ? "" : ", and no target of Package.swift has its name"),
            guess.map { "did you mean '\($0)'?" }
                ?? "add \(ModuleKeys.sources.example(Self.exampleOfSources(for: module)))",
            "config-missing-key")
    }

    private static func exampleOfSources(for module: Module) -> String {
        module.name.isEmpty ? ModuleKeys.sources.form.example : "[Sources/\(module.name)]"
    }

    private func readSources(
        _ values: ConfigurationMapping, _ module: inout Module, _ reader: inout ConfigurationReader
    ) {
        let example = Self.exampleOfSources(for: module)
        if let entries = reader.value(of: ModuleKeys.sources, in: values, example: example) {
            module.leavesOutInnerProjects = true
            module.sources += entries.map { root.resolving($0.text) }
            reader.report(entries) { ConfigurationRules.source(root.resolving($0), written: $0, root: root) }
            if case .sequence(let sequence) = values[ModuleKeys.sources], sequence.isEmpty {
                reader.report(
                    ModuleKeys.sources, in: values,
                    .init(
                        message: "this list of sources is empty",
                        suggestion: "write \(ModuleKeys.sources.example(example))", code: "config-missing-key"))
            }
        }
        if let patterns = reader.value(of: ModuleKeys.exclude, in: values) {
            module.exclude = patterns.map { GlobPattern($0.text) }
        }
    }

    private func readNames(
        _ values: ConfigurationMapping, _ module: inout Module, _ reader: inout ConfigurationReader
    ) {
        func names(
            _ key: ConfigurationKey<[ConfigurationText]>, _ rule: (String) -> ConfigurationRules.Violation?
        ) -> [String] {
            let entries = reader.value(of: key, in: values) ?? []
            reader.report(entries, rule)
            return entries.map(\.text)
        }
        module.imports = names(ModuleKeys.imports, ConfigurationRules.importedModule)
        module.dependencies = names(ModuleKeys.dependencies, ConfigurationRules.moduleName)
        module.defines = Set(names(ModuleKeys.define, ConfigurationRules.flag))
    }

    private func readOutput(
        _ values: ConfigurationMapping, _ entry: inout Entry, _ reader: inout ConfigurationReader
    ) {
        let example = "Tests/\(entry.module.name)Tests/Mocks"
        guard let node = values[ModuleKeys.output],
            let written = reader.value(of: ModuleKeys.output, in: values, example: example)
        else { return }
        let output = ConfigurationRules.output(at: root.resolving(written))
        entry.module.output = boundary.resolvedOutput(of: output)
        entry.module.lacksTests = false
        entry.output = (node, values.path(of: ModuleKeys.output), written)
        reader.report(
            ModuleKeys.output, in: values,
            ConfigurationRules.output(output, written: written, root: root)
                ?? boundary.violation(of: output.path, written: written, sources: entry.module.sources))
    }
}
