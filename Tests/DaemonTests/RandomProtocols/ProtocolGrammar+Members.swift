// Writes random members, each on one line: requirements of protocols and members of classes.
extension ProtocolGrammar {
    mutating func requirement(_ scope: Scope, _ head: Head) -> String {
        switch random.number(0...99) {
        case 0..<55: function(scope, head)
        case 55..<73: propertyRequirement(scope, head)
        case 73..<84: subscriptHead(scope, head) + propertyAccessors(head)
        // An actor's initializer would have to send its arguments, which random types do not allow.
        case 84..<93 where !head.isActor: initializer(scope, head)
        case 93..<96: operatorRequirement(scope)
        default: "typealias \(random.pick(Vocabulary.aliasNames)) = \(type(scope))"
        }
    }

    mutating func classMember(_ scope: Scope, _ head: Head) -> String {
        let access = classAccess(head)
        let final = access + random.pick(["", "", "", "", "", "final ", "class ", "static ", "override "])
        switch random.number(0...99) {
        case 0..<55: return function(scope, head, modifier: final) + " { fatalError() }"
        case 55..<70:
            let accessors = random.pick([
                " { fatalError() }", " { get { fatalError() } set {} }", " { get async { fatalError() } }",
                " { get throws { fatalError() } }",
            ])
            return property(scope, head, modifier: final) + accessors
        case 70..<80:
            return access
                + random.pick([
                    "var stored = 1", "var list: [Int] = []", "let constant = 2", "lazy var later: String = \"\"",
                    "private(set) var hidden: Int = 1", "var observed: Int = 0 { didSet {} }", "weak var box: Box?",
                    "var handler: ((Int) -> Void)?", "static var shared = 1", "var text = \"\"", "var flag = true",
                    "var maker: () -> Int = { 1 }", "unowned var owner: Box = Box()", "nonisolated let fixed = 1",
                ])
        case 80..<90:
            return subscriptHead(scope, head, modifier: final) + " { get { fatalError() } set {} }"
        default:
            let kind = random.pick(["", "required ", "convenience ", "override "])
            let body = kind == "convenience " ? "self.init()" : "fatalError()"
            return access + kind + initializer(scope, head) + " { \(body) }"
        }
    }

    private mutating func classAccess(_ head: Head) -> String {
        head.access == "public "
            ? random.pick(["public ", "open ", "", "private "]) : random.pick(["", "", "private "])
    }

    // MARK: Functions

    /// - Parameter modifier: the modifier to write instead of a random `static` or `mutating`.
    mutating func function(_ scope: Scope, _ head: Head, modifier: String? = nil) -> String {
        var scope = scope
        let generics = genericClause(&scope)
        let parameters = parameterList(scope)
        let result = random.chance(30) ? "" : " -> " + resultType(scope)
        let name = random.pick(Vocabulary.names.filter { !propertyNames.contains($0) })
        methodNames.insert(name)
        var modifiers = modifiers(head, modifier: modifier, hasResult: !result.isEmpty)
        // A builder cannot build what never returns.
        if result == " -> Never" { modifiers.replace("@Lines ", with: "") }
        return modifiers
            + "func \(name)\(generics.clause)(\(parameters))" + effects(parameters, scope) + result
            + generics.requirements
    }

    private mutating func modifiers(
        _ head: Head, modifier: String?, isFunction: Bool = true, hasResult: Bool = false
    ) -> String {
        var text = ""
        if random.chance(10), isFunction, hasResult { text += "@discardableResult " }
        if random.chance(3) { text += "@available(*, deprecated) " }
        if random.chance(2) { text += "@available(*, deprecated, message: \"old\") " }
        if random.chance(2), isFunction { text += "@Lines " }
        if random.chance(5) { text += random.pick(["@MainActor ", "@Kiosk ", "@preconcurrency ", "@Sendable "]) }
        if random.chance(2), isFunction { text += "@concurrent " }
        if random.chance(head.isolation.isEmpty && !head.isActor ? 5 : 20) { text += "nonisolated " }
        if random.chance(2), isFunction { text += "nonisolated(nonsending) " }
        if let modifier { return text + modifier }
        if random.chance(15) { return text + "static " }
        if random.chance(8) { text += random.pick(["mutating ", "consuming ", "borrowing ", "nonmutating "]) }
        return text
    }

    private mutating func effects(_ parameters: String, _ scope: Scope) -> String {
        if parameters.contains(" throws"), random.chance(40) { return random.pick([" rethrows", " async rethrows"]) }
        if scope.generics.contains("E"), random.chance(60) { return random.pick([" throws(E)", " async throws(E)"]) }
        return random.pick([
            "", "", "", "", "", " throws", " throws", " async", " async", " async throws", " async throws",
            " throws(Failure)", " async throws(Failure)", " throws(Wrapped<Failure>)", " throws(any Error)",
            " throws(Never)",
        ])
    }

