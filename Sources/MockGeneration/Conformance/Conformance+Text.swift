internal import MockModel

extension Conformance {
    /// Prints the mock as UTF-8, with an empty line in front: everything that any mock of the type must declare, around
    /// what the style adds.
    ///
    /// - Parameters:
    ///   - protocols: protocols of the style that the mock adopts.
    ///   - delegation: the call by which an initializer of a mock without a superclass creates the rest of the mock.
    ///   - writeWitness: writes the member at an index of `witnesses`, with its head.
    ///   - writeRest: writes the style's own members.
    func text(
        adopting protocols: [String] = [], delegation: String, witness writeWitness: (Int, inout CodeWriter) -> Void,
        rest writeRest: (inout CodeWriter) -> Void
    ) -> [UInt8] {
        var writer = CodeWriter(capacity: 1024 * (witnesses.count + 1))
        writer.blank()
        func writeType(to writer: inout CodeWriter) {
            for attribute in attributes { writer.line(attribute) }
            writer.block({ writeHead(adopting: protocols, to: &$0) }) { writer in
                for alias in typealiases { writer.line(alias) }
                for index in witnesses.indices {
                    writer.conditional(witnesses[index].conditions) { writeWitness(index, &$0) }
                }
                for line in IdentityMembers(
                    scope: scope, access: access, delegation: delegation, witnesses: witnesses
                ).lines {
                    writer.conditional(line.conditions) { $0.line(line.text) }
                }
                writeRest(&writer)
            }
        }
        writer.conditional(conditions) { writer in
            guard !namespace.isEmpty else { return writeType(to: &writer) }
            for attribute in namespaceAttributes { writer.line(attribute) }
            writer.block("extension \(namespace.joined(separator: "."))") { writeType(to: &$0) }
        }
        return writer.bytes
    }

    private func writeHead(adopting protocols: [String], to code: inout CodeWriter) {
        code += access
        code += keyword
        code += " "
        code += name
        code += genericClause
        code += ": "
        let adopted = protocols + (isUncheckedSendable ? ["@unchecked Sendable"] : [])
        let isUnchecked = adopted.contains { $0.hasPrefix("@unchecked ") }
        code.list(supertypes.filter { !isUnchecked || $0 != "Sendable" } + adopted) { $1 += $0 }
        code += whereClause
    }
}
