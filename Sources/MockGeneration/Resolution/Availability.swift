internal import MockModel

/// The arguments of an `@available` attribute: `*`, `deprecated: 2`, `message: "…"`.
struct Availability {
    let arguments: [Substring]

    /// - Parameter attribute: as written; the result is `nil` for any other attribute.
    init?(_ attribute: String) {
        let opening = "@available("
        guard attribute.hasPrefix(opening), attribute.hasSuffix(")") else { return nil }
        self.init(list: attribute.dropFirst(opening.count).dropLast())
    }

    /// - Parameter list: the text between the parentheses.
    init(list: Substring) {
        // A comma in a message separates nothing.
        var (isQuoted, isEscaped) = (false, false)
        arguments = list.split { character in
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && !isEscaped
            return character == "," && !isQuoted
        }
        .map { argument in
            var argument = argument.drop { $0 == " " }
            while argument.last == " " { argument.removeLast() }
            return argument
        }
    }

    /// True if it holds on every platform: a member that is unavailable on iOS alone is there on Linux.
    var isUnavailable: Bool { arguments.first == "*" && arguments.contains("unavailable") }

    /// True if it deprecates on every platform, and already: Foundation announces later deprecations with `swift,
    /// deprecated: 100000`.
    var isDeprecated: Bool {
        guard let deprecated else { return false }
        let version = deprecated.dropFirst("deprecated:".count).drop { $0 == " " }.prefix { $0.isNumber }
        return arguments.first == "*" || arguments.first == "swift" && Int(version) ?? 0 < 100
    }

    /// An `@available` with only the platform and the deprecation of this one; `nil` if this one does not deprecate.
    var deprecation: String? {
        guard let platform = arguments.first, let deprecated else { return nil }
        return "@available(\(platform), \(deprecated))"
    }

    /// `deprecated`, or `deprecated: 5.0`.
    private var deprecated: Substring? {
        arguments.first { $0 == "deprecated" || $0.hasPrefix("deprecated:") }
    }
}

extension MemberDeclaration {
    /// True for a member that cannot be used.
    package var isUnavailable: Bool { attributes.makeUnavailable }
}

extension TypeDeclaration {
    /// True for a type that cannot be used, and for an extension that only states that there is no conformance.
    package var isUnavailable: Bool { attributes.makeUnavailable }
}

extension [String] {
    /// True if an attribute among these makes its declaration unavailable on every platform.
    fileprivate var makeUnavailable: Bool { contains { Availability($0)?.isUnavailable ?? false } }
}
