internal import MockModel

/// Reads the arguments of `@mockable(…)`. Generated code repeats them, so each is validated first.
struct AnnotationArguments {
    private(set) var annotation = MockAnnotation()
    private(set) var problems: [AnnotationReader.Problem] = []
    private let line: CommentLines.Line

    init(line: CommentLines.Line) { self.line = line }

    /// An argument that stands for itself: `members:` is read apart, because commas separate its values.
    private struct Argument: Sendable {
        var label: String
        /// The argument with a value.
        var example: String
        /// True for an argument of mockolo alone, which no message proposes.
        var isForeign = false
        /// Takes the value behind a key, or a key alone; false if it is none of this argument's.
        var read: @Sendable (inout AnnotationArguments, _ key: Substring, _ value: Substring) -> Bool = { _, _, _ in
            false
        }
    }

    private static let all = [
        Argument(label: "override", example: "override: name = FakeCook") { arguments, key, value in
            guard key == "name" else { return false }
            arguments.readName(value)
            return true
        },
        Argument(label: "typealias", example: "typealias: Item = Int") { arguments, key, value in
            arguments.readTypealias(key, value)
            return true
        },
        Argument(label: "module", example: "module: prefix = Kitchen") { arguments, key, value in
            guard key == "prefix" else { return false }
            arguments.readPrefix(value)
            return true
        },
        Argument(label: "style", example: "style: spy") { arguments, key, value in
            guard value.isEmpty else { return false }
            arguments.readStyle(key)
            return true
        },
        Argument(label: "notes", example: "notes: off") { arguments, key, value in
            guard key == "off", value.isEmpty else { return false }
            arguments.annotation.silencesNotes = true
            return true
        },
        Argument(label: "seam", example: "seam: HTTPSession") { arguments, key, value in
            guard value.isEmpty else { return false }
            arguments.readSeam(key)
            return true
        },
        Argument(label: "members", example: "members: data(for:)"),
        Argument(label: "combine", example: "combine: values = CurrentValueSubject", isForeign: true) {
            $0.readSubject(of: $1, $2)
            return true
        },
        Argument(label: "rx", example: "", isForeign: true) { arguments, key, _ in
            arguments.warn(
                "'rx:' is not supported, so the mock has no '\(key)Subject'; set '\(key)' in the tests, or remove it",
                at: key)
            return true
        },
        // Calls are always recorded.
        Argument(label: "history", example: "history: load = true", isForeign: true) { _, _, _ in true },
    ]
    private static let labels = all.map(\.label)
    private static let proposed = all.filter { !$0.isForeign }.map(\.label)

    /// True if the text in parentheses begins with an argument.
    static func isArgument(_ text: Substring) -> Bool { labels.contains { text.hasPrefix("(\($0):") } }

    /// `override: name = X, typealias: T = String; U = Int, module: prefix = Foo, style: spy`, separated by commas. A
    /// group without a label continues `members: f(a:), g()`, and `members: all` stands alone.
    ///
    /// - Parameter text: begins with the opening parenthesis.
    mutating func read(_ text: Substring) {
        guard let groups = Self.groups(of: text) else {
            return refuse(
                text, "the arguments of @mockable have no ')' in this line and are ignored; write them all in one line",
                "annotation-argument")
        }
        var isInMembers = false
        for group in groups where !group.allSatisfy(\.isWhitespace) {
            let (label, body) = Self.halves(of: group, at: ":")
            isInMembers = label == "members" || isInMembers && !Self.labels.contains(String(label))
            if isInMembers {
                readMember(label == "members" ? body : group.trimmingSpaces)
                continue
            }
            let pairs = body.split(separator: ";").map { Self.halves(of: $0, at: "=") }
            for (key, value) in pairs {
                let argument = Self.all.first { $0.label == label }
                if argument?.read(&self, key, value) != true { warnOfUnknown(label, key) }
            }
            if pairs.isEmpty { warnOfUnknown(label) }
        }
        if annotation.seam == nil, !annotation.members.isEmpty, annotation.members != ["all"] {
            annotation.members = []
            refuse(
                text,
                "'members:' are those of a seam; write them like @mockable(seam: HTTPSession, members: data(for:))",
                "annotation-seam")
        }
    }

    // MARK: Values

    private mutating func readName(_ value: Substring) {
        let name = String(value)
        guard SwiftText.isTypeName(name) else {
            return refuse(
                value,
                "'\(name)' cannot be the name of a mock and is ignored; write it like @mockable(override: name = FakeCook)",
                "annotation-name")
        }
        // `Fake` with and without backticks is the same name, which must be unique.
        let bare = String(name.dropFirst().dropLast())
        annotation.name = name.hasPrefix("`") && SwiftText.isTypeName(bare) ? bare : name
    }

    private mutating func readTypealias(_ key: Substring, _ value: Substring) {
        guard SwiftText.isTypeName(String(key)) else {
            return refuse(
                key,
                "'\(key)' cannot be the name of an associated type and is ignored; write it like @mockable(typealias: Item = Int)",
                "annotation-typealias")
        }
        guard SwiftText.isType(String(value)) else {
            return refuse(
                value,
                "'\(value)' is no type that '\(key)' can be, so it is left open; write it like @mockable(typealias: \(key) = [String])",
                "annotation-typealias")
        }
        annotation.typealiases[String(key)] = String(value)
    }

