import SwiftSyntax

/// The text of a manifest with insertions that look like what is around them. All other bytes stay.
struct ManifestLayout {
    private let bytes: [UInt8]
    private var replacements: [(range: Range<Int>, text: String)] = []
    private let newline: String
    /// One level of indentation.
    private let indentation: String

    init(_ text: String) {
        bytes = Array(text.utf8)
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
        newline = lines.first?.last == UInt8(ascii: "\r") ? "\r\n" : "\n"
        // The smallest indentation of a line. An alignment with a bracket is larger than a level.
        let leading = lines.lazy.map { $0.prefix { $0 == UInt8(ascii: " ") } }.filter { $0.count > 1 }.map(\.count)
        let hasTabs = lines.contains { $0.first == UInt8(ascii: "\t") }
        indentation = hasTabs ? "\t" : String(repeating: " ", count: min(4, leading.min() ?? 4))
    }

    /// The text with all changes.
    var text: String {
        var result: [UInt8] = []
        var end = 0
        for (range, text) in replacements.enumerated().sorted(by: {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }).map(\.element) {
            result += bytes[end..<range.lowerBound]
            result += text.utf8
            end = range.upperBound
        }
        return String(decoding: result + bytes[end...], as: UTF8.self)
    }

    func line(at offset: Int) -> Int { 1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") } }

    mutating func replace(_ range: Range<Int>, by text: String) {
        replacements.append((range, text))
    }

    private mutating func insert(_ text: String, at offset: Int) {
        replace(offset..<offset, by: text)
    }

    // MARK: Elements

    /// Adds an element to an array literal: at the end, or at the beginning if only that leaves all lines as they are.
    ///
    /// - Parameter element: The lines of the element, each with a tab for a level of indentation.
    mutating func append(_ element: [String], to array: ArrayExprSyntax) {
        let opening = array.leftSquare.endPositionBeforeTrailingTrivia.utf8Offset
        guard let first = array.elements.first, let last = array.elements.last else {
            guard let end = endOfLine(after: opening) else { return insert(inline(element), at: opening) }
            return insert(newline + block(element, at: indentation(at: opening) + indentation) + ",", at: end)
        }
        let lastStart = last.positionAfterSkippingLeadingTrivia.utf8Offset
        let comma = last.trailingComma?.endPositionBeforeTrailingTrivia.utf8Offset
        let lines = newline + block(element, at: indentation(at: lastStart))
        switch (startsLine(lastStart), comma) {
        case (true, let comma?):
            guard let end = endOfLine(after: comma) else { return insert(" " + inline(element) + ",", at: comma) }
            insert(lines + ",", at: end)
        case (true, nil):
            if let end = endOfLine(after: opening), startsLine(first.positionAfterSkippingLeadingTrivia.utf8Offset) {
                // A comma after the last element would change its line.
                insert(lines + ",", at: end)
            } else {
                let end = last.expression.endPositionBeforeTrailingTrivia.utf8Offset
                insert(",", at: end)
                insert(lines, at: endOfLine(after: end) ?? end)
            }
        case (false, let comma?): insert(" " + inline(element) + ",", at: comma)
        case (false, nil):
            insert(", " + inline(element), at: last.expression.endPositionBeforeTrailingTrivia.utf8Offset)
        }
    }

    // MARK: Arguments

    /// Inserts an argument between two others, or after the last one.
    mutating func insert(_ argument: [String], after earlier: LabeledExprSyntax, before later: LabeledExprSyntax?) {
        let start = earlier.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = earlier.expression.endPositionBeforeTrailingTrivia.utf8Offset
        let next = later?.positionAfterSkippingLeadingTrivia.utf8Offset
        // The first argument may stand behind the bracket, and the others below it.
        let model = startsLine(start) ? start : next.flatMap { startsLine($0) ? $0 : nil }
        let comma = earlier.trailingComma?.endPositionBeforeTrailingTrivia.utf8Offset
        guard let model else {
            return insert(comma == nil ? ", \(inline(argument))" : " \(inline(argument)),", at: comma ?? end)
        }
        let lines = newline + block(argument, at: indentation(at: model))
        if let comma {
            guard let end = endOfLine(after: comma) else { return insert(" \(inline(argument)),", at: comma) }
            return insert(lines + ",", at: end)
        }
        insert(",", at: end)
        insert(lines, at: endOfLine(after: end) ?? end)
    }

    // MARK: Lines

    /// The lines of an element below each other.
    private func block(_ lines: [String], at indentation: String) -> String {
        lines.map { line in
            let levels = line.prefix { $0 == "\t" }.count
            let more = String(repeating: self.indentation, count: levels)
            return indentation + more + line.dropFirst(levels)
        }.joined(separator: newline)
    }

    /// The lines of an element in one.
    private func inline(_ lines: [String]) -> String {
        var result = ""
        for line in lines.map({ $0.drop { $0 == "\t" } }) {
            let isClosing = line.first == ")" || line.first == "]"
            if isClosing, result.last == "," { result.removeLast() }
            if !isClosing, let last = result.last, last != "(", last != "[" { result += " " }
            result += line
        }
        return result
    }

    private func startOfLine(_ offset: Int) -> Int {
        (bytes[..<offset].lastIndex { $0 == UInt8(ascii: "\n") }).map { $0 + 1 } ?? 0
    }

    /// The white space that the line of an offset begins with.
    private func indentation(at offset: Int) -> String {
        String(decoding: bytes[startOfLine(offset)..<offset].prefix { $0.isBlank }, as: UTF8.self)
    }

    /// True if only white space stands before the offset in its line.
    private func startsLine(_ offset: Int) -> Bool {
        bytes[startOfLine(offset)..<offset].allSatisfy(\.isBlank)
    }

    /// Returns the end of the line in which only comments come after an offset; `nil` if there is more.
    private func endOfLine(after offset: Int) -> Int? {
        var rest = bytes[offset...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return rest.startIndex }
            if byte.isBlank {
                rest.removeFirst()
            } else if rest.starts(with: "//".utf8) {
                return rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            } else if rest.starts(with: "/*".utf8) {
                // Comments within comments, and lines in them, are left to people.
                let line = rest.prefix { $0 != UInt8(ascii: "\n") }
                let end = line.indices.dropFirst(3).first {
                    line[$0] == UInt8(ascii: "/") && line[$0 - 1] == UInt8(ascii: "*")
                }
                guard let end else { return nil }
                rest = rest[(end + 1)...]
            } else {
                return nil
            }
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
