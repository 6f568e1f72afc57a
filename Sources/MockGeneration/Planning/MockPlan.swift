package import MockModel

/// All decisions about one mock. Members are values that know what they are; `Rendering/` only puts it into words.
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
    var members: [MemberPlan] = []
    /// Members share names, so what tests say of them may come out alike.
    var hasOverloads = false
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

/// How the runtime's and the standard library's names have to be written in this mock.
package struct RuntimeSpelling: Equatable, Sendable {
    package var shadowed: Set<String>

    package init(shadowed: Set<String> = []) { self.shadowed = shadowed }

    /// The generic parameter of member sets.
    package var mode: String {
        !shadowed.isEmpty && shadowed.contains(RuntimeName.mode) ? "\(RuntimeName.mode)2" : RuntimeName.mode
    }

    package func callAsFunction(_ name: String) -> String { RuntimeName.spelled(name, shadowed: shadowed) }

    /// A name of the standard library that is written with its module everywhere: `Swift.ObjectIdentifier`.
    package func swift(_ name: String) -> String { RuntimeName.qualified(name, in: "Swift", shadowed: shadowed) }
}

/// Why a type or a member of it is not mocked as the user would expect.
package struct PlanDiagnostic: Equatable, Sendable {
    /// The code of a type whose mock would take too much work.
    package static let tooComplex = "too-complex"

    /// `nil` for the type itself.
    package var origin: MemberOrigin?
    package var severity: Diagnostic.Severity
    package var message: String
    package var code: String
}