    private mutating func resultType(_ scope: Scope) -> String {
        switch random.number(0...39) {
        case 0: "sending \(type(scope))"
        case 1: "\(random.pick(["Int", "Item", "[Int]", "Box", "(any Marker)"]))!"
        case 2: "File"
        case 3: "Unique<File>"
        case 4: scope.packs.isEmpty ? "Self?" : "(repeat each \(random.pick(scope.packs)))"
        case 5: scope.hasSelf ? "[Self]" : "Int"
        case 6: "File?"
        case 7: "Span<Int>"
        case 8: random.pick(["any Movable & ~Copyable", "(any Movable & ~Copyable)?", "Result<File, Failure>"])
        case 9: random.pick(["[File]", "(File, Int)", "Optional<Unique<File>>", "sending File", "any Marker & Shape"])
        default: type(scope)
        }
    }

    private static let genericNames = [
        ["T"], ["T", "U"], ["E"], ["T", "E"], ["Value"], ["Result"], ["Clause", "String"], ["Some1"], ["Int"],
    ]

    /// Returns generic parameters and adds them to the scope.
    private mutating func genericClause(_ scope: inout Scope, mayBePack: Bool = true) -> (
        clause: String, requirements: String
    ) {
        guard random.chance(22) else { return ("", "") }
        var entries: [String] = []
        for name in Self.genericNames.randomElement(using: &random) ?? [] {
            let constraint = name == "E" ? "Error" : random.chance(50) ? random.pick(Vocabulary.constraints) : ""
            entries.append(constraint.isEmpty ? name : "\(name): \(constraint)")
            scope.generics.append(name)
        }
        if mayBePack, random.chance(15) {
            entries.append("each Part")
            scope.packs.append("Part")
        }
        var requirements = ""
        if random.chance(30), let name = scope.generics.last {
            requirements =
                " where "
                + random.pick([
                    "\(name): Sendable", "\(name): Sequence, \(name).Element == Int", "\(name): Shape",
                    "\(name): ~Copyable",
                    "\(name): Equatable & Marker", "\(name): Named, \(name).Name: Hashable",
                    "repeat each Part: Sendable",
                    "\(name) == \(type(scope, depth: 1))",
                ])
        }
        return ("<\(entries.joined(separator: ", "))>", requirements)
    }

    // MARK: Parameters

    private mutating func parameterList(_ scope: Scope) -> String {
        var types = (0..<random.pick([0, 1, 1, 1, 2, 2, 3])).map { _ in parameterType(scope) }
        // A generic parameter has to occur in the signature.
        let text = types.joined()
        for name in scope.generics where !scope.outer.contains(name) && !text.contains(name) {
            types.append(random.pick([name, "\(name).Type", "[\(name)]", "\(name)?", "@escaping (\(name)) -> Void"]))
        }
        for name in scope.packs where !text.contains(name) { types.append("repeat each \(name)") }
        return types.map { type in
            let label = random.pick(Vocabulary.labels)
            let names = random.chance(50) && label != "_" ? label : "\(label) \(random.pick(Vocabulary.locals))"
            return "\(names): \(type)"
        }.joined(separator: ", ")
    }

