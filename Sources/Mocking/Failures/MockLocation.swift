/// A place in the source of a test, to which a failure points.
public struct MockLocation: Sendable, CustomStringConvertible {
    /// Module and file, as `#fileID` gives them.
    public let fileID: StaticString
    /// The whole path, as `#filePath` gives it.
    public let filePath: StaticString
    /// The line, counted from 1.
    public let line: UInt
    /// The column, counted from 1.
    public let column: UInt

    /// Makes a location from what `#fileID`, `#filePath`, `#line` and `#column` give.
    public init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    /// Module, file and line, as in `KitchenTests/CookTests.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}
