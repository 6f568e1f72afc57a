internal import MockModel

// Extensions that ask for a mock of a type that cannot have one.
extension ConformancePlanner {
    func reportExtendedObstacle() {
        guard case .obstructed(let obstacle) = resolved.extended else { return }
        let name = declaration.name
        let wayOut =
            "declare a protocol with the members that you need, extend '\(name)' to conform to it, and mock that"
        switch obstacle {
        case .unknown(let reason): reportUnknown(reason)
        case .unsuitable(let kind, let module):
            report(
                "'\(name)' is \(kind.withArticle) of '\(module)', and mockd mocks protocols and classes; \(wayOut)",
                "not-mockable")
        case .final(let module):
            report("'\(name)' of '\(module)' is final, so no mock can inherit from it; \(wayOut)", "final-class")
        case .closed(let module):
            report("'\(module)' does not let other modules subclass '\(name)'; \(wayOut)", "closed-class")
        case .hidden(let level, let module):
            report(
                "'\(name)' is \(level.keyword) in '\(module)', so no other module can mock it; make it package or public",
                "not-visible")
        }
    }

    private func reportUnknown(_ reason: CompiledAnswer.Reason) {
        let problem = "'\(declaration.name)' is declared in no source or module that is known here"
        switch reason {
        case .undeclared:
            report(
                "\(problem), so it gets no mock; import the module that declares it, or correct the name",
                "unknown-type")
        case .missing, .unreadable:
            report(
                "\(problem), so its mock is not made, and one that was made before stays; \(reason.wayOut)",
                PlanDiagnostic.missingModule)
        }
    }
}
