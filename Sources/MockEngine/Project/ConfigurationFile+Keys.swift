internal import MockGeneration
import Yams

extension ConfigurationFile {
    /// The keys for all modules.
    enum Keys {
        static let mock = ConfigurationKey<MockSettings.Selection>("mock", .choice)
        static let name = ConfigurationKey("name", .text("\"Mock{name}\""))
        static let strip = ConfigurationKey("strip", .texts("[Protocol]"))
        static let style = ConfigurationKey<StyleChoice>("style", .choice)
        static let template = ConfigurationKey("template", .text("Templates/Mocks.stencil"))
        static let args = ConfigurationKey("args", .parts("{ module: App }"))
        static let forwarding = ConfigurationKey("forwarding", .flag)
        static let verify = ConfigurationKey("verify", .flagOrChoice)
        static let scratchPath = ConfigurationKey("scratchPath", .text(".build-mocks"))
        static let modules = ConfigurationKey("modules", .parts("[{ name: Kitchen, sources: [Sources/Kitchen] }]"))
        static let seams = ConfigurationKey("seams", .parts("[{ type: Foundation.FileManager, protocol: FileSystem }]"))

        static let all = ConfigurationKeys(
            of: "the configuration", mock, name, strip, style, template, args, forwarding, verify, scratchPath,
            modules, seams)
    }

    /// The keys of one module.
    enum ModuleKeys {
        static let name = ConfigurationKey("name", .text("Kitchen"))
        static let sources = ConfigurationKey("sources", .texts("[Sources/Kitchen]"))
        static let exclude = ConfigurationKey("exclude", .texts("[\"**/Generated/**\"]"))
        static let output = ConfigurationKey("output", .text("Tests/KitchenTests/Mocks"))
        static let importStyle = ConfigurationKey<Module.ImportStyle>("import", .choice)
        static let imports = ConfigurationKey("imports", .texts("[Foundation]"))
        static let access = ConfigurationKey<Module.Access>("access", .choice)
        static let dependencies = ConfigurationKey("dependencies", .texts("[Pantry]"))
        static let define = ConfigurationKey("define", .texts("[DEBUG]"))

        static let all = ConfigurationKeys(
            of: "a module", name, sources, exclude, output, importStyle, imports, access, dependencies, define,
            Keys.mock, Keys.style, Keys.template, Keys.args, Keys.forwarding, Keys.verify)
    }

    /// The keys of one seam.
    enum SeamKeys {
        static let type = ConfigurationKey("type", .text("Foundation.FileManager"))
        static let protocolName = ConfigurationKey("protocol", .text("FileSystem"))
        static let members = ConfigurationKey("members", .texts("[data(for:), shared]"))
        static let module = ConfigurationKey("module", .text("App"))
        static let file = ConfigurationKey("file", .text("Sources/App/Seams.swift"))

        static let all = ConfigurationKeys(of: "a seam", type, protocolName, members, module, file)
    }
}
