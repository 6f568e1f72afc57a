/// Checks that calls were made one after the other, on one mock or several.
///
/// ```swift
/// inOrder {
///     verify(door).open().wasCalled()
///     verify(till).pay().wasCalled()
/// }
/// ```
///
/// Each verification looks only at calls after those the one before it has found. A count is about the calls up to the
/// next verification: `open`, `pay`, `open` is one `open` before `pay` and one after it. Options say what may not happen
/// around the verified calls, as in `inOrder(.noCallsAfter) { … }`.
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

/// Checks that calls are made one after the other, with verifications that wait for them.
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

/// What may not happen around the calls that `inOrder` verifies.
///
/// It is about the mocks that are verified in the block.
public struct InOrderOptions: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: Int

    /// Makes options of their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Nothing before the first verified call.
    public static let noCallsBefore = InOrderOptions(rawValue: 1)
    /// Nothing after the last verified call.
    public static let noCallsAfter = InOrderOptions(rawValue: 2)
    /// Nothing between the first and the last verified call.
    public static let consecutive = InOrderOptions(rawValue: 4)
}
