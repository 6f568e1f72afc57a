/// Descriptions of values in messages.
public enum MockDescription {
    /// The description of a value: strings quoted, enum cases as `.miso`, structs with their properties.
    public static func text(of value: Any) -> String { text(of: value, depth: 0) }

    private static let deepest = 6
    private static let mostElements = 50
    private static let mostCharacters = 500

    private static func text(of value: Any, depth: Int) -> String {
        if let plain = plainText(of: value) { return plain }
        if let mock = value as? any Mock { return mock.mockCore.name }
        let mirror = Mirror(reflecting: value)
        guard depth < deepest else { return "\(type(of: value))(…)" }
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.map { text(of: $0.value, depth: depth) } ?? "nil"
        case .collection, .set:
            var parts = mirror.children.prefix(mostElements).map { text(of: $0.value, depth: depth + 1) }
            // A set has no order, but a message should be the same in every run.
            if mirror.displayStyle == .set { parts.sort() }
            if mirror.children.count > mostElements { parts.append("… \(mirror.children.count) in all") }
            return "[" + parts.joined(separator: ", ") + "]"
        case .dictionary:
            return dictionaryText(mirror, depth: depth)
        case .tuple:
            return "(" + properties(of: mirror, depth: depth) + ")"
        default:
            return composedText(of: value, mirror, depth: depth)
        }
    }

    /// True for `nil` and for a collection without elements.
    static func isEmpty(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional, .collection, .dictionary, .set: return mirror.children.isEmpty
        default: return false
        }
    }

    private static func plainText(of value: Any) -> String? {
        switch value {
        case let value as String: quoted(value)
        case let value as Substring: quoted(String(value))
        case let value as Character: String(value).debugDescription
        case let value as Unicode.Scalar: String(value).debugDescription
        case let value as any Any.Type: "\(value).self"
        case let value as any BinaryInteger: "\(value)"
        case let value as Bool: "\(value)"
        case let value as AnyKeyPath: keyPathText(value)
        default: nil
        }
    }

    /// The quoted string, shortened: a very long one would hide the rest of the message.
    private static func quoted(_ text: String) -> String {
        guard text.utf8.count > mostCharacters, text.count > mostCharacters else { return text.debugDescription }
        return "\((text.prefix(mostCharacters) + "…").debugDescription) (\(text.count) characters)"
    }

    /// The key path as text: `.name` for `\User.name`. A computed property has no name here, and its address differs in
    /// every run.
    private static func keyPathText(_ path: AnyKeyPath) -> String {
        let text = "\(path)"
        let root = "\\\(type(of: path).rootType)"
        var rest = text[...].dropFirst(text.hasPrefix(root) ? root.count : 0)
        var result = ""
        while let character = rest.popFirst() {
            result.append(character)
            guard result.hasSuffix("<computed "), rest.hasPrefix("0x") else { continue }
            rest = rest.drop { $0 != "(" }
        }
        return result
    }

    private static func dictionaryText(_ mirror: Mirror, depth: Int) -> String {
        guard !mirror.children.isEmpty else { return "[:]" }
        let pairs = mirror.children.map { pair in
            Mirror(reflecting: pair.value).children.map { text(of: $0.value, depth: depth + 1) }
                .joined(separator: ": ")
        }
        return "[" + pairs.sorted().joined(separator: ", ") + "]"
    }

    private static func composedText(of value: Any, _ mirror: Mirror, depth: Int) -> String {
        if mirror.displayStyle == .enum { return enumText(of: value, mirror, depth: depth) }
        if let bytes = bytes(of: value, mirror) {
            return "\(mirror.subjectType)(\(text(of: bytes, depth: depth)))"
        }
        // A custom description is more useful than a list of properties.
        if let value = value as? any CustomStringConvertible { return value.description }
        switch mirror.displayStyle {
        case .struct:
            return "\(mirror.subjectType)(" + properties(of: mirror, depth: depth) + ")"
        case .class:
            return "\(mirror.subjectType)"
        default:
            let text = "\(value)"
            return text == "(Function)" ? "a closure" : text
        }
    }

    /// The bytes of a value such as `Data`, whose description only gives their number.
    static func bytes(of value: Any, _ mirror: Mirror) -> [UInt8]? {
        func bytes<C: Collection>(_ collection: C) -> [UInt8]? {
            C.Element.self == UInt8.self ? Array(collection) as? [UInt8] : nil
        }
        guard mirror.displayStyle == .struct, !(value is any RangeExpression), let bag = value as? any Collection
        else { return nil }
        return bytes(bag)
    }

    private static func enumText(of value: Any, _ mirror: Mirror, depth: Int) -> String {
        guard let child = mirror.children.first else {
            let text = "\(value)"
            // A C enum, or one with a custom description, has no case name to show.
            return value is any CustomStringConvertible ? text : ".\(text)"
        }
        let name = child.label ?? "\(value)"
        let payload = Mirror(reflecting: child.value)
        if payload.displayStyle == .tuple { return ".\(name)(\(properties(of: payload, depth: depth)))" }
        return ".\(name)(\(text(of: child.value, depth: depth + 1)))"
    }

    private static func properties(of mirror: Mirror, depth: Int) -> String {
        mirror.children.map { child in
            let value = text(of: child.value, depth: depth + 1)
            guard let label = child.label, !label.hasPrefix(".") else { return value }
            return "\(label): \(value)"
        }.joined(separator: ", ")
    }
}
