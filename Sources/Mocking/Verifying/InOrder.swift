/// Verifies that calls were made in order, on one mock or several.
///
/// ```swift
/// inOrder {
///     verify(door).open().wasCalled()
///     verify(till).pay().wasCalled()
/// }
/// ```
///
/// Each verification considers only calls after those that the previous one has found. A count applies to the calls up
/// to the next verification: `open`, `pay`, `open` is one `open` before `pay` and one after it. Options exclude other
/// calls around the verified ones, as in `inOrder(.noCallsAfter) { … }`.
public func inOrder(
    _ options: InOrderOptions = [],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: () throws -> Void
) rethrows {
    let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let order = CallOrder(options: options, location: location)
    try CallOrder.$current.withValue(order) { try body() }
    order.end()
}

/// Verifies that calls are made in order, with verifications that wait for them.
///
/// ```swift
/// await inOrder {
///     verify(door).open().wasCalled()
///     await verify(till).pay().wasCalled(within: .seconds(1))
/// }
/// ```
public nonisolated(nonsending) func inOrder(
    _ options: InOrderOptions = [],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ body: () async throws -> Void
) async rethrows {
    let location = MockLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let order = CallOrder(options: options, location: location)
    try await CallOrder.$current.withValue(order) { try await body() }
    order.end()
}

/// Calls that must not occur around those that `inOrder` verifies.
///
/// The options apply to the mocks verified in the block.
public struct InOrderOptions: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No calls before the first verified call.
    public static let noCallsBefore = InOrderOptions(rawValue: 1)
    /// No calls after the last verified call.
    public static let noCallsAfter = InOrderOptions(rawValue: 2)
    /// No other calls between the first and the last verified call.
    public static let consecutive = InOrderOptions(rawValue: 4)
}
