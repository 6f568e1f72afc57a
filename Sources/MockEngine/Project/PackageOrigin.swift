internal import LinuxSystem
internal import MockModel
internal import MockParsing
package import SystemPackage

/// The place that a package gets mockd's libraries from.
package enum PackageOrigin: Hashable, Sendable {
    /// A release, by the URL of its repository.
    case release(String, version: String)
    /// A clone on this machine.
    case clone(FilePath)

    /// The URL of the repository with the releases; `nil` as long as it is published nowhere. This is the only place
    /// that knows it.
    package static let repository: String? = nil

    /// The name of the package. SwiftPM takes it from the last component of a URL.
    package static let name = "mockd"

    /// Returns the element for the dependencies of a package: with `traits: []`, nothing but this package is resolved.
    func code(for root: FilePath) -> String {
        switch self {
        case .release(let url, let version):
            ".package(url: \(Self.quoted(url)), from: \"\(version)\", traits: [])"
        case .clone(let folder):
            // A path has no name that the folder could not change.
            ".package(name: \"\(Self.name)\", path: \(Self.quoted(Self.path(of: folder, from: root))), traits: [])"
        }
    }

    /// True if the last component of a URL is the name of the package.
    package static func isUsable(url: String) -> Bool { PackageManifest.Dependency.lastComponent(of: url) == name }

    // MARK: Clones

    /// True if a folder holds this package with its library.
    package static func isClone(_ folder: FilePath) -> Bool {
        folder.appending(ProjectFile.manifest).isFile && folder.appending("Sources/Mocking/Mock.swift").isFile
    }

    /// Returns the clone that a program was built in.
    package static func ofProgram(at path: FilePath) -> PackageOrigin? {
        var folder = path
        while folder.removeLastComponent(), !folder.components.isEmpty {
            if isClone(folder) { return .clone(folder) }
        }
        return nil
    }

    /// Returns the clone beside a package.
    package static func neighbour(of root: FilePath) -> PackageOrigin? {
        let folder = root.absolute.removingLastComponent().appending(name)
        return isClone(folder) ? .clone(folder) : nil
    }

    /// Returns a relative path for folders that are near, as in `../mockd`: they probably move together.
    private static func path(of folder: FilePath, from root: FilePath) -> String {
        let (to, from) = (Array(folder.absolute.components), Array(root.absolute.components))
        let common = zip(to, from).prefix { $0 == $1 }.count
        guard common > 0, from.count - common <= 2 else { return folder.absolute.string }
        let parts = Array(repeating: "..", count: from.count - common) + to[common...].map(\.string)
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    private static func quoted(_ text: String) -> String {
        "\"" + String(text.flatMap { "\"\\".contains($0) ? "\\\($0)" : String($0) }) + "\""
    }
}
