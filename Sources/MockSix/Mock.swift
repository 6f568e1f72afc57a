/// A mock whose methods record their calls and can be stubbed by their ids.
///
/// mockd generates such mocks in style `mocksix`. One that is written by hand lists its methods in an enum, and each of
/// them registers its calls:
///
/// ```swift
/// class MockParser: ParserProtocol, Mock {
///     enum Methods: Int { case parse }
///     typealias MockMethod = Methods
///
///     func parse(_ string: String) -> [Int] { registerInvocation(for: .parse, args: string, andReturn: []) }
/// }
/// ```
///
/// A struct needs a constant beside its methods: `let mockSixLock = lock()`.
public protocol Mock {
    /// The ids of the methods: an enum with raw values of type `Int`.
    associatedtype MockMethod: RawRepresentable where MockMethod.RawValue == Int

    /// The calls and stubs of the mock. Classes and actors have it without a line of code.
    var mockSixLock: MockSixLock { get }
}

extension Mock where Self: AnyObject {
    /// The calls and stubs of the object.
    public var mockSixLock: MockSixLock { ObjectLocks.lock(of: self) }
}

extension Mock {
    /// The calls and stubs of the type's static members.
    public static var classMock: ClassMock<Self> { ClassMock() }

    /// The calls so far, oldest first.
    public var invocations: [MockInvocation] { mockSixLock.invocations }

    /// Forgets all calls and stubs.
    public func resetMock() { mockSixLock.reset() }
}

/// The ids of a mock without methods.
public enum NoMethods: RawRepresentable, Sendable {
    /// Returns `nil`.
    public init?(rawValue: Int) { nil }

    /// No value has one.
    public var rawValue: Int { switch self {} }
}
