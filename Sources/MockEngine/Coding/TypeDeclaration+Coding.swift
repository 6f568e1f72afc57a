internal import MockModel

extension TypeDeclaration: BinaryCodable {
    private static let kinds: [Kind] = [.protocol, .class, .struct, .enum, .actor, .typealias, .extension]

    func write(to writer: inout ByteWriter) {
        writer.byte(UInt8(Self.kinds.firstIndex(of: kind) ?? 0))
        writer.text(name)
        writer.texts(enclosing)
        writer.texts(attributes)
        writer.texts(modifiers)
        writer.list(genericParameters)
        writer.texts(primaryAssociatedTypes)
        writer.list(inherited)
        writer.list(genericRequirements)
        writer.list(members)
        writer.optional(aliased)
        writer.texts(conditions)
        // One byte for both, because nearly all types have neither.
        writer.byte((annotation == nil ? 0 : 1) | (annotations.isEmpty ? 0 : 2))
        annotation?.write(to: &writer)
        if !annotations.isEmpty { TemplateValue.mapping(annotations).write(to: &writer) }
    }

    convenience init(from reader: inout ByteReader) {
        let kind = Int(reader.byte())
        if !Self.kinds.indices.contains(kind) { reader.fail() }
        // Read in the order in which they were written.
        let (name, enclosing, attributes, modifiers) = (reader.text(), reader.texts(), reader.texts(), reader.texts())
        let (generics, primary): ([GenericParameter], [String]) = (reader.list(), reader.texts())
        let (inherited, requirements): ([TypeExpression], [GenericRequirement]) = (reader.list(), reader.list())
        let (members, aliased): ([MemberDeclaration], TypeExpression?) = (reader.list(), reader.optional())
        let (conditions, marks) = (reader.texts(), reader.byte())
        let annotation = marks & 1 == 0 ? nil : MockAnnotation(from: &reader)
        let annotations = marks & 2 == 0 ? [:] : TemplateValue(from: &reader).entries
        self.init(
            kind: Self.kinds.indices.contains(kind) ? Self.kinds[kind] : .protocol, name: name, enclosing: enclosing,
            attributes: attributes, modifiers: modifiers, genericParameters: generics, primaryAssociatedTypes: primary,
            inherited: inherited, genericRequirements: requirements, members: members, aliased: aliased,
            conditions: conditions, annotation: annotation, annotations: annotations)
    }
}

extension MockAnnotation: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.optionalText(name)
        // Sorted, so that equal declarations have equal bytes.
        writer.list(typealiases.sorted { $0.key < $1.key }) { entry, writer in
            writer.text(entry.key)
            writer.text(entry.value)
        }
        writer.optionalText(modulePrefix)
        writer.optionalText(style)
        writer.optionalText(seam)
        writer.texts(members)
        writer.flag(silencesNotes)
        writer.texts(subjects.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
        writer.optionalText(baseClass)
    }

    init(from reader: inout ByteReader) {
        let name = reader.optionalText()
        let aliases = reader.list { reader in
            let key = reader.text()
            return (key, reader.text())
        }
        self.init(
            name: name, typealiases: Dictionary(aliases, uniquingKeysWith: { $1 }), modulePrefix: reader.optionalText(),
            style: reader.optionalText())
        (seam, members) = (reader.optionalText(), reader.texts())
        silencesNotes = reader.flag()
        var names = reader.texts()[...]
        while let name = names.popFirst(), let type = names.popFirst() { subjects[name] = type }
        baseClass = reader.optionalText()
    }
}

extension ImportDeclaration: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.texts(attributes)
        writer.optionalText(access)
        writer.optionalText(kind)
        writer.text(path)
        writer.texts(conditions)
    }

    convenience init(from reader: inout ByteReader) {
        let attributes = reader.texts()
        let access = reader.optionalText()
        let kind = reader.optionalText()
        let path = reader.text()
        self.init(attributes: attributes, access: access, kind: kind, path: path, conditions: reader.texts())
    }
}

extension Diagnostic: BinaryCodable {
    private static let severities: [Severity] = [.error, .warning, .note]

    func write(to writer: inout ByteWriter) {
        writer.text(path)
        writer.optional(position)
        writer.byte(UInt8(Self.severities.firstIndex(of: severity) ?? 0))
        writer.text(message)
        writer.text(code)
    }

    init(from reader: inout ByteReader) {
        let path = reader.text()
        let position: SourcePosition? = reader.optional()
        let severity = Int(reader.byte())
        if !Self.severities.indices.contains(severity) { reader.fail() }
        let message = reader.text()
        self.init(
            path: path, position: position,
            severity: Self.severities.indices.contains(severity) ? Self.severities[severity] : .error,
            message: message, code: reader.text())
    }
}

extension SourcePosition: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.number(line)
        writer.number(column)
    }

    init(from reader: inout ByteReader) {
        let line = reader.number()
        self.init(line: line, column: reader.number())
    }
}
