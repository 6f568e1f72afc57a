internal import Stencil

/// The filters for lists and mappings.
enum ListFilters {
    static func register(in all: Extension) {
        all.registerFilter("count") { (value: Any?) in
            switch value {
            case let list as [Any]: list.count
            case let mapping as [String: Any]: mapping.count
            default: value
            }
        }
        for (name, expected) in [("isEmpty", true), ("!isEmpty", false)] {
            all.registerFilter(name) { (value: Any?) in
                switch value {
                case let list as [Any]: list.isEmpty == expected
                case let mapping as [String: Any]: mapping.isEmpty == expected
                case let text as String: text.isEmpty == expected
                default: !expected
                }
            }
        }
        all.registerFilter("reversed") { (value: Any?) in (value as? [Any]).map { Array($0.reversed()) } ?? value }
        all.registerFilter("toArray") { (value: Any?) in
            value.map { value in value as? [Any] ?? [value] }
        }
        all.registerFilter("last") { (value: Any?) in
            switch value {
            case let list as [Any]: list.last
            case let mapping as [String: Any]: mapping["last"]
            case let text as String: text.last.map(String.init)
            default: nil
            }
        }
        all.registerFilter("sortedValuesByKeys") { (value: Any?) in
            (value as? [String: Any])?.sorted { $0.key < $1.key }.map(\.value)
        }
        all.registerFilter("push") { (value: Any?, arguments: [Any?]) in
            (value as? [Any] ?? []) + arguments.compactMap(\.self)
        }
        all.registerFilter("member") { (value: Any?, arguments: [Any?]) in
            let path = try FilterArguments(filter: "member", values: arguments).text(0)
            return path.split(separator: ".").reduce(value) { member(String($1), of: $0) }
        }
        all.registerFilter("sorted") { (value: Any?, arguments: [Any?]) in
            try sorted(value, by: FilterArguments(filter: "sorted", values: arguments)) { $0 < $1 }
        }
        all.registerFilter("sortedDescending") { (value: Any?, arguments: [Any?]) in
            try sorted(value, by: FilterArguments(filter: "sortedDescending", values: arguments)) { $0 > $1 }
        }
        all.registerFilter("filter") { (value: Any?, arguments: [Any?], context: Context) in
            let name = try FilterArguments(filter: "filter", values: arguments).text(0)
            guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "!" }) else {
                throw templateFailure("'\(name)' is no name of a filter")
            }
            let filter = try context.environment.compileFilter("mockdValue|\(name)")
            return try context.push(dictionary: value.map { ["mockdValue": $0] } ?? [:]) {
                try filter.resolve(context)
            }
        }
    }

    /// Sorts by the property that the argument names, whatever its letters' case is.
    private static func sorted(
        _ value: Any?, by arguments: FilterArguments, _ precedes: (String, String) -> Bool
    ) throws -> Any? {
        guard let list = value as? [Any] else { return value }
        let path = try arguments.text(0).split(separator: ".").map(String.init)
        let keys = list.map { element in
            (templateText(of: path.reduce(element) { member($1, of: $0) }) ?? "").lowercased()
        }
        return zip(keys, list.indices).sorted { left, right in
            left.0 == right.0 ? left.1 < right.1 : precedes(left.0, right.0)
        }.map { list[$0.1] }
    }

    static func member(_ name: String, of value: Any?) -> Any? {
        switch value {
        case let mapping as [String: Any]: name == "count" ? mapping.count : mapping[name]
        case let list as [Any]:
            switch name {
            case "count": list.count
            case "first": list.first
            case "last": list.last
            default: Int(name).flatMap { list.indices.contains($0) ? list[$0] : nil }
            }
        case let object as any DynamicMemberLookup: object[dynamicMember: name]
        default: nil
        }
    }
}
