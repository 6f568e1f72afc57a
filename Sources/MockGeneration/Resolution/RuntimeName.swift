/// Names of the runtime library and the standard library that generated code uses.
///
/// If the user's module declares a type with the same name, generated code qualifies the name with its module.
package enum RuntimeName {
    /// Names that generated code must qualify where they mean something else.
    static let shadowable = WordSet(all.union([mode]))

    static let all = runtime.union(standard).union(functions).union(modules)

    /// The name of the member sets' generic parameter.
    static let mode = "MockMode"

    /// Types nested in every mock. A mock with one of these names is not visible from inside another mock.
    static let parts: Set<String> = ["MockMembers", "MockGiven", "MockVerify", "MockCalls", mode]

    private static let runtime: Set<String> = [
        "Mock", "ProtocolMock", "ClassMock", "StaticMock", "MemberSet", "MockState", "Clause", "AsyncClause",
        "BodyClause",
        "AnyClause",
        "Matcher", "OptionalMatcher",
        "ClauseMode", "Stubbing", "SendableStubbing", "MainActorStubbing", "Verifying", "Recording",
        "Unrecorded",
    ]
    /// All public types of the library: a file that imports it sees them beside the user's types of the same name.
    package static let library = runtime.union([
        "AnyMatcher", "AnyRule", "CallCount", "Captor", "ClauseProtocol", "ClauseState", "DefaultProvider",
        "DefaultValue", "Defaults", "EachMock", "FailureReporter", "HeldCalls", "InOrderOptions", "MatcherProtocol",
        "MockAsyncFunction", "MockBehavior", "MockCall", "MockCore", "MockDescription", "MockFailure", "MockFunction",
        "MockLocation", "Rule", "Statics",
        "StubbingMode", "UnstubbedCall",
    ])
    static let libraryWords = WordSet(library)
    /// The runtime's functions among these names.
    static let functions: Set<String> = ["disconnected"]
    private static let standard: Set<String> = ["Void", "Never", "Error", "Result", "Bool", "String", "Hasher"]

    /// The modules that declare these names.
    static let modules: Set<String> = ["Swift", "Mocking"]

    /// The name as generated code must write it.
    static func spelled(_ name: String, shadowed: Set<String>) -> String {
        guard !shadowed.isEmpty, shadowed.contains(name) else { return name }
        return qualified(name, in: standard.contains(name) ? "Swift" : "Mocking", shadowed: shadowed)
    }

    /// The name with its module in front. Where another declaration hides the module, `::` is used, which only finds
    /// modules.
    static func qualified(_ name: String, in module: String, shadowed: Set<String>) -> String {
        module + (shadowed.contains(module) ? "::" : ".") + name
    }
}

/// Names that every resolution looks up to detect whether the user's module hides the runtime's.
package enum RuntimeNames {
    package static var all: Set<String> { RuntimeName.all }

    package static func contains(_ name: String) -> Bool { words.contains(name) }

    private static let words = WordSet(RuntimeName.all)
}
