internal import LinuxSystem
internal import SystemPackage

/// Runs the toolchain's tool that prints the declarations of a compiled module.
struct InterfacePrinter: Sendable {
    var toolchain: Toolchain
    /// The folders with the compiled modules of the project's packages.
    var searchPaths: [FilePath]

    /// Returns the interface of a module, which is empty for a few; `nil` if the tool cannot print it.
    func text(of module: String) -> String? {
        var process = ChildProcess(arguments(module))
        process.timeLimit = Self.timeLimit
        let result = process.run()
        guard let result, result.isSuccess else { return nil }
        return String(decoding: result.output, as: UTF8.self)
    }

    /// In milliseconds. Foundation takes 3 s on a free machine and took more than 20 s on a busy one; without its
    /// interface, mocks of its classes would lack members.
    private static let timeLimit = 120_000

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
