internal import MockModel
internal import SwiftParser
internal import SwiftSyntax

/// The contents of a text that a template has made.
package struct GeneratedContent: Sendable {
    /// A type that the text declares, with the names that it inherits from.
    package struct Declared: Sendable {
        package var name: String
        package var inherited: Set<String>
    }

    /// The first syntax error.
    package struct SyntaxError: Sendable {
        package var line: Int
        /// The line without white space at its ends.
        package var text: String
        package var message: String
    }

    /// The outermost types.
    package private(set) var types: [Declared] = []
    package private(set) var error: SyntaxError?
    /// True if there is nothing but imports and comments.
    package private(set) var isEmpty = true

    /// - Parameter known: the shapes of earlier texts; `nil` to have the parser read all of it.
    package static func read(_ text: String, _ known: KnownShapes? = nil) -> GeneratedContent {
        var text = text
        return text.withUTF8 { buffer in
            let bytes = Bytes(buffer: buffer)
            if let known, let content = read(bytes, byShapes: known) { return content }
            return readWhole(bytes)
        }
    }

    private static func readWhole(_ bytes: Bytes) -> GeneratedContent {
        let buffer = bytes.buffer
        var content = GeneratedContent()
        if let offence = ShapeCheck.offence(in: bytes) {
            var locator = SourceLocator(text: bytes)
            content.error = SyntaxError(
                line: locator.position(ofOffset: offence).line, text: "", message: "too complex to be read")
            return content
        }
        let tree = SourceParser.tree(of: buffer)
        if tree.hasError, let error = SyntaxErrorReader.diagnostics(in: tree, path: "").first {
            content.error = SyntaxError(
                line: error.position?.line ?? 1, text: line(error.position?.line ?? 1, of: buffer),
                message: error.message)
        }
        content.read(tree.statements)
        return content
    }

    /// Returns `nil` if something in the text is no Swift, or may be none.
    private static func read(_ text: Bytes, byShapes known: KnownShapes) -> GeneratedContent? {
        guard let outline = try? GeneratedOutline.read(text) else { return nil }
        let shapes = outline.members.map(\.shape)
        var (added, suspects): ([ContentHash], [Int]) = ([], [])
        var verdicts: [ContentHash: Bool] = [:]
        for index in known.unknown(in: shapes) {
            // A text may have the same shape many times.
            let verdict = verdicts[shapes[index]]
            let isGood = verdict ?? isSwift(outline.members[index], of: text)
            verdicts[shapes[index]] = isGood
            if !isGood { suspects.append(index) } else if verdict == nil { added.append(shapes[index]) }
        }
        known.add(added)
        if !suspects.isEmpty {
            // A member that is no Swift by itself may be some with its neighbours.
            let kept = Set(suspects.flatMap { [$0 - 1, $0, $0 + 1] })
            let part = text.blanking(
                outline.members.indices.filter { !kept.contains($0) }.map { outline.members[$0].range })
            let content = part.withUnsafeBufferPointer { readWhole(Bytes(buffer: $0)) }
            return content.error == nil ? nil : content
        }
        return outline.rest.withUnsafeBufferPointer { rest in
            guard ShapeCheck.offence(in: Bytes(buffer: rest)) == nil else { return nil }
            let tree = SourceParser.tree(of: rest)
            if tree.hasError { return nil }
            var content = GeneratedContent()
            content.read(tree.statements)
            return content
        }
    }

    /// True if the member alone makes a type that the parser accepts.
    private static func isSwift(_ member: GeneratedOutline.Member, of text: Bytes) -> Bool {
        var code = Array(text.buffer[member.container])
        code += Array(" C {\n".utf8) + text.buffer[member.range] + Array("\n}\n".utf8)
        return code.withUnsafeBufferPointer { code in
            guard ShapeCheck.offence(in: Bytes(buffer: code)) == nil else { return false }
            let tree = SourceParser.tree(of: code)
            return !tree.hasError && tree.statements.count == 1
        }
    }

    private static func line(_ number: Int, of buffer: UnsafeBufferPointer<UInt8>) -> String {
        let lines = buffer.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(number - 1) else { return "" }
        return String(String(decoding: lines[number - 1], as: UTF8.self)[...].trimmingSpaces)
    }

    private mutating func read(_ items: CodeBlockItemListSyntax) {
        for item in items {
            guard case .decl(let declaration) = item.item else {
                isEmpty = false
                continue
            }
            read(declaration)
        }
    }

    private mutating func read(_ declaration: DeclSyntax) {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .importDecl: break
        case .ifConfigDecl(let node):
            for clause in node.clauses {
                guard case .statements(let items) = clause.elements else { continue }
                read(items)
            }
        case .classDecl(let node): add(node.name, node.inheritanceClause)
        case .structDecl(let node): add(node.name, node.inheritanceClause)
        case .actorDecl(let node): add(node.name, node.inheritanceClause)
        case .enumDecl(let node): add(node.name, node.inheritanceClause)
        default: isEmpty = false
        }
    }

    private mutating func add(_ name: TokenSyntax, _ clause: InheritanceClauseSyntax?) {
        isEmpty = false
        let inherited = clause?.inheritedTypes.map { $0.type.normalizedText } ?? []
        types.append(Declared(name: name.text, inherited: Set(inherited)))
    }
}

extension Bytes {
    /// Returns the text with nothing but line ends in these ranges.
    fileprivate func blanking(_ ranges: [Range<Int>]) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        for range in ranges {
            result += buffer[start..<range.lowerBound]
            result += buffer[range].filter { $0 == .newline || $0 == .carriageReturn }
            start = range.upperBound
        }
        return result + buffer[start...]
    }
}
