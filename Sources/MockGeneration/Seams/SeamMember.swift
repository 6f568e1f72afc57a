internal import MockModel

/// A member of the extended type, as a protocol can require it.
struct SeamMember {
    var requirement: MemberDeclaration
    /// The effects of the type's own member; `nil` if that fulfils the requirement as it is. Otherwise the conformance
    /// declares a member that calls it.
    var forwarded: Effects?
}

/// The reason why a member of a type cannot be in a protocol.
struct SeamObstacle: Error {
    var reason: String
}

/// Turns members of one part of a type into requirements.
struct SeamMemberReader {
    let type: SeamType
    let kind: TypeDeclaration.Kind
    let isFinal: Bool
    let isOnActor: Bool
    let part: TypeDeclaration
    let module: String
    /// True if the file with the annotation imports the module itself.
    let isImported: Bool
    let isAmbiguous: (String) -> Bool
    /// `nil` if the members are on no actor of their own.
    let sendability: SeamSendability?

    /// Returns the requirement with all parameters.
    func requirement(_ member: MemberDeclaration) throws(SeamObstacle) -> MemberDeclaration {
        let availability = (part.memberAvailability + member.attributes).compactMap(Availability.init)
        if availability.contains(where: \.isUnavailable) { throw SeamObstacle(reason: "is unavailable") }
        if availability.contains(where: \.isDeprecated) { throw SeamObstacle(reason: "is deprecated") }
        if type.hasConditions(part) {
            throw SeamObstacle(reason: "is declared in an extension with conditions")
        }
        if type.hasConditions(member) {
            throw SeamObstacle(reason: "is there for some arguments of its type only")
        }
        if member.isOperator {
            let operands = type.isDeclared(by: part) ? "the type itself" : "'\(part.name)'"
            throw SeamObstacle(reason: "is an operator, which takes values of \(operands)")
        }
        if case .property(let property) = member.kind, property.type == nil {
            throw SeamObstacle(reason: "has no written type")
        }
        if case .other = member.kind { throw SeamObstacle(reason: "is not understood") }
        if member.isInitializer, kind == .class, !isFinal, !member.modifiers.contains("required") {
            throw SeamObstacle(reason: "is an initializer of a class that is not final, which fulfils no requirement")
        }
        if member.result?.contains(where: { if case .some = $0 { true } else { false } }) == true {
            throw SeamObstacle(reason: "has an opaque result")
        }
        if let span = member.results.compactMap(\.unescapableName).first {
            throw SeamObstacle(reason: "returns a '\(span)', which no requirement can")
        }
        if let pack = member.mentionedNames.sorted().first(where: type.packs.contains) {
            throw SeamObstacle(reason: "mentions '\(pack)', a parameter pack of its type, which no protocol can have")
        }
        if type.mentionsTypeWithPack(member) {
            throw SeamObstacle(reason: "mentions its type, whose parameter pack no protocol can have")
        }
        if !isFinal, member.signatureContains(where: { type in type.contains { $0 == .named("Self") } }) {
            throw SeamObstacle(reason: "mentions Self, which would be another type in a mock")
        }
        if !isImported, let name = member.mentionedNames.sorted().first(where: isAmbiguous) {
            throw SeamObstacle(reason: "mentions '\(name)', which several modules declare")
        }
        return try adapted(member)
    }

    private func adapted(_ member: MemberDeclaration) throws(SeamObstacle) -> MemberDeclaration {
        var member = member
        if let sendability { member = try member.crossing(sendability) }
        let generics = Set(member.genericParameters.map(\.name))
        var adapted = member.replacing { part in
            guard case .named(let name, let arguments) = part, !generics.contains(name) else { return nil }
            if let replacement = type.replacement(of: part) { return replacement }
            return isAmbiguous(name) ? .member(of: .named(module), name, arguments: arguments) : nil
        }
        adapted.attributes = part.memberAvailability + member.attributes.filter(isKept)
        let isNonisolated = member.modifiers.contains("nonisolated")
        adapted.modifiers = member.modifiers.compactMap { modifier in
            switch modifier {
            case "static", "mutating", "nonmutating", "consuming", "borrowing", "nonisolated(nonsending)": modifier
            case "class": "static"
            case "nonisolated" where isOnActor: modifier
            default: nil
            }
        }
        if member.modifiers.contains(where: { $0.hasSuffix("(set)") }) { adapted.removeSetter() }
        adapted.conditions = part.conditions + member.conditions
        // The others hold for all arguments of the type, and a protocol has them at its associated types.
        adapted.removeRequirements { !member.isOwn($0) }
        adapted.dropDefaults()
        adapted.throwInPlaceOfRethrowing()
        adapted.makeReadable()
        if kind == .actor, !isNonisolated, !member.isStatic, !member.isInitializer { adapted.makeAsync() }
        return adapted
    }

    private func isKept(_ attribute: String) -> Bool {
        let name = attribute.dropFirst().prefix { $0 != "(" }
        // The last one, too: calls through the protocol mean the overloads that they mean without it.
        return ["available", "discardableResult", "concurrent", "_disfavoredOverload"].contains(name)
            || name.hasSuffix("Actor")
    }
}

