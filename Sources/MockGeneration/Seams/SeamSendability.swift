package import MockModel

/// Tells if values of a type can go into an actor and out of it.
package struct SeamSendability {
    /// The sendability of a type by its declaration.
    package enum Nominal: Hashable, Sendable {
        case always
        /// Like `Array`: if all generic arguments are sendable.
        case withArguments
        case never
        case unknown
    }

    /// Returns the sendability of a type with this name where a part of the actor mentions it.
    package typealias Lookup = (_ path: [String], _ place: LocatedType) -> Nominal

    private let lookup: Lookup
    private var parameters: [GenericParameter]
    private var requirements: [GenericRequirement]
    private let place: LocatedType

    /// - Parameters:
    ///   - types: the declarations that have generic parameters which the place sees.
    ///   - place: the declaration that mentions the types.
    package init(_ types: [TypeDeclaration] = [], in place: LocatedType, lookup: @escaping Lookup) {
        self.lookup = lookup
        self.place = place
        parameters = types.flatMap(\.genericParameters)
        requirements = types.flatMap(\.genericRequirements)
    }

    /// Returns the same for the generic parameters of a member, too.
    func inside(_ member: MemberDeclaration) -> SeamSendability {
        var inside = self
        inside.parameters += member.genericParameters
        inside.requirements += member.genericRequirements
        return inside
    }

    /// Returns `nil` if a declaration that matters is not known.
    package func isSendable(_ type: TypeExpression) -> Bool? {
        switch type {
        case .named("Self", _), .metatype, .protocolMetatype: true
        case .named(let name, let arguments):
            parameters.contains { $0.name == name } ? isConstrained(type) : isSendable([name], arguments)
        case .member:
            if let path = type.namePath {
                parameters.contains { $0.name == path[0] } ? isConstrained(type) : isSendable(path, type.allArguments)
            } else {
                nil
            }
        case .optional(let inner), .implicitlyUnwrapped(let inner), .array(let inner), .packExpansion(let inner),
            .packElement(let inner), .some(let inner), .any(let inner):
            isSendable(inner)
        case .dictionary(let key, let value): areSendable([key, value])
        case .tuple(let elements): areSendable(elements.map(\.type))
        case .composition(let parts): isAnySendable(parts)
        case .function, .suppressed: false
        case .attributed(_, let attributes, let base):
            if case .function = base {
                attributes.contains { $0 == "@Sendable" || $0.hasPrefix("@convention(c") || $0.namesActor }
            } else {
                isSendable(base)
            }
        case .verbatim: nil
        }
    }

    private func isSendable(_ path: [String], _ arguments: [TypeExpression]) -> Bool? {
        let own = path.first == "Swift" ? Array(path.dropFirst()) : path
        let known = own.count == 1 ? Self.known[own[0]] : nil
        switch known ?? lookup(path, place) {
        case .always: return true
        case .withArguments: return areSendable(arguments)
        case .never: return false
        case .unknown: return nil
        }
    }

    /// Finds out what the generic parameters, or a type in one of them, have to conform to.
    private func isConstrained(_ type: TypeExpression) -> Bool? {
        var bounds = parameters.filter { .named($0.name) == type }.compactMap(\.constraint)
        for requirement in requirements {
            let sides = [(requirement.left, requirement.right), (requirement.right, requirement.left)]
            for (side, other) in sides.prefix(requirement.relation == .equals ? 2 : 1) where side == type {
                // Two parameters may be equal to each other.
                let isOfParameter = other.namePath.map { path in parameters.contains { $0.name == path[0] } } ?? false
                if !isOfParameter { bounds.append(other) }
            }
        }
        return bounds.isEmpty ? false : isAnySendable(bounds)
    }

    private func areSendable(_ types: [TypeExpression]) -> Bool? {
        let answers = types.map(isSendable)
        if answers.contains(false) { return false }
        return answers.contains(nil) ? nil : true
    }

    private func isAnySendable(_ types: [TypeExpression]) -> Bool? {
        let answers = types.map(isSendable)
        if answers.contains(true) { return true }
        return answers.contains(nil) ? nil : false
    }

    /// Types of the standard library, which need no lookup.
    private static let known: [String: Nominal] = {
        var known: [String: Nominal] = [:]
        for name in [
            "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
            "UInt128", "Float", "Float16", "Double", "Bool", "String", "Substring", "Character", "StaticString", "Void",
            "Never", "Duration", "ObjectIdentifier", "Error", "Sendable", "Actor", "MainActor", "CodingKey", "Hasher",
            "TaskPriority", "ContinuousClock", "SuspendingClock", "CancellationError", "CheckedContinuation",
            "UnsafeContinuation", "Task", "UnownedSerialExecutor", "Clock", "InstantProtocol", "DurationProtocol",
            "Executor", "SerialExecutor", "TaskExecutor", "SystemRandomNumberGenerator",
        ] { known[name] = .always }
        for name in [
            "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Set", "Optional", "Result", "Range", "ClosedRange",
            "PartialRangeFrom", "PartialRangeUpTo", "PartialRangeThrough", "AsyncStream", "AsyncThrowingStream",
            "InlineArray", "EmptyCollection", "CollectionOfOne", "Zip2Sequence", "Slice", "ReversedCollection",
            "KeyValuePairs",
        ] { known[name] = .withArguments }
        for name in [
            "Any", "AnyObject", "AnyHashable", "AnySequence", "AnyIterator", "AnyCollection", "KeyPath",
            "WritableKeyPath", "ReferenceWritableKeyPath", "PartialKeyPath", "AnyKeyPath", "Mirror", "UnsafePointer",
            "UnsafeMutablePointer", "UnsafeRawPointer", "UnsafeMutableRawPointer", "UnsafeBufferPointer",
            "UnsafeMutableBufferPointer", "UnsafeRawBufferPointer", "UnsafeMutableRawBufferPointer", "OpaquePointer",
            "Unmanaged", "ManagedBuffer", "Copyable", "Escapable", "Equatable", "Hashable", "Comparable",
            "Identifiable",
            "Encodable", "Decodable", "Codable", "Encoder", "Decoder", "CustomStringConvertible",
            "CustomDebugStringConvertible", "LosslessStringConvertible", "CaseIterable", "RawRepresentable",
            "Strideable", "Sequence", "Collection", "BidirectionalCollection", "RandomAccessCollection",
            "MutableCollection", "RangeReplaceableCollection", "IteratorProtocol", "AsyncSequence",
            "AsyncIteratorProtocol", "Numeric", "SignedNumeric", "BinaryInteger", "FixedWidthInteger", "SignedInteger",
            "UnsignedInteger", "FloatingPoint", "BinaryFloatingPoint", "AdditiveArithmetic", "StringProtocol",
            "OptionSet", "SetAlgebra", "RandomNumberGenerator", "TextOutputStream", "TextOutputStreamable", "CVarArg",
            "RangeExpression",
        ] { known[name] = .never }
        return known
    }()
}

