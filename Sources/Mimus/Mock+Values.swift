internal import Mocking

extension Mock {
    /// Records the value that calls with an identifier and arguments return.
    public func record(returnValue: Any?, forCallWithIdentifier identifier: String, arguments: [Any?]? = nil) {
        storage.record(Outcome(value: returnValue, call: RecordedCall(identifier: identifier, arguments: arguments)))
    }

    /// Records the error that calls with an identifier and arguments throw.
    public func record(error: any Error, forCallWithIdentifier identifier: String, arguments: [Any?]? = nil) {
        storage.record(Outcome(error: error, call: RecordedCall(identifier: identifier, arguments: arguments)))
    }

    /// Returns the value that was recorded last for an identifier and arguments.
    public func recordedValue<T>(forCallWithIdentifier identifier: String, arguments: Arguments = .none) -> T? {
        storage.outcome(identifier) { arguments.mismatches($0.arguments) == [] }?.value as? T
    }

    /// Returns the error that was recorded last for an identifier and arguments.
    public func recordedError(
        forCallWithIdentifier identifier: String, arguments: Arguments = .none
    ) -> (any Error)? {
        storage.outcome(identifier) { arguments.mismatches($0.arguments) == [] }?.error
    }

    /// Returns the value that was recorded last for a call with equal arguments.
    ///
    /// - Parameter name: the method that records it, for the message.
    public func stubbedValue<T>(
        forCallWithIdentifier identifier: String, equalTo arguments: [Any?]?, advice: String
    ) -> sending T {
        let outcome = storage.outcome(identifier) { $0.hasArguments(equalTo: arguments) }
        return disconnected((outcome?.value as? T) ?? Simulation.value(advice))
    }

    /// Returns the error that was recorded last for a call with equal arguments.
    public func stubbedError(
        forCallWithIdentifier identifier: String, equalTo arguments: [Any?]?
    ) -> (any Error)? {
        storage.outcome(identifier) { $0.hasArguments(equalTo: arguments) }?.error
    }

    /// Returns the value that a test has set for a member, or else a default of its type.
    ///
    /// - Parameter name: the property that the test sets, for the message.
    public func simulated<T>(_ value: T?, _ name: String) -> sending T { Self.simulated(value, name) }

    /// Returns the value that a test has set for a static member, or else a default of its type.
    public static func simulated<T>(_ value: T?, _ name: String) -> sending T {
        disconnected(value ?? Simulation.value("set \(Self.self).\(name)"))
    }
}

enum Simulation {
    /// A default of the type; ends the process if there is none.
    static func value<T>(_ advice: String) -> T {
        if let value = Defaults.value(of: T.self) { return value }
        Failures.trap("there is no value of type \(T.self) to return; \(advice) before the call", at: .unknown)
    }
}
