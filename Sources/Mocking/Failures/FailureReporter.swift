/// Reports failures to the test framework that is running.
///
/// The core of the library depends on no test framework. It finds a conforming type by name, so that users of the
/// product need no set-up.
public protocol FailureReporter: SendableMetatype {
    /// Reports one failure, once; at the running test if its location is unknown.
    static func report(_ failure: MockFailure)

    /// An identifier of the running test; `nil` if no test is known to run.
    static var currentTest: String? { get }

    /// The running test's name for messages; `nil` if it has none.
    static var currentTestName: String? { get }

    /// The running test, in the form that the framework provides at least cost; `nil` if no test is known to run.
    static var currentTestValue: Any? { get }

    /// Returns true if two values of ``currentTestValue`` are the same test.
    static func isSameTest(_ first: Any, _ second: Any) -> Bool

    /// True if the running framework knows which test a task belongs to.
    static var tellsTestsApart: Bool { get }

    /// Prepares the reporter; called once, before everything else.
    static func prepare()
}