extension MemberDeclaration {
    /// True if the member of an actor runs on it, so that arguments and results cross its border; or makes it, so that
    /// arguments do.
    private var isOnItsActor: Bool {
        !isStatic && !modifiers.contains { $0.hasPrefix("nonisolated") }
            && !attributes.contains { $0 == "@concurrent" || $0.namesActor }
            && !parameters.contains { $0.type.specifiers.contains("isolated") }
    }

    /// Returns the member of an actor as a protocol can require it: a parameter that is not sendable is `sending` there,
    /// which the actor's own one fulfils.
    func crossing(_ sendability: SeamSendability) throws(SeamObstacle) -> MemberDeclaration {
        guard isOnItsActor else { return self }
        let sendability = sendability.inside(self)
        if !isInitializer, let type = valueOfCall, !type.specifiers.contains("sending"),
            sendability.isSendable(type) == false
        {
            throw SeamObstacle(
                reason: "returns '\(type)' from an actor, which only a Sendable type can leave through a protocol")
        }
        var sending: Set<Int> = []
        for (index, parameter) in parameters.enumerated() {
            let specifiers = parameter.type.specifiers
            guard !specifiers.contains("sending"), sendability.isSendable(parameter.type) != true else { continue }
            // The compiler accepts `inout sending` and cannot check it.
            let kind = parameter.isVariadic ? "a list" : Self.unsendable[specifiers.first ?? ""]
            if let kind {
                throw SeamObstacle(
                    reason: "takes \(kind) of type '\(parameter.type.bare)', which is not Sendable, into an actor")
            }
            sending.insert(index)
        }
        if sending.isEmpty { return self }
        var member = self
        member.changeParameters { parameters in
            parameters.enumerated().map { sending.contains($0) ? $1.with($1.type.sending) : $1 }
        }
        return member
    }

    private static let unsendable = ["borrowing": "a borrowed value", "inout": "an 'inout' value"]

    /// The type of the value that reading or calling the member gives.
    private var valueOfCall: TypeExpression? {
        guard case .property(let property) = kind else { return result }
        return property.type
    }
}

extension TypeExpression {
    fileprivate var sending: TypeExpression {
        guard case .attributed(let specifiers, let attributes, let base) = self else {
            return .attributed(specifiers: ["sending"], attributes: [], self)
        }
        return .attributed(specifiers: specifiers + ["sending"], attributes: attributes, base)
    }

    /// The generic arguments of all components: those of `A<B>.C<D>` are `B` and `D`.
    fileprivate var allArguments: [TypeExpression] {
        guard case .member(let outer, _, let arguments) = self else { return arguments }
        return outer.allArguments + arguments
    }
}
