/// A value and the filters that it goes through: `name|replace:"a","b"|upperFirstLetter`.
final class FilterChain: Sendable {
    private final class Filter: Sendable {
        private let name: String
        private let apply: TemplateFilter?
        private let arguments: [Lookup]
        /// The arguments if all of them are literals, as nearly always.
        private nonisolated(unsafe) let literals: FilterArguments?  // Literals are no objects.

        init(_ name: String, _ arguments: [Lookup]) {
            self.name = name
            apply = FilterTable.all[name]
            self.arguments = arguments
            let values = arguments.compactMap(\.literal)
            literals = values.count == arguments.count ? FilterArguments(filter: name, values: values) : nil
        }

        func filtered(_ value: RenderValue, _ rendering: inout Rendering) throws -> RenderValue {
            guard let apply else { throw TemplateFailure("unknown filter '\(name)'") }
            if let literals { return try apply(value, literals, &rendering) }
            let values = try arguments.map { try $0.value(in: &rendering) }
            return try apply(value, FilterArguments(filter: name, values: values), &rendering)
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

    func value(in rendering: inout Rendering) throws -> RenderValue {
        let value = try lookup.value(in: &rendering)
        return filters.isEmpty ? value : try filtered(value, &rendering)
    }

    /// Returns a value behind the filters.
    func filtered(_ value: RenderValue, _ rendering: inout Rendering) throws -> RenderValue {
        try filters.reduce(value) { try $1.filtered($0, &rendering) }
    }
}
