internal import MockModel

// Extensions that ask for a mock of a type that cannot have one.
extension ConformancePlanner {
    func reportExtendedObstacle() {
        guard case .obstructed(let obstacle) = resolved.extended else { return }
        let (message, code) = obstacle.message(for: declaration.name)
        report(message, code)
    }

    /// Reports a typealias such as `A & B<Int>`.
    func reportConstrainedParts() {
        guard case .composition(let parts) = declaration.inherited.first,
            let part = parts.first(where: { !$0.arguments.isEmpty && $0.bare != resolved.superclass?.bare })
        else { return }
        let list = parts.map { "\($0)" }.joined(separator: ", ")
        report(
            "'\(declaration.name)' contains \(part), and the compiler (6.3.1) lets no class with the associated type conform to such a typealias; write a protocol: protocol \(declaration.name): \(list) {}",
            "constrained-typealias")
    }
}

extension ExtendedType.Obstacle {
    /// Returns the message about a type, with the way out.
    package func message(for name: String) -> (text: String, code: String) {
        // The library has a `StringProtocol` of its own.
        let seam = module == TypeResolver.standardModule ? "My\(name)" : "\(name)Protocol"
        let wayOut = "ask for a protocol with the members that you need: /// @mockable(seam: \(seam), members: …)"
        return switch self {
        case .unknown(let reason): Self.message(for: name, reason)
        case .unsuitable(let kind, let module):
            (
                "'\(name)' is \(kind.withArticle) of '\(module)', and mockd mocks protocols and classes; \(wayOut)",
                "not-mockable"
            )
        case .composition(let parts, let module):
            (
                "'\(name)' of '\(module)' is a typealias of several types, which Swift does not extend; write the annotation above a typealias of your own: typealias My\(name) = \(parts)",
                "not-mockable"
            )
        case .final(let module):
            ("'\(name)' of '\(module)' is final, so no mock can inherit from it; \(wayOut)", "final-class")
        case .closed(let module):
            ("'\(module)' does not let other modules subclass '\(name)'; \(wayOut)", "closed-class")
        case .hidden(let level, let module):
            (
                "'\(name)' is \(level.keyword) in '\(module)', so no other module can mock it; make it package or public",
                "not-visible"
            )
        }
    }

    /// The module that declares the type.
    private var module: String? {
        switch self {
        case .unknown: nil
        case .unsuitable(_, let module), .final(let module), .composition(_, let module), .closed(let module),
            .hidden(_, let module):
            module
        }
    }

    private static func message(for name: String, _ reason: CompiledAnswer.Reason) -> (String, String) {
        let problem = "'\(name)' is declared in no source or module that is known here"
        return switch reason {
        case .undeclared:
            (
                "\(problem), so it gets no mock; import the module that declares it, or correct the name",
                "unknown-type"
            )
        case .missing, .unreadable, .ungiven, .unprinted:
            (
                "\(problem), so its mock is not made, and one that was made before stays; \(reason.wayOut)",
                reason.isTemporary ? PlanDiagnostic.unprintedModule : PlanDiagnostic.missingModule
            )
        }
    }
}
