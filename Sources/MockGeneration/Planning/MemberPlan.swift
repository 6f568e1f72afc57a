internal import MockModel

/// One requirement: its witness in the mock and its clauses for tests.
///
/// A class, because its contents are read several times, and copying them would cost more than printing.
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

    /// Gives a clause the next number, which distinguishes it from another one with the same appearance.
    func number(_ clause: Int) { clauses[clause].number = (clauses[clause].number ?? 1) + 1 }
}

/// The declaration of the mock's own member, without its body.
struct HeadPlan {
    enum Kind {
        case function(String, isOperator: Bool)
        /// With its keywords and its optional mark: `convenience init?`.
        case initializer(String, Effects)
        case property(String)
        case `subscript`
    }

    let kind: Kind
    /// Attributes, access and modifiers, each followed by a space.
    let modifiers: String
    let signature: SignaturePlan
}

/// The body of the witness.
enum BodyPlan {
    /// A member that cannot be called.
    /// - mayBuild: true if a result builder may apply: without a `return` it would transform the body.
    case empty(mayBuild: Bool)
    /// - opened: the local function that calls are forwarded through.
    case call(CallPlan, opened: OpenedForward?)
    case initializer(InitializerCall)
    /// A property whose value the runtime stores.
    case storage(get: PropertyCall, set: PropertyCall?)
    /// - newValue: the setter's parameter name.
    case accessors(get: CallPlan, set: CallPlan?, newValue: String = "newValue")
}
