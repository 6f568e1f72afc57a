internal import MockModel

/// All decisions about one member of a spy.
///
/// A class, because it is large and handed on.
final class SpyMember {
    enum Body {
        /// A function, or a property or subscript that is answered like one.
        case call(SpyAnswer)
        case accessors(get: SpyAnswer, set: SpyAnswer?)
        case storage(SpyStorage)
        /// A publisher of what tests send to the subject with this name.
        case publisher(subject: SpyName)
        case initializer(SpyInitializer)
        /// The member cannot be called.
        case empty
    }

    let witness: Witness
    let place: SpyPlace
    /// The properties that record the member's calls and answer them, in the order of the file.
    let slots: [SpySlot]
    let body: Body
    /// Properties computed from others: `fooCalled`.
    let flags: [SpyFlag]
    let verification: SpyVerification?

    init(
        witness: Witness, place: SpyPlace, slots: [SpySlot], body: Body, flags: [SpyFlag] = [],
        verification: SpyVerification? = nil
    ) {
        self.witness = witness
        self.place = place
        self.slots = slots
        self.body = body
        self.flags = flags
        self.verification = verification
    }

    /// The names of everything that the member adds to the mock.
    var names: [String] { (slots.map(\.name) + flags.map(\.name)).map(\.description) + (verification?.names ?? []) }

    /// The member's `@available(*, deprecated)`, each followed by a space: a property that mentions a deprecated type
    /// without it would be warned of.
    var deprecation: String {
        if witness.member.attributes.isEmpty { return "" }
        return witness.member.attributes.filter { Availability($0)?.deprecation != nil }.map { "\($0) " }.joined()
    }

    /// The `@_spi(…)` attributes of what the member adds.
    var interfaceGroups: [String] { witness.member.interfaceGroups(witness.access) }

    /// The beginning of a property that other files see: attributes and access.
    var visibility: String {
        if witness.member.attributes.isEmpty { return witness.access }
        return (interfaceGroups.map { "\($0) " }).joined() + deprecation + witness.access
    }
}

/// A property that tells if there was a call.
struct SpyFlag {
    let name: SpyName
    let callCount: SpyName
}

/// How a spy records a call and answers it. Names are those of properties; `nil` for a property that is not there.
///
/// A class, because it is large and handed on with its member.
final class SpyAnswer {
    let call: SpyCall
    var callCount: SpyName?
    var received: SpyName?
    var invocations: SpyName?
    var throwableError: SpyName?
    var returnValue: SpyName?
    var handler: SpyName?
    /// The property to set before a test reads the result: for messages.
    let advice: SpyName

    init(call: SpyCall, advice: SpyName) {
        self.call = call
        self.advice = advice
    }
}

/// A property whose value is stored in another one.
///
/// A class, because it is large and handed on.
final class SpyStorage {
    let name: SpyName
    let type: TypeExpression
    /// True if the property has no value before a test sets it.
    let isUnwrapped: Bool
    /// The literal that the value begins with; `nil` for none.
    let initial: String?
    let setCount: SpyName?
    let newValue: String
    /// The name and type in an initializer that takes the values of all properties.
    let property: String

    init(
        name: SpyName, type: TypeExpression, isUnwrapped: Bool, initial: String?, setCount: SpyName?, newValue: String,
        property: String
    ) {
        self.name = name
        self.type = type
        self.isUnwrapped = isUnwrapped
        self.initial = initial
        self.setCount = setCount
        self.newValue = newValue
        self.property = property
    }

    /// The type of the property that has the value.
    var stored: TypeExpression { isUnwrapped ? .implicitlyUnwrapped(type.asValue) : type.asValue }
}

/// An initializer: it stores arguments in the properties that have their names.
struct SpyInitializer {
    let head: InitializerHead
    /// The properties to set, with the parameters that they are set to.
    var assignments: [(property: String, value: String)] = []
    /// The parameter that has no values, and the path to it.
    var impossible: String?
}
