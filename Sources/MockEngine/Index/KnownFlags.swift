internal import MockModel

/// The flags that only one of two modules is compiled with: a module, and the other module that compiles its mocks.
///
/// `#if FLAG` with such a flag would differ between the mock and the source, so it is evaluated here.
struct KnownFlags: Sendable {
    private let values: [String: Bool]

    /// - Parameter mocks: the module that compiles the mocks, if it is known.
    init(of module: Module, mocks: Module?) {
        guard module.importStyle != .none else {
            values = [:]
            return
        }
        let (own, others) = (module.defines, mocks?.defines ?? [])
        var values: [String: Bool] = [:]
        for flag in own.subtracting(others) where flag != "SWIFT_PACKAGE" { values[flag] = true }
        if mocks != nil { for flag in others.subtracting(own) where flag != "SWIFT_PACKAGE" { values[flag] = false } }
        self.values = values
    }

    /// Returns the type with the flags evaluated; `nil` if it is not compiled.
    func decide(_ type: TypeDeclaration) -> TypeDeclaration? {
        guard !values.isEmpty else { return type }
        let conditions = decide(type.conditions)
        if conditions.contains("false") { return nil }
        guard type.conditions != conditions || type.members.contains(where: { !$0.conditions.isEmpty }) else {
            return type
        }
        let members = type.members.map { member in
            var member = member
            member.conditions = decide(member.conditions)
            return member
        }
        return type.with(members: members, conditions: conditions)
    }

    func decide(_ imports: [ImportDeclaration]) -> [ImportDeclaration] {
        guard !values.isEmpty else { return imports }
        return imports.compactMap { declaration in
            let conditions = decide(declaration.conditions)
            if conditions == declaration.conditions { return declaration }
            if conditions.contains("false") { return nil }
            return ImportDeclaration(
                attributes: declaration.attributes, access: declaration.access, kind: declaration.kind,
                path: declaration.path, conditions: conditions)
        }
    }

    /// Returns the remaining conditions: true ones are dropped, and a false one leaves a single `false`.
    func decide(_ conditions: [String]) -> [String] {
        var left: [String] = []
        for condition in conditions {
            var reader = FlagReader(condition, values)
            let (value, text) = reader.read()
            if value == false { return ["false"] }
            if value == nil { left.append(text) }
        }
        return left
    }
}

/// Evaluates a condition of `#if` as far as its flags are known.
private struct FlagReader {
    private let text: [UInt8]
    private let values: [String: Bool]
    private var offset = 0

    /// The value of a part, or its remaining text if the value is unknown.
    typealias Part = (value: Bool?, text: String)

    init(_ condition: String, _ values: [String: Bool]) {
        text = Array(condition.utf8)
        self.values = values
    }

    mutating func read() -> Part {
        readList("||", decidedBy: true) { $0.readList("&&", decidedBy: false) { $0.readOne() } }
    }

    /// Reads operands and their operator. A decisive operand decides the value; known others are dropped.
    private mutating func readList(
        _ separator: String, decidedBy decisive: Bool, _ readPart: (inout FlagReader) -> Part
    ) -> Part {
        var open: [String] = []
        var isDecided = false
        repeat {
            let part = readPart(&self)
            if part.value == decisive { isDecided = true }
            if part.value == nil { open.append(part.text) }
        } while pass(separator)
        if isDecided { return (decisive, "") }
        return open.isEmpty ? (!decisive, "") : (nil, open.joined(separator: " \(separator) "))
    }

    private mutating func readOne() -> Part {
        if pass("!") {
            let part = readOne()
            return (part.value.map { !$0 }, "!\(part.text)")
        }
        if pass("(") {
            let part = read()
            _ = pass(")")
            return (part.value, "(\(part.text))")
        }
        skipSpace()
        let start = offset
        while offset < text.count, isPartOfWord(text[offset]) { offset += 1 }
        let word = String(decoding: text[start..<offset], as: UTF8.self)
        if pass("(") {
            // `os(Linux)`, `compiler(>=6.0)`: the arguments are not flags.
            var depth = 1
            while offset < text.count, depth > 0 {
                depth += text[offset] == UInt8(ascii: "(") ? 1 : text[offset] == UInt8(ascii: ")") ? -1 : 0
                offset += 1
            }
            return (nil, String(decoding: text[start..<offset], as: UTF8.self))
        }
        guard !word.isEmpty else {
            // Unknown syntax: the rest stays as it is.
            defer { offset = text.count }
            return (nil, String(decoding: text[start...], as: UTF8.self))
        }
        return (word == "true" ? true : word == "false" ? false : values[word], word)
    }

    private mutating func pass(_ sign: String) -> Bool {
        skipSpace()
        guard text[offset...].starts(with: sign.utf8) else { return false }
        offset += sign.utf8.count
        return true
    }

    private mutating func skipSpace() {
        while offset < text.count, text[offset] == UInt8(ascii: " ") { offset += 1 }
    }

    private func isPartOfWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte >= 0x80 || Character(UnicodeScalar(byte)).isLetter
            || Character(UnicodeScalar(byte)).isNumber
    }
}
