internal import MockModel

extension MemberDeclaration: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        switch kind {
        case .function(let function): write(0, function, &writer)
        case .property(let property): write(1, property, &writer)
        case .subscript(let declaration): write(2, declaration, &writer)
        case .initializer(let initializer): write(3, initializer, &writer)
        case .associatedType(let associated): write(4, associated, &writer)
        case .typealias(let alias): write(5, alias, &writer)
        case .other(let name, let reason):
            writer.byte(6)
            writer.text(name)
            reason.write(to: &writer)
        }
        writer.texts(attributes)
        writer.texts(modifiers)
        writer.texts(conditions)
    }

    private func write(_ tag: UInt8, _ value: some BinaryCodable, _ writer: inout ByteWriter) {
        writer.byte(tag)
        value.write(to: &writer)
    }

    init(from reader: inout ByteReader) {
        let kind: Kind
        switch reader.byte() {
        case 0: kind = .function(FunctionDeclaration(from: &reader))
        case 1: kind = .property(PropertyDeclaration(from: &reader))
        case 2: kind = .subscript(SubscriptDeclaration(from: &reader))
        case 3: kind = .initializer(InitializerDeclaration(from: &reader))
        case 4: kind = .associatedType(AssociatedTypeDeclaration(from: &reader))
        case 5: kind = .typealias(TypealiasDeclaration(from: &reader))
        case 6:
            let name = reader.text()
            kind = .other(name, UnreadMember(from: &reader))
        default:
            reader.fail()
            kind = .other("", .pattern)
        }
        let attributes = reader.texts()
        let modifiers = reader.texts()
        self.init(kind: kind, attributes: attributes, modifiers: modifiers, conditions: reader.texts())
    }
}

extension UnreadMember: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        switch self {
        case .pattern: writer.byte(0)
        case .accessors(let words):
            writer.byte(1)
            writer.text(words)
        case .syntax(let message):
            writer.byte(2)
            writer.text(message)
        }
    }

    init(from reader: inout ByteReader) {
        switch reader.byte() {
        case 0: self = .pattern
        case 1: self = .accessors(reader.text())
        case 2: self = .syntax(reader.text())
        default:
            reader.fail()
            self = .pattern
        }
    }
}

extension FunctionDeclaration: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.text(name)
        writer.flag(isOperator)
        writer.list(genericParameters)
        writer.list(parameters)
        effects.write(to: &writer)
        writer.optional(result)
        writer.list(genericRequirements)
    }

    init(from reader: inout ByteReader) {
        let name = reader.text()
        let isOperator = reader.flag()
        let generics: [GenericParameter] = reader.list()
        let parameters: [ParameterDeclaration] = reader.list()
        let effects = Effects(from: &reader)
        let result: TypeExpression? = reader.optional()
        self.init(
            name: name, isOperator: isOperator, genericParameters: generics, parameters: parameters, effects: effects,
            result: result, genericRequirements: reader.list())
    }
}

extension ParameterDeclaration: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.texts(attributes)
        writer.text(firstName)
        writer.optionalText(secondName)
        type.write(to: &writer)
        writer.flag(isVariadic)
        writer.flag(hasDefault)
    }

    convenience init(from reader: inout ByteReader) {
        let attributes = reader.texts()
        let firstName = reader.text()
        let secondName = reader.optionalText()
        let type = TypeExpression(from: &reader)
        let isVariadic = reader.flag()
        self.init(
            attributes: attributes, firstName: firstName, secondName: secondName, type: type, isVariadic: isVariadic,
            hasDefault: reader.flag())
    }
}

extension PropertyDeclaration: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.text(name)
        writer.optional(type)
        accessors.write(to: &writer)
        writer.flag(isConstant)
    }

    init(from reader: inout ByteReader) {
        let name = reader.text()
        let type: TypeExpression? = reader.optional()
        let accessors = Accessors(from: &reader)
        self.init(name: name, type: type, accessors: accessors, isConstant: reader.flag())
    }
}

extension Accessors: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        getEffects.write(to: &writer)
        writer.flag(hasSetter)
        writer.flag(isGetterMutating)
        writer.flag(isSetterNonmutating)
        writer.texts(setterAvailability)
    }

    init(from reader: inout ByteReader) {
        let effects = Effects(from: &reader)
        let hasSetter = reader.flag()
        let isGetterMutating = reader.flag()
        let isSetterNonmutating = reader.flag()
        self.init(
            getEffects: effects, hasSetter: hasSetter, isGetterMutating: isGetterMutating,
            isSetterNonmutating: isSetterNonmutating, setterAvailability: reader.texts())
    }
}

extension SubscriptDeclaration: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.list(genericParameters)
        writer.list(parameters)
        result.write(to: &writer)
        writer.list(genericRequirements)
        accessors.write(to: &writer)
    }

    init(from reader: inout ByteReader) {
        let generics: [GenericParameter] = reader.list()
        let parameters: [ParameterDeclaration] = reader.list()
        let result = TypeExpression(from: &reader)
        let requirements: [GenericRequirement] = reader.list()
        self.init(
            genericParameters: generics, parameters: parameters, result: result, genericRequirements: requirements,
            accessors: Accessors(from: &reader))
    }
}

extension InitializerDeclaration: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.text(optionalMark)
        writer.list(genericParameters)
        writer.list(parameters)
        effects.write(to: &writer)
        writer.list(genericRequirements)
    }

    init(from reader: inout ByteReader) {
        let mark = reader.text()
        let generics: [GenericParameter] = reader.list()
        let parameters: [ParameterDeclaration] = reader.list()
        let effects = Effects(from: &reader)
        self.init(
            optionalMark: mark, genericParameters: generics, parameters: parameters, effects: effects,
            genericRequirements: reader.list())
    }
}

extension AssociatedTypeDeclaration: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.text(name)
        writer.list(inherited)
        writer.optional(defaultType)
        writer.list(genericRequirements)
    }

    init(from reader: inout ByteReader) {
        let name = reader.text()
        let inherited: [TypeExpression] = reader.list()
        let defaultType: TypeExpression? = reader.optional()
        self.init(
            name: name, inherited: inherited, defaultType: defaultType, genericRequirements: reader.list())
    }
}

extension TypealiasDeclaration: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        writer.text(name)
        writer.list(genericParameters)
        target.write(to: &writer)
    }

    init(from reader: inout ByteReader) {
        let name = reader.text()
        let generics: [GenericParameter] = reader.list()
        self.init(name: name, genericParameters: generics, target: TypeExpression(from: &reader))
    }
}
