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

    package static func read(_ text: String) -> GeneratedContent {
        var text = text
        return text.withUTF8 { buffer in
            var content = GeneratedContent()
            let bytes = Bytes(buffer: buffer)
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
