/// Checks a value with a matcher, independently of mocks.
///
/// ```swift
/// assertThat(bill.lines, .contains(where: .property(\.price, .greater(than: 100))))
/// ```
public func assertThat<T>(
    _ value: T, _ matcher: Matcher<T>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    report(
        matcher.mismatch(value), MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Checks an optional value with a matcher, independently of mocks.
public func assertThat<T>(
    _ value: T?, _ matcher: OptionalMatcher<T>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    report(
        matcher.mismatch(value), MockLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

private func report(_ mismatch: String?, _ location: MockLocation) {
    if let mismatch { Failures.report(mismatch, at: location) }
}
