/// Mocks that record calls in plain properties, and answer them with closures or values that tests assign. They need no
/// library.
package final class SpyStyle: MockStyle {
    package let name: String
    let words: SpyWords

    private init(_ name: String, _ words: SpyWords) {
        self.name = name
        self.words = words
    }

    /// Mocks with the names of mockolo: `fooCallCount`, `fooArgValues`, `fooHandler`.
    package static let spy = SpyStyle("spy", .mockolo)
    /// Mocks with the names in Sourcery's documents and of swift-spyable: `fooCallsCount`, `fooReceivedArguments`.
    package static let sourcery = SpyStyle("sourcery", .sourcery)
    /// Mocks with the names of Sourcery's template since 2.1, which contain types: `fooBarStringVoidCallsCount`.
    package static let autoMockable = SpyStyle("automockable", .autoMockable)

    package func mock(of conformance: Conformance) -> StyledMock {
        var planner = SpyPlanner(conformance, self)
        let mock = planner.plan()
        return StyledMock(text: mock.bytes, imports: mock.imports, diagnostics: planner.diagnostics)
    }

    /// The types of the modules that mocks import: `Testing` and `Hamcrest` only if they verify calls.
    private static let imported: Set<String> = [
        "Attachable", "Attachment", "Backtrace", "Bug", "Comment", "ConditionTrait", "Confirmation",
        "CustomTestArgumentEncodable", "CustomTestStringConvertible", "ExitTest", "ExpectationFailedError", "Issue",
        "IssueHandlingTrait", "MatchResult", "MatchResultDescription", "Matcher", "NSLock", "ParallelizationTrait",
        "SourceLocation", "SuiteTrait", "Tag", "Test",
        "TestScoping", "TestTrait", "TimeLimitTrait", "Trait",
    ]

    package let names = StyleNames(
        module: nil, library: SpyStyle.imported, used: ["Int", "Any"], nested: ["MockState", "MockStaticState"],
        locals: ["mockHandler", "mockError", "mockOld"])
}
