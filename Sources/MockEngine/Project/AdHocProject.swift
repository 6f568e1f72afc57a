package import MockGeneration
import MockModel
import MockTemplates
package import SystemPackage

/// A module that is described on the command line alone: `mockd generate --module Kitchen --sources …`.
///
/// Paths are as the user wrote them, relative to `currentFolder`.
package struct AdHocOptions: Hashable, Sendable {
    package var module: String?
    package var sources: [String] = []
    package var output: String?
    /// `NAME=PATH`; a name may occur several times, with one folder or file each, or once with an index.
    package var dependencies: [String] = []
    /// `NAME=FILE`, the printed interfaces of compiled modules.
    package var interfaces: [String] = []
    /// `FROM=TO`, folders that messages and generated files show under other names.
    package var pathPrefixes: [String] = []
    package var importStyle: Module.ImportStyle = .testable
    package var imports: [String] = []
    package var access: Module.Access = .inherit
    package var selection: MockSettings.Selection = .annotated
    package var style: StyleChoice = .typed
    package var template: String?
    /// `KEY=VALUE` for the template.
    package var arguments: [String] = []
    package var name = "Mock{name}"
    package var strip: [String] = []
    package var defines: [String] = []
    package var exclude: [String] = []
    package var currentFolder: FilePath = "."

    package init() {}
}

/// Returns the project of one module, without a file that describes it. The current folder is its root.
///
/// - Throws: All problems of the options at once.
package func adHocProject(_ options: AdHocOptions) throws(ConfigurationError) -> Project {
    var checker = AdHocChecker(root: options.currentFolder.absolute)
    let module = checker.module(options)
    let dependencies = checker.dependencies(options)
    return try checker.project([module] + dependencies, options)
}

/// Returns the project of one module that is read for an index; no mocks are made.
///
/// - Throws: All problems of the options at once.
package func indexedProject(_ options: AdHocOptions) throws(ConfigurationError) -> Project {
    var checker = AdHocChecker(root: options.currentFolder.absolute)
    let module = checker.indexedModule(options)
    return try checker.project([module], options)
}

private struct AdHocChecker {
    let root: FilePath
    var problems: [ConfigurationError.Problem] = []

    mutating func project(_ modules: [Module], _ options: AdHocOptions) throws(ConfigurationError) -> Project {
        var project = Project(root: root, settings: modules[0].settings, modules: modules)
        project.interfaces = interfaces(options)
        for text in options.pathPrefixes {
            guard
                let (from, to) = pair(
                    text, "--path-prefix-map", "FROM=TO", "write it like --path-prefix-map ../src=src", mayBeEmpty: true
                )
            else { continue }
            project.pathPrefixes.add(root.resolving(from), as: to)
        }
        for case let index? in modules.map(\.index) { project.pathPrefixes.add(index.path, as: "") }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        return project
    }

    mutating func indexedModule(_ options: AdHocOptions) -> Module {
        let name = name(options)
        let output = required(
            options.output, "--output", "add --output with a file that ends in .\(ModuleIndex.pathExtension)")
        if let output, FilePath(output).extension != ModuleIndex.pathExtension {
            report(
                "--output", "--output '\(output)' does not end in .\(ModuleIndex.pathExtension)",
                "that end tells an index from other files, so add it")
        }
        for flag in options.defines { check("--define", ConfigurationRules.flag(flag)) }
        var module = Module(
            name: name, sources: options.sources.map { source($0, "--sources") },
            exclude: options.exclude.map { GlobPattern($0) }, defines: Set(options.defines))
        module.isIndexed = true
        return module
    }

    /// Checks the name of the module, and that it has sources.
    private mutating func name(_ options: AdHocOptions) -> String {
        let name = required(options.module, "--module", "add --module with the name that 'import' uses")
        if let name { check("--module", ConfigurationRules.moduleName(name)) }
        if options.sources.isEmpty {
            report("--sources", "--sources is missing", "add --sources with the folders or files to read")
        }
        return name ?? ""
    }

    mutating func module(_ options: AdHocOptions) -> Module {
        var settings = MockSettings(
            selection: options.selection, name: NamePattern(options.name, strip: options.strip), style: options.style)
        readTemplate(options, &settings)
        let name = name(options)
        let written = required(
            options.output, "--output", "add --output with a folder, or with a file that ends in .swift")
        let output = written.map { ConfigurationRules.output(at: root.resolving($0)) }
        if let output, let written {
            check("--output", ConfigurationRules.output(output, written: written, root: root))
        }
        check("--name", ConfigurationRules.namePattern(settings.name))
        for suffix in options.strip { check("--strip", ConfigurationRules.suffix(suffix)) }
        for name in options.imports { check("--extra-import", ConfigurationRules.importedModule(name)) }
        for flag in options.defines { check("--define", ConfigurationRules.flag(flag)) }
        return Module(
            name: name, sources: options.sources.map { source($0, "--sources") },
            exclude: options.exclude.map { GlobPattern($0) }, output: output, settings: settings,
            importStyle: options.importStyle, imports: options.imports, access: options.access,
            dependencies: names(options), defines: Set(options.defines))
    }

