import MockModel

/// The reason why a Package.swift does not describe the package; the earlier description may still be right.
struct ManifestProblem: Error, Hashable {
    var problem: ConfigurationError.Problem

    /// The consequence of a broken manifest, and how to end it.
    private static let wayOut = "mend it; no mock is removed until then"

    init(_ diagnostic: Diagnostic) {
        problem = .init(
            file: diagnostic.path, position: diagnostic.position, message: diagnostic.message, code: diagnostic.code)
    }

    static func unreadable(_ file: String, _ reason: String) -> ManifestProblem {
        ManifestProblem(
            Diagnostic(
                path: file, position: nil, severity: .error,
                message: "this manifest cannot be read: \(reason); \(wayOut)", code: "manifest-unreadable"))
    }

    /// True for a valid manifest that must be run: describing the modules in `.mockd.yml` helps.
    var isMerelyOpaque: Bool { problem.code == "manifest-not-static" }
}
