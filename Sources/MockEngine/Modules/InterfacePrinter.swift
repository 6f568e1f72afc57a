internal import FoundationEssentials
internal import LinuxSystem
internal import SystemPackage

/// Runs the toolchain's tools that print the declarations of a compiled module.
struct InterfacePrinter: Sendable {
    var toolchain: Toolchain
    /// The folders with the compiled modules of the project's packages.
    var searchPaths: [FilePath]
    /// The longest time that printing a module may take, in milliseconds.
    var timeLimit = ModuleInterfaces.printLimit

    /// Returns the interface of a module, which is empty for a few; `nil` if the tool cannot print it.
    func text(of module: String) -> String? {
        output(of: toolchain.printer, module).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns, by outermost types, the extensions of types that the module has nested in those of other modules, which
    /// no interface has; `nil` if the tool fails.
    func nestedExtensions(in module: String, _ fileSystem: any FileSystem) -> [String: String]? {
        guard let folder = try? ScratchFolder(),
            output(
                of: toolchain.graphTool, module, "-skip-synthesized-members", "-skip-inherited-docs", "-output-dir",
                folder.path.string) != nil
        else { return nil }
        var all: [String: String] = [:]
        // `M@N.symbols.json` is about what module M adds to types of module N.
        for name in (try? Folder.names(in: folder.path)) ?? [] where name.contains("@") {
            guard let bytes = try? fileSystem.file(at: folder.path.appending(name), limit: 1 << 28).bytes,
                let graph = try? JSONDecoder().decode(SymbolGraph.self, from: Data(bytes))
            else { return nil }
            all.merge(graph.nestedExtensions(in: module), uniquingKeysWith: +)
        }
        return all
    }

    private func output(of tool: FilePath, _ module: String, _ more: String...) -> [UInt8]? {
        let folders = searchPaths.flatMap { ["-I", $0.string] }
        var process = ChildProcess(
            [tool.string, "-module-name", module, "-target", Self.target] + folders + more)
        process.timeLimit = timeLimit
        return process.run().flatMap { $0.isSuccess ? $0.output : nil }
    }

    private static var target: String {
        #if arch(arm64)
            "aarch64-unknown-linux-gnu"
        #else
            "x86_64-unknown-linux-gnu"
        #endif
    }
}
