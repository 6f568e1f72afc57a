/// Builds Swift code piece by piece: types, members, whole files.
///
/// Generated code consists of thousands of small pieces. Appending one here costs a fraction of what it costs in a
/// `String`, and each printing function writes directly to the final buffer:
///
///     var code = CodeWriter()
///     code.block("struct Order") { $0.line("let id: Int") }
///
/// It cannot be copied, because it owns its memory.
@usableFromInline
package struct CodeWriter: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var capacity: Int
    private var depth = 0

    /// - Parameter capacity: the number of bytes to reserve before the buffer must grow.
    package init(capacity: Int = 128) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// The code in UTF-8.
    package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    package var text: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }

    /// Disfavored, because otherwise a literal would become a `String`.
    @_disfavoredOverload
    package static func += (code: inout CodeWriter, text: String) {
        // All strings but those bridged from other runtimes are contiguous.
        if text.utf8.withContiguousStorageIfAvailable({ code.append($0) }) == nil {
            for byte in text.utf8 { code.append(byte, times: 1) }
        }
    }

    /// Most pieces are literals, which are constant memory; a literal of one character may not even be that.
    package static func += (code: inout CodeWriter, literal: StaticString) {
        if literal.hasPointerRepresentation {
            code.append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
        } else {
            code += literal.description
        }
    }

    package static func += <Piece: CodePrintable>(code: inout CodeWriter, piece: Piece) {
        piece.write(to: &code)
    }

    private mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        guard let first = piece.baseAddress else { return }
        if capacity - count < piece.count { grow(by: piece.count) }
        (start + count).initialize(from: first, count: piece.count)
        count += piece.count
    }

    private mutating func append(_ byte: UInt8, times: Int) {
        if capacity - count < times { grow(by: times) }
        (start + count).initialize(repeating: byte, count: times)
        count += times
    }

    /// Not inlined, because that keeps the code that runs for every piece short.
    @inline(never)
    private mutating func grow(by needed: Int) {
        capacity = max(capacity * 2, count + needed)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.initialize(from: start, count: count)
        start.deallocate()
        start = larger
    }

    /// Writes the elements with commas between them.
    ///
    ///     code.list(parameters) { $0.writeDeclaration(to: &$1) }
    @inlinable
    package mutating func list<Element>(
        _ elements: [Element], separator: StaticString = ", ", _ write: (Element, inout CodeWriter) -> Void
    ) {
        list(0..<elements.count, separator: separator) { write(elements[$0], &$1) }
    }

    /// Writes the elements that the caller finds by index; elements for which nothing is written are left out.
    @usableFromInline
    package mutating func list(
        _ indices: Range<Int>, separator: StaticString = ", ", _ write: (Int, inout CodeWriter) -> Void
    ) {
        var isFirst = true
        for index in indices {
            let end = count
            if !isFirst { self += separator }
            let start = count
            write(index, &self)
            if count == start { count = end } else { isFirst = false }
        }
    }

    // MARK: Lines

    /// Writes an indented line; a line that starts with `#` is not indented.
    package mutating func line(_ line: String) {
        if !line.isEmpty, line.utf8.first != UInt8(ascii: "#") { indent() }
        self += line
        blank()
    }

    /// Writes an indented line; cheaper than to make a text of the pieces.
    package mutating func line(_ pieces: String...) {
        indent()
        for piece in pieces { self += piece }
        blank()
    }

    /// Writes a line piece by piece.
    package mutating func line(_ write: (inout CodeWriter) -> Void) {
        indent()
        write(&self)
        blank()
    }

    package mutating func blank() { append(UInt8(ascii: "\n"), times: 1) }

    /// Writes `opening {`, the body indented by one more level, and `}`.
    package mutating func block(_ opening: String, closing: String = "}", _ body: (inout CodeWriter) -> Void) {
        block({ $0 += opening }, closing: closing, body)
    }

    /// Writes a block whose opening is written piece by piece.
    package mutating func block(
        _ opening: (inout CodeWriter) -> Void, closing: String = "}", _ body: (inout CodeWriter) -> Void
    ) {
        line {
            opening(&$0)
            $0 += " {"
        }
        depth += 1
        body(&self)
        depth -= 1
        line(closing)
    }

    private mutating func indent() {
        append(UInt8(ascii: " "), times: 4 * depth)
    }

    /// Writes the body inside `#if` if there are conditions.
    package mutating func conditional(_ conditions: [String], _ body: (inout CodeWriter) -> Void) {
        guard !conditions.isEmpty else { return body(&self) }
        line("#if \(Self.joined(conditions))")
        body(&self)
        line("#endif")
    }

    /// Returns the condition that holds where all of these do.
    package static func joined(_ conditions: [String]) -> String {
        guard conditions.count > 1 else { return conditions[0] }
        return conditions.map { $0.contains("||") ? "(\($0))" : $0 }.joined(separator: " && ")
    }
}

/// A value that can be printed as Swift source.
package protocol CodePrintable: CustomStringConvertible {
    func write(to code: inout CodeWriter)
}

extension CodePrintable {
    package var description: String {
        var code = CodeWriter()
        write(to: &code)
        return code.text
    }
}
