package import MockModel

/// All decisions about one mock: what rendering needs, and nothing that it would have to think about.
package struct MockPlan: Equatable, Sendable {
    /// The types whose extension holds the mock, outermost first.
    package var namespace: [String] = []
    package var conditions: [String] = []
    package var attributes: [String] = []
    /// `public ` or empty.
    package var access = ""
    /// `final class` or `actor`.
    package var keyword = "final class"
    package var name: String
    /// `<Key: Hashable, Value>` or empty.
    package var genericClause = ""
    /// ` where …` or empty.
    package var whereClause = ""
    package var inheritance: [String] = []
    /// The type that calls are forwarded to: `any Cook`.
    package var target: String
    package var staticTarget: String
    /// The property that holds the mock's state: `mocking`, unless a requirement is called so.
    package var stateName = "mocking"
    /// The struct with the members as tests speak about them: `MockMembers`, unless the protocol has such a name.
    package var memberSetName = "MockMembers"
    /// `SendableStubbing`, `MainActorStubbing` or `Stubbing`.
    package var stubbingMode: String
    /// `typealias Element = Int` and the like.
    package var typealiases: [String] = []
    package var members: [MemberPlan] = []
    /// Members that make the mock conform by identity, as finished lines.
    package var identityMembers: [String] = []
    /// The mock inherits from a class, which makes it: its state has a value before any initializer runs.
    package var inheritsInitializers = false
    package var runtime: RuntimeSpelling

    package init(name: String, target: String, staticTarget: String, stubbingMode: String, runtime: RuntimeSpelling) {
        self.name = name
        self.target = target
        self.staticTarget = staticTarget
        self.stubbingMode = stubbingMode
        self.runtime = runtime
    }

    package var hasStaticSide: Bool { members.contains { $0.isStatic } }
}

/// One requirement: how the mock witnesses it, and how tests speak about it.
package struct MemberPlan: Equatable, Sendable {
    package var conditions: [String]
    package var isStatic: Bool
    /// `public ` or empty.
    package var access: String
    package var witness: WitnessPlan
    package var clauses: [ClausePlan]
}

/// The member of the mock itself.
package enum WitnessPlan: Equatable, Sendable {
    /// `func f(a: Int) throws -> Bool` and its body; none where nobody can make the call.
    case function(head: String, body: BodyPlan?)
    /// A property or subscript: `var name: String`, with the effects of the getter.
    case accessors(head: String, getter: String, get: BodyPlan, setter: String = "set", set: BodyPlan?)
}

/// The statements of a witness: preparations, then one call into the runtime.
package struct BodyPlan: Equatable, Sendable {
    package var preparations: [String] = []
    package var call: String
    /// Statements that end the body instead of returning the call's value, with the call put in for `$call`.
    package var wrapper: Wrapper = .returned
    /// The last line, after the call.
    package var conclusion: String?

    package init(
        preparations: [String] = [], call: String, wrapper: Wrapper = .returned, conclusion: String? = nil
    ) {
        self.preparations = preparations
        self.call = call
        self.wrapper = wrapper
        self.conclusion = conclusion
    }

    package enum Wrapper: Equatable, Sendable {
        /// `return <call>`
        case returned
        /// `return try Result<R, any Error> { <call> }.rethrowGet()`
        case rethrown(result: String)
        /// The same where no `Result` can hold the call: it is async, or its value cannot be copied.
        case caught
        /// The call alone: in an initializer, a setter, or where nothing returns.
        case performed
        /// `guard <call> else { return nil }`
        case guarded
    }
}

/// One member of the set that `given`, `verify` and `calls` return.
package struct ClausePlan: Equatable, Sendable {
    package var attributes: [String] = []
    /// `func f(a: Matcher<Int> = .any)`, `var name:`, `subscript(i: Matcher<Int>)`
    package var head: String
    /// `Clause<MockMode, Int, Bool, Never>`
    package var type: String
    /// ` where T: P` or empty.
    package var whereClause = ""
    /// The type asks the mode for that of nonisolated members.
    package var constrainsMode = false
    package var key: String
    package var matchers: [String]
}

/// How the runtime's and the standard library's names have to be written in this mock.
package struct RuntimeSpelling: Equatable, Sendable {
    package var shadowed: Set<String>

    package init(shadowed: Set<String> = []) { self.shadowed = shadowed }

    /// The generic parameter of member sets.
    package var mode: String { shadowed.contains(RuntimeName.mode) ? "\(RuntimeName.mode)2" : RuntimeName.mode }

    package func callAsFunction(_ name: String) -> String { RuntimeName.spelled(name, shadowed: shadowed) }

    /// A name of the standard library that is written with its module everywhere: `Swift.ObjectIdentifier`.
    package func swift(_ name: String) -> String { RuntimeName.qualified(name, in: "Swift", shadowed: shadowed) }
}

/// Why a type or a member of it is not mocked as the user would expect.
package struct PlanDiagnostic: Equatable, Sendable {
    /// `nil` for the type itself.
    package var origin: MemberOrigin?
    package var severity: Diagnostic.Severity
    package var message: String
    package var code: String
}
