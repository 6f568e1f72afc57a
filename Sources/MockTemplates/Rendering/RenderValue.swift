internal import MockModel

/// A value that a template can print, ask or loop over.
///
/// A closed set of cases, because a template looks at values all the time, and a cast from `Any` costs more than all
/// else that happens to one.
enum RenderValue {
    case none
    case text(String)
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case list([RenderValue])
    case mapping([String: RenderValue])
    case object(any ModelObject)
    case macro(Macro)

    init(_ text: String?) { self = text.map { .text($0) } ?? .none }

    init(_ flag: Bool) { self = .flag(flag) }

    init(_ mapping: [String: RenderValue]) { self = .mapping(mapping) }

    init(_ object: (any ModelObject)?) { self = object.map { .object($0) } ?? .none }

    init(_ objects: [some ModelObject]) { self = .list(objects.map { .object($0) }) }

    init(_ value: TemplateValue) {
        switch value {
        case .text(let text): self = .text(text)
        case .flag(let flag): self = .flag(flag)
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .number(number)
        case .list(let list): self = .list(list.map { RenderValue($0) })
        case .mapping(let mapping): self = .mapping(mapping.mapValues { RenderValue($0) })
        }
    }

    var isNone: Bool { if case .none = self { true } else { false } }

    private var isList: Bool { if case .list = self { true } else { false } }

    /// True for a list with a list among its elements.
    var holdsList: Bool { if case .list(let list) = self { list.contains(where: \.isList) } else { false } }

    /// The value as a condition: empty texts and lists are false, as are numbers up to zero.
    var isTrue: Bool {
        switch self {
        case .none: false
        case .text(let text): !text.isEmpty
        case .flag(let flag): flag
        case .integer(let number): number > 0
        case .number(let number): number > 0
        case .list(let list): !list.isEmpty
        case .mapping(let mapping): !mapping.isEmpty
        case .object, .macro: true
        }
    }

    /// The value as a number for comparisons, as precise as the template language has it.
    var comparable: Float? {
        switch self {
        case .integer(let number): Float(number)
        case .number(let number): Float(number)
        default: nil
        }
    }

    /// Returns a part of the value: a property, an entry of a mapping, an element of a list, a character of a text.
    func member(_ name: PropertyName) -> RenderValue {
        switch self {
        case .object(let object): object.value(of: name)
        case .mapping(let mapping): name.known == .count ? .integer(mapping.count) : mapping[name.text] ?? .none
        case .list(let list): Self.element(name, of: list) { $0 }
        case .text(let text): Self.element(name, of: text) { .text(String($0)) }
        default: .none
        }
    }

    func member(_ name: String) -> RenderValue { member(PropertyName(name)) }

    private static func element<Elements: BidirectionalCollection>(
        _ name: PropertyName, of elements: Elements, _ value: (Elements.Element) -> RenderValue
    ) -> RenderValue {
        if let index = name.index {
            guard index >= 0, index < elements.count else { return .none }
            return value(elements[elements.index(elements.startIndex, offsetBy: index)])
        }
        switch name.known {
        case .first: return elements.first.map(value) ?? .none
        case .last: return elements.last.map(value) ?? .none
        case .count: return .integer(elements.count)
        default: return .none
        }
    }
}

// Printing.
extension RenderValue {
    /// The value as a filter for texts reads it; `nil` for lists, mappings and nothing.
    var text: String? {
        switch self {
        case .text(let text): text
        case .flag(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let number): number.description
        case .object(let object): object.text
        case .none, .list, .mapping, .macro: nil
        }
    }

    /// The value as it is printed.
    var printed: String {
        switch self {
        case .list(let list): "[\(list.map(\.quoted).joined(separator: ", "))]"
        case .mapping(let mapping):
            mapping.isEmpty
                ? "[:]"
                : "[\(mapping.sorted { $0.key < $1.key }.map { "\($0.debugDescription): \($1.quoted)" }.joined(separator: ", "))]"
        default: text ?? ""
        }
    }

    /// The value inside of a printed list.
    private var quoted: String {
        if case .text(let text) = self { text.debugDescription } else { printed }
    }
}
