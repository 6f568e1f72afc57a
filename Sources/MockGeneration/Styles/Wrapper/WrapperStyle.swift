internal import MockModel

/// Mocks whose members call closures in property wrappers, which keep the calls: `@Mock` and its likes.
package final class WrapperStyle: MockStyle {
    package let name = "wrapper"

    package init() {}

    package func mock(of conformance: Conformance) -> StyledMock {
        var planner = WrapperPlanner(conformance)
        let mock = planner.plan()
        return StyledMock(text: mock.bytes, diagnostics: planner.diagnostics)
    }

    package let names = StyleNames(
        module: "MockWrappers",
        library: [
            "AsyncMock", "AsyncThrowingMock", "ClosureObject", "CodableInput", "EquatableTuple", "Mock", "MockDefault",
            "MockUsage",
            "ThrowingMock",
        ],
        used: [
            "Any", "AsyncMock", "AsyncThrowingMock", "ClosureObject", "EquatableTuple", "Mock", "MockDefault",
            "ThrowingMock",
        ],
        nested: ["MockClosures", "MockStatics"], reserved: ["MockClosures", "MockStatics"],
        locals: ["closures", "statics", "real", "context"])
}
