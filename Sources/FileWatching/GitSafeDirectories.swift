import Glibc
import LinuxSystem
import SystemPackage

/// The working trees of other users that git uses nevertheless: the values of `safe.directory` (git-config(1)).
///
/// Git reads them from the system's and the user's files only, never from a repository.
struct GitSafeDirectories: Equatable {
    /// The values in the order of the files; an empty value removes all before it.
    var values: [String] = []
    var home: String?

    /// The values in the files of the system and the user, as they are now.
    static var ofUser: GitSafeDirectories {
        GitSafeDirectories { name in getenv(name).map { String(cString: $0) } }
    }

    init(values: [String] = [], home: String? = nil) {
        self.values = values
        self.home = home
    }

    /// - Parameter variable: Returns the value of an environment variable.
    init(variable: (String) -> String?) {
        home = variable("HOME")
        var files: [String] = []
        let isWithoutSystem = ["1", "true", "yes", "on"].contains(variable("GIT_CONFIG_NOSYSTEM")?.lowercased())
        if !isWithoutSystem { files.append(variable("GIT_CONFIG_SYSTEM") ?? "/etc/gitconfig") }
        if let global = variable("GIT_CONFIG_GLOBAL") {
            files.append(global)
        } else {
            let folder = variable("XDG_CONFIG_HOME").flatMap { $0.isEmpty ? nil : $0 } ?? home.map { $0 + "/.config" }
            if let folder { files.append(folder + "/git/config") }
            if let home { files.append(home + "/.gitconfig") }
        }
        for file in files { read(FilePath(file), depth: 0) }
    }

    /// True if git uses this working tree although another user owns it.
    func contains(_ workTree: FilePath) -> Bool {
        guard let real = Self.realPath(of: workTree) else { return false }
        var isSafe = false
        for value in values {
            switch value {
            case "": isSafe = false
            case "*": isSafe = true
            case _ where value.hasSuffix("/*"): if real.hasPrefix(expanded(value).dropLast()) { isSafe = true }
            default: if expanded(value) == real { isSafe = true }
            }
        }
        return isSafe
    }

    private func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home else { return path }
        return home + path.dropFirst()
    }

    private static func realPath(of path: FilePath) -> String? {
        guard let resolved = path.withPlatformString({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    // MARK: Files

    /// The depth to which git follows `include.path`.
    private static let deepestInclude = 10
    /// Far larger than any file that is written by hand.
    private static let largestFile = 1 << 20

    private mutating func read(_ file: FilePath, depth: Int) {
        guard depth <= Self.deepestInclude,
            let bytes = try? RegularFile.bytes(of: file, atMost: Self.largestFile)
        else { return }
        var reader = GitConfigReader(bytes)
        while let entry = reader.next() {
            switch entry.key {
            case "safe.directory": values.append(entry.value)
            case "include.path":
                read(file.removingLastComponent().pushing(FilePath(expanded(entry.value))), depth: depth + 1)
            default: break
            }
        }
    }
}
