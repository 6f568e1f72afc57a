// Writes members of one name, and extensions that implement requirements.
extension ProtocolGrammar {
    /// Returns members of equal names that differ in types, labels or effects.
    mutating func overloads(_ scope: Scope) -> [String] {
        let name = random.pick(Self.overloadedNames)
        let isStatic = random.chance(15) ? "static " : ""
        let label = random.pick(["_ ", "_ ", "", "for ", "with ", "_ "])
        let sharesEffects = random.chance(70)
        let shared = random.pick(Self.overloadEffects)
        var members: [String] = []
        var told: Set<String> = []
        for _ in 0..<random.number(2...7) {
            let effects = sharesEffects ? shared : random.pick(Self.overloadEffects)
            let result = random.pick(["", "", " -> Int", " -> String", " -> \(type(scope, depth: 1))"])
            let second = random.chance(20) ? ", \(random.pick(["other", "_ other"])): \(overloadType(scope).type)" : ""
            let first = overloadType(scope)
            let parameters = random.chance(8) ? "" : "\(label)value: \(first.type)\(second)"
            let isSubscript = name == "subscript"
            // No call could choose one of two overloads that differ in the ownership, or in an autoclosure.
            let call = parameters.replacing("consuming ", with: "").replacing("borrowing ", with: "")
                .replacing("@autoclosure () -> ", with: "")
            guard told.insert(call).inserted else { continue }
            members.append(
                isSubscript
                    ? "\(isStatic)subscript\(first.generics)(\(parameters)) -> Int { get }"
                    : "\(isStatic)func \(name)\(first.generics)(\(parameters))\(effects)\(result)")
        }
        if name != "subscript" { methodNames.insert(name) }
        return members
    }

    private static let overloadedNames = ["log", "send", "write", "subscript", "callAsFunction", "log2", "append"]
    private static let overloadEffects = ["", "", "", " throws", " async", " async throws", " throws(Failure)"]

    private mutating func overloadType(_ scope: Scope) -> (generics: String, type: String) {
        switch random.number(0...39) {
        case 0: return ("<T>", "T")
        case 1: return ("<T: Hashable>", "T")
        case 2: return ("<T>", "[T]")
        case 3: return ("<T: Marker>", "T.Type")
        case 4: return ("<each T>", "repeat each T")
        case 5: return ("", type(scope))
        default: return ("", random.pick(Self.overloadTypes))
        }
    }

    /// No call could choose one of two overloads that differ in the labels of a tuple, or in `sending`.
    private static let overloadTypes = [
        "Int", "Int?", "[Int]", "[Int]?", "[String: Int]", "[String: Int]?", "(Int, Int)", "(Int, String)",
        "() -> Void", "@escaping () -> Void", "(Int) -> Void", "@escaping (Int) -> Int", "inout Int", "Int.Type",
        "any Equatable", "Any", "AnyObject", "Any?", "String", "String?", "Substring", "some Hashable", "some Sequence",
        "some Collection<Int>", "Int...", "@autoclosure () -> Int", "Item", "[Item]", "any Marker", "(any Marker)?",
        "Double", "Bool", "UInt8", "Set<Int>", "Box", "Never", "Failure", "any Error", "Handler", "StaticString",
        "Character", "sending Shelf<Int>", "borrowing File", "consuming File", "isolated (any Actor)?", "[3 of Int]",
        "Result<Int, Failure>", "any Sequence<Int>", "Int!", "AnyHashable", "Duration", "((Int) -> Void)?",
        "Outer.Inner",
    ]

    /// Returns an extension that implements some of a protocol's requirements, and overloads others; nothing at all
    /// for most protocols.
    mutating func implementation(of declaration: [Line], _ name: String, _ head: Head) -> [Line] {
        guard random.chance(15) else { return [] }
        var members: [Line] = []
        for line in declaration where line.isMember && random.chance(50) {
            guard let text = Self.implementation(of: line.text) else { continue }
            members.append(Line(text: text, isMember: true))
        }
        for _ in 0..<random.number(0...2) {
            let text = function(Scope(hasSelf: true), head, modifier: "") + " { fatalError() }"
            members.append(Line(text: "    " + text, isMember: true))
        }
        let requirements = random.pick(["", "", "", " where Self: AnyObject", " where Self: Marker"])
        let access = head.access == "internal " ? "" : head.access
        return [Line(text: "\(access)extension \(name)\(requirements) {")] + members + [Line(text: "}")]
    }

    private static func implementation(of requirement: String) -> String? {
        if requirement.contains("func ") || requirement.contains("init") && !requirement.contains("var ") {
            return requirement + " { fatalError() }"
        }
        for (accessors, body) in [
            ("{ get }", "{ fatalError() }"), ("{ get set }", "{ get { fatalError() } set {} }"),
            ("{ get throws }", "{ get throws { fatalError() } }"), ("{ get async }", "{ get async { fatalError() } }"),
        ] where requirement.hasSuffix(accessors) {
            return requirement.dropLast(accessors.count) + body
        }
        return nil
    }
}
