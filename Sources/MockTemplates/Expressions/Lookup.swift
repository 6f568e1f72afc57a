/// A literal, or a path to a value: `method.parameters.0`, `type["Outer.Inner"]`.
enum Lookup: Sendable {
    case text(String)
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case path(LookupPath)

    init(_ written: String, _ compiler: TemplateCompiler) {
        if let quote = written.first, quote == "\"" || quote == "'", written.count > 1, written.last == quote {
            self = .text(String(written.dropFirst().dropLast()))
        } else if let number = Int(written) {
            self = .integer(number)
        } else if let number = Double(written) {
            self = .number(number)
        } else if let flag = Bool(written) {
            self = .flag(flag)
        } else {
            self = .path(LookupPath(written, compiler))
        }
    }

    func value(in rendering: inout Rendering) throws -> RenderValue {
        if case .path(let path) = self { try path.value(in: &rendering) } else { literal ?? .none }
    }

    /// `nil` for a path.
    var literal: RenderValue? {
        switch self {
        case .text(let text): .text(text)
        case .flag(let flag): .flag(flag)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .path: nil
        }
    }
}
