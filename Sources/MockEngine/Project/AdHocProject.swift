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
    /// `NAME=DIR`; a name may occur several times, with one folder each.
    package var dependencies: [String] = []
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
    guard checker.problems.isEmpty else { throw ConfigurationError(checker.problems) }
    return Project(root: checker.root, settings: module.settings, modules: [module] + dependencies)
}

private struct AdHocChecker {
    let root: FilePath
    var problems: [ConfigurationError.Problem] = []

    mutating func module(_ options: AdHocOptions) -> Module {
        var settings = MockSettings(
            selection: options.selection, name: NamePattern(options.name, strip: options.strip), style: options.style)
        readTemplate(options, &settings)
        let name = required(options.module, "--module", "add --module with the name that 'import' uses")
        if let name { check("--module", ConfigurationRules.moduleName(name)) }
        if options.sources.isEmpty {
            report("--sources", "--sources is missing", "add --sources with the folders or files to read")
        }
        let written = required(
            options.output, "--output", "add --output with a folder, or with a file that ends in .swift")
        let output = written.map { ConfigurationRules.output(at: root.resolving($0)) }
        if let output, let written {
            check("--output", ConfigurationRules.output(output, written: written, root: root))
        }
        check("--name", ConfigurationRules.namePattern(settings.name))
        for suffix in options.strip { check("--strip", ConfigurationRules.suffix(suffix)) }
        for name in options.imports { check("--import", ConfigurationRules.importedModule(name)) }
        for flag in options.defines { check("--define", ConfigurationRules.flag(flag)) }
        return Module(
            name: name ?? "", sources: options.sources.map { source($0, "--sources") },
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
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                report("--arg", "--arg '\(text)' is not of the form KEY=VALUE", "write it like --arg module=App")
                continue
            }
            arguments[parts[0]] = .text(parts[1])
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
        for text in options.dependencies {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                report(
                    "--dependency", "--dependency '\(text)' is not of the form NAME=DIR",
                    "write the module's name, '=' and the folder of its sources, such as Pantry=Sources/Pantry")
                continue
            }
            check("--dependency", ConfigurationRules.moduleName(parts[0]))
            if parts[0] == options.module {
                report(
                    "--dependency", "--dependency '\(text)' names the module itself", "pass the folder with --sources")
            }
            let folder = source(parts[1], "--dependency")
            if let index = modules.firstIndex(where: { $0.name == parts[0] }) {
                modules[index].sources.append(folder)
            } else {
                modules.append(
                    Module(
                        name: parts[0], sources: [folder], exclude: options.exclude.map { GlobPattern($0) },
                        dependencies: names(options).filter { $0 != parts[0] }, defines: Set(options.defines)))
            }
        }
        return modules
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
