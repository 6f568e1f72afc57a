internal import MockModel

/// One requirement: how the mock witnesses it, and how tests speak about it.
///
/// A class, because all that it holds is looked at several times, and a copy would cost more than to print it.
final class MemberPlan {
    let conditions: [String]
    let isStatic: Bool
    /// `public ` or empty.
    let access: String
    let head: HeadPlan
    let body: BodyPlan
    var clauses: [ClausePlan]

    init(
        conditions: [String], isStatic: Bool, access: String, head: HeadPlan, body: BodyPlan, clauses: [ClausePlan]
    ) {
        self.conditions = conditions
        self.isStatic = isStatic
        self.access = access
        self.head = head
        self.body = body
        self.clauses = clauses
    }
}

/// The declaration of the mock's own member, without its body.
struct HeadPlan {
    enum Kind {
        case function(String, isOperator: Bool)
        /// With its keywords and its mark: `convenience init?`.
        case initializer(String, Effects)
        case property(String)
        case `subscript`
    }

    var kind: Kind
    /// Attributes, access and modifiers, each with a space behind it.
    var modifiers: String
    var signature: SignaturePlan
}

/// What the mock's own member does.
enum BodyPlan {
    /// Nobody can make the call.
    /// - mayBuild: Without a `return` the body would be what a result builder makes of it.
    case empty(mayBuild: Bool)
    /// - opened: the local function that calls are forwarded through.
    case call(CallPlan, opened: OpenedForward?)
    case initializer(InitializerCall)
    /// Of a property whose value the runtime keeps.
    case storage(get: PropertyCall, set: PropertyCall?)
    /// - newValue: the setter's name for it.
    case accessors(get: CallPlan, set: CallPlan?, newValue: String = "newValue")
}

/// What an initializer of a mock does: it makes the state, and is recorded as a call of a static member.
struct InitializerCall {
    let call: CallPlan
    let isFailable: Bool
    /// Whatever inherits from a class has its state already, and gets the rest from there.
    let inherits: Bool
    /// `statics`, unless a requirement hides it.
    let statics: String
}

/// One member of the set that `given`, `verify` and `calls` return.
struct ClausePlan {
    enum Form: Equatable {
        case method(String)
        case property(String)
        case `subscript`
    }

    enum Content {
        /// - setLabel: the label of the new value in the clause of a setter.
        case call(isOverloaded: Bool, setLabel: String? = nil)
        /// A generic member for whatever type it is called with.
        case anyType
    }

    var attributes: [String]
    var form: Form
    var call: CallPlan
    var content: Content
    /// Tells the clause from another one that would look the same.
    var number: Int?
}
