import MockModel
import SystemPackage

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The places that a repository's description may choose for its mocks.
///
/// A repository may come from anywhere, so it decides about its own files alone. Other places need the user's
/// permission: see ``UserConfiguration``.
struct OutputBoundary {
    let root: FilePath
    let user: UserConfiguration
    private let realRoot: FilePath

    init(root: FilePath, user: UserConfiguration) {
        self.root = root
        self.user = user
        realRoot = Self.real(root) ?? root
    }

    /// Returns why mocks may not be written there; `nil` if they may.
    ///
    /// - Parameters:
    ///   - written: the path as its file spells it.
    ///   - sources: those of the mocked module, which may be a part of a package within the root.
    func violation(of output: FilePath, written: String, sources: [FilePath]) -> ConfigurationRules.Violation? {
        guard !user.allowsOutside else { return nil }
        if output.isWithin(root), written.hasPrefix("/") {
            return ConfigurationRules.Violation(
                message: "the output '\(written)' is absolute",
                suggestion: "write '\(output.shown(in: root))', which starts at the project's root",
                code: "config-output-outside")
        }
        guard let reason = reason(output, sources) else { return nil }
        return ConfigurationRules.Violation(
            message: "the output '\(written)' \(reason), and a repository may not decide that",
            suggestion: "choose a folder of this project, or allow it yourself: with --allow-outside, or with "
                + "'\(UserConfiguration.Keys.allowOutside.example("true"))' in \(user.shownFile)",
            code: "config-output-outside")
    }

    /// Returns the real place of an output if the user allows a link out of the root: within the root no link is
    /// followed.
    func resolvedOutput(of output: Module.Output) -> Module.Output {
        guard user.allowsOutside, output.path.isWithin(root), let location = resolvedPath(of: output.path),
            !location.isWithin(realRoot)
        else { return output }
        return if case .file = output { .file(location) } else { .folder(location) }
    }

    private func reason(_ output: FilePath, _ sources: [FilePath]) -> String? {
        guard output.isWithin(root) else { return "lies outside of the project" }
        if let location = resolvedPath(of: output), !location.isWithin(realRoot) {
            let link = links(to: output).first?.shown(in: root) ?? location.string
            return "leads outside of the project through the link '\(link)'"
        }
        // A project of several packages may put the mocks of each into that package.
        guard let package = innerPackage(of: output), !sources.contains(where: { innerPackage(of: $0) == package })
        else { return nil }
        return "lies in '\(package.shown(in: root))', which is another package"
    }

    /// Returns the innermost folder below the root that has a manifest of its own and holds the path.
    private func innerPackage(of path: FilePath) -> FilePath? {
        folders(to: path).reversed().first { $0.appending(ProjectFile.manifest).exists }
    }

    private func links(to path: FilePath) -> [FilePath] {
        folders(to: path).filter { (try? $0.stat(followTargetSymlink: false))?.type == .symbolicLink }
    }

    /// Returns the folders from below the root to the path itself; none if it lies elsewhere.
    private func folders(to path: FilePath) -> [FilePath] {
        guard path.isWithin(root) else { return [] }
        var folder = root
        return path.components.dropFirst(root.components.count).map { component in
            folder.append(component)
            return folder
        }
    }

    /// Returns the path with its links resolved, as far as its folders exist.
    private func resolvedPath(of path: FilePath) -> FilePath? {
        var (location, rest) = (path, [FilePath.Component]())
        while true {
            if let real = Self.real(location) { return real.appending(rest.reversed()) }
            guard let last = location.lastComponent else { return nil }
            // A dangling link leads to its target, too, once that is created.
            if (try? location.stat(followTargetSymlink: false))?.type == .symbolicLink,
                let target = Self.target(of: location)
            {
                return location.removingLastComponent().pushing(target).lexicallyNormalized().appending(rest.reversed())
            }
            rest.append(last)
            location.removeLastComponent()
        }
    }

    private static func target(of link: FilePath) -> FilePath? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = link.withPlatformString { readlink($0, &buffer, buffer.count - 1) }
        return count > 0 ? FilePath(platformString: buffer) : nil
    }

    private static func real(_ path: FilePath) -> FilePath? {
        guard let resolved = path.withPlatformString({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return FilePath(platformString: resolved)
    }
}
