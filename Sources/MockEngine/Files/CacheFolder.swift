package import SystemPackage

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The folder for data that can be made again.
package struct CacheFolder: Hashable, Sendable {
    /// `nil` for no cache.
    package let path: FilePath?
    /// The option or variable that chose it.
    package let origin: ProjectSetting.Origin
    /// The reason why the chosen folder is not used: another user could put data there that this process would trust.
    package let refusal: String?

    /// Chooses the folder that the user named, or the one that systemd or the XDG specification defines.
    ///
    /// - Parameters:
    ///   - option: The value of `--cache`; `none` for no cache at all.
    ///   - environment: `CACHE_DIRECTORY` is set by systemd, `XDG_CACHE_HOME` and `HOME` by the session.
    package init(_ option: String?, environment: [String: String]) {
        let (wanted, origin) = Self.wanted(option, environment: environment)
        self.origin = origin
        refusal = wanted.flatMap(Self.refusal)
        path = refusal == nil ? wanted : nil
    }

    private static func wanted(
        _ option: String?, environment: [String: String]
    ) -> (path: FilePath?, origin: ProjectSetting.Origin) {
        if let option { return (option == "none" ? nil : FilePath(option).absolute, .flag("--cache")) }
        // systemd separates several folders with colons; ours is the first.
        if let given = environment["CACHE_DIRECTORY"]?.split(separator: ":").first {
            return (FilePath(String(given)), .environment("CACHE_DIRECTORY"))
        }
        if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") {
            return (FilePath(caches).appending("mockd"), .environment("XDG_CACHE_HOME"))
        }
        return (environment["HOME"].map { FilePath($0).appending(".cache").appending("mockd") }, .default)
    }

    /// Returns why a folder is refused; `nil` if it may be used. An existing folder must belong to this user. A missing
    /// one must not be created in a folder of another user except root: that user could not use it afterwards.
    private static func refusal(_ folder: FilePath) -> String? {
        let user = geteuid()
        var ancestor = folder
        while true {
            if let owner = try? ancestor.stat().userID.rawValue {
                guard owner != user, ancestor == folder || owner != 0 else { return nil }
                return "\(ancestor) belongs to uid \(owner), not to uid \(user)"
            }
            guard ancestor.removeLastComponent() else { return nil }
        }
    }
}
