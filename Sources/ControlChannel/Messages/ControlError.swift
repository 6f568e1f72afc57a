/// The error answer to a request that was invalid or could not be carried out: what failed, why, and what to try.
///
/// On the wire it is `{"error":{"code":…,"message":…,"hint":…,"details":{…}}}`, with an HTTP status of its own.
package struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The HTTP status, which is not part of the document.
    package var status: Int
    /// A stable kebab-case name of the error, for scripts.
    package var code: String
    package var message: String
    package var hint: String?
    package var details: [String: String]

    package init(
        status: Int, code: String, message: String, hint: String? = nil, details: [String: String] = [:]
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.hint = hint
        self.details = details
    }

    package var description: String {
        hint.map { "\(message); \($0)" } ?? message
    }
}

extension ControlError {
    package static func badRequest(_ message: String, hint: String? = nil) -> ControlError {
        ControlError(status: 400, code: "bad-request", message: message, hint: hint)
    }

    package static func notFound(_ message: String, hint: String? = nil) -> ControlError {
        ControlError(status: 404, code: "not-found", message: message, hint: hint)
    }

    /// The daemon is doing something that this request would disturb.
    package static func busy(_ message: String, hint: String? = nil) -> ControlError {
        ControlError(status: 409, code: "busy", message: message, hint: hint)
    }

    /// The work did not finish within the time limit of the request; it continues.
    package static func timeout(after limit: Duration, _ message: String) -> ControlError {
        ControlError(
            status: 503, code: "timeout", message: message,
            hint: "wait longer with --timeout 2m, or see what it is doing with: mockctl status",
            details: ["timeoutMs": String(limit.milliseconds)])
    }

    /// The configuration on disk is invalid; `problems` are lines in the format of a compiler.
    package static func invalidConfiguration(_ problems: String) -> ControlError {
        ControlError(
            status: 422, code: "configuration-invalid", message: problems,
            hint: "the configuration from before stays in force")
    }

    /// The daemon cannot start, because the configuration on disk is invalid.
    package static func cannotStart(_ problems: String) -> ControlError {
        ControlError(
            status: 422, code: "configuration-invalid", message: problems,
            hint: "mockd starts with the first question after it is mended")
    }
}

extension Duration {
    package var milliseconds: Int {
        Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}

/// The document around a ``ControlError``.
package struct ErrorEnvelope: Documented {
    package struct Content: Documented {
        package var code: String
        var message: String
        var hint: String?
        var details: [String: String]?

        package static let documentation = Documentation(
            "An error, its reason and its remedy.",
            [
                "code": "A stable word for scripts.",
                "message": "A sentence.",
                "hint": "The remedy.",
                "details": "Figures and names with stable keys.",
            ])
    }

    private var error: Content

    package static let documentation = Documentation("The reason why a request failed.", ["error": "The error."])

    package init(_ error: ControlError) {
        self.error = Content(
            code: error.code, message: error.message, hint: error.hint,
            details: error.details.isEmpty ? nil : error.details)
    }

    package func controlError(status: Int) -> ControlError {
        ControlError(
            status: status, code: error.code, message: error.message, hint: error.hint, details: error.details ?? [:])
    }
}
