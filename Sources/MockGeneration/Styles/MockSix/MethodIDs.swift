internal import MockModel

/// The ids of a mock's methods: the cases of its enum `Methods`.
struct MethodIDs {
    /// The ids of one member.
    struct IDs {
        var get: String
        var set: String?
    }

    /// For each witness its ids; `nil` for one whose calls are not registered.
    let ids: [IDs?]
    private(set) var diagnostics: [PlanDiagnostic] = []

    init(_ conformance: Conformance) {
        let isGeneric = !conformance.genericClause.isEmpty
        var taken: Set<String> = []
        var ids: [IDs?] = []
        for witness in conformance.witnesses {
            let base = witness.methodID
            var found: IDs?
            switch MemberForm(witness, isGeneric: isGeneric) {
            case .function: found = IDs(get: base)
            case .accessors:
                found = IDs(get: "\(base)_getter", set: witness.newValue == nil ? nil : "\(base)_setter")
            case .storage, .initializer, .empty: break
            }
            if let wanted = found, !taken.isDisjoint(with: wanted.all) {
                var number = 2
                while !taken.isDisjoint(with: wanted.numbered(number).all) { number += 1 }
                let other = wanted.numbered(number)
                diagnostics.append(Self.clash(of: wanted.get, with: other.get, of: witness))
                found = other
            }
            if let found { taken.formUnion(found.all) }
            ids.append(found)
        }
        self.ids = ids
    }

    private static func clash(of id: String, with other: String, of witness: Witness) -> PlanDiagnostic {
        PlanDiagnostic(
            origin: witness.origin, severity: .warning,
            message:
                "'\(witness.member.displayName)' has the method id '\(id)' of another member, so it gets '\(other)', which changes when members do; write '// sourcery: mockMethodID = \"…\"' above it to name it",
            code: "method-id")
    }
}

extension MethodIDs.IDs {
    var all: [String] { [get] + (set.map { [$0] } ?? []) }

    func numbered(_ number: Int) -> MethodIDs.IDs {
        MethodIDs.IDs(get: "\(get)\(number)", set: set.map { "\($0)\(number)" })
    }
}

extension Witness {
    /// The member's name and its parameters: `parse_string`, `move_toPlace`, `subscript_key`.
    fileprivate var methodID: String {
        if case .text(let annotated) = member.annotations["mockMethodID"] { return Identifier.asPart(annotated) }
        let parts = signature.parameters.map { parameter in
            let name = Identifier.asPart(parameter.recordLabel)
            let label = Identifier.asPart(parameter.label)
            if parameter.label == "_" || label == name { return CamelCase.lowered(name) }
            let raised = CamelCase.raised(name)
            return CamelCase.lowered(label) + (label.hasSuffix(raised) ? "" : raised)
        }
        let id = ([spyName] + parts).joined(separator: "_")
        // No member of a type can have these names.
        return id == "Type" || id == "Protocol" ? "\(id)_" : id
    }
}

/// Words in names, with acronyms in capitals unless they come first.
private enum CamelCase {
    private static let acronyms: Set<String> = ["api", "id", "json", "uri", "url", "xml"]

    /// `urlPath` for `URLPath`.
    static func lowered(_ name: String) -> String {
        let words = words(of: name)
        return words.prefix(1).map { $0.lowercased() }.joined() + words.dropFirst().map(raisedWord).joined()
    }

    /// `URLPath` for `urlPath`.
    static func raised(_ name: String) -> String { words(of: name).map(raisedWord).joined() }

    private static func raisedWord(_ word: String) -> String {
        acronyms.contains(word.lowercased()) ? word.uppercased() : word.lowercased().capitalizedFirst
    }

    /// A word begins at a capital behind another letter, and at the last capital of several.
    private static func words(of name: String) -> [String] {
        let characters = Array(name)
        func isCapital(_ index: Int) -> Bool { characters[index].isASCII && characters[index].isUppercase }
        var words: [String] = []
        for index in characters.indices {
            let isStart =
                index == 0 || isCapital(index) && !isCapital(index - 1)
                || isCapital(index) && index + 1 < characters.count && characters[index + 1].isLowercase
            if isStart { words.append("") }
            words[words.count - 1].append(characters[index])
        }
        return words
    }
}
