package import MockModel
internal import SwiftParser
internal import SwiftSyntax

/// Turns the text of one file into what mocks can depend on.
///
/// Parsing never fails. A file that is being typed is usually broken: then the result holds what was understood and
/// `isBroken` says that it is not to be trusted. No syntax node survives the call.
package struct SourceParser: Sendable {
    package init() {}

    /// Parses a source file.
    ///
    /// - Parameters:
    ///   - bytes: the file's content; invalid UTF-8 is repaired the way the compiler does it.
    ///   - path: how diagnostics name the file.
    package func parse(_ bytes: [UInt8], path: String) -> ParsedSource {
        var source = read(bytes, path: path)
        if bytes.starts(with: Self.byteOrderMark) { source.moveFirstLine(by: Self.byteOrderMark.count) }
        return source
    }

    private func read(_ bytes: [UInt8], path: String) -> ParsedSource {
        guard DeclarationPrefilter.mayDeclareTypes(bytes) else {
            return ParsedSource(file: .empty)
        }
        let text = bytes.withUnsafeBufferPointer { Self.withoutByteOrderMark($0) }
        var parser = Parser(text, maximumNestingLevel: Self.maximumNestingLevel)
        let tree = SourceFileSyntax.parse(from: &parser)
        var reader = DeclarationReader(path: path, tree: tree)
        reader.read(tree.statements)
        let errors = tree.hasError ? SyntaxErrorReader.diagnostics(in: tree, path: path) : []
        return ParsedSource(
            file: ParsedFile(imports: reader.imports, types: reader.types),
            positions: reader.positions,
            diagnostics: errors + reader.diagnostics,
            isBroken: !errors.isEmpty
        )
    }

    /// The parser's own default differs between its debug and release builds; results must not.
    private static let maximumNestingLevel = 256

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func withoutByteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        return String(decoding: bytes[start...], as: UTF8.self)
    }
}

/// Everything that parsing one file gives.
package struct ParsedSource: Sendable {
    package var file: ParsedFile
    /// Where the declarations of `file` stand; beside it, so that a blank line changes no `ParsedFile`.
    package var positions: DeclarationPositions
    package var diagnostics: [Diagnostic]
    /// The text has syntax errors: `file` is incomplete.
    package var isBroken: Bool

    package init(
        file: ParsedFile, positions: DeclarationPositions = DeclarationPositions(), diagnostics: [Diagnostic] = [],
        isBroken: Bool = false
    ) {
        self.file = file
        self.positions = positions
        self.diagnostics = diagnostics
        self.isBroken = isBroken
    }

    /// The compiler counts the bytes of a mark that the parser does not get to see.
    fileprivate mutating func moveFirstLine(by columns: Int) {
        func moved(_ position: SourcePosition) -> SourcePosition {
            SourcePosition(line: position.line, column: position.column + (position.line == 1 ? columns : 0))
        }
        positions.types = positions.types.map(moved)
        positions.members = positions.members.map { $0.map(moved) }
        for index in diagnostics.indices { diagnostics[index].position = diagnostics[index].position.map(moved) }
    }
}

/// Source positions by index: of the types of a `ParsedFile`, and of the members of each.
package struct DeclarationPositions: Hashable, Sendable {
    package var types: [SourcePosition] = []
    package var members: [[SourcePosition]] = []

    package init() {}

    package func position(ofType type: Int) -> SourcePosition? {
        types.indices.contains(type) ? types[type] : nil
    }

    package func position(ofMember member: Int, inType type: Int) -> SourcePosition? {
        guard members.indices.contains(type), members[type].indices.contains(member) else { return nil }
        return members[type][member]
    }
}
