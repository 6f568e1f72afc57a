internal import MockModel

/// Plans one member of a spy.
struct SpyMemberPlanner {
    /// The properties that a member has, for the most part.
    private static let slotsPerMember = 3

    private let witness: Witness
    private let scope: MemberScope
    private let style: SpyStyle
    /// The beginning of the names of all properties.
    private let name: String
    private let place: SpyPlace
    /// True if static members have no place, because the mock is generic.
    private let isGeneric: Bool
    private let verifying: VerifyingMethods
    /// `Int`: one value for all properties with counts.
    private let countType: TypeExpression
    private var slots: [SpySlot] = []
    private var flags: [SpyFlag] = []
    /// Properties that the member lacks, with the reason.
    private(set) var missing: [(names: [String], reason: String)] = []

    init(
        _ witness: Witness, named name: String, _ style: SpyStyle, countType: TypeExpression, mark: String,
        in conformance: Conformance
    ) {
        self.countType = countType
        self.witness = witness
        scope = witness.scope
        self.style = style
        self.name = name
        isGeneric = !conformance.genericClause.isEmpty
        verifying = conformance.verifying
        place = SpyPlace(of: witness, mark: mark)
    }

    private var words: SpyWords { style.words }

    mutating func plan() -> SpyMember {
        slots.reserveCapacity(Self.slotsPerMember)
        let body = body()
        return SpyMember(
            witness: witness, place: place, slots: slots, body: body, flags: flags,
            verification: verification(of: body))
    }

    private func verification(of body: SpyMember.Body) -> SpyVerification? {
        guard verifying != .none, !place.isStatic, case .function = witness.head.kind, case .call(let answer) = body
        else { return nil }
        return SpyVerification(answer, of: witness, named: name, usesHamcrest: verifying == .hamcrest)
    }

    private mutating func body() -> SpyMember.Body {
        switch witness.head.kind {
        case .initializer(let head): return .initializer(plan(head))
        case _ where witness.signature.traits.contains(.uninhabited) || witness.member.isUnavailable:
            return .empty
        case .function: return .call(answer(witness.signature, named: name, isRecorded: true))
        case .subscript: return accessors(isRecorded: true)
        case .property(let property): return plan(property)
        }
    }

    // MARK: Functions

    /// Plans the properties of a call, in the order of the file.
    private mutating func answer(_ signature: SignaturePlan, named name: String, isRecorded: Bool) -> SpyAnswer {
        let answer = SpyAnswer(
            call: SpyCallPlanner(witness, signature, style).plan(), advice: SpyName(name, words.handler))
        if place.isStatic, isGeneric {
            missing.append(([name + words.handler], "a static member of a generic mock has no place for it"))
            return answer
        }
        if let failure = answer.call.failure, let word = words.throwableError {
            answer.throwableError = add(SpyName(name, word), optional: failure)
        }
        if isRecorded {
            let callCount = addCount(SpyName(name, words.callCount))
            answer.callCount = callCount
            if let called = words.called { flags.append(SpyFlag(name: SpyName(name, called), callCount: callCount)) }
        }
        if let record = answer.call.record {
            if let received = words.received {
                let last = record.only.map { Identifier.asPart($0).capitalizedFirst } ?? "Arguments"
                answer.received = add(SpyName(name, received + last), optional: record.type.withoutOptional)
            }
            answer.invocations = add(
                SpyName(name, words.invocations), .array(record.type), "[]",
                isLazy: isLazy("[]", record.type))
        }
        addResult(named: name, to: answer)
        return answer
    }

    private mutating func addResult(named name: String, to answer: SpyAnswer) {
        if let word = words.returnValue, answer.call.returnsValue, !answer.call.neverReturns {
            let property =
                witness.member.isProperty ? SpyName(words.underlying, name.capitalizedFirst) : SpyName(name, word)
            if let type = answer.call.storedResult {
                answer.returnValue = add(property, type, "nil")
            } else {
                missing.append(([property.description], "its result cannot be stored"))
            }
        }
        if let closure = answer.call.closure {
            answer.handler = add(SpyName(name, words.handler), .verbatim(closure), "nil")
        } else if let obstacle = answer.call.obstacle {
            missing.append(([name + words.handler], "no stored closure can have \(obstacle)"))
        }
    }

    // MARK: Properties and subscripts

