internal import MockModel

/// Mocks for tests that were written for Mimus: calls have identifiers, and a verifier has a method for each member.
package final class MimusStyle: MockStyle {
    package let name = "mimus"

    package init() {}

    package func mock(of conformance: Conformance) -> StyledMock {
        var planner = MimusPlanner(conformance)
        let mock = planner.plan()
        return StyledMock(text: mock.bytes, diagnostics: planner.diagnostics)
    }

    package let names = StyleNames(
        module: "Mimus",
        library: [
            "AnyMatcher", "Arguments", "CaptureArgumentMatcher", "CapturePointerMatcher", "ClosureMatcher", "EqualTo",
            "IdenticalTo", "InstanceOf", "Matcher", "MimusVerifier", "Mock", "MockEquatable", "NotMatcher",
            "SimulateCallbackMatcher", "SimulatedValue", "StaticMock", "Storage", "VerificationMode",
        ],
        used: [
            "Int", "Matcher", "MimusVerifier", "Mock", "SimulatedValue", "StaticMock", "StaticString", "Storage",
            "UInt",
            "VerificationMode",
        ],
        nested: ["InstanceVerifier", "StaticVerifier"], reserved: ["InstanceVerifier", "StaticVerifier"],
        locals: ["mockError", "recordCall", "simulated", "static", "stubbedError", "stubbedValue", "verifyCall"])
}
