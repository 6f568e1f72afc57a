/// A value and the filters that it goes through: `name|replace:"a","b"|upperFirstLetter`.
final class FilterChain: Sendable {
    private final class Filter: Sendable {
        let name: String
        let apply: TemplateFilter?
        let arguments: [Lookup]

        init(_ name: String, _ arguments: [Lookup]) {
            self.name = name
            apply = FilterTable.all[name]
            self.arguments = arguments
        }
    }

    let lookup: Lookup
    private let filters: [Filter]

    init(_ written: String, _ compiler: TemplateCompiler) {
        let parts = Self.parts(of: written, separator: "|")
        lookup = Lookup(parts.first ?? "", compiler)
        filters = parts.dropFirst().map { part in
            let words = Self.parts(of: part, separator: ":")
            let arguments = Self.parts(of: words.dropFirst().joined(separator: ":"), separator: ",")
            let name = words.first ?? ""
            return Filter(name, arguments.map { Lookup($0, compiler) })
        }
    }

    /// Divides a text outside of quotes.
    private static func parts(of text: String, separator: Character) -> [String] {
        var parts: [String] = []
        var part = ""
        var quote: Character?
        for character in text {
            if character == separator, quote == nil {
                if !part.isEmpty { parts.append(part) }
                part = ""
                continue
            }
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            }
            part.append(character)
        }
        if !part.isEmpty { parts.append(part) }
        return parts.map { String($0[...].trimming { $0 == " " }) }
    }

    func value(in rendering: Rendering) throws -> RenderValue {
        let value = try lookup.value(in: rendering)
        return filters.isEmpty ? value : try filtered(value, rendering)
    }

    /// Returns a value behind the filters.
    func filtered(_ value: RenderValue, _ rendering: Rendering) throws -> RenderValue {
        var value = value
        for filter in filters {
            guard let apply = filter.apply else { throw TemplateFailure("unknown filter '\(filter.name)'") }
            let arguments = try filter.arguments.map { try $0.value(in: rendering) }
            value = try apply(value, FilterArguments(filter: filter.name, values: arguments), rendering)
        }
        return value
    }
}
