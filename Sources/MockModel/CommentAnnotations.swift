/// Reads the annotations for other generators in the comments of a declaration:
/// `sourcery: mockable, name = "x", limits = [1, 2]`. Templates and styles see the same ones.
///
/// A key without a value is true. A key that is there several times has the list of its values.
package struct CommentAnnotations {
    /// The beginning of a line with annotations, behind its marks.
    package static let mark = "sourcery:"
    /// The number of levels of lists and mappings; deeper ones are texts.
    private static let deepest = 8

    private var annotations: [String: TemplateValue] = [:]

    /// Returns the annotations of a declaration.
    ///
    /// - Parameter lines: lines of comments without their marks, or the attributes of a member, behind which they stand.
    package static func read(_ lines: some Sequence<String>) -> [String: TemplateValue] {
        var reader = CommentAnnotations()
        for line in lines where line.hasPrefix(mark) { reader.read(line.dropFirst(mark.utf8.count)) }
        return reader.annotations
    }

    private mutating func read(_ list: Substring) {
        // Blocks, files and inline code are no annotations of one declaration.
        if ["begin", "end", "inline", "file", "auto"].contains(list.prefix { $0.isLetter }), list.hasFormOfDirective {
            return
        }
        for entry in Self.split(list, at: ",") where !entry.trimmingSpaces.isEmpty { add(entry) }
    }

    private mutating func add(_ entry: Substring) {
        let halves = Self.split(entry, at: "=", most: 1)
        let key = Self.unquoted(halves[0].trimmingSpaces)
        let value = halves.count > 1 ? Self.value(halves[1].trimmingSpaces, 0) : .flag(true)
        // `decoding: name = "x"` is the key `name` in the mapping `decoding`.
        if let colon = key.firstIndex(of: ":") {
            let (space, name) = (String(key[..<colon]), String(key[key.index(after: colon)...].trimmingSpaces))
            var inner: [String: TemplateValue] = [:]
            if case .mapping(let known) = annotations[space] { inner = known }
            Self.append(value, to: &inner, name)
            annotations[space] = .mapping(inner)
        } else {
            Self.append(value, to: &annotations, String(key))
        }
    }

    private static func append(_ value: TemplateValue, to values: inout [String: TemplateValue], _ key: String) {
        switch values[key] {
        case nil: values[key] = value
        case value: break
        case .list(let list): values[key] = .list(list.contains(value) ? list : list + [value])
        case .some(let other): values[key] = .list([other, value])
        }
    }

    // MARK: Values

    private static func value(_ text: Substring, _ depth: Int) -> TemplateValue {
        if let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote {
            return .text(String(text.dropFirst().dropLast()))
        }
        if text == "true" || text == "false" { return .flag(text == "true") }
        if let number = Int(text) { return .integer(number) }
        if let number = Double(text), number.isFinite { return .number(number) }
        guard depth < deepest, text.count > 1 else { return .text(String(text)) }
        let inner = text.dropFirst().dropLast()
        if text.first == "[", text.last == "]" {
            return .list(parts(of: inner).map { value($0, depth + 1) })
        }
        if text.first == "{", text.last == "}" {
            let pairs = parts(of: inner).map { split($0, at: ":", most: 1) }.filter { $0.count == 2 }
            return .mapping(
                Dictionary(
                    pairs.map { (String(unquoted($0[0].trimmingSpaces)), value($0[1].trimmingSpaces, depth + 1)) }
                ) { $1 })
        }
        return .text(String(text))
    }

    private static func parts(of text: Substring) -> [Substring] {
        split(text, at: ",").map(\.trimmingSpaces).filter { !$0.isEmpty }
    }

    private static func unquoted(_ text: Substring) -> Substring {
        guard let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote else {
            return text
        }
        return text.dropFirst().dropLast()
    }

    /// Splits outside of quotes and brackets.
    private static func split(_ text: Substring, at separator: Character, most: Int = .max) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var quote: Character?
        var depth = 0
        for index in text.indices where parts.count < most {
            let character = text[index]
            if let open = quote {
                if character == open { quote = nil }
                continue
            }
            switch character {
            case "\"", "'": quote = character
            case "[", "{": depth += 1
            case "]", "}": depth -= 1
            case separator where depth == 0:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        return parts + [text[start...]]
    }
}

extension Substring {
    /// True if a colon follows the first word, or if that begins with `end` and nothing follows. The caller knows which
    /// words are directives.
    fileprivate var hasFormOfDirective: Bool {
        let rest = drop { $0.isLetter }
        return rest.first == ":" || (hasPrefix("end") && rest.trimmingSpaces.isEmpty)
    }
}

extension Substring {
    package var trimmingSpaces: Substring {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
