internal import MockGeneration
internal import MockModel
internal import MockParsing

// Which types can go into an actor and out of it, by their declarations.
extension SeamMaker {
    /// Returns the reader of the types that members of an actor mention; `nil` for other types, and where Swift 5 lets all
    /// values pass.
    func sendabilityReader(of found: LocatedType, _ finder: TypeResolver) -> SendabilityReader? {
        let isInSwift5 = index.project.modules[module].target.languageMode == "5"
        return found.declaration.kind == .actor && !isInSwift5 ? SendabilityReader(self, finder) : nil
    }
}

/// Reads the declarations of types for their sendability, each once.
final class SendabilityReader {
    private var maker: SeamMaker
    private let finder: TypeResolver
    private var known: [String: SeamSendability.Nominal] = [:]

    /// The modules of whose sources all bytes count.
    var modules: Set<Int> { maker.result.modules }
    /// True if sources that may declare conformances cannot be read or understood.
    var lacksSources: Bool { maker.result.lacksSources }

    init(_ maker: SeamMaker, _ finder: TypeResolver) { (self.maker, self.finder) = (maker, finder) }

    func sendability(of path: [String], from place: LocatedType) -> SeamSendability.Nominal {
        guard let found = find(path, from: place) else { return .unknown }
        let key = "\(found.module)::\(found.declaration.qualifiedName)"
        if let answer = known[key] { return answer }
        // A type that contains itself is what the rest of it is.
        known[key] = .withArguments
        let answer = sendability(of: found)
        known[key] = answer
        return answer
    }

    private func find(_ path: [String], from place: LocatedType) -> LocatedType? {
        if place.isCompiled { return finder.type(named: path, in: place) }
        // Those that the types around the place contain come first.
        let scope = place.declaration.enclosing + [place.declaration.name]
        for count in stride(from: scope.count, through: 1, by: -1) {
            let outer = maker.surface(of: place.declaring(TypeDeclaration(extensionOf: Array(scope.prefix(count)))))
            guard outer.nested.contains(path[0]) else { continue }
            let aliased = outer.parts.flatMap(\.declaration.members).lazy.compactMap { member in
                if case .typealias(let alias) = member.kind, alias.name == path[0] { alias } else { nil }
            }.first
            if let aliased, path.count == 1 {
                return place.declaring(
                    TypeDeclaration(
                        kind: .typealias, name: aliased.name, enclosing: Array(scope.prefix(count)),
                        genericParameters: aliased.genericParameters, aliased: aliased.target))
            }
            let nested = Array(scope.prefix(count)) + path
            let type = maker.surface(of: place.declaring(TypeDeclaration(extensionOf: nested))).parts
            if let head = type.first(where: { $0.declaration.kind != .extension }) { return head }
        }
        return finder.type(named: path, in: place)
    }

    private func sendability(of found: LocatedType) -> SeamSendability.Nominal {
        let declaration = found.declaration
        switch declaration.kind {
        case .actor: return .always
        case .protocol: return nominal(conforms([declaration], of: found))
        case .typealias:
            guard let aliased = declaration.aliased, declaration.genericParameters.isEmpty else { return .unknown }
            return nominal(isSendable(aliased, in: found))
        case .class, .struct, .enum, .extension: break
        }
        let surface = maker.surface(of: found)
        guard let head = surface.parts.first(where: { $0.declaration.kind != .extension }) else { return .unknown }
        let isOnActor =
            head.declaration.attributes.contains(where: \.namesActor)
            || head.isMainActorByDefault && !head.declaration.modifiers.contains("nonisolated")
        if isOnActor { return .always }
        var answers: [SeamSendability.Nominal] = []
        for part in surface.parts where !part.declaration.isUnavailable {
            let isConditional = !part.declaration.genericRequirements.isEmpty && part.declaration.kind == .extension
            switch conforms([part.declaration], of: part) {
            case true?: answers.append(isConditional ? .withArguments : .always)
            case nil: answers.append(.unknown)
            case false?: break
            }
        }
        for answer in [SeamSendability.Nominal.always, .withArguments] where answers.contains(answer) { return answer }
        let isUnavailable = surface.parts.contains { part in
            part.declaration.isUnavailable && part.declaration.inherited.contains { $0.bare == .named("Sendable") }
        }
        if !isUnavailable, isSendableByItsParts(head) { return ofParts(surface, of: head) }
        return answers.isEmpty ? .never : .unknown
    }

    /// True if the compiler derives the conformance from the values that the type stores.
    private func isSendableByItsParts(_ head: LocatedType) -> Bool {
        guard [.struct, .enum].contains(head.declaration.kind), !head.isCompiled else { return false }
        return head.declaration.access < .public
            || head.declaration.attributes.contains { ["@frozen", "@usableFromInline"].contains($0) }
    }

    private func ofParts(_ surface: SeamMaker.Surface, of head: LocatedType) -> SeamSendability.Nominal {
        let properties = head.declaration.members.filter { !$0.isStatic }.compactMap { member -> PropertyDeclaration? in
            // One that can only be read and is no constant stores nothing.
            guard case .property(let property) = member.kind, property.isConstant || property.accessors.hasSetter else {
                return nil
            }
            return property
        }
        // The parameters of the type count where it is mentioned.
        let generics = Set(head.declaration.genericParameters.map(\.name))
        let types = properties.map(\.type) + surface.storedTypes.map(Optional.some)
        let answers = types.map { type -> Bool? in
            guard let type else { return nil }
            if case .named(let name, _) = type, generics.contains(name) { return true }
            return isSendable(type, in: head)
        }
        if answers.contains(false) { return generics.isEmpty ? .never : .unknown }
        return answers.contains(nil) ? .unknown : .withArguments
    }

    /// True if one of the declarations states a protocol that is sendable, or a superclass that is.
    private func conforms(_ declarations: [TypeDeclaration], of found: LocatedType) -> Bool? {
        let stated = declarations.flatMap { declaration in
            declaration.inherited
                + declaration.genericRequirements.filter { $0.relation == .conforms && $0.left == .named("Self") }
                .map(\.right)
        }
        let answers = stated.map { isSendable($0.bare, in: found) }
        if answers.contains(true) { return true }
        return answers.contains(nil) ? nil : false
    }

    private func isSendable(_ type: TypeExpression, in place: LocatedType) -> Bool? {
        SeamSendability(in: place) { [unowned self] in sendability(of: $0, from: $1) }.isSendable(type)
    }

    private func nominal(_ answer: Bool?) -> SeamSendability.Nominal {
        answer.map { $0 ? .always : .never } ?? .unknown
    }
}
