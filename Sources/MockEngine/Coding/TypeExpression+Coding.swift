internal import MockModel

extension TypeExpression: BinaryCodable {
    private enum Tag: UInt8 {
        case named, member, optional, implicitlyUnwrapped, array, dictionary, tuple, function, some, any, composition
        case metatype, protocolMetatype, suppressed, packExpansion, packElement, attributed, verbatim
    }

    func write(to writer: inout ByteWriter) {
        writer.byte(tag.rawValue)
        switch self {
        case .named(let name, let arguments):
            writer.text(name)
            writer.list(arguments)
        case .member(let base, let name, let arguments):
            base.write(to: &writer)
            writer.text(name)
            writer.list(arguments)
        case .optional(let inner), .implicitlyUnwrapped(let inner), .array(let inner), .some(let inner),
            .any(let inner), .metatype(let inner), .protocolMetatype(let inner), .suppressed(let inner),
            .packExpansion(let inner), .packElement(let inner):
            inner.write(to: &writer)
        case .dictionary(let key, let value):
            key.write(to: &writer)
            value.write(to: &writer)
        case .tuple(let elements):
            writer.list(elements) { element, writer in
                writer.optionalText(element.label)
                element.type.write(to: &writer)
            }
        case .function(let function): function.write(to: &writer)
        case .composition(let members): writer.list(members)
        case .attributed(let specifiers, let attributes, let base):
            writer.texts(specifiers)
            writer.texts(attributes)
            base.write(to: &writer)
        case .verbatim(let text): writer.text(text)
        }
    }

    private var tag: Tag {
        switch self {
        case .named: .named
        case .member: .member
        case .optional: .optional
        case .implicitlyUnwrapped: .implicitlyUnwrapped
        case .array: .array
        case .dictionary: .dictionary
        case .tuple: .tuple
        case .function: .function
        case .some: .some
        case .any: .any
        case .composition: .composition
        case .metatype: .metatype
        case .protocolMetatype: .protocolMetatype
        case .suppressed: .suppressed
        case .packExpansion: .packExpansion
        case .packElement: .packElement
        case .attributed: .attributed
        case .verbatim: .verbatim
        }
    }

    init(from reader: inout ByteReader) {
        guard let tag = Tag(rawValue: reader.byte()), reader.depth < 10_000 else {
            reader.fail()
            self = .verbatim("")
            return
        }
        reader.depth += 1
        defer { reader.depth -= 1 }
        self = Self.read(tag, &reader)
    }

    private static func read(_ tag: Tag, _ reader: inout ByteReader) -> TypeExpression {
        switch tag {
        case .named:
            let name = reader.text()
            return .named(name, arguments: reader.list())
        case .member:
            let base = TypeExpression(from: &reader)
            let name = reader.text()
            return .member(of: base, name, arguments: reader.list())
        case .optional: return .optional(TypeExpression(from: &reader))
        case .implicitlyUnwrapped: return .implicitlyUnwrapped(TypeExpression(from: &reader))
        case .array: return .array(TypeExpression(from: &reader))
        case .dictionary:
            let key = TypeExpression(from: &reader)
            return .dictionary(key: key, value: TypeExpression(from: &reader))
        case .tuple:
            return .tuple(
                reader.list { reader in
                    let label = reader.optionalText()
                    return TupleElement(label: label, type: TypeExpression(from: &reader))
                })
        case .function: return .function(FunctionType(from: &reader))
        case .some: return .some(TypeExpression(from: &reader))
        case .any: return .any(TypeExpression(from: &reader))
        case .composition: return .composition(reader.list())
        case .metatype: return .metatype(TypeExpression(from: &reader))
        case .protocolMetatype: return .protocolMetatype(TypeExpression(from: &reader))
        case .suppressed: return .suppressed(TypeExpression(from: &reader))
        case .packExpansion: return .packExpansion(TypeExpression(from: &reader))
        case .packElement: return .packElement(TypeExpression(from: &reader))
        case .attributed:
            let specifiers = reader.texts()
            let attributes = reader.texts()
            return .attributed(specifiers: specifiers, attributes: attributes, TypeExpression(from: &reader))
        case .verbatim: return .verbatim(reader.text())
        }
    }
}

extension FunctionType: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.list(parameters) { parameter, writer in
            writer.optionalText(parameter.name)
            parameter.type.write(to: &writer)
            writer.flag(parameter.isVariadic)
        }
        effects.write(to: &writer)
        result.write(to: &writer)
    }

    init(from reader: inout ByteReader) {
        let parameters = reader.list { reader in
            let name = reader.optionalText()
            let type = TypeExpression(from: &reader)
            return Parameter(name: name, type: type, isVariadic: reader.flag())
        }
        let effects = Effects(from: &reader)
        self.init(parameters: parameters, effects: effects, result: TypeExpression(from: &reader))
    }
}

extension Effects: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.flag(isAsync)
        switch throwing {
        case .never: writer.byte(0)
        case .untyped: writer.byte(1)
        case .typed(let failure):
            writer.byte(2)
            failure.write(to: &writer)
        case .rethrows: writer.byte(3)
        }
    }

    init(from reader: inout ByteReader) {
        let isAsync = reader.flag()
        let throwing: Throwing
        switch reader.byte() {
        case 0: throwing = .never
        case 1: throwing = .untyped
        case 2: throwing = .typed(TypeExpression(from: &reader))
        case 3: throwing = .rethrows
        default:
            reader.fail()
            throwing = .never
        }
        self.init(isAsync: isAsync, throwing: throwing)
    }
}

extension GenericParameter: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.optionalText(specifier)
        writer.text(name)
        writer.optional(constraint)
    }

    init(from reader: inout ByteReader) {
        let specifier = reader.optionalText()
        let name = reader.text()
        self.init(specifier: specifier, name: name, constraint: reader.optional())
    }
}

extension GenericRequirement: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        left.write(to: &writer)
        writer.flag(relation == .equals)
        right.write(to: &writer)
    }

    init(from reader: inout ByteReader) {
        let left = TypeExpression(from: &reader)
        let relation: Relation = reader.flag() ? .equals : .conforms
        self.init(left: left, relation: relation, right: TypeExpression(from: &reader))
    }
}
