public import Foundation
public import Mocking

// Unstubbed calls find these conformances even in tests that do not import this module.

extension Data: DefaultValue {
    /// No bytes.
    public static var defaultValue: Data { Data() }
}

extension Date: DefaultValue {
    /// The reference date, the start of 2001: a constant.
    public static var defaultValue: Date { Date(timeIntervalSinceReferenceDate: 0) }
}

extension UUID: DefaultValue {
    /// The identifier that consists of zeros.
    public static var defaultValue: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}

extension Decimal: DefaultValue {
    /// Zero.
    public static var defaultValue: Decimal { 0 }
}

extension URL: DefaultValue {
    /// The root folder.
    public static var defaultValue: URL { URL(fileURLWithPath: "/") }
}

extension IndexPath: DefaultValue {
    /// A path without indexes.
    public static var defaultValue: IndexPath { IndexPath() }
}

extension IndexSet: DefaultValue {
    /// A set without indexes.
    public static var defaultValue: IndexSet { IndexSet() }
}

extension DateComponents: DefaultValue {
    /// Components without values.
    public static var defaultValue: DateComponents { DateComponents() }
}

extension Locale: DefaultValue {
    /// The locale `en_US_POSIX`, which is the same on every machine.
    public static var defaultValue: Locale { Locale(identifier: "en_US_POSIX") }
}

extension TimeZone: DefaultValue {
    /// Greenwich Mean Time.
    public static var defaultValue: TimeZone { .gmt }
}

extension Calendar: DefaultValue {
    /// The calendar of ISO 8601, in Greenwich Mean Time.
    public static var defaultValue: Calendar {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .defaultValue
        calendar.locale = .defaultValue
        return calendar
    }
}

extension DateInterval: DefaultValue {
    /// No time at the reference date.
    public static var defaultValue: DateInterval { DateInterval(start: .defaultValue, duration: 0) }
}

extension CharacterSet: DefaultValue {
    /// A set without characters.
    public static var defaultValue: CharacterSet { CharacterSet() }
}

extension AttributedString: DefaultValue {
    /// The empty string.
    public static var defaultValue: AttributedString { AttributedString() }
}

extension URLComponents: DefaultValue {
    /// Components without values.
    public static var defaultValue: URLComponents { URLComponents() }
}

extension URLQueryItem: DefaultValue {
    /// An item with an empty name.
    public static var defaultValue: URLQueryItem { URLQueryItem(name: "", value: nil) }
}

extension PersonNameComponents: DefaultValue {
    /// Components without values.
    public static var defaultValue: PersonNameComponents { PersonNameComponents() }
}

extension String.Encoding: DefaultValue {
    /// UTF-8.
    public static var defaultValue: String.Encoding { .utf8 }
}

extension OperatingSystemVersion: DefaultValue {
    /// Version 0.0.0.
    public static var defaultValue: OperatingSystemVersion { OperatingSystemVersion() }
}

extension NSRange: DefaultValue {
    /// The empty range at 0.
    public static var defaultValue: NSRange { NSRange(location: 0, length: 0) }
}

/// Zero.
extension CGFloat: DefaultValue {}

extension CGPoint: DefaultValue {
    /// The origin.
    public static var defaultValue: CGPoint { .zero }
}

extension CGSize: DefaultValue {
    /// No width and no height.
    public static var defaultValue: CGSize { .zero }
}

extension CGRect: DefaultValue {
    /// The empty rectangle at the origin.
    public static var defaultValue: CGRect { .zero }
}
