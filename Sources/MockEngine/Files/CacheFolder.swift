package import SystemPackage

/// Where things are kept that can be made again.
package enum CacheFolder {
    /// The folder that the user named, or the one that systemd or the desktop's rules give us.
    ///
    /// - Parameters:
    ///   - option: what the user asked for; `none` for no cache at all.
    ///   - environment: `CACHE_DIRECTORY` is set by systemd, `XDG_CACHE_HOME` and `HOME` by the session.
    /// - Returns: `nil` for no cache.
    package static func find(_ option: String?, environment: [String: String]) -> FilePath? {
        findWithOrigin(option, environment: environment).path
    }

    /// The same, and who says so.
    package static func findWithOrigin(
        _ option: String?, environment: [String: String]
    ) -> (path: FilePath?, origin: ProjectSetting.Origin) {
        if let option { return (option == "none" ? nil : FilePath(option).absolute, .flag("--cache")) }
        // systemd separates several with colons; ours is the first.
        if let given = environment["CACHE_DIRECTORY"]?.split(separator: ":").first {
            return (FilePath(String(given)), .environment("CACHE_DIRECTORY"))
        }
        if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") {
            return (FilePath(caches).appending("mockd"), .environment("XDG_CACHE_HOME"))
        }
        return (environment["HOME"].map { FilePath($0).appending(".cache").appending("mockd") }, .default)
    }
}
