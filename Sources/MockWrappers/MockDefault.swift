internal import Mocking

/// Values for calls that neither a test nor another object answers.
public enum MockDefault {
    /// Returns a default of the type; ends the process if there is none.
    ///
    /// - Parameter name: the mock and the property that a test sets, for the message.
    public static func value<T>(_ name: String) -> sending T {
        if let value = Defaults.value(of: T.self) { return disconnected(value) }
        Failures.trap("there is no value of type \(T.self) to return; set \(name) before the call", at: .unknown)
    }

    /// Changes an object, or a copy of a value: the mock's closure knows it only as a constant.
    public static func change<T>(_ value: T, _ body: (inout T) -> Void) {
        var value = value
        body(&value)
    }

    /// Returns a value as one that nothing else uses.
    public static func sent<T>(_ value: T) -> sending T { disconnected(value) }
}
