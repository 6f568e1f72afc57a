internal import MockModel

/// One requirement: its witness in the mock and its clauses for tests.
///
/// A class, because its contents are read several times, and copying them would cost more than printing.
final class MemberPlan {
    let witness: Witness
    /// True if the member's clauses are on the static side, as those of initializers are.
    let isStatic: Bool
    let body: BodyPlan
    private(set) var clauses: [ClausePlan]

    init(_ witness: Witness, body: BodyPlan, clauses: [ClausePlan]) {
        self.witness = witness
        isStatic = witness.member.isStatic || witness.member.isInitializer
        self.body = body
        self.clauses = clauses
    }

    var conditions: [String] { witness.conditions }
    var access: String { witness.access }
    var head: WitnessHead { witness.head }

    /// Gives a clause the next number, which distinguishes it from another one with the same appearance.
    func number(_ clause: Int) { clauses[clause].number = (clauses[clause].number ?? 1) + 1 }

    /// Makes a test write the matchers of the first parameters only.
    func requireMatchers(_ count: Int, inClause index: Int) { clauses[index].requiredMatchers = count }
}

/// The body of the witness.
enum BodyPlan {
    /// A member that cannot be called.
    case empty
    /// - opened: the local function that calls are forwarded through.
    case call(CallPlan, opened: OpenedForward?)
    case initializer(InitializerCall)
    /// A property whose value the runtime stores.
    case storage(get: PropertyCall, set: PropertyCall?)
    /// - newValue: the setter's parameter name.
    case accessors(get: CallPlan, set: CallPlan?, newValue: String = "newValue")
}
