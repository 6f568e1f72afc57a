internal import MockModel

/// Mocks for tests that were written for MockSix: methods have ids, by which they are stubbed and their calls found.
package final class MockSixStyle: MockStyle {
    package let name = "mocksix"

    package init() {}

    package var strippedSuffixes: [String] { ["Protocol"] }

    package func mock(of conformance: Conformance) -> StyledMock {
        let ids = MethodIDs(conformance)
        let mock = MockSixMock(conformance: conformance, ids: ids)
        return StyledMock(text: mock.bytes, diagnostics: ids.diagnostics + mock.limits)
    }

    package let names = StyleNames(
        module: "MockSix",
        library: [
            "ClassMock", "DefaultInitializable", "Dummy", "Mock", "MockInvocation", "MockSixLock", "NoMethods",
            "StoredDummy",
        ],
        used: ["Dummy", "Int", "Mock", "NoMethods", "StoredDummy"],
        nested: ["Methods", "MockMethod"], reserved: ["Methods", "MockMethod"],
        locals: ["classMock", "registerInvocation", "registerThrowingInvocation"])
}
