internal import MockModel

/// Prints matchers with the names of a type's values, so that a test can write `.apple` for `.equal(.apple)`.
///
/// They extend the protocol `CaseMatcher`, which serves optional parameters, too, and which users do not extend. Each is
/// disfavored: a matcher of the library or the user with the same name takes precedence.
struct ValueMatchers {
    private let values: NamedValues
    private static let library = "Mocking"
    /// Names that mean something else behind a dot.
    private static let reserved: Set = ["`init`", "`self`", "`Type`", "`Protocol`"]

    init(_ values: NamedValues) { self.values = values }

    /// The extension as UTF-8, with an empty line in front; `nil` if there are no values.
    var bytes: [UInt8]? {
        let named = values.values.filter { !Self.reserved.contains($0.name) }
        guard !named.isEmpty else { return nil }
        var writer = CodeWriter()
        writer.blank()
        let head = "nonisolated extension \(Self.library)::CaseMatcher where MatchedType == \(values.type)"
        writer.block(head) { writer in
            let access = values.access > .internal ? "\(values.access.keyword) " : ""
            for value in named { writer.line("@_disfavoredOverload \(access)static \(declaration(of: value))") }
        }
        return writer.bytes
    }

    private func declaration(of value: NamedValues.Value) -> String {
        let name = value.name
        guard let parameters = value.parameters else { return "var \(name): Self { .__value(\(values.type).\(name)) }" }
        let text = "\".\(name.filter { $0 != "`" })\""
        if parameters.isEmpty {
            return "var \(name): Self { .__case(\(text)) { if case .\(name) = $0 { true } else { false } } }"
        }
        let locals = parameters.indices.map { "value\($0)" }
        let declared = zip(parameters, locals).map { parameter, local in
            let matcher = parameter.isOptional ? "OptionalMatcher" : "Matcher"
            return "\(parameter.label ?? "_") \(local): \(Self.library)::\(matcher)<\(parameter.type)> = .any"
        }
        let bound = zip(parameters, locals).map { ($0.label.map { "\($0): " } ?? "") + "let \($1)" }
        let labels = parameters.map { "\"\($0.label ?? "")\"" }
        let (all, list) = (locals.joined(separator: ", "), declared.joined(separator: ", "))
        return "func \(name)(\(list)) -> Self { .__case(\(text), [\(labels.joined(separator: ", "))], \(all)) "
            + "{ if case .\(name)(\(bound.joined(separator: ", "))) = $0 { (\(all)) } else { nil } } }"
    }
}
