package import MockModel

/// A type or member that is not mocked as the user would expect, with the reason.
package struct PlanDiagnostic: Equatable, Sendable {
    /// The code of a type whose mock would take too much work.
    package static let tooComplex = "too-complex"
    /// The code of a type with a parent, or of an extension of a type, whose module is missing at present.
    package static let missingModule = "missing-module"

    /// The code of a type whose module is there and cannot be printed at present.
    package static let unprintedModule = "unprinted-module"

    /// The code of a type with a member that the parser does not understand.
    package static let unreadMember = "unread-member"

    /// `nil` for the type itself.
    package var origin: MemberOrigin?
    package var severity: Diagnostic.Severity
    package var message: String
    package var code: String

    package init(origin: MemberOrigin?, severity: Diagnostic.Severity, message: String, code: String) {
        self.origin = origin
        self.severity = severity
        self.message = message
        self.code = code
    }
}
