package import MockModel

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

    /// Makes types with an `init()` adopt `DefaultInitializable`, so that `Dummy` has a value of each.
    package func conformances(for resolved: ResolvedType, leastAccess: AccessLevel) -> [StyleConformance] {
        Dictionary(grouping: resolved.plainTypes.values, by: \.extended).compactMap { type, found in
            guard let type, let access = found.first?.access, access >= leastAccess else { return nil }
            return StyleConformance(
                module: resolved.type.module, type: type, access: access, adopted: "MockSix.DefaultInitializable")
        }.sorted { $0.type < $1.type }
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
