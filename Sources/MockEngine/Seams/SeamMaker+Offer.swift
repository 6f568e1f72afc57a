internal import MockGeneration
internal import MockModel

// The members that a seam of a type could have, for `mockctl explain`.
extension SeamMaker {
    /// The requirements that a seam of a type could have.
    struct Offer {
        var module: String
        var kind: TypeDeclaration.Kind
        /// False for a type that is mocked itself.
        var needsSeam: Bool
        var requirements: [String] = []
        /// The members that the module and protocols give the type: a seam has those that it names.
        var inherited: [String] = []
        /// The members that it cannot have, each with the reason.
        var reasons: [String] = []
        /// The reason why there can be none.
        var obstacle: String?
    }

    /// Returns what a seam could have; `nil` if there is no such type.
    mutating func offer(for type: [String], imports: [ImportDeclaration]) -> Offer? {
        var annotation = MockAnnotation()
        annotation.seam = "Seam"
        let request = LocatedType(
            module: index.project.modules[module].name, path: "",
            declaration: TypeDeclaration(
                kind: .extension, name: type.last ?? "", enclosing: Array(type.dropLast()), annotation: annotation),
            imports: imports, mockName: nil)
        guard case .success(let found) = extendedType(of: request, resolver(for: request)),
            found.declaration.access >= .public || found.module == request.module
        else { return nil }
        let declaration = found.declaration
        var offer = Offer(module: found.module, kind: declaration.kind, needsSeam: true)
        switch declaration.kind {
        case .struct, .actor, .class: break
        case .protocol:
            offer.needsSeam = false
            return offer
        case .enum, .typealias, .extension: return nil
        }
        offer.requirements = seam(for: request)?.seam.requirements ?? []
        let surface = surfaceWithSuperclasses(of: found, request, resolver(for: request))
        offer.inherited = Set(namedMembers(of: found, surface, request).map { "\($0.name) of \($0.origin)" }).sorted()
        for diagnostic in result.diagnostics {
            let message = diagnostic.message
            let end = message.firstRange(of: ", so 'Seam' ") ?? message.firstRange(of: ", so there is no seam")
            let reason = end.map { String(message[..<$0.lowerBound]) } ?? message
            if diagnostic.severity == .error { offer.obstacle = reason } else { offer.reasons.append(reason) }
        }
        return offer
    }

    /// Returns the members that a seam has if it names them: those that the module's own extensions give the type, and
    /// those that its protocols do.
    ///
    /// - Parameter own: what the type and its superclasses declare.
    /// - Returns: each member with the words for its origin.
    mutating func namedMembers(
        of found: LocatedType, _ own: Surface, _ request: LocatedType
    ) -> [(name: String, origin: String)] {
        let planner = SeamPlanner(request, parts: own.parts, nestedTypes: own.nested, enclosing: own.enclosing)
        let inherited = inheritedParts(of: own.parts, request, resolver(for: request))
        return ownExtensions(of: found).flatMap(planner.visibleMembers).map { ($0, "your extension") }
            + inherited.flatMap { part in planner.visibleMembers(of: part).map { ($0, part.declaration.name) } }
    }
}
