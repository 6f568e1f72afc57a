internal import LinuxSystem
internal import SystemPackage

/// Runs the toolchain's tool that prints the declarations of a compiled module.
struct InterfacePrinter: Sendable {
    var toolchain: Toolchain
    /// The folders with the compiled modules of the project's packages.
    var searchPaths: [FilePath]
    /// The longest time that printing a module may take, in milliseconds.
    var timeLimit = ModuleInterfaces.printLimit

    /// Returns the interface of a module, which is empty for a few; `nil` if the tool cannot print it.
    func text(of module: String) -> String? {
        var process = ChildProcess(arguments(module))
        process.timeLimit = timeLimit
        let result = process.run()
        guard let result, result.isSuccess else { return nil }
        return String(decoding: result.output, as: UTF8.self)
    }

    private func arguments(_ module: String) -> [String] {
        [toolchain.printer.string, "-module-name", module, "-target", Self.target]
            + searchPaths.flatMap { ["-I", $0.string] }
    }

    private static var target: String {
        #if arch(arm64)
            "aarch64-unknown-linux-gnu"
        #else
            "x86_64-unknown-linux-gnu"
        #endif
    }
}
