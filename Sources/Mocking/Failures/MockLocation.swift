/// The source location of a failure.
public struct MockLocation: Sendable, CustomStringConvertible {
    /// The module and file, from `#fileID`.
    public let fileID: StaticString
    /// The whole path, from `#filePath`.
    public let filePath: StaticString
    /// The line, counted from 1.
    public let line: UInt
    /// The column, counted from 1.
    public let column: UInt

    /// Creates a location from the values of `#fileID`, `#filePath`, `#line` and `#column`.
    public init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    /// True if the location is in the user's code. It is unknown for static members and for mocks of classes; their
    /// failures are reported at the running test.
    public var isKnown: Bool { line > 0 }

    package static let unknown = MockLocation(fileID: "", filePath: "", line: 0, column: 0)

    /// The module, file and line, as in `KitchenTests/CookTests.swift:12`.
    public var description: String { isKnown ? "\(fileID):\(line)" : "an unknown line" }
}
