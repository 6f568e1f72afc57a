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

    /// Whether the line is one that a user wrote. That of a static member or of a mock of a class is not known; failures
    /// are then reported at the running test.
    public var isKnown: Bool { line > 0 }

    static let unknown = MockLocation(fileID: "", filePath: "", line: 0, column: 0)

    /// Module, file and line, as in `KitchenTests/CookTests.swift:12`.
    public var description: String { isKnown ? "\(fileID):\(line)" : "an unknown line" }
}
