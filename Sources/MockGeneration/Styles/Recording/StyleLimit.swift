internal import MockModel

/// Notes on members for which a style cannot do what it does for others.
enum StyleLimit {
    /// - Parameter message: the member, and what it lacks with the reason.
    static func note(_ witness: Witness, _ message: String) -> PlanDiagnostic {
        PlanDiagnostic(
            origin: witness.origin, severity: .note,
            message: "\(message); a mock in style typed can do more: /// @mockable(style: typed)", code: "style-limit")
    }
}
