internal import MockModel

extension ConformancePlanner {
    /// Notes that an `@objc` protocol compiles only with Objective-C: without it, the compiler rejects the protocol and
    /// its mock.
    func noteObjectiveC() {
        let isObjectiveC = declaration.attributes.contains { $0 == "@objc" || $0.hasPrefix("@objc(") }
        guard declaration.kind == .protocol, isObjectiveC,
            !declaration.conditions.contains(where: { condition in
                ["canImport(", "os(", "_runtime("].contains { condition.contains($0) }
            })
        else { return }
        diagnostics.append(
            PlanDiagnostic(
                origin: nil, severity: .note,
                message:
                    "'\(declaration.name)' is an @objc protocol, which compiles on Apple's platforms only, and so does its mock; put the protocol under '#if canImport(ObjectiveC)', as the mock will be too, or remove '@objc'",
                code: "objective-c"))
    }
}
