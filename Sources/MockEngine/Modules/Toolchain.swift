internal import Glibc
internal import SystemPackage

/// The installed compiler, as far as it is needed to read compiled modules and manifests.
struct Toolchain: Hashable, Sendable {
    /// The tool that prints the interface of a module.
    var printer: FilePath
    /// The folders with the compiler's own modules.
    var modules: [FilePath]
    /// A version that changes if another compiler is installed at the same path.
    var version: FileVersion

    /// The folder with all that belongs to it.
    var folder: FilePath { printer.removingLastComponent().removingLastComponent() }

    /// The door to SwiftPM.
    var driver: FilePath { printer.removingLastComponent().appending("swift") }

    /// The tool that tells about extensions that the printer leaves out.
    var graphTool: FilePath { printer.removingLastComponent().appending("swift-symbolgraph-extract") }

    /// False for toolchains without that tool.
    var hasGraphTool: Bool { graphTool.withPlatformString { access($0, X_OK) } == 0 }

    static let printerName = "swift-synthesize-interface"

    /// Finds the compiler that a shell would start.
    ///
    /// - Parameter searchPath: the folders of `PATH`.
    static func find(in searchPath: String) -> Toolchain? {
        for folder in searchPath.split(separator: ":").map({ FilePath(String($0)) }) {
            // `swiftc` is often a link into a toolchain, and the other tools are beside its target.
            for path in [folder.appending("swiftc").realPath?.removingLastComponent(), folder].compactMap(\.self) {
                let printer = path.appending(printerName)
                guard printer.withPlatformString({ access($0, X_OK) }) == 0,
                    let version = printer.realPath.flatMap(FileVersion.init)
                else { continue }
                let modules = path.removingLastComponent().appending("lib").appending("swift").appending("linux")
                return Toolchain(
                    printer: printer, modules: [modules, modules.appending("testing")], version: version)
            }
        }
        return nil
    }
}

/// The size and time that identify one state of a file without reading it.
struct FileVersion: Hashable, Sendable, CustomStringConvertible {
    private var size: Int64
    private var seconds: Int64
    private var nanoseconds: Int64

    /// Returns `nil` if there is no such file.
    init?(_ path: FilePath) {
        var status = stat()
        guard path.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
        size = Int64(status.st_size)
        seconds = Int64(status.st_mtim.tv_sec)
        nanoseconds = Int64(status.st_mtim.tv_nsec)
    }

    var description: String { "\(size).\(seconds).\(nanoseconds)" }
}

extension FilePath {
    /// The path with links resolved; `nil` if it does not exist.
    fileprivate var realPath: FilePath? {
        withPlatformString { path in
            guard let resolved = realpath(path, nil) else { return nil }
            defer { free(resolved) }
            return FilePath(platformString: resolved)
        }
    }
}
