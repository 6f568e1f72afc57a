/// The names of the library, and of the standard library, that generated code uses.
enum RuntimeNames {
    static let all: [StaticString] = [
        "Mock", "ProtocolMock", "StaticMock", "MemberSet", "MockState", "Clause", "AsyncClause", "BodyClause",
        "AnyClause", "Matcher", "OptionalMatcher", "Stubbing", "SendableStubbing", "MainActorStubbing", "Verifying",
        "Recording", "Unrecorded", "Void", "Never", "Error", "Result", "Bool", "String", "Hasher",
        "ClauseMode", "Swift", "Mocking",
    ]
}
