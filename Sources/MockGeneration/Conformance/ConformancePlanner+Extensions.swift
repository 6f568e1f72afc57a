package import MockModel

// Extensions that ask for a mock of a type that cannot have one.
extension ConformancePlanner {
    func reportExtendedObstacle() {
        guard case .obstructed(let obstacle, let seam) = resolved.extended else { return }
        let (message, code) = obstacle.message(for: declaration, seam: seam)
        report(message, code)
    }

    /// Reports a typealias inside of a generic type whose parameter has the name of an associated type.
    func reportHiddenParameter() {
        let hidden = resolved.associatedTypeNames.intersection(resolved.outerGenericNames)
        guard !hidden.isEmpty, case .composition(let parts) = declaration.inherited.first else { return }
        for part in constrainedParts {
            let mentioned = part.arguments.reduce(into: Set<String>()) { $0.formUnion($1.mentionedNames) }
            guard let name = mentioned.intersection(hidden).min(), let outer = declaration.enclosing.last else {
                continue
            }
            let plain = parts.map { $0.namePath?.joined(separator: ".") ?? "\($0)" }.joined(separator: ", ")
            return report(
                "'\(declaration.name)' gives \(part) the '\(name)' of '\(outer)', which a mock inside of it would hide, so it is not mocked; write a protocol outside of '\(outer)': protocol \(declaration.name): \(plain) {}",
                "constrained-typealias")
        }
    }

    /// The parts with arguments of a typealias such as `A & B<Int>`.
    var constrainedParts: [TypeExpression] {
        guard resolved.isComposition, case .composition(let parts) = declaration.inherited.first else { return [] }
        return parts.filter { !$0.arguments.isEmpty && $0.bare != resolved.superclass?.bare }
    }
}

extension ExtendedType.Obstacle {
    /// Returns the message about the type of an extension, with the way out.
    ///
    /// - Parameter seam: the name of the protocol that the message proposes.
    package func message(for type: TypeDeclaration, seam: String) -> (text: String, code: String) {
        let name = type.name
        let wayOut = "ask for a protocol with the members that you need: /// @mockable(seam: \(seam), members: …)"
        return switch self {
        case .unknown(let reason, let missing): (reason.message(for: type, missing), reason.code ?? "unknown-type")
        case .unsuitable(let kind, let found, let module):
            (
                [found, "\(module).\(found)"].contains(type.qualifiedName)
                    ? "'\(name)' is \(kind.withArticle) of '\(module)', and mockd mocks protocols and classes; use it as it is, or \(wayOut)"
                    : "'\(type.qualifiedName)' stands for '\(found)', \(kind.withArticle) of '\(module)', and mockd mocks protocols and classes; use it as it is, or \(wayOut)",
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
}

extension CompiledAnswer.Reason {
    /// True for a name such as `CNIOLinux`: packages name their targets of C so.
    private static func isNamedLikeC(_ module: String) -> Bool {
        module.first == "C" && module.dropFirst().first?.isUppercase == true
    }

    /// The message about the type of an extension that asks for a mock.
    ///
    /// - Parameter missing: the name without a declaration, which the type's may stand for.
    fileprivate func message(for type: TypeDeclaration, _ missing: String) -> String {
        let name = type.qualifiedName
        let subject = missing == name ? "'\(name)' is" : "'\(name)' stands for '\(missing)', which is"
        let problem = "\(subject) declared in no source or module that is known here"
        let isUndeclared = if case .undeclared = self { true } else { false }
        let consequence =
            isUndeclared ? "so it gets no mock" : "so its mock is not made, and one that was made before stays"
        let unmet = type.conditions.first { condition in
            condition.excludesLinux || modules.contains { condition == "canImport(\($0))" }
        }
        if let unmet {
            return
                "\(problem), where '#if \(unmet)' does not hold, \(consequence); if it is a class or a protocol, make it where that holds"
        }
        guard isUndeclared else {
            let isOfC = modules.contains(where: Self.isNamedLikeC)
            let hint = isOfC ? "; if it is a type of C, use it as it is, for mockd reads none" : ""
            return "\(problem), \(consequence); \(wayOut)\(hint)"
        }
        if missing.split(separator: ".").last?.first == "_" {
            return
                "\(problem), \(consequence); of compiled modules, names that begin with '_' are not known, so use the type as it is"
        }
        let condition = type.conditions.last { $0.contains("os(") || $0.contains("canImport(") }
        let other = condition.map { "make it where '#if \($0)' brings the name" } ?? "correct the name"
        return "\(problem), \(consequence); import the module that declares it, or \(other)"
    }
}