    private mutating func readTemplate(_ options: AdHocOptions, _ settings: inout MockSettings) {
        guard let written = options.template else {
            if !options.arguments.isEmpty {
                report("--arg", "--arg is for a template, and there is none", "add --template with a .stencil file")
            }
            return
        }
        if options.style != .sourcery {
            report(
                "--template", "--template is for --style sourcery, and the style is '\(options.style.name)'",
                "add --style sourcery")
        }
        var arguments: [String: TemplateValue] = [:]
        for text in options.arguments {
            guard
                let (key, value) = pair(text, "--arg", "KEY=VALUE", "write it like --arg module=App", mayBeEmpty: true)
            else { continue }
            arguments[key] = .text(value)
        }
        switch TemplateFiles.source(of: written, in: root) {
        case .success(var source):
            source.arguments = arguments
            settings.template = MockTemplate(source)
        case .failure(let violation): check("--template", violation)
        }
    }

    mutating func dependencies(_ options: AdHocOptions) -> [Module] {
        var modules: [Module] = []
        let form = "write the module's name, '=' and the folder of its sources, such as Pantry=Sources/Pantry"
        for text in options.dependencies {
            guard let (name, path) = pair(text, "--dependency", "NAME=DIR", form) else { continue }
            check("--dependency", ConfigurationRules.moduleName(name))
            if name == options.module {
                report(
                    "--dependency", "--dependency '\(text)' names the module itself", "pass the folder with --sources")
            }
            var module = Module(
                name: name, sources: [], exclude: options.exclude.map { GlobPattern($0) },
                dependencies: names(options).filter { $0 != name }, defines: Set(options.defines))
            let known = modules.firstIndex { $0.name == name }
            if let known { module = modules.remove(at: known) }
            add(path, to: &module, known != nil)
            modules.insert(module, at: known ?? modules.endIndex)
        }
        return modules
    }

    /// Adds a folder, a file or an index to a module.
    private mutating func add(_ written: String, to module: inout Module, _ isKnown: Bool) {
        let count = problems.count
        let path = source(written, "--dependency")
        guard path.extension == ModuleIndex.pathExtension, !path.isFolder else {
            module.sources.append(path)
            if module.index != nil { reportSecond(module) }
            return
        }
        guard !isKnown else { return reportSecond(module) }
        guard problems.count == count else { return }
        do throws(ModuleIndexError) {
            let index = try ModuleIndex(at: path)
            if index.module != module.name { throw ModuleIndexError.otherModule(index.module) }
            (module.index, module.defines) = (index, index.defines)
        } catch {
            problems.append(error.problem(path.shown(in: root), of: module.name))
        }
    }

    private mutating func reportSecond(_ module: Module) {
        report(
            "--dependency", "--dependency names '\(module.name)' twice, and one of them is an index",
            "pass the index alone, which has all declarations of the module")
    }

    private mutating func interfaces(_ options: AdHocOptions) -> [String: FilePath] {
        var files: [String: FilePath] = [:]
        let form = "write the module's name, '=' and the file with its printed interface"
        for text in options.interfaces {
            guard let (name, path) = pair(text, "--interface", "NAME=FILE", form) else { continue }
            check("--interface", ConfigurationRules.moduleName(name))
            let file = source(path, "--interface")
            if file.isFolder {
                report("--interface", "--interface '\(path)' is a folder", form)
            } else if files.updateValue(file, forKey: name) != nil {
                report("--interface", "--interface names '\(name)' twice", "pass one file for each module")
            }
        }
        return files
    }

    /// Splits `NAME=VALUE`, or reports it.
    ///
    /// - Parameter mayBeEmpty: True if the value may be empty.
    private mutating func pair(
        _ text: String, _ option: String, _ form: String, _ suggestion: String, mayBeEmpty: Bool = false
    ) -> (String, String)? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty || mayBeEmpty { return (parts[0], parts[1]) }
        report(option, "\(option) '\(text)' is not of the form \(form)", suggestion)
        return nil
    }

    /// Returns the names of the dependencies. All of them may see each other, because the command line cannot say more.
    private func names(_ options: AdHocOptions) -> [String] {
        var names: [String] = []
        for text in options.dependencies {
            let name = String(text.prefix { $0 != "=" })
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    private mutating func source(_ text: String, _ option: String) -> FilePath {
        let path = root.resolving(text)
        check(option, ConfigurationRules.source(path, written: text, root: root))
        return path
    }

    private mutating func required(_ value: String?, _ option: String, _ suggestion: String) -> String? {
        if value == nil { report(option, "\(option) is missing", suggestion) }
        return value
    }

    private mutating func check(_ option: String, _ violation: ConfigurationRules.Violation?) {
        guard let violation else { return }
        problems.append(
            .init(
                file: nil, key: option, message: "\(option): \(violation.message)", suggestion: violation.suggestion,
                code: violation.code))
    }

    private mutating func report(_ option: String, _ message: String, _ suggestion: String) {
        problems.append(.init(file: nil, key: option, message: message, suggestion: suggestion, code: "usage"))
    }
}