    private mutating func parameterType(_ scope: Scope) -> String {
        switch random.number(0...59) {
        case 0...2: return "inout \(type(scope))"
        case 3: return "borrowing \(type(scope, depth: 1))"
        case 4: return "consuming \(type(scope, depth: 1))"
        case 5:
            let type = type(scope, depth: 1)
            // The compiler (6.3.1) cannot send the metatype of an existential.
            return type.contains(".Type") ? type : "sending \(type)"
        case 6...7: return "\(type(scope, depth: 1))..."
        case 8: return random.pick(["borrowing File", "consuming File", "inout File", "borrowing Unique<File>"])
        case 9: return "some \(random.pick(Vocabulary.constraints))"
        case 10: return "[some Hashable]"
        case 11: return "some Sequence<\(type(scope, depth: 0))>"
        case 12: return scope.packs.isEmpty ? "(some Marker)?" : "repeat each \(random.pick(scope.packs))"
        case 13: return scope.packs.isEmpty ? "(Self) -> Void" : "(repeat each \(random.pick(scope.packs)))"
        case 14: return "isolated (any Actor)?"
        case 15: return "@autoclosure () -> \(type(scope, depth: 1))"
        case 16: return "@autoclosure @escaping () \(random.pick(["", "throws ", "async "]))-> \(type(scope, depth: 1))"
        case 17...20: return functionType(scope, depth: 1, isParameter: true)
        case 21...23: return "@escaping \(functionType(scope, depth: 1))"
        case 24: return "\(random.pick(["Int", "Item", "[Int]", "Box", "(any Marker)"]))!"
        case 25: return "() throws\(scope.generics.contains("E") ? "(E)" : "") -> \(type(scope, depth: 1))"
        case 26: return "(inout \(type(scope, depth: 0))) throws -> Void"
        case 27: return random.pick(["Handler", "@escaping Handler", "Maybe", "Later<Int>", "@escaping Outer.Action"])
        case 28: return random.pick(["Span<Int>", "borrowing RawSpan", "inout MutableSpan<Int>", "Span<Item>?"])
        case 29: return "inout [\(type(scope, depth: 0))]"
        case 30: return "@Sendable @escaping (Int) -> Void"
        case 31: return "(() throws -> Void)? "
        case 32: return "__owned Box"
        case 33: return "isolated Worker"
        case 34: return "consuming [\(type(scope, depth: 0))]"
        case 35:
            return random.pick([
                "borrowing any Movable & ~Copyable", "consuming (any Movable & ~Copyable)?", "consuming File?",
                "borrowing Result<File, Failure>", "inout File?", "consuming some Movable & ~Copyable",
                "borrowing some ~Copyable", "inout any Movable & ~Copyable", "sending File",
            ])
        case 36:
            return random.pick([
                "some Named<\(type(scope, depth: 0))>", "[some Marker]", "(some Marker, some Hashable)", "(some Base)?",
                "(some Marker) -> Void", "any (Marker & Shape)", "[any Named<Int>]", "some Collection<Item>",
                "some Marker & AnyObject", "borrowing some Marker", "inout some Collection<Int>", "(any Marker)?",
            ])
        case 37: return random.pick(["Int...", "@escaping (Int...) -> Void", "(Int, String...) -> Bool", "Any..."])
        default: return type(scope)
        }
    }

    // MARK: Other members

    private mutating func property(_ scope: Scope, _ head: Head, modifier: String? = nil) -> String {
        let type =
            switch random.number(0...29) {
            case 0: "File"
            case 1: "Span<Int>"
            case 2: "\(random.pick(["Int", "Item", "[Int]", "Box", "(any Marker)"]))!"
            default: self.type(scope)
            }
        let name = random.pick(Vocabulary.names.filter { !propertyNames.contains($0) && !methodNames.contains($0) })
        propertyNames.insert(name)
        return modifiers(head, modifier: modifier, isFunction: false)
            + "var \(name): \(type)"
    }

    private mutating func propertyRequirement(_ scope: Scope, _ head: Head) -> String {
        let declaration = property(scope, head)
        // No type could implement other accessors of a noncopyable property.
        return declaration.hasSuffix(": File") ? declaration + " { get set }" : declaration + propertyAccessors(head)
    }

    private mutating func propertyAccessors(_ head: Head) -> String {
        random.pick([
            " { get }", " { get }", " { get }", " { get set }", " { get set }", " { get throws }", " { get async }",
            " { get async throws }", " { get throws(Failure) }", " { mutating get }", " { get nonmutating set }",
            " { get async throws(Failure) }", " { mutating get set }", " { nonmutating get set }",
        ])
    }

    private mutating func subscriptHead(_ scope: Scope, _ head: Head, modifier: String? = nil) -> String {
        var scope = scope
        let generics = genericClause(&scope, mayBePack: false)
        return modifiers(head, modifier: modifier, isFunction: false)
            + "subscript\(generics.clause)(\(parameterList(scope))) -> \(type(scope))\(generics.requirements)"
    }

    private mutating func initializer(_ scope: Scope, _ head: Head) -> String {
        var scope = scope
        let generics = genericClause(&scope)
        let parameters = parameterList(scope)
        let isolation = random.chance(5) ? "nonisolated " : ""
        return "\(isolation)init\(random.pick(["", "", "", "?", "!"]))\(generics.clause)(\(parameters))"
            + effects(parameters, scope) + generics.requirements
    }

    private mutating func operatorRequirement(_ scope: Scope) -> String {
        random.pick([
            "static func <+> (left: Self, right: \(type(scope, depth: 1))) -> \(type(scope, depth: 1))",
            "static func + (left: Self, right: Self) -> Self", "static prefix func <!> (value: Self) -> Int",
            "static postfix func <?> (value: Self) throws -> Bool", "static func == (left: Self, right: Self) -> Bool",
            "static func < (left: Self, right: Self) -> Bool", "static func += (left: inout Self, right: Int)",
            "static func ~= (pattern: Self, value: Int) -> Bool", "static func ... (left: Self, right: Self) -> [Self]",
        ])
    }
}