extension MemberDeclaration {
    /// A type may rethrow the errors of its conformances: `next() async rethrows`. Requirements cannot, without a closure.
    fileprivate mutating func throwInPlaceOfRethrowing() {
        guard case .function(var function) = kind, function.effects.throwing == .rethrows,
            !function.parameters.contains(where: { $0.type.contains(where: \.isFunction) })
        else { return }
        function.effects.throwing = .untyped
        kind = .function(function)
    }

    /// The types of the values that reading or calling the member gives.
    fileprivate var results: [TypeExpression] {
        guard case .property(let property) = kind else { return [result].compactMap(\.self) }
        return [property.type].compactMap(\.self)
    }
}

extension TypeExpression {
    /// The name of a type of the standard library whose values must not outlive what they were read from.
    fileprivate var unescapableName: String? {
        var found: String?
        _ = contains { part in
            if case .named(let name, _) = part, name.hasSuffix("Span"), StandardLibraryNames.unstorable.contains(name) {
                found = name
            }
            return found != nil
        }
        return found
    }
}

extension TypeDeclaration {
    /// The attributes about platforms and versions.
    var availability: [String] { attributes.filter { $0.hasPrefix("@available") } }

    /// Those that members of an extension have.
    fileprivate var memberAvailability: [String] { kind == .extension ? availability : [] }
}

extension MemberDeclaration {
    /// Keeps only the parameters with these indices.
    mutating func keepParameters(_ indices: [Int]) {
        changeParameters { parameters in indices.map { parameters[$0] } }
    }

    /// Returns the member with only these parameters.
    func keeping(_ indices: [Int]) -> MemberDeclaration {
        var member = self
        member.keepParameters(indices)
        return member
    }

    /// Returns the member without the default arguments that a forwarder cannot rely on. That of `init(_ clock: C = .live)`
    /// may hold for one `C` only: in the generic type, `self.init()` would mean the forwarder itself. And without the
    /// parameter that a generic parameter of the member follows from, a requirement must not have that.
    ///
    /// - Parameter generics: the generic parameters of the type.
    func withGeneralDefaults(in generics: Set<String>) -> MemberDeclaration {
        guard parameters.contains(where: \.hasDefault) else { return self }
        let inferred = parameters.filter { !$0.hasDefault }.map(\.type) + [result].compactMap(\.self)
        let own = Set(genericParameters.map(\.name))
        let onlyInDefaults = own.subtracting(inferred.reduce(into: []) { $0.formUnion($1.mentionedNames) })
        var member = self
        member.dropDefaults { parameter in
            switch parameter.type.bare {
            case .named(let name, _) where generics.contains(name) || own.contains(name): true
            case .metatype(.named(let name, _)) where generics.contains(name): true
            default: !parameter.type.mentionedNames.isDisjoint(with: onlyInDefaults)
            }
        }
        return member
    }

    fileprivate mutating func dropDefaults(of isDropped: (ParameterDeclaration) -> Bool = { _ in true }) {
        changeParameters { parameters in
            parameters.map { parameter in
                guard isDropped(parameter) else { return parameter }
                return ParameterDeclaration(
                    firstName: parameter.firstName, secondName: parameter.secondName, type: parameter.type,
                    isVariadic: parameter.isVariadic)
            }
        }
    }

    mutating func changeParameters(_ change: ([ParameterDeclaration]) -> [ParameterDeclaration]) {
        switch kind {
        case .function(var function):
            function.parameters = change(function.parameters)
            kind = .function(function)
        case .subscript(var declaration):
            declaration.parameters = change(declaration.parameters)
            kind = .subscript(declaration)
        case .initializer(var initializer):
            initializer.parameters = change(initializer.parameters)
            kind = .initializer(initializer)
        case .property, .associatedType, .typealias, .other: break
        }
    }

    mutating func removeRequirements(where isRemoved: (GenericRequirement) -> Bool) {
        switch kind {
        case .function(var function):
            function.genericRequirements.removeAll(where: isRemoved)
            kind = .function(function)
        case .subscript(var declaration):
            declaration.genericRequirements.removeAll(where: isRemoved)
            kind = .subscript(declaration)
        case .initializer(var initializer):
            initializer.genericRequirements.removeAll(where: isRemoved)
            kind = .initializer(initializer)
        case .property, .associatedType, .typealias, .other: break
        }
    }

    /// Turns a constant into a property that can be read.
    fileprivate mutating func makeReadable() {
        guard case .property(var property) = kind else { return }
        property.isConstant = false
        kind = .property(property)
    }

    mutating func setEffects(_ effects: Effects) {
        guard case .function(var function) = kind else { return }
        function.effects = effects
        kind = .function(function)
    }

    /// Calls from outside of an actor wait for it.
    fileprivate mutating func makeAsync() {
        switch kind {
        case .function(var function):
            function.effects.isAsync = true
            kind = .function(function)
        case .property(var property):
            property.accessors.getEffects.isAsync = true
            property.accessors.hasSetter = false
            kind = .property(property)
        case .subscript(var declaration):
            declaration.accessors.getEffects.isAsync = true
            declaration.accessors.hasSetter = false
            kind = .subscript(declaration)
        case .initializer, .associatedType, .typealias, .other: break
        }
    }

    /// The effects of a call.
    var effects: Effects {
        switch kind {
        case .function(let function): function.effects
        case .property(let property): property.accessors.getEffects
        case .subscript(let declaration): declaration.accessors.getEffects
        case .initializer(let initializer): initializer.effects
        case .associatedType, .typealias, .other: .none
        }
    }
}
