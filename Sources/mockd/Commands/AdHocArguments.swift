internal import ArgumentParser
internal import MockEngine
internal import MockGeneration
internal import SystemPackage

/// A module described on the command line, for other build systems and for a quick try.
struct AdHocArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The module whose types are mocked.", valueName: "name"))
    var module: String?

    @Option(parsing: .upToNextOption, help: ArgumentHelp("Folders or files to read.", valueName: "path"))
    var sources: [String] = []

    @Option(help: ArgumentHelp("A folder, or one file that ends in .swift.", valueName: "path"))
    var output: String?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Sources, or an index, that are read and never mocked.", valueName: "name=path"))
    var dependency: [String] = []

    @Option(name: .customLong("import"), help: "How the mock file sees the module.")
    var importStyle: Module.ImportStyle = .testable

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("A module that the mock file imports in addition to those that it needs.", valueName: "name")
    )
    var extraImport: [String] = []

    @Option(help: "How far the mocks can be seen; 'inherit' is as far as the mocked type.")
    var access: Module.Access = .inherit

    @Option(help: "The shape of the generated code.")
    var style: StyleChoice = .typed

    @Option(help: ArgumentHelp("A Stencil template that prints the mocks, with --style sourcery.", valueName: "path"))
    var template: String?

    @Option(parsing: .singleValue, help: ArgumentHelp("An argument of the template.", valueName: "key=value"))
    var arg: [String] = []

    @Option(help: "Which protocols are mocked.")
    var mock: MockSettings.Selection = .annotated

    @Option(help: ArgumentHelp("The name of a mock.", valueName: "pattern"))
    var name = "Mock{name}"

    @Option(parsing: .singleValue, help: ArgumentHelp("A compilation condition that holds.", valueName: "flag"))
    var define: [String] = []

    @Option(parsing: .singleValue, help: ArgumentHelp("Files or folders to leave out.", valueName: "glob"))
    var exclude: [String] = []

    @Flag(help: "Write the file, empty, even if nothing asks for a mock: a build system waits for it.")
    var evenEmpty = false

    /// True if one of the three options that define a module was given.
    var isUsed: Bool { module != nil || !sources.isEmpty || output != nil }

    func validate() throws {
        guard !evenEmpty || output?.hasSuffix(".swift") == true else {
            throw ValidationError("--even-empty is for an --output that ends in .swift: one file for all mocks.")
        }
    }

    /// Writes the file of all mocks, empty, if it is asked for and there is none. Returns its path.
    func writeEmptyOutput(of engine: Engine, _ files: any FileSystem) throws(FileSystemError) -> FilePath? {
        guard evenEmpty, case .file(let path)? = engine.project.modules[0].output else { return nil }
        if (try? files.contents(of: path)) == nil { try files.bring(path, to: []) }
        return path
    }

    var options: AdHocOptions {
        var options = AdHocOptions()
        options.module = module
        options.sources = sources
        options.output = output
        options.dependencies = dependency
        options.importStyle = importStyle
        options.imports = extraImport
        options.access = access
        options.selection = mock
        options.style = style
        options.template = template
        options.arguments = arg
        options.name = name
        options.defines = define
        options.exclude = exclude
        return options
    }
}

extension Module.ImportStyle: ExpressibleByArgument {}
extension Module.Access: ExpressibleByArgument {}
extension StyleChoice: ExpressibleByArgument {}
extension MockSettings.Selection: ExpressibleByArgument {}
