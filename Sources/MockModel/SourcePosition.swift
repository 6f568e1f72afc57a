/// A position in a text file, counted from 1 as compilers do; the column counts UTF-8 bytes.
package struct SourcePosition: Hashable, Sendable, Comparable, Codable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
