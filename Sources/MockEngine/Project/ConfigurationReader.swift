import MockGeneration
import MockModel
import Yams

/// Reads the values of a YAML document and collects all problems in it.
///
/// Reading continues after a mistake, without the wrong value, so that the user sees all problems at once.
struct ConfigurationReader {
    /// The name of the file in messages.
    let file: String
    /// The name of the user's configuration in messages; `nil` when reading that file.
    private let usersFile: String?
    /// The lines of the text by YAML's rules, which know more line ends than editors do.
    private let lines: [Substring]
    /// The position before each of them, in lines as editors count them.
    private let origins: [SourcePosition]
    /// The last position that was computed, from which the next one in the same line is counted.
    private var lastPosition: (mark: Mark, index: String.Index, column: Int)?
    private(set) var problems: [ConfigurationError.Problem] = []
    /// The line of each key, by its path: `modules[0].sources`.
    private(set) var keyLines: [String: Int] = [:]

    init(_ text: String, file: String, usersFile: String? = nil) {
        self.file = file
        self.usersFile = usersFile
        lines = text.split(omittingEmptySubsequences: false) { Self.lineEnds.contains($0) }
        var origin = SourcePosition(line: 1, column: 0)
        var origins = [origin]
        for (line, next) in zip(lines, lines.dropFirst()) {
            let end = text[line.endIndex..<next.startIndex]
            if end.utf8.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
                origin = SourcePosition(line: origin.line + 1, column: 0)
            } else {
                origin.column += line.utf8.count + end.utf8.count
            }
            origins.append(origin)
        }
        self.origins = origins
    }

    private static let lineEnds: Set<Character> = ["\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"]

    /// Parses the document; returns `nil` after reporting a problem.
    ///
    /// - Parameter wayOut: The advice for a file without content.
    mutating func document(_ text: String, emptyMeans wayOut: String) -> Node? {
        if let location = AliasExpansion.offence(in: text) {
            report(
                at: location, nil,
                "the aliases up to here expand to more than \(AliasExpansion.mostNodes) nodes, so the file is not read",
                "write out their values", "config-too-large")
            return nil
        }
        do {
            if let node = try compose(yaml: text), node.tag != Tag(.null) { return node }
            report(
                at: SourcePosition(line: 1, column: 1), nil, "the file is empty", wayOut, "config-empty")
        } catch let error as YamlError {
            report(error)
        } catch {
            report(at: nil, nil, "this is no valid YAML: \(error)", "correct it", "config-yaml")
        }
        return nil
    }

    /// The entries of a list of modules that state their sources.
    enum EntriesWithSources {
        case noEntry, someEntries, everyEntry
    }

    static func entriesWithSources(_ list: Node) -> EntriesWithSources {
        guard case .sequence(let sequence) = list, !sequence.isEmpty else { return .everyEntry }
        let count = sequence.count { $0.mapping?["sources"] != nil }
        return count == 0 ? .noEntry : count == sequence.count ? .everyEntry : .someEntries
    }

    // MARK: Values

    /// Returns the values of a mapping by key. Keys that are not in `keys` are problems.
    mutating func mapping(_ node: Node, _ path: String?, _ keys: ConfigurationKeys) -> ConfigurationMapping? {
        guard case .mapping(let mapping) = node else {
            report(
                at: node, path, "\(keys.owner) must have keys, but this is \(Self.kind(of: node))",
                "write '\(keys.names[0]): …'", "config-type")
            return nil
        }
        var result = ConfigurationMapping(node: node, path: path)
        for (keyNode, value) in mapping {
            guard let name = keyNode.scalar?.string, keys.names.contains(name) else {
                reportUnknown(keyNode, path, keys)
                continue
            }
            result.values[name] = value
            keyLines[Self.path(path, name)] = keyNode.mark?.line
        }
        return result
    }

    /// Returns the value of a key; `nil` if the key is not there, or after reporting a problem.
    ///
    /// - Parameter example: A value for the message, if it is another one than that of the key.
    mutating func value<Value>(
        of key: ConfigurationKey<Value>, in mapping: ConfigurationMapping, example: String? = nil
    ) -> Value? {
        guard let node = mapping[key] else { return nil }
        return key.form.read(node, mapping.path(of: key), key.example(example ?? key.form.example), &self)
    }

    private mutating func reportUnknown(_ keyNode: Node, _ path: String?, _ keys: ConfigurationKeys) {
        let name = keyNode.scalar?.string ?? "…"
        if UserConfiguration.Keys.all.names.contains(name), let usersFile {
            report(
                at: keyNode, Self.path(path, name), "'\(name)' is for the user to decide, not for a repository",
                "write it in \(usersFile)", "config-users-key")
            return
        }
        let list = keys.names.map { "'\($0)'" }.joined(separator: ", ")
        let guess = closest(to: name, among: keys.names).map { "did you mean '\($0)'?" }
        report(
            at: keyNode, Self.path(path, name), "\(keys.owner) has no key '\(name)'",
            guess ?? "known keys are \(list)", "config-unknown-key")
    }

    mutating func text(_ node: Node, _ key: String, example: String) -> String? {
        if case .scalar(let scalar) = node {
            if node.tag.isText { return scalar.string }
            // `name: 5` may well be meant as text, but `imports: [yes]` is `true` to YAML and rarely meant as that.
            report(
                at: node, key,
                "'\(Self.name(of: key))' must be text, but '\(scalar.string)' is \(Self.kind(of: node)) in YAML",
                scalar.string.isEmpty ? "write \(example)" : "put it in quotes", "config-type")
            return nil
        }
        report(
            at: node, key, "'\(Self.name(of: key))' must be text, but this is \(Self.kind(of: node))",
            "write \(example)", "config-type")
        return nil
    }

    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ node: Node, _ key: String, example: String
    ) -> Choice? where Choice.RawValue == String {
        let values = Choice.allCases.map(\.rawValue)
        guard let text = text(node, key, example: example) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let last = values.count > 1 ? " or \(values[values.count - 1])" : values[0]
        let list = values.dropLast().joined(separator: ", ") + last
        report(
            at: node, key, "'\(text)' is no value of '\(Self.name(of: key))'",
            closest(to: text, among: values).map { "did you mean '\($0)'?" } ?? "write \(list)", "config-value")
        return nil
    }

    mutating func flag(_ node: Node, _ key: String, example: String) -> Bool? {
        if node.tag == Tag(.bool), let value = node.bool { return value }
        let found = node.scalar.map { "'\($0.string)' is \(Self.kind(of: node)) in YAML" }
        report(
            at: node, key,
            "'\(Self.name(of: key))' must be true or false, but \(found ?? "this is \(Self.kind(of: node))")",
            "write \(example)", "config-type")
        return nil
    }

    /// Returns the entries of a list of texts.
    mutating func texts(_ node: Node, _ key: String, example: String) -> [ConfigurationText] {
        guard case .sequence(let sequence) = node else {
            report(
                at: node, key, "'\(Self.name(of: key))' must be a list, but this is \(Self.kind(of: node))",
                "write \(example)", "config-type")
            return []
        }
        return sequence.enumerated().compactMap { index, element in
            let path = "\(key)[\(index)]"
            return text(element, path, example: example).map { ConfigurationText(text: $0, node: element, path: path) }
        }
    }

    // MARK: Problems

    mutating func report(
        at node: Node, _ key: String?, _ message: String, _ suggestion: String, _ code: String
    ) {
        var location: SourcePosition?
        if let mark = node.mark { location = position(of: mark) }
        report(at: location, key, message, suggestion, code)
    }

    mutating func report(at node: Node, _ key: String?, _ violation: ConfigurationRules.Violation?) {
        guard let violation else { return }
        report(at: node, key, violation.message, violation.suggestion, violation.code)
    }

    /// Reports the violation of a rule by the value of a key that is there.
    mutating func report(
        _ key: ConfigurationKey<some Any>, in mapping: ConfigurationMapping, _ violation: ConfigurationRules.Violation?
    ) {
        if let node = mapping[key] { report(at: node, mapping.path(of: key), violation) }
    }

    /// Reports each text that violates a rule.
    mutating func report(_ texts: [ConfigurationText], _ rule: (String) -> ConfigurationRules.Violation?) {
        for text in texts { report(at: text.node, text.path, rule(text.text)) }
    }

    mutating func report(
        at position: SourcePosition?, _ key: String?, _ message: String, _ suggestion: String?, _ code: String
    ) {
        problems.append(
            .init(
                file: file, position: position, key: key, message: message, suggestion: suggestion, code: code))
    }

    private mutating func report(_ error: YamlError) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            report(
                at: position(of: mark), nil, "this is no valid YAML: \(problem)",
                "check the indentation and the quotes here and in the line above", "config-yaml")
        case .duplicatedKeysInMapping(let duplicates, let context):
            let name = duplicates.first ?? ""
            report(
                at: position(of: context.mark), name, "the key '\(name)' is there twice", "keep one of them",
                "config-duplicate-key")
        case .reader(let problem, _, _, _):
            report(
                at: nil, nil, "this is no valid YAML: \(problem)", "save the file as UTF-8 without control characters",
                "config-yaml")
        default:
            report(at: nil, nil, "this is no valid YAML: \(error)", "correct it", "config-yaml")
        }
    }

    /// Converts a position: the library counts columns in Unicode scalars, compilers in bytes.
    private mutating func position(of mark: Mark) -> SourcePosition {
        // The end of the text counts as a line of its own.
        guard lines.indices.contains(mark.line - 1) else {
            return SourcePosition(line: origins[origins.count - 1].line + 1, column: 1)
        }
        let line = lines[mark.line - 1].unicodeScalars
        var (index, column, scalar) = (line.startIndex, 1, 1)
        if let last = lastPosition, last.mark.line == mark.line, last.mark.column <= mark.column {
            (index, column, scalar) = (last.index, last.column, last.mark.column)
        }
        while scalar < mark.column, index < line.endIndex {
            column += UTF8.width(line[index])
            index = line.index(after: index)
            scalar += 1
        }
        // No position is counted from the end of a line.
        if scalar == mark.column { lastPosition = (mark, index, column) }
        let origin = origins[mark.line - 1]
        return SourcePosition(line: origin.line, column: origin.column + column)
    }

    private static func path(_ key: String?, _ name: String) -> String {
        key.map { "\($0).\(name)" } ?? name
    }

    /// Returns `sources` for `modules[0].sources[2]`.
    private static func name(of key: String) -> String {
        let last = key.split(separator: ".").last ?? key[...]
        return String(last.prefix { $0 != "[" })
    }

    private static func kind(of node: Node) -> String {
        switch node {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .alias: "an alias"
        case .scalar: node.tag.isText ? "text" : node.tag.kind
        }
    }
}

extension Tag {
    fileprivate var isText: Bool { ![Tag(.null), Tag(.bool), Tag(.int), Tag(.float)].contains(self) }

    fileprivate var kind: String {
        if self == Tag(.null) { return "nothing" }
        return self == Tag(.bool) ? "a truth value" : "a number"
    }
}
