/// Mocks with typed `given`, `verify` and `calls`, on the library `Mocking`.
package final class TypedStyle: MockStyle {
    package let name = "typed"

    package init() {}

    package func mock(of conformance: Conformance) -> StyledMock {
        var planner = TypedPlanner(conformance)
        let mock = planner.plan()
        return StyledMock(text: mock.bytes, diagnostics: planner.diagnostics)
    }

    package let interface = StyleInterface(
        usage: [
            "MockMembers": "given(mock), verify(mock), calls(mock)",
            "StaticMockMembers": "given({mock}.statics), verify({mock}.statics), calls({mock}.statics)",
        ],
        receivers: ["MockMembers": "mock", "StaticMockMembers": "{mock}.statics"],
        hidden: [
            "mocking", "init(mocking:)", "MockTarget", "MockGiven", "MockVerify", "MockCalls", "StaticMockTarget",
            "StaticMockGiven",
            "StaticMockVerify", "StaticMockCalls",
        ])

    package var hasMatchers: Bool { true }

    package func matchers(of values: NamedValues) -> [UInt8]? { ValueMatchers(values).bytes }

    /// The name of the member sets' generic parameter.
    static let mode = "MockMode"

    private static let types: Set<String> = [
        "Mock", "ProtocolMock", "ClassMock", "StaticMock", "MemberSet", "MockState", "Clause", "AsyncClause",
        "BodyClause", "AnyClause", "Matcher", "OptionalMatcher", "ClauseMode", "Stubbing", "SendableStubbing",
        "MainActorStubbing", "Verifying", "Recording", "Unrecorded", "AsyncOverload",
    ]

    package let names = StyleNames(
        module: "Mocking",
        library: TypedStyle.types.union([
            "AnyMatcher", "AnyRule", "CallCount", "Captor", "CaseMatcher", "ClauseProtocol", "ClauseState",
            "DefaultProvider",
            "DefaultValue", "Defaults", "EachMock", "FailureReporter", "HeldCalls", "InOrderOptions",
            "MatcherProtocol", "MockAsyncFunction", "MockBehavior", "MockCall", "MockCore", "MockDescription",
            "MockFailure", "MockFunction", "MockLocation", "Rule", "Statics", "StubbingMode", "UnstubbedCall",
        ]),
        used: TypedStyle.types,
        parameters: [TypedStyle.mode],
        nested: ["MockMembers", "MockGiven", "MockVerify", "MockCalls"],
        reserved: [
            "MockTarget", "MockGiven", "MockVerify", "MockCalls", "StaticMockTarget", "StaticMockGiven",
            "StaticMockVerify", "StaticMockCalls",
        ],
        locals: [
            "mocking", "mockState", "statics", "target", "stub", "arguments", "forward", "forwardOpened", "mockAnswer",
        ])
}
