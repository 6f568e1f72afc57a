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

    static func broken(_ file: String, _ mistake: String, at position: SourcePosition) -> ManifestProblem {
        ManifestProblem(
            Diagnostic(
                path: file, position: position, severity: .error,
                message: "this manifest is not valid Swift: \(mistake); \(wayOut)", code: "manifest-broken"))
    }

    /// A mistake that leaves the description of before in force.
    static func standing(_ diagnostic: Diagnostic) -> ManifestProblem {
        var diagnostic = diagnostic
        diagnostic.message += "; \(wayOut)"
        return ManifestProblem(diagnostic)
    }

    static func pending(_ file: String) -> ManifestProblem {
        ManifestProblem(
            Diagnostic(
                path: file, position: nil, severity: .error,
                message: "SwiftPM is being asked what this manifest describes; ask again in a moment",
                code: ConfigurationError.pending))
    }

    /// The code of diagnostics about a part of a manifest that shows only when it runs.
    static let opaque = "manifest-not-static"

    /// True for a valid manifest that must be run: describing the modules in `.mockd.yml` helps.
    var isMerelyOpaque: Bool { problem.code == Self.opaque }
}
