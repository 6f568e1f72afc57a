// Writes random types.
extension ProtocolGrammar {
    /// Returns a type that values can be stored as.
    mutating func type(_ scope: Scope, depth: Int = 2) -> String {
        guard depth > 0, random.chance(55) else { return plainType(scope) }
        func inner() -> String { type(scope, depth: depth - 1) }
        switch random.number(0...33) {
        case 0...2: return "[\(inner())]"
        case 3...6: return Self.optional(inner())
        case 7: return "[\(hashable()): \(inner())]"
        case 8: return "(\(inner()), \(inner()))"
        case 9: return "(a: \(inner()), b: \(inner()))"
        case 10, 11: return functionType(scope, depth: depth - 1)
        case 12: return Self.optional(functionType(scope, depth: depth - 1))
        case 13: return "Set<\(hashable())>"
        case 14: return "Result<\(inner()), \(random.pick(["Failure", "any Error", "Never"]))>"
        case 15: return "\(plainType(scope)).Type"
        case 16: return "(any Marker).Type"
        case 17: return "any Marker.Type"
        case 18: return "Pair<\(inner()), \(inner())>"
        case 19: return "Later<\(inner())>"
        case 20: return random.pick(["Handler", "Maybe", "Outer.Action", "Table<\(inner())>", "Both", "any Both"])
        case 21: return "Array<\(inner())>.Index"
        case 22: return "Optional<\(inner())>"
        case 23: return "UnsafePointer<\(inner())>"
        case 24: return "AsyncStream<\(inner())>"
        case 25: return "KeyPath<Item, \(inner())>"
        case 26: return "[3 of \(inner())]"
        case 27: return "Dictionary<String, \(inner())>"
        case 28: return "any Named<\(inner())>"
        case 29: return "AnyIterator<\(inner())>"
        case 30: return "Task<\(hashable()), Never>"
        case 31: return "CheckedContinuation<\(inner()), any Error>"
        case 32: return "any Sequence<\(inner())>"
        default: return "Unmanaged<Box>"
        }
    }

    static func optional(_ type: String) -> String {
        type.contains("->") || type.contains(" ") && !type.hasPrefix("[") && !type.hasPrefix("(")
            ? "(\(type))?" : "\(type)?"
    }

    private mutating func plainType(_ scope: Scope) -> String {
        let own = scope.generics + scope.associated + scope.associated.map { "Self.\($0)" }
        if !own.isEmpty, random.chance(35) { return random.pick(own) }
        if scope.hasSelf, random.chance(6) { return "Self" }
        if !scope.protocols.isEmpty, random.chance(6) { return "any \(random.pick(scope.protocols))" }
        if importsPantry, random.chance(40) { return random.pick(Vocabulary.pantryTypes) }
        return random.pick(Self.plain)
    }

    private static let plain = [
        "Int", "Int", "String", "Bool", "Double", "Item", "Item", "Box", "Outer.Inner", "Outer.Deep.Leaf", "any Marker",
        "any Marker & Sendable", "any Outer.Door", "Any", "AnyObject", "any Error", "Failure", "Swift.Int", "Character",
        "Substring", "Duration", "any Shape", "Void", "()", "Never", "Wrapped<Failure>", "Worker", "any Loading",
        "any Screen", "Base", "Shelf<Int>", "any Sendable", "any Hashable", "AnyHashable", "UInt8", "Data", "URL",
        "any Actor", "any Named", "any Base & Marker", "StaticString", "ClosedRange<Int>", "any (Marker & Outer.Door)",
        "OpaquePointer", "any Any.Type", "Any.Type", "(Int)", "TaskPriority", "any Error & Sendable", "Unicode.Scalar",
        "[String: Any]", "Unique<Int>",
    ]

    private mutating func hashable() -> String {
        random.pick(["String", "Int", "Item", "Outer.Inner", "AnyHashable", "UInt8"])
    }

    mutating func functionType(_ scope: Scope, depth: Int, isParameter: Bool = false) -> String {
        let attributes = random.pick(["", "", "", "", "@Sendable ", "@MainActor ", "@Kiosk ", "@MainActor @Sendable "])
        let parameters = (0..<random.pick([0, 1, 1, 2])).map { _ in closureParameter(scope, depth: depth) }
        let effects = random.pick([
            "", "", "", " throws", " async", " async throws", " throws(Failure)", " async throws(Failure)",
        ])
        let isNonsending = isParameter && effects.contains("async") && attributes.isEmpty && random.chance(15)
        let specifier = isNonsending ? "nonisolated(nonsending) " : ""
        let result = random.chance(40) ? "Void" : type(scope, depth: depth)
        return "\(specifier)\(attributes)(\(parameters.joined(separator: ", ")))\(effects) -> \(result)"
    }

    private mutating func closureParameter(_ scope: Scope, depth: Int) -> String {
        switch random.number(0...19) {
        case 0: "inout \(type(scope, depth: depth))"
        case 1: "borrowing File"
        case 2: "consuming File"
        case 3: "sending Box"
        case 4: "_ named: \(type(scope, depth: depth))"
        case 5: "\(type(scope, depth: depth))..."
        case 6: "(Int) -> Void"
        case 7: "@escaping () -> Void"
        default: type(scope, depth: depth)
        }
    }
}
