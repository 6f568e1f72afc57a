import LinuxSystem
import MockModel
import MockParsing
import SystemPackage

/// Packages that targets depend on and whose sources are not on disk.
struct MissingPackages {
    /// The package in the project's root.
    private let top: LoadedPackage
    private var seen: Set<String> = []
    /// Diagnostics about folders that the manifest names and that do not exist.
    private var misplaced: [Diagnostic] = []
    /// Identities of packages that SwiftPM can fetch.
    private var unfetched: [String] = []
    /// Identities of the packages that are reported.
    private var known: Set<String> = []

    init(of top: LoadedPackage) { self.top = top }

    private var build: BuildFolder { top.build }

    /// True if the sources of a package should be there and are not.
    func contains(_ dependency: PackageManifest.Dependency) -> Bool { known.contains(dependency.identity) }

    /// - Parameter package: The package that depends on it.
    mutating func note(_ dependency: PackageManifest.Dependency, of package: LoadedPackage) {
        // SwiftPM does not fetch packages that the manifest does not ask for at present.
        let behind = package.manifest.packagesBehindTraits
        let isBehindTrait =
            behind.contains(dependency.identity)
            || dependency.name.map { behind.contains($0.lowercased()) } ?? false
        if dependency.isUncertain || isBehindTrait { return }
        guard seen.insert(dependency.identity).inserted else { return }
        if case .path(let path) = dependency.origin {
            known.insert(dependency.identity)
            misplaced.append(Self.note(on: dependency.identity, "check the path '\(path)' in Package.swift"))
        } else if !isFetched(dependency, of: package) {
            known.insert(dependency.identity)
            unfetched.append(dependency.identity)
        }
    }

    var notes: [Diagnostic] {
        let wayOut = wayOut + hintAtRunningBuild
        guard unfetched.count > 1 else { return misplaced + details(wayOut) }
        let summary = Self.note(
            "the sources of \(unfetched.count) packages are not there, so their protocols are unknown as parents; "
                + wayOut)
        return misplaced + [summary]
    }

    /// One diagnostic for each package that ``notes`` only counts.
    var details: [Diagnostic] { details(wayOut) }

    private func details(_ wayOut: String) -> [Diagnostic] { unfetched.map { Self.note(on: $0, wayOut) } }

    private var wayOut: String { "run '\(build.command("swift package resolve"))' to fetch them" }

    /// Names the folder of a build that runs now: it may hold what is missing here.
    private var hintAtRunningBuild: String {
        guard !unfetched.isEmpty, let folder = RunningBuild.scratchPath(in: top.root), folder != build.path else {
            return ""
        }
        return ", or pass '--scratch-path \(folder.string.shellWord)' to mockd, as to the build that runs"
    }

    private static func note(on identity: String, _ wayOut: String) -> Diagnostic {
        note(
            "the sources of package '\(identity)' are not there, so its protocols are unknown as parents; "
                + wayOut)
    }

    private static func note(_ message: String) -> Diagnostic {
        Diagnostic(
            path: ProjectFile.manifest, position: nil, severity: .note, message: message, code: "dependency-not-there")
    }

    /// True if SwiftPM has fetched everything that this package needs: a missing package then belongs to a disabled
    /// trait or to an unset environment variable, and no command fetches it.
    ///
    /// SwiftPM resolves a whole graph at once, so a package that it fetched lacks nothing that it needs. For a package
    /// that people edit, SwiftPM must have run since the last edit; a package with a pinned version is still to be
    /// fetched.
    private func isFetched(_ dependency: PackageManifest.Dependency, of package: LoadedPackage) -> Bool {
        if package.root.isWithin(build.path) { return true }
        let pins = top.root.appending("Package.resolved")
        guard let state = Self.modified(build.state),
            let edited = [top, package].compactMap({ Self.modified($0.manifestFile) }).max(),
            edited <= max(state, Self.modified(pins) ?? state)
        else { return false }
        return (try? pins.readText())?.lowercased().contains("\"\(dependency.identity)\"") != true
    }

    private static func modified(_ path: FilePath) -> Int? { LocalFileSystem().signature(of: path)?.modified }
}
