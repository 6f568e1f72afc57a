package import SystemPackage

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Where things are kept that can be made again.
package struct CacheFolder: Hashable, Sendable {
    /// `nil` for no cache.
    package let path: FilePath?
    /// Who chose it.
    package let origin: ProjectSetting.Origin
    /// Why the chosen folder is not used: another user could put there what this process would believe.
    package let refusal: String?

    /// The folder that the user named, or the one that systemd or the desktop's rules give us.
    ///
    /// - Parameters:
    ///   - option: what the user asked for; `none` for no cache at all.
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
        // systemd separates several with colons; ours is the first.
        if let given = environment["CACHE_DIRECTORY"]?.split(separator: ":").first {
            return (FilePath(String(given)), .environment("CACHE_DIRECTORY"))
        }
        if let caches = environment["XDG_CACHE_HOME"], caches.hasPrefix("/") {
            return (FilePath(caches).appending("mockd"), .environment("XDG_CACHE_HOME"))
        }
        return (environment["HOME"].map { FilePath($0).appending(".cache").appending("mockd") }, .default)
    }

    /// A folder that is there must be ours. One that has to be made must not be made in another user's, where that one
    /// could not use it afterwards.
    private static func refusal(_ folder: FilePath) -> String? {
        let user = geteuid()
        var place = folder
        while true {
            if let owner = try? place.stat().userID.rawValue {
                guard owner != user, place == folder || owner != 0 else { return nil }
                return "\(place) belongs to uid \(owner), not to uid \(user)"
            }
            guard place.removeLastComponent() else { return nil }
        }
    }
}
