package import MockModel
internal import SystemPackage

/// The problems that prevent a project from being described, all of them found in one pass.
///
/// The command that meets it exits with 78; a daemon that reloads keeps its present configuration.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    package struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// Relative to the project's root where it lies below it; `nil` for options of the command line.
        package var file: String?
        package var position: SourcePosition?
        /// The key of the file or the option of the command line: `modules[0].sources`, `--dependency`.
        package var key: String?
        package var message: String
        /// The way to mend it.
        package var suggestion: String?
        package var code: String

        package init(
            file: String?, position: SourcePosition? = nil, key: String? = nil, message: String,
            suggestion: String? = nil, code: String
        ) {
            self.file = file
            self.position = position
            self.key = key
            self.message = message.escapingControls
            self.suggestion = suggestion?.escapingControls
            self.code = code
        }

        /// Returns the problem as a diagnostic of the project in that root.
        package func diagnostic(in root: String) -> Diagnostic {
            Diagnostic(
                path: file ?? root, position: position, severity: .error,
                message: message + (suggestion.map { "; \($0)" } ?? ""), code: code)
        }

        /// `path:line:column: error: message; suggestion [code]`
        package var description: String { "\(descriptionWithoutCode) [\(code)]" }

        /// `path:line:column: error: message; suggestion`, for a place that shows a code of its own.
        package var descriptionWithoutCode: String {
            let location = position.map { ":\($0.line):\($0.column)" } ?? ""
            let prefix = file.map { "\($0)\(location): " } ?? ""
            let end = suggestion.map { "; \($0)" } ?? ""
            return "\(prefix)error: \(message)\(end)"
        }
    }

    /// At least one, in the order of the file.
    package var problems: [Problem]
    /// The evidence of the failed description: once an answer changes, the problems may be solved.
    package var evidence: DescriptionEvidence

    package init(_ problems: [Problem], evidence: DescriptionEvidence = DescriptionEvidence()) {
        self.problems = problems
        self.evidence = evidence
    }

    static let pending = "manifest-pending"

    /// True if nothing is wrong but that SwiftPM has not yet answered: the daemon will describe the project again.
    package var isPending: Bool { problems.allSatisfy { $0.code == Self.pending } }

    /// The code of a root that is no folder.
    static let noRoot = "no-root"
    /// True if there is nothing to read, because the root is gone.
    package var lacksRoot: Bool { problems.allSatisfy { $0.code == Self.noRoot } }

    /// Returns the error without the text of a file that is a link to another place: a repository's link may lead to a
    /// file of the user's, and messages are published, as by CI.
    ///
    /// - Parameter file: as the problems name it.
    func hidingText(of file: String, linkedTo target: FilePath) -> ConfigurationError {
        let problems = problems.map { problem in
            guard problem.file == file, problem.code != Self.unreadable else { return problem }
            return Problem(
                file: file, position: problem.position,
                message: "this is no configuration; what is wrong with it is not shown, because the file is a link to "
                    + "'\(target)', outside of the project",
                suggestion: "to see it, name that file with --config", code: problem.code)
        }
        return ConfigurationError(problems, evidence: evidence)
    }

    static let unreadable = "config-unreadable"

    /// True if a configuration would solve everything: nothing describes the project, or only a manifest that must be
    /// run. In a folder that does not exist, writing one tells why.
    package var isMendedByConfiguration: Bool {
        problems.allSatisfy { [Self.noProject, Self.noRoot, ManifestProblem.opaque].contains($0.code) }
    }

    /// The code of a folder without a configuration and a manifest.
    static let noProject = "no-project"

    /// One line a problem.
    package var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
