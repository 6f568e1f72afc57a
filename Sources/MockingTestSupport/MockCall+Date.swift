public import Foundation
public import Mocking

extension MockCall {
    /// The time of the call, accurate to a few milliseconds.
    public var date: Date { Date(timeIntervalSince1970: time / .seconds(1)) }
}
