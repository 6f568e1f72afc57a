/// Hands failures to the test framework that runs.
///
/// The core of the library knows no framework. It looks for a type that does, by name, so that whoever depends on the
/// product has nothing to set up.
public protocol FailureReporter: SendableMetatype {
    /// Reports one failure, once; at the running test if its location is not known.
    static func report(_ failure: MockFailure)

    /// What tells the running test from others, or nothing if no test is known to run.
    static var currentTest: String? { get }

    /// The running test as it reads in messages, or nothing if it has no name.
    static var currentTestName: String? { get }

    /// The running test, in whatever form the framework has it at hand, or nothing if no test is known to run.
    static var currentTestValue: Any? { get }

    /// Whether two values of ``currentTestValue`` are the same test.
    static func isSameTest(_ first: Any, _ second: Any) -> Bool

    /// Whether the framework that runs says which test a task belongs to.
    static var tellsTestsApart: Bool { get }

    /// Called once, before anything else.
    static func prepare()
}
