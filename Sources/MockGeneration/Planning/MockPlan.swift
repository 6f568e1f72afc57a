package import MockModel

/// All decisions about one mock, as values. `Rendering/` only prints them.
package struct MockPlan {
    /// The types whose extension holds the mock, outermost first.
    package var namespace: [String] = []
    package var namespaceAttributes: [String] = []
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
    /// The type of the object that calls are forwarded to: `any Cook`.
    package var target: String
    package var staticTarget: String
    /// The property that holds the mock's state: `mocking`, unless a requirement has that name.
    package var stateName = "mocking"
    /// The struct of the clauses: `MockMembers`, unless one of the protocol's types has such a name.
    package var memberSetName = "MockMembers"
    /// `SendableStubbing`, `MainActorStubbing` or `Stubbing`.
    package var stubbingMode: String
    /// `typealias Element = Int` and the like.
    package var typealiases: [String] = []
    var members: [MemberPlan] = []
    /// True if members share names, so that their clauses may come out alike.
    var hasOverloads = false
    /// Members that implement conformances by identity, as finished lines.
    package var identityMembers: [String] = []
    /// True if the mock inherits from a class: its state needs a default value, because inherited initializers do not
    /// set it.
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

/// How this mock must spell names of the runtime and the standard library.
package struct RuntimeSpelling: Equatable, Sendable {
    package var shadowed: Set<String>

    package init(shadowed: Set<String> = []) { self.shadowed = shadowed }

    /// The generic parameter of member sets.
    package var mode: String {
        !shadowed.isEmpty && shadowed.contains(RuntimeName.mode) ? "\(RuntimeName.mode)2" : RuntimeName.mode
    }

    package func callAsFunction(_ name: String) -> String { RuntimeName.spelled(name, shadowed: shadowed) }

    /// A standard library name that is always qualified: `Swift.ObjectIdentifier`.
    package func swift(_ name: String) -> String { RuntimeName.qualified(name, in: "Swift", shadowed: shadowed) }
}

/// A type or member that is not mocked as the user would expect, with the reason.
package struct PlanDiagnostic: Equatable, Sendable {
    /// The code of a type whose mock would take too much work.
    package static let tooComplex = "too-complex"

    /// `nil` for the type itself.
    package var origin: MemberOrigin?
    package var severity: Diagnostic.Severity
    package var message: String
    package var code: String
}
