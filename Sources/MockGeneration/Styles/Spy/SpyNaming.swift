internal import MockModel

/// The rule by which the properties of a member are named.
enum SpyNaming {
    /// mockolo's: the member's name, and for overloads as many labels and types as distinguish them.
    case shortest
    /// swift-spyable's: the member's name and labels, with types for overloads that have equal labels.
    case labels
    /// Sourcery's: the member's name, labels and types.
    case labelsAndTypes

    /// Returns a name for each witness, and true if it is known that no two are equal.
    func names(of witnesses: [Witness], in resolved: ResolvedType) -> (names: [String], areDistinct: Bool) {
        switch self {
        case .shortest: ShortestNames.names(of: witnesses, in: resolved)
        case .labels, .labelsAndTypes: (names(of: witnesses), false)
        }
    }

    private func names(of witnesses: [Witness]) -> [String] {
        let full = witnesses.map { LabelledName($0).withTypes }
        if self == .labelsAndTypes { return full }
        let short = witnesses.map { LabelledName($0).withLabels }
        var counts: [String: Int] = [:]
        for name in short { counts[name, default: 0] += 1 }
        return witnesses.indices.map { counts[short[$0]] == 1 ? short[$0] : full[$0] }
    }
}

extension Witness {
    /// The member's name as the beginning of other names: without backticks, with words for operators.
    var spyName: String {
        let name =
            switch head.kind {
            case .function(let name, let isOperator): isOperator ? OperatorName.word(for: name) : name
            case .property(let name): name
            case .subscript: "subscript"
            case .initializer: "init"
            }
        return Identifier.asPart(name)
    }
}

extension Identifier {
    /// The name as a part of other names: without backticks, with `_` for what only a name in backticks may have.
    static func asPart(_ name: String) -> String {
        if isPlain(name) { return name }
        let bare = withoutBackticks(name)
        if quoted(bare) == bare || isKeyword(bare) { return bare }
        let plain = String(bare.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        return plain.first?.isNumber == true ? "_\(plain)" : plain
    }
}

extension Witness {
    /// The labels of the parameters, without backticks; `_` for none.
    var labels: [String] { member.argumentLabels.map(Identifier.withoutBackticks) }
}

extension String {
    /// The text with a capital letter in front.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
