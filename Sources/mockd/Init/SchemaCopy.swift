internal import ControlChannel
internal import LinuxSystem
internal import MockEngine
internal import SystemPackage

/// A file with the schema of `.mockd.yml`, for editors. Their catalogues have a schema for that name already, of another
/// program that is called mockd.
struct SchemaCopy {
    private static let name = "mockd.schema.json"

    private let path: FilePath
    /// `nil` for the installed copy, which is there.
    private let missing: [UInt8]?

    /// Finds the copy of the installed program, or a place in the user's cache.
    ///
    /// - Returns: `nil` if the user has no cache.
    init?(environment: [String: String]) throws {
        let schema = Array(try ConfigurationSchema.text().utf8)
        if let program = try? RootDirectory.canonical(FilePath("/proc/self/exe")) {
            let prefix = program.removingLastComponent().removingLastComponent()
            let installed = prefix.pushing(FilePath("share/mockd")).appending(Self.name)
            // The folder may have the copy of another version, which was installed before.
            if (try? LocalFileSystem().contents(of: installed)) == schema {
                (path, missing) = (installed, nil)
                return
            }
        }
        guard let cache = CacheFolder(nil, environment: environment).path else { return nil }
        (path, missing) = (cache.absolute.appending(Self.name), schema)
    }

    /// `# yaml-language-server: $schema=file:///usr/share/mockd/mockd.schema.json`
    var line: String { "# yaml-language-server: $schema=file://\(URIPath(Array(path.string.utf8)))\n" }

    func write() throws(FileSystemError) {
        if let missing { try LocalFileSystem().replace(path, with: missing) }
    }
}
