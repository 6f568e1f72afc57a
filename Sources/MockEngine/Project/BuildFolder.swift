import LinuxSystem
import MockModel
package import SystemPackage

/// The folder in which SwiftPM builds a package and keeps the packages that it fetches.
package struct BuildFolder: Hashable, Sendable {
    package let path: FilePath
    /// The path as the user writes it after `--scratch-path`; `nil` for `.build`.
    private let written: String?

    /// The folder that SwiftPM chooses by itself.
    package init(of root: FilePath) {
        path = root.appending(".build")
        written = nil
    }

    /// - Parameters:
    ///   - path: An absolute path.
    ///   - written: The same as the user wrote it, for messages.
    package init(_ path: FilePath, written: String) {
        self.path = path
        self.written = written
    }

    /// Returns the folder in which SwiftPM puts the sources of a package from a repository of this name.
    func checkout(named name: String) -> FilePath { checkouts.appending(name) }

    /// The folder of packages that a registry delivers, below which each has a folder for its scope and name.
    var downloads: FilePath { path.appending("registry").appending("downloads") }

    /// The file that SwiftPM rewrites when it fetches, updates or removes packages.
    var state: FilePath { path.appending("workspace-state.json") }

    /// The folders in which a build leaves the modules that it compiled.
    var modules: [FilePath] { ["debug", "release"].map { path.appending($0).appending("Modules") } }

    /// Returns the folder of what plugins generate for a target.
    ///
    /// - Parameter package: The identity of the target's package.
    func pluginOutputs(of target: String, in package: String) -> FilePath {
        path.pushing(FilePath("plugins/outputs")).appending(package).appending(target).appending("destination")
    }

    /// True if the sources of a module are those of a package that SwiftPM has fetched from a repository.
    func holdsFetched(_ module: Module) -> Bool { module.sources.first?.isWithin(checkouts) ?? false }

    /// Returns a command of SwiftPM as one has to type it for this folder: `swift build --scratch-path /tmp/kitchen`.
    func command(_ command: String) -> String {
        written.map { "\(command) --scratch-path \($0.shellWord)" } ?? command
    }

    private var checkouts: FilePath { path.appending("checkouts") }
}
