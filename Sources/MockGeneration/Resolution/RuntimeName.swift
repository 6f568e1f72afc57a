/// Names that generated code takes from the runtime library and the standard library.
///
/// Where the user's module declares a type of the same name, generated code writes the module in front.
package enum RuntimeName {
    /// What generated code cannot write alone where it means something else.
    static let shadowable = WordSet(all.union([mode]))

    static let all = runtime.union(standard).union(functions).union(modules)

    /// The generic parameter of member sets.
    static let mode = "MockMode"

    /// What every mock has within it, where no mock of that name can be seen.
    static let parts: Set<String> = ["MockMembers", "MockGiven", "MockVerify", "MockCalls", mode]

    private static let runtime: Set<String> = [
        "Mock", "ProtocolMock", "ClassMock", "StaticMock", "MemberSet", "MockState", "Clause", "AsyncClause",
        "BodyClause",
        "AnyClause",
        "Matcher", "OptionalMatcher",
        "ClauseMode", "Stubbing", "SendableStubbing", "MainActorStubbing", "Verifying", "Recording",
        "Unrecorded",
    ]
    /// All public types of the library: whoever imports it sees them beside the user's own of the same name.
    package static let library = runtime.union([
        "AnyMatcher", "AnyRule", "CallCount", "Captor", "ClauseProtocol", "ClauseState", "DefaultProvider",
        "DefaultValue", "Defaults", "EachMock", "FailureReporter", "HeldCalls", "InOrderOptions", "MatcherProtocol",
        "MockAsyncFunction", "MockBehavior", "MockCall", "MockCore", "MockDescription", "MockFailure", "MockFunction",
        "MockLocation", "Rule", "Statics",
        "StubbingMode", "UnstubbedCall",
    ])
    static let libraryWords = WordSet(library)
    /// Of these the runtime's own functions.
    static let functions: Set<String> = ["disconnected"]
    private static let standard: Set<String> = ["Void", "Never", "Error", "Result", "Bool", "String", "Hasher"]

    /// Where these names come from.
    static let modules: Set<String> = ["Swift", "Mocking"]

    /// The name as generated code has to write it.
    static func spelled(_ name: String, shadowed: Set<String>) -> String {
        guard !shadowed.isEmpty, shadowed.contains(name) else { return name }
        return qualified(name, in: standard.contains(name) ? "Swift" : "Mocking", shadowed: shadowed)
    }

    /// The name with its module in front. What is not the module but is called so cannot come before `::`.
    static func qualified(_ name: String, in module: String, shadowed: Set<String>) -> String {
        module + (shadowed.contains(module) ? "::" : ".") + name
    }
}

/// Names that every resolution looks up, to see whether the user's module hides the runtime's.
package enum RuntimeNames {
    package static var all: Set<String> { RuntimeName.all }

    package static func contains(_ name: String) -> Bool { words.contains(name) }

    private static let words = WordSet(RuntimeName.all)
}