    private mutating func readPrefix(_ value: Substring) {
        guard SwiftText.isPath(String(value)) else {
            return refuse(
                value,
                "'\(value)' is no name of a module and is ignored; write it like @mockable(module: prefix = Kitchen)",
                "annotation-module")
        }
        annotation.modulePrefix = String(value)
    }

    /// Which styles there are is known to those who print mocks.
    private mutating func readStyle(_ value: Substring) {
        guard SwiftText.isModuleName(String(value)) else {
            return refuse(
                value,
                "'\(value)' is no name of a style and is ignored; write it like @mockable(style: spy)",
                "annotation-style")
        }
        annotation.style = String(value)
    }

    private mutating func readSeam(_ value: Substring) {
        guard SwiftText.isTypeName(String(value)) else {
            return refuse(
                value,
                "'\(value)' cannot be the name of a protocol and is ignored; write it like @mockable(seam: HTTPSession)",
                "annotation-seam")
        }
        annotation.seam = String(value)
    }

    /// A publisher of a property wrapper depends on another property, which a mock stores without the wrapper.
    private mutating func readSubject(of key: Substring, _ value: Substring) {
        if ["PassthroughSubject", "CurrentValueSubject"].contains(value) {
            annotation.subjects[String(key)] = String(value)
        } else {
            warn(
                "'\(value)' is not supported, so '\(key)' publishes what tests send to '\(key)Subject'; write PassthroughSubject or CurrentValueSubject",
                at: value)
        }
    }

    /// The types in parentheses tell overloads with equal labels apart.
    private mutating func readMember(_ value: Substring) {
        guard SwiftText.isMember(value) else {
            return refuse(
                value,
                "'\(value)' is no name of a member and is ignored; write it like data(for:), or like data(for: URLRequest)",
                "annotation-seam")
        }
        annotation.members.append(value.filter { $0 != " " })
    }

    // MARK: Problems

    private mutating func refuse(_ text: Substring, _ message: String, _ code: String) {
        problems.append(.init(offset: line.offset(of: text), severity: .error, message: message, code: code))
    }

    private mutating func warn(_ message: String, at text: Substring) {
        problems.append(
            .init(offset: line.offset(of: text), severity: .warning, message: message, code: "annotation-argument"))
    }

    private mutating func warnOfUnknown(_ label: Substring, _ value: Substring? = nil) {
        let argument = value.map { "\(label): \($0)" } ?? String(label)
        problems.append(
            .init(
                offset: line.offset(of: label), severity: .warning,
                message: "unknown argument '\(argument)' of @mockable is ignored; \(Self.meant(label, value))",
                code: "annotation-argument"))
    }

    /// Guesses at the argument that was meant.
    private static func meant(_ label: Substring, _ value: Substring?) -> String {
        let (key, assigned) = halves(of: label, at: "=")
        let given = value ?? assigned
        switch key {
        case "name": return "write 'override: name = \(given.isEmpty ? "…" : given)'"
        case "modifiers": return "a mock stores no property that could be weak"
        case "prefix": return "write 'module: prefix = \(given.isEmpty ? "…" : given)'"
        default: break
        }
        if let argument = all.first(where: { $0.label == label }) { return "write it like '\(argument.example)'" }
        return closest(to: String(label), among: proposed.sorted()).map { "did you mean '\($0):'?" }
            ?? "mockd knows \(proposed.dropLast().map { "\($0):" }.joined(separator: ", ")) and \(proposed[proposed.count - 1]):"
    }

    // MARK: Parts

    /// Splits at commas outside brackets, so that `T = [String: Int], …` stays whole, up to the parenthesis that closes
    /// the first one. Returns `nil` if no parenthesis closes it.
    private static func groups(of text: Substring) -> [Substring]? {
        var groups: [Substring] = []
        var depth = 0
        var isRaw = false
        var start = text.index(after: text.startIndex)
        var previous: Character?
        for index in text.indices {
            let character = text[index]
            defer { previous = character }
            if character == "`" { isRaw.toggle() }
            if isRaw { continue }
            switch character {
            case "(", "[", "<": depth += 1
            case ")" where depth == 1:
                return groups + [text[start..<index]]
            // The arrow of a function type closes no bracket.
            case ">" where previous == "-": break
            case ")", "]", ">": if depth > 1 { depth -= 1 }
            case "," where depth == 1:
                groups.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        // A bracket in the last argument is open; the diagnostic is reported for that argument.
        guard let end = text[start...].lastIndex(of: ")") else { return nil }
        return groups + [text[start..<end]]
    }

    private static func halves(of text: Substring, at separator: Character) -> (Substring, Substring) {
        guard let index = text.firstIndex(of: separator) else {
            return (text.trimmingSpaces, text[text.endIndex...])
        }
        return (text[..<index].trimmingSpaces, text[text.index(after: index)...].trimmingSpaces)
    }
}
