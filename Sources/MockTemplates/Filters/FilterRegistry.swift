internal import Stencil

/// All tags and filters that templates written for Sourcery use beside the engine's own.
///
/// The engine's `for`, `include`, `indent` and `filter` are replaced: they end the process, or never end themselves,
/// for some arguments.
enum FilterRegistry {
    static func extensions() -> [Extension] {
        let all = Extension()
        all.registerTag("for", parser: ForTag.parse)
        all.registerTag("macro", parser: MacroTag.parse)
        all.registerTag("call", parser: CallTag.parse)
        all.registerTag("set", parser: SetTag.parse)
        all.registerTag("include", parser: IncludeTag.parse(keepsNames: false))
        all.registerTag("import", parser: IncludeTag.parse(keepsNames: true))
        all.registerSimpleTag("newline") { _ in "\n" }
        TextFilters.register(in: all)
        ListFilters.register(in: all)
        DeclarationFilters.register(in: all)
        return [all]
    }
}

/// The arguments of a filter, for its checks.
struct FilterArguments {
    let filter: String
    let values: [Any?]

    func text(_ index: Int) throws -> String {
        guard index < values.count, let text = templateText(of: values[index]) else {
            throw templateFailure("the filter '\(filter)' needs a text behind ':'")
        }
        return text
    }

    /// Returns the argument at the index, or the default if there is none.
    func flag(_ index: Int, default value: Bool) throws -> Bool {
        guard index < values.count else { return value }
        guard let flag = values[index] as? Bool else {
            throw templateFailure("the filter '\(filter)' takes true or false behind ':'")
        }
        return flag
    }
}

/// Returns the text of a value as a template prints it; `nil` for lists, mappings and nothing.
func templateText(of value: Any?) -> String? {
    switch value {
    case let text as String: text
    case is [Any], is [String: Any]: nil
    case let value as any CustomStringConvertible: value.description
    default: nil
    }
}

extension Extension {
    /// Registers a filter that turns a text into another value.
    func registerTextFilter(_ name: String, _ filter: @escaping (String, FilterArguments) throws -> Any?) {
        registerFilter(name) { value, arguments, context in
            let arguments = FilterArguments(filter: name, values: arguments)
            if let list = value as? [Any] {
                return try list.map { try filter(templateText(of: $0) ?? "", arguments) as Any }
            }
            let result = try filter(templateText(of: value) ?? "", arguments)
            try context.state.spend(bytes: (result as? String)?.utf8.count ?? 0)
            return result
        }
    }

    /// Registers a filter that is true or false of a value, and keeps the elements of a list for which it is true; and
    /// its opposite with `!` in front.
    func registerTest(_ name: String, _ test: @escaping (Any, FilterArguments) throws -> Bool?) {
        for (name, expected) in [(name, true), ("!\(name)", false)] {
            registerFilter(name) { value, arguments, context in
                try context.state.spend()
                let arguments = FilterArguments(filter: name, values: arguments)
                if let list = value as? [Any] {
                    try context.state.spend(elements: list.count)
                    return try list.filter { try test($0, arguments).map { $0 == expected } ?? false }
                }
                guard let value else { return nil }
                return try test(value, arguments).map { $0 == expected } ?? value
            }
        }
    }
}
