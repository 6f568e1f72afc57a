/// Passes failures to a collector if there is one, otherwise to the test framework.
package enum Failures {
    /// The mangled name of `MockingTestSupport.Reporter`.
    private static let reporterName = "18MockingTestSupport8ReporterO"

    package static let reporter: any FailureReporter.Type = {
        let found = _typeByName(reporterName) as? any FailureReporter.Type ?? StandardErrorReporter.self
        found.prepare()
        return found
    }()

    package static func report(_ message: String, at location: MockLocation) {
        let failure = MockFailure(message: message, location: location)
        if let collector = FailureCollector.current {
            collector.add(failure)
        } else {
            handOn(failure)
        }
    }

    private static func handOn(_ failure: MockFailure) {
        MockFailure.sink?(failure)
        reporter.report(failure)
    }

    /// Reports why the process cannot continue, so that the test log shows it, and ends the process.
    package static func trap(_ message: String, at location: MockLocation) -> Never {
        // The process is about to end, so collected failures would be lost.
        handOn(MockFailure(message: message, location: location))
        end(message, at: location)
    }

    /// Ends the process for a failure that has been reported.
    static func end(_ message: String, at location: MockLocation) -> Never {
        fatalError(location.isKnown ? "\(location): \(message)" : message)
    }

    /// The running test's name for the end of a headline, because the failure's location is not that of the call.
    static var testSuffix: String {
        reporter.currentTestName.map { " in test \($0)" } ?? ""
    }
}
