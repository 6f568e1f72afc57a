internal import MockModel

extension Conformance {
    /// Prints the mock as UTF-8, with an empty line in front: the type with its namespace, conditions and typealiases,
    /// around what the style adds.
    ///
    /// - Parameter inheritance: the supertypes, and the protocols that the style adds.
    func text(inheritance: [String], _ writeContent: (inout CodeWriter) -> Void) -> [UInt8] {
        var writer = CodeWriter(capacity: 1024 * (witnesses.count + 1))
        writer.blank()
        writer.conditional(conditions) { writer in
            guard !namespace.isEmpty else { return writeType(inheritance, to: &writer, writeContent) }
            for attribute in namespaceAttributes { writer.line(attribute) }
            writer.block("extension \(namespace.joined(separator: "."))") {
                writeType(inheritance, to: &$0, writeContent)
            }
        }
        return writer.bytes
    }

    private func writeType(
        _ inheritance: [String], to writer: inout CodeWriter, _ writeContent: (inout CodeWriter) -> Void
    ) {
        for attribute in attributes { writer.line(attribute) }
        writer.block({ writeHead(inheritance, to: &$0) }) { writer in
            for alias in typealiases { writer.line(alias) }
            writeContent(&writer)
        }
    }

    private func writeHead(_ inheritance: [String], to code: inout CodeWriter) {
        code += access
        code += keyword
        code += " "
        code += name
        code += genericClause
        code += ": "
        code.list(inheritance) { $1 += $0 }
        code += whereClause
    }
}