    private mutating func plan(_ property: String) -> SpyMember.Body {
        let signature = witness.signature
        guard let type = signature.result else { return .empty }
        let isCalled =
            signature.effects != .none || scope.isUnstorable(type.bare) || type.isNever
            || scope.isGenericDependentAlias(type) || witness.isOverride && witness.newValue == nil
            || place.isStatic && isGeneric
        if isCalled { return accessors(isRecorded: words.returnValue != nil) }
        if let publisher = publisher(of: type) { return publisher }
        let value = type.asValue
        let initial =
            words.isUnderlyingVisible && !value.isOptional && !value.isCollection
            ? nil : SpyDefault.literal(of: value)
        let setCount = witness.newValue == nil ? nil : words.setCount.map { addCount(SpyName(name, $0)) }
        let isVisible = words.isUnderlyingVisible && initial == nil
        let isUnwrapped = initial == nil && !value.isOptional
        let storage = SpyStorage(
            name: isVisible ? SpyName(words.underlying, name.capitalizedFirst) : hiddenName, type: type,
            isUnwrapped: isUnwrapped, initial: initial,
            setCount: setCount, newValue: witness.newValue?.local ?? "newValue", property: property)
        slots.append(
            SpySlot(
                name: storage.name, type: storage.stored, value: initial ?? "nil",
                access: isVisible ? .settable : .hidden,
                isLazy: initial.map { isLazy($0, value) } ?? false))
        return .storage(storage)
    }

    private func isLazy(_ literal: String, _ type: TypeExpression) -> Bool {
        literal != "nil" && !place.isGuarded && !place.isStatic && scope.isInitializedOnActor(type)
    }

    /// Plans a publisher of Combine, or of a module with the same types, that tests do not set.
    private mutating func publisher(of type: TypeExpression) -> SpyMember.Body? {
        guard let word = words.subject, witness.newValue == nil, !place.isStatic || !isGeneric,
            case .named("AnyPublisher", let arguments) = type.bare, arguments.count == 2,
            scope.resolved.imports.contains(where: { $0.kind == nil && Self.modulesWithSubjects.contains($0.module) })
        else { return nil }
        let chosen = [witness.origin.located.declaration, scope.resolved.declaration]
            .compactMap { $0.annotation?.subjects[Identifier.withoutBackticks(witness.member.baseName)] }.last
        let literal = chosen == "CurrentValueSubject" ? SpyDefault.literal(of: arguments[0]) : nil
        let subject =
            "\(literal == nil ? "PassthroughSubject" : "CurrentValueSubject")<\(arguments[0]), \(arguments[1])>"
        return .publisher(
            subject: add(
                SpyName(name, word), .verbatim(subject), "\(subject)(\(literal ?? ""))", access: .readOnly,
                isLazy: literal.map { isLazy($0, arguments[0]) } ?? false))
    }

    private static let modulesWithSubjects: Set = [
        "Combine", "CombineShim", "CombineX", "CXShim", "OpenCombine", "OpenCombineShim",
    ]

    /// The name of the property that only the mock uses. `Error` has requirements of its own with an underscore.
    private var hiddenName: SpyName {
        switch name {
        case "code", "domain", "userInfo": SpyName("_", name + "Value")
        default: SpyName("_", name)
        }
    }

    private mutating func accessors(isRecorded: Bool) -> SpyMember.Body {
        let get = answer(witness.signature, named: name, isRecorded: isRecorded)
        guard let value = witness.newValue else { return .accessors(get: get, set: nil) }
        let set = answer(witness.signature.adding(value), named: name + "Set", isRecorded: true)
        return .accessors(get: get, set: set)
    }

    // MARK: Initializers

    private func plan(_ head: InitializerHead) -> SpyInitializer {
        var plan = SpyInitializer(head: head)
        for parameter in witness.signature.parameters {
            if let path = parameter.value.pathToNever { plan.impossible = plan.impossible ?? parameter.local + path }
        }
        return plan
    }

    // MARK: Slots

    private mutating func addCount(_ name: SpyName) -> SpyName {
        add(name, countType, "0", access: words.isCallCountReadOnly ? .readOnly : .settable)
    }

    private mutating func add(_ name: SpyName, optional type: TypeExpression) -> SpyName {
        add(name, .optional(type), "nil")
    }

    /// Adds a property and returns its name.
    @discardableResult
    private mutating func add(
        _ name: SpyName, _ type: TypeExpression, _ value: String, access: SpySlot.Access = .settable,
        isLazy: Bool = false
    ) -> SpyName {
        slots.append(SpySlot(name: name, type: type, value: value, access: access, isLazy: isLazy))
        return name
    }
}
