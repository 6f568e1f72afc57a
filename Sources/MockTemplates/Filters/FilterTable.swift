/// A function of templates: `value|name:argument`.
typealias TemplateFilter = @Sendable (RenderValue, FilterArguments, inout Rendering) throws -> RenderValue

/// All filters that templates written for Sourcery use.
enum FilterTable {
    static let all: [String: TemplateFilter] = {
        var all: [String: TemplateFilter] = [:]
        TextFilters.add(to: &all)
        ListFilters.add(to: &all)
        DeclarationFilters.add(to: &all)
        return all
    }()
}

/// The arguments of a filter, for its checks.
struct FilterArguments {
    let filter: String
    let values: [RenderValue]

    func text(_ index: Int) throws -> String {
        guard index < values.count, let text = values[index].text else {
            throw TemplateFailure("the filter '\(filter)' needs a text behind ':'")
        }
        return text
    }

    /// Returns the argument at the index, or the default if there is none.
    func flag(_ index: Int, default value: Bool) throws -> Bool {
        guard index < values.count else { return value }
        guard case .flag(let flag) = values[index] else {
            throw TemplateFailure("the filter '\(filter)' takes true or false behind ':'")
        }
        return flag
    }
}

extension [String: TemplateFilter] {
    /// Adds a filter that takes no arguments.
    mutating func addSimple(_ name: String, _ filter: @escaping @Sendable (RenderValue) -> RenderValue) {
        self[name] = { value, arguments, _ in
            guard arguments.values.isEmpty else { throw TemplateFailure("the filter '\(name)' takes no argument") }
            return filter(value)
        }
    }

    /// Adds a filter that turns a text into another one.
    mutating func addText(_ name: String, _ filter: @escaping @Sendable (String, FilterArguments) throws -> String) {
        self[name] = { value, arguments, rendering in
            func filtered(_ value: RenderValue) throws -> RenderValue {
                let text = try filter(value.text ?? "", arguments)
                try rendering.spend(bytes: text.utf8.count)
                return .text(text)
            }
            if case .list(let list) = value { return .list(try list.map(filtered)) }
            return try filtered(value)
        }
    }

    /// Adds a filter that is true or false of a text, and of each text in a list.
    mutating func addTextTest(_ name: String, _ test: @escaping @Sendable (String, FilterArguments) throws -> Bool) {
        self[name] = { value, arguments, rendering in
            if case .list(let list) = value {
                try rendering.spend(elements: list.count)
                return .list(try list.map { .flag(try test($0.text ?? "", arguments)) })
            }
            try rendering.spend()
            return .flag(try test(value.text ?? "", arguments))
        }
    }

    /// Adds a filter that is true or false of a value, and keeps the elements of a list for which it is true; and its
    /// opposite with `!` in front.
    mutating func addTest(_ name: String, _ test: @escaping @Sendable (RenderValue, FilterArguments) throws -> Bool?) {
        for (name, expected) in [(name, true), ("!\(name)", false)] {
            self[name] = { value, arguments, rendering in
                try rendering.spend()
                if case .list(let list) = value {
                    try rendering.spend(elements: list.count)
                    return .list(try list.filter { try test($0, arguments).map { $0 == expected } ?? false })
                }
                if value.isNone { return .none }
                return try test(value, arguments).map { .flag($0 == expected) } ?? value
            }
        }
    }
}
