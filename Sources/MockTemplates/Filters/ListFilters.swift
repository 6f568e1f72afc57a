/// The filters for lists and mappings.
enum ListFilters {
    static func add(to all: inout [String: TemplateFilter]) {
        all.addSimple("count") { value in
            switch value {
            case .list(let list): .integer(list.count)
            case .mapping(let mapping): .integer(mapping.count)
            default: value
            }
        }
        for (name, expected) in [("isEmpty", true), ("!isEmpty", false)] {
            all.addSimple(name) { value in
                switch value {
                case .list(let list): .flag(list.isEmpty == expected)
                case .mapping(let mapping): .flag(mapping.isEmpty == expected)
                case .text(let text): .flag(text.isEmpty == expected)
                default: .flag(!expected)
                }
            }
        }
        all.addSimple("reversed") { value in
            if case .list(let list) = value { .list(list.reversed()) } else { value }
        }
        all.addSimple("toArray") { value in
            switch value {
            case .none, .list: value
            default: .list([value])
            }
        }
        all.addSimple("last") { value in
            switch value {
            case .list, .text: value.member("last")
            case .mapping(let mapping): mapping["last"] ?? .none
            default: .none
            }
        }
        all.addSimple("sortedValuesByKeys") { value in
            guard case .mapping(let mapping) = value else { return .none }
            return .list(mapping.sorted { $0.key < $1.key }.map(\.value))
        }
        addWithArguments(to: &all)
    }

    private static func addWithArguments(to all: inout [String: TemplateFilter]) {
        all["push"] = { value, arguments, rendering in
            let list = if case .list(let list) = value { list } else { [RenderValue]() }
            let added = arguments.values.filter { !$0.isNone }
            // Lists of lists of lists could become as large as a power of their number, or too deep to be freed.
            guard !added.contains(where: \.holdsList) else {
                throw TemplateFailure("'push' cannot add a list that holds lists")
            }
            try rendering.spend(elements: list.count + added.count)
            return .list(list + added)
        }
        all["member"] = { value, arguments, _ in
            try arguments.text(0).split(separator: ".").reduce(value) { $0.member(String($1)) }
        }
        all["sorted"] = { value, arguments, _ in try sorted(value, by: arguments) { $0 < $1 } }
        all["sortedDescending"] = { value, arguments, _ in try sorted(value, by: arguments) { $0 > $1 } }
        all["default"] = { value, arguments, _ in
            // A text that says so counts as nothing, too.
            if value.isNone || value.text == "nil" { arguments.values.first { !$0.isNone } ?? .none } else { value }
        }
        all["join"] = { value, arguments, rendering in
            guard arguments.values.count < 2 else { throw TemplateFailure("'join' filter takes at most one argument") }
            guard case .list(let list) = value else { return value }
            let separator = arguments.values.first?.printed ?? ""
            try rendering.spend(bytes: list.count * separator.utf8.count)
            let text = list.map(\.printed).joined(separator: separator)
            try rendering.spend(bytes: text.utf8.count)
            return .text(text)
        }
        all["split"] = { value, arguments, rendering in
            guard arguments.values.count < 2 else { throw TemplateFailure("'split' filter takes at most one argument") }
            guard case .text(let text) = value else { return value }
            let separator = arguments.values.first?.printed ?? " "
            if separator.isEmpty { return .list([value]) }
            let parts = text.split(separator: separator, omittingEmptySubsequences: false)
            try rendering.spend(elements: parts.count)
            return .list(parts.map { .text(String($0)) })
        }
        all["filter"] = { value, arguments, rendering in
            let name = try arguments.text(0)
            guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "!" }) else {
                throw TemplateFailure("'\(name)' is no name of a filter")
            }
            guard let filter = FilterTable.all[name] else { throw TemplateFailure("unknown filter '\(name)'") }
            return try filter(value, FilterArguments(filter: name, values: []), &rendering)
        }
    }

    /// Sorts by the property that the argument names, whatever its letters' case is.
    private static func sorted(
        _ value: RenderValue, by arguments: FilterArguments, _ precedes: (String, String) -> Bool
    ) throws -> RenderValue {
        guard case .list(let list) = value else { return value }
        let path = try arguments.text(0).split(separator: ".").map(String.init)
        let keys = list.map { element in (path.reduce(element) { $0.member($1) }.text ?? "").lowercased() }
        return .list(
            zip(keys, list.indices).sorted { left, right in
                left.0 == right.0 ? left.1 < right.1 : precedes(left.0, right.0)
            }.map { list[$0.1] })
    }
}
