import Foundation
import MockGeneration
import MockModel
import SystemPackage

@testable import MockEngine

/// Modules in folders of their names, of which the last one, Kitchen, has mocks.
///
/// It generates with the sources of the others, or with an index of each.
struct IndexedModules {
    let folder: TemporaryFolder
    /// The modules besides Kitchen.
    let others: [String]
    var defines: [String] = []
    /// The style of the mocks.
    var style = StyleChoice.typed

    init(_ files: [String: String]) throws {
        folder = try TemporaryFolder(files)
        let modules = files.keys.compactMap { $0.split(separator: "/").first.map(String.init) }
        others = Set(modules).subtracting(["Kitchen"]).sorted()
    }

    func index(of module: String) -> FilePath { folder("Indexes").appending("\(module).mockd-index") }

    /// Returns the bytes of the index of a module.
    func indexBytes(_ module: String, includesInternal: Bool = false) throws -> [UInt8] {
        var options = AdHocOptions()
        options.module = module
        options.sources = [module]
        options.output = "Indexes/\(module).mockd-index"
        options.defines = defines
        options.currentFolder = folder.path
        var engine = Engine(project: try indexedProject(options))
        _ = engine.refresh()
        return engine.index(includesInternal: includesInternal)
    }

    func writeIndexes(includesInternal: Bool = false) throws {
        for module in others {
            try LocalFileSystem().replace(
                index(of: module), with: indexBytes(module, includesInternal: includesInternal))
        }
    }

    func options(_ output: String, indexed: Bool) -> AdHocOptions {
        var options = AdHocOptions()
        options.module = "Kitchen"
        options.sources = ["Kitchen"]
        options.output = output
        options.style = style
        options.defines = defines
        options.dependencies = others.map { indexed ? "\($0)=Indexes/\($0).mockd-index" : "\($0)=\($0)" }
        options.currentFolder = folder.path
        return options
    }

    /// Generates the mocks of Kitchen into a folder; returns them by name, and the report.
    func generate(indexed: Bool) throws -> (mocks: [String: String], report: EngineReport) {
        let output = indexed ? "FromIndexes" : "FromSources"
        var engine = Engine(project: try adHocProject(options(output, indexed: indexed)))
        let report = engine.refresh()
        return (mocks(in: output), report)
    }

    func mocks(in output: String) -> [String: String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder(output).string)) ?? []
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, (try? String(contentsOfFile: folder(output).appending(name).string, encoding: .utf8)) ?? "")
            })
    }
}
