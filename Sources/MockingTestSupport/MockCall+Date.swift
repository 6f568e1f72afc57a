public import Foundation
public import Mocking

extension MockCall {
    /// When the call was made, exact to a few milliseconds.
    public var date: Date { Date(timeIntervalSince1970: time / .seconds(1)) }
}
