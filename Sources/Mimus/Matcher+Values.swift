public import Foundation

extension Matcher where Self: Equatable {
    /// Returns true for an equal value.
    public func matches(argument: Any?) -> Bool { (argument as? Self) == self }
}

extension Int: Matcher {}
extension UInt: Matcher {}
extension Float: Matcher {}
extension Double: Matcher {}
extension Bool: Matcher {}
extension URL: Matcher {}
extension Data: Matcher {}

extension String: Matcher {
    /// Returns true for equal text.
    public func matches(argument: Any?) -> Bool { text(of: argument) == self }
}

extension StaticString: Matcher {
    /// Returns true for equal text.
    public func matches(argument: Any?) -> Bool { text(of: argument) == description }
}

private func text(of argument: Any?) -> String? {
    (argument as? String) ?? (argument as? StaticString)?.description
}

extension Array: Matcher {
    /// Returns true for an array whose elements match those of this one, each of which is a matcher, or equal.
    public func matches(argument: Any?) -> Bool {
        guard let actual = argument as? [Any?], actual.count == count else { return false }
        return zip(self, actual).allSatisfy { isMatch($0 as Any?, $1) }
    }
}

extension Dictionary: Matcher {
    /// Returns true for a dictionary with the same keys, whose values match those of this one.
    public func matches(argument: Any?) -> Bool {
        guard let actual = argument as? [Key: Any?], actual.count == count else { return false }
        return allSatisfy { key, value in actual[key].map { isMatch(value as Any?, $0) } ?? false }
    }
}

private func isMatch(_ expected: Any?, _ actual: Any?) -> Bool {
    guard let expected, let actual else { return expected == nil && actual == nil }
    return (expected as? any Matcher)?.matches(argument: actual) ?? areEqual(expected, actual)
}

extension NSObject {
    fileprivate func isEqual(toArgument argument: Any?) -> Bool { (argument as? NSObject) == self }
}

extension NSError: Matcher {
    /// Returns true for an equal error.
    public func matches(argument: Any?) -> Bool {
        isEqual(toArgument: argument) || (argument as? any Error).map { $0 as NSError == self } ?? false
    }
}

extension NSNumber: Matcher {
    /// Returns true for an equal number.
    public func matches(argument: Any?) -> Bool { isEqual(toArgument: argument) }
}

extension NSString: Matcher {
    /// Returns true for equal text.
    public func matches(argument: Any?) -> Bool {
        isEqual(toArgument: argument) || text(of: argument) == description
    }
}

extension NSURL: Matcher {
    /// Returns true for an equal address.
    public func matches(argument: Any?) -> Bool {
        isEqual(toArgument: argument) || (argument as? URL)?.absoluteString == absoluteString
    }
}

extension NSNull: Matcher {
    /// Returns true for `nil` and for `NSNull`.
    public func matches(argument: Any?) -> Bool { argument == nil || argument is NSNull }
}
