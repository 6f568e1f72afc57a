internal import LinuxSystem
internal import SystemPackage

/// Runs the toolchain's tool that prints the declarations of a compiled module.
struct InterfacePrinter: Sendable {
    var toolchain: Toolchain
    /// The folders with the compiled modules of the project's packages.
    var searchPaths: [FilePath]

    /// Returns the interface of a module; `nil` if the tool cannot print it.
    func text(of module: String) -> String? {
        let result = ChildProcess(arguments(module)).run()
        guard let result, result.isSuccess, !result.output.isEmpty else { return nil }
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
