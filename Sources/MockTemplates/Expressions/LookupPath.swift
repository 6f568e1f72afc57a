/// Names with dots between them, and other values in brackets.
///
/// An object, as the other parts of expressions are: they are handed on all the time, and a value would be copied.
final class LookupPath: Sendable {
    enum Part: Sendable {
        case name(PropertyName)
        /// The value in brackets names the part.
        case bracket(Lookup, written: String)
    }

    let written: String
    /// The number of the first name.
    private let root: Int
    private let parts: [Part]
    /// The parts without brackets.
    private let names: [PropertyName]
    private let hasBrackets: Bool
    /// The reason why the path has no value, which is an error as soon as it is asked for.
    private let problem: String?

    init(_ written: String, _ compiler: TemplateCompiler) {
        self.written = written
        var reader = PathReader(written, compiler)
        reader.read()
        problem = reader.problem
        hasBrackets = reader.hasBrackets
        if case .name(let name)? = reader.parts.first {
            root = compiler.number(of: name.text)
        } else {
            root = compiler.number(of: "")
        }
        parts = Array(reader.parts.dropFirst())
        names = parts.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    func value(in rendering: inout Rendering) throws -> RenderValue {
        if let problem { throw TemplateFailure(problem) }
        if hasBrackets { return try valueWithBrackets(in: &rendering) }
        var value = rendering.value(of: root)
        for name in names { value = value.member(name) }
        return value
    }

    /// Values in brackets must be there, whatever stands before them.
    private func valueWithBrackets(in rendering: inout Rendering) throws -> RenderValue {
        let names = try parts.map { part throws -> PropertyName in
            switch part {
            case .name(let name): return name
            case .bracket(let lookup, let inner):
                let value = try lookup.value(in: &rendering)
                if value.isNone {
                    throw TemplateFailure("unable to resolve subscript '\(inner)' in variable '\(written)'")
                }
                return PropertyName(value.printed)
            }
        }
        return names.reduce(rendering.value(of: root)) { $0.member($1) }
    }
}

/// Divides a path, as the engine does.
private struct PathReader {
    private let written: String
    private let compiler: TemplateCompiler
    private(set) var parts: [LookupPath.Part] = []
    private(set) var problem: String?
    private(set) var hasBrackets = false
    private var current = ""
    private var depth = 0
    /// True behind a bracket, where only a dot or another bracket can follow.
    private var isClosed = false

    init(_ written: String, _ compiler: TemplateCompiler) {
        self.written = written
        self.compiler = compiler
    }

    mutating func read() {
        for character in written where problem == nil {
            switch character {
            case "." where depth == 0: readDot()
            case "[": openBracket()
            case "]": closeBracket()
            default:
                if depth == 0, isClosed { problem = "unexpected character '\(character)' in variable '\(written)'" }
                current.append(character)
            }
        }
        if depth > 0 { problem = problem ?? "unbalanced subscript brackets in variable '\(written)'" }
        addName()
    }

    private mutating func addName() {
        if !current.isEmpty { parts.append(.name(PropertyName(current))) }
        current = ""
    }

    private mutating func readDot() {
        if current.isEmpty, !isClosed { problem = "unexpected '.' in variable '\(written)'" }
        addName()
        isClosed = false
    }

    private mutating func openBracket() {
        if depth > 0 {
            current.append("[")
        } else if current.isEmpty, !isClosed {
            problem = "unexpected '[' in variable '\(written)'"
        } else {
            addName()
        }
        depth += 1
    }

    private mutating func closeBracket() {
        guard depth > 0 else {
            problem = "unbalanced ']' in variable '\(written)'"
            return
        }
        depth -= 1
        if depth > 0 {
            current.append("]")
        } else if current.isEmpty {
            problem = "unable to resolve subscript '' in variable '\(written)'"
        } else {
            parts.append(.bracket(Lookup(current, compiler), written: current))
            hasBrackets = true
            isClosed = true
            current = ""
        }
    }
}
