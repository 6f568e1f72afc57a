internal import MockGeneration
import Yams

// The reader of the file and its schema have the keys from here. A test compares the manual's table with them.
extension ConfigurationFile {
    /// The keys for all modules.
    enum Keys {
        static let mock = ConfigurationKey<MockSettings.Selection>(
            "mock", .choice, "`annotated`: types that ask for it; `all`: every protocol", else: "`annotated`")
        static let name = ConfigurationKey(
            "name", .text("\"Mock{name}\"", Pattern.mockName), "the name of a mock, with `{name}` for that of its type",
            else: "`Mock{name}`")
        static let strip = ConfigurationKey(
            "strip", .texts("[Protocol]", Pattern.suffix), "suffixes to take off the type's name first: `[Protocol]`",
            else: "none")
        static let style = ConfigurationKey<StyleChoice>(
            "style", .choice,
            "the shape of the mocks: `typed`, `spy`, `sourcery`, `automockable`, `mocksix`, `mimus` or `wrapper`",
            else: "`typed`", see: "Styles")
        static let template = ConfigurationKey(
            "template", .text("Templates/Mocks.stencil", Pattern.template),
            "a Stencil template that prints the mocks, with `style: sourcery`", else: "none", see: "Templates")
        static let args = ConfigurationKey(
            "args", .parts(JSONSchema(type: .object), example: "{ module: App }"),
            "the arguments of the template: `{ module: Kitchen, imports: [Foundation] }`", else: "none")
        static let forwarding = ConfigurationKey(
            "forwarding", .flag,
            "`false`: mocks of protocols do not pass calls on to another object, and compile faster; mocks of classes "
                + "keep it", else: "`true`")
        static let verify = ConfigurationKey(
            "verify", .flagOrChoice,
            "`true`: mocks without a library have methods that verify the arguments of a call; `hamcrest`: also with "
                + "matchers of SwiftHamcrest", else: "`false`", see: "Styles")
        static let header = ConfigurationKey(
            "header", .text("Copyright {year} Kitchen Inc.", Pattern.header),
            "lines above everything else in each generated file, as comments; `{source}` is the source of its mocks, "
                + "`{year}` the year in which it was first written", else: "none")
        static let condition = ConfigurationKey(
            "condition", .text("DEBUG", Pattern.condition),
            "the condition of an `#if` around the mocks of each file: `DEBUG`", else: "none")
        static let scratchPath = ConfigurationKey(
            "scratchPath", .text(".build-mocks"),
            "the folder of the package's builds, if SwiftPM gets another one than `.build` with its option "
                + "`--scratch-path`", else: "`.build`")
        static let modules = ConfigurationKey(
            "modules", .parts(.list(of: ModuleKeys.all.schema, atLeast: 1)), "a list of modules",
            else: "those of Package.swift")
        static let seams = ConfigurationKey(
            "seams", .parts(.list(of: SeamKeys.all.schema)),
            "a list of protocols for types of other modules, as an annotation asks for", else: "none",
            see: "Types-that-you-do-not-own")

        static let all = ConfigurationKeys(
            of: "the configuration",
            dependents: [
                template.name: JSONSchema(properties: [style.name: sourcery], required: [style.name]),
                args.name: JSONSchema(required: [template.name]),
            ], mock, name, strip, style, template, args, forwarding, verify, header, condition,
            scratchPath, modules, seams)

        fileprivate static let sourcery = JSONSchema(choices: [StyleChoice.sourcery.name])
    }

    /// The keys of one module.
    enum ModuleKeys {
        static let name = ConfigurationKey(
            "name", .text("Kitchen", Pattern.moduleName), "the module as `import` spells it", else: nil)
        static let sources = ConfigurationKey(
            "sources", .texts("[Sources/Kitchen]", Pattern.path, atLeast: 1), "folders and files, from the root",
            else: "those of the target of this name; required without one")
        static let exclude = ConfigurationKey(
            "exclude", .texts("[\"**/Generated/**\"]"), "patterns to leave out: `[\"**/Generated/**\"]`", else: "none")
        static let output = ConfigurationKey(
            "output", .text("Tests/KitchenTests/Mocks", Pattern.path),
            "a folder (one file a source file), or one file that ends in `.swift`",
            else: "that of the target, if `sources` is left out; else none: read for parents only")
        static let importStyle = ConfigurationKey<Module.ImportStyle>(
            "import", .choice, "how a mock file sees the module: `testable`, `plain`, `none` (it is part of it)",
            else: "`testable`")
        static let imports = ConfigurationKey(
            "imports", .texts("[Foundation]", Pattern.importedModule),
            "more modules for every mock file to import", else: "none")
        static let access = ConfigurationKey<Module.Access>(
            "access", .choice, "`inherit` (as the type, at most), `internal`, `package`, `public`", else: "`inherit`")
        static let dependencies = ConfigurationKey(
            "dependencies", .texts("[Pantry]", Pattern.moduleName), "modules that the sources import",
            else: "those of Package.swift")
        static let define = ConfigurationKey(
            "define", .texts("[DEBUG]", Pattern.moduleName), "what holds in `#if`", else: "those of Package.swift")

        static let all = ConfigurationKeys(
            of: "a module", in: "modules",
            dependents: [
                Keys.template.name: JSONSchema(properties: [Keys.style.name: Keys.sourcery]),
                Keys.args.name: JSONSchema(properties: [Keys.style.name: Keys.sourcery]),
            ], name, sources, exclude, output, importStyle, imports, access, dependencies, define,
            Keys.mock.forOneModule, Keys.style.forOneModule, Keys.template.forOneModule, Keys.args.forOneModule,
            Keys.forwarding.forOneModule, Keys.verify.forOneModule, Keys.header.forOneModule,
            Keys.condition.forOneModule)
    }

    /// The keys of one seam.
    enum SeamKeys {
        static let type = ConfigurationKey(
            "type", .text("Foundation.FileManager", Pattern.seamType),
            "a type with the module to import: `Foundation.FileManager`", else: nil)
        static let protocolName = ConfigurationKey(
            "protocol", .text("FileSystem", Pattern.seamProtocol), "the name of the protocol", else: nil)
        static let members = ConfigurationKey(
            "members", .texts("[data(for:), shared]", Pattern.seamMember),
            "members as they are called: `[fileExists(atPath:), shared]`", else: "all that a protocol can have")
        static let module = ConfigurationKey(
            "module", .text("App", Pattern.moduleName), "the module that uses the protocol",
            else: "the only one with mocks; required if there are several")
        static let file = ConfigurationKey(
            "file", .text("Sources/App/Seams.swift", Pattern.seamFile),
            "the file for the protocol, called `Seams.swift`, in the sources of the module",
            else: "that in the first folder of its sources")

        static let all = ConfigurationKeys(of: "a seam", in: "seams", type, protocolName, members, module, file)
    }

    private typealias Pattern = ConfigurationRules.Pattern
}
