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
    private(set) var clauses: [ClausePlan]

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

    /// Gives a clause the next number, which tells it from another one that would look the same.
    func number(_ clause: Int) { clauses[clause].number = (clauses[clause].number ?? 1) + 1 }
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

    let kind: Kind
    /// Attributes, access and modifiers, each with a space behind it.
    let modifiers: String
    let signature: SignaturePlan
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
