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
