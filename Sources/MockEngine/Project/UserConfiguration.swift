internal import SystemPackage
internal import Yams

/// The decisions of the user, and not of a repository: `$XDG_CONFIG_HOME/mockd/config.yml`, or options of the command
/// line.
package struct UserConfiguration: Sendable {
    enum Keys {
        static let allowOutside = ConfigurationKey(
            "allowOutside", .flag, "`true`: mocks may be outside of a project, and in other packages within it",
            else: "`false`")
        static let runManifest = ConfigurationKey(
            "runManifest", .flag, "`false`: no manifest is run", else: "`true`")
        static let trustManifests = ConfigurationKey(
            "trustManifests", .texts("[~/work/Kitchen]"),
            "the folders of the manifests that may run without a sandbox: `[~/work/Kitchen]`", else: "none",
            see: "WhatIsMocked")

        static let all = ConfigurationKeys(
            of: "the user's configuration", allowOutside, runManifest, trustManifests)
    }

    package static let trustManifestFlag = "--trust-manifest"

    /// True if mocks may be written outside of the project, and into other packages within it.
    package var allowsOutside = false
    /// Asks SwiftPM about the manifest of the project if reading does not suffice; `nil` if that is not wanted.
    private(set) var manifests: ManifestRunner?
    /// The folder of SwiftPM's builds that the user chose for this run, as SwiftPM's own options do.
    private(set) var buildFolder: BuildFolder?
    private(set) var originOfBuildFolder: ProjectSetting.Origin?
    /// The place that allows outputs outside.
    package private(set) var origin = ProjectSetting.Origin.default
    private var file: FilePath?
    private var home = ""
    /// The folders of the manifests that may run without a sandbox.
    private var trustedFolders: Set<FilePath> = []
    /// The evidence of that.
    private(set) var evidence = DescriptionEvidence()

    package init(allowsOutside: Bool = false) {
        self.allowsOutside = allowsOutside
    }

    /// Reads the user's file.
    ///
    /// - Parameters:
    ///   - manifests: Runs the manifest of the project, unless the file forbids it.
    ///   - allowsOutside: True if an option of the command line allows that already.
    ///   - scratchPath: The folder of SwiftPM's builds from the command line, relative to the current folder.
    ///   - environment: The variables, of which `XDG_CONFIG_HOME`, `HOME` and SwiftPM's `SWIFTPM_BUILD_DIR` are used.
    /// - Throws: All problems of the file. A missing file is no problem.
    package init(
        allowsOutside: Bool, manifests: ManifestRunner? = nil, scratchPath: String? = nil,
        environment: [String: String]
    ) throws(ConfigurationError) {
        if let written = [scratchPath, environment["SWIFTPM_BUILD_DIR"]].compactMap(\.self).first(where: { !$0.isEmpty }
        ) {
            originOfBuildFolder = scratchPath == nil ? .environment("SWIFTPM_BUILD_DIR") : .flag("--scratch-path")
            buildFolder = BuildFolder(FilePath(written).absolute.lexicallyNormalized(), written: written)
        }
        self.manifests = manifests
        home = environment["HOME"] ?? ""
        file = Self.file(environment: environment)
        if let file {
            var read = self
            let (result, evidence) = DescriptionEvidence.recorded {
                Result { () throws(ConfigurationError) in if file.exists { try read.read(file) } }
            }
            self = read
            self.evidence = evidence
            if case .failure(let error) = result { throw ConfigurationError(error.problems, evidence: evidence) }
        }
        self.manifests?.trust(trustedFolders)
        guard allowsOutside else { return }
        self.allowsOutside = true
        origin = .flag("--allow-outside")
    }

    /// The name of the user's file in messages.
    package var shownFile: String { file?.string ?? "~/.config/mockd/config.yml" }

    /// Reads the folders of the manifests that the user trusts: `[~/work/Kitchen]`.
    private func folders(_ entries: [ConfigurationText], _ reader: inout ConfigurationReader) -> Set<FilePath> {
        entries.reduce(into: []) { folders, entry in
            let path = FilePath(entry.text.hasPrefix("~/") ? home + entry.text.dropFirst() : entry.text)
            if path.isAbsolute {
                folders.insert(path.lexicallyNormalized())
            } else {
                reader.report(
                    at: entry.node, entry.path, "'\(entry.text)' is not the whole path of a folder",
                    "write it from the root, or from your home folder as ~/work/Kitchen", "config-value")
            }
        }
    }

    private static func file(environment: [String: String]) -> FilePath? {
        let folder: FilePath
        // The XDG specification requires that relative paths are ignored.
        if let given = environment["XDG_CONFIG_HOME"], given.hasPrefix("/") {
            folder = FilePath(given)
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            folder = FilePath(home).appending(".config")
        } else {
            return nil
        }
        return folder.appending("mockd").appending("config.yml")
    }

    private mutating func read(_ file: FilePath) throws(ConfigurationError) {
        let text: String
        do {
            text = try DescriptionEvidence.text(of: file)
        } catch {
            throw ConfigurationError([
                .init(
                    file: file.string, message: "this file cannot be read: \(error)",
                    suggestion: "check its permissions, or remove it", code: "config-unreadable")
            ])
        }
        var reader = ConfigurationReader(text, file: file.string)
        let hint = "write '\(Keys.allowOutside.example("true"))' or remove it"
        if let document = reader.document(text, emptyMeans: hint),
            let values = reader.mapping(document, nil, Keys.all)
        {
            if let flag = reader.value(of: Keys.allowOutside, in: values) {
                allowsOutside = flag
                origin = .file(file.string, line: reader.keyLines[Keys.allowOutside.name] ?? 1)
            }
            if let list = reader.value(of: Keys.trustManifests, in: values) { trustedFolders = folders(list, &reader) }
            if reader.value(of: Keys.runManifest, in: values) == false { manifests = nil }
        }
        guard reader.problems.isEmpty else { throw ConfigurationError(reader.problems) }
    }
}
