internal import MockModel

/// A member's name followed by its labels, and by its types if they are asked for.
struct LabelledName {
    private let witness: Witness

    init(_ witness: Witness) { self.witness = witness }

    /// `sayWith(name:)` as `sayWithName`.
    var withLabels: String {
        guard !witness.member.isProperty else { return witness.spyName }
        let labels = witness.labels.map { $0 == "_" ? "" : Identifier.asPart($0) }
        return Self.camelCased(([witness.spyName] + labels).joined(separator: "_"))
    }

    /// `sayWith(name: String)` as `sayWithNameStringVoid`.
    var withTypes: String {
        guard !witness.member.isProperty else { return witness.spyName }
        let parameters = zip(witness.labels, witness.member.parameters).map { label, parameter in
            let name = Identifier.asPart(parameter.internalName)
            let words = label == "_" || Identifier.asPart(label) == name ? [name] : [Identifier.asPart(label), name]
            return (words + [Self.cleaned("\(parameter.type)")]).joined(separator: "_")
        }
        let result = witness.member.isInitializer ? witness.scope.resolved.declaration.name : resultName
        let name = Self.camelCased(([witness.spyName] + parameters).joined(separator: "_"))
        return name + Self.camelCased(Self.cleaned(result)).capitalizedFirst
    }

    private var resultName: String {
        guard let result = witness.member.result, !result.isVoid else { return "Void" }
        return "\(result)"
    }

    /// The text with an underscore for each mark that can separate words, and without the other marks.
    private static func cleaned(_ text: String) -> String {
        var result = ""
        for character in text.replacing("->", with: "_") {
            switch character {
            case "(", ":", " ", "?", "!", ",", "@", ".": result += "_"
            case let other where other.isLetter || other.isNumber || other == "_": result.append(other)
            default: break
            }
        }
        return result
    }

    /// `sayWith_name__String` as `sayWithNameString`; underscores in front stay.
    private static func camelCased(_ text: String) -> String {
        let front = text.prefix { $0 == "_" }
        let words = text.dropFirst(front.count).split(separator: "_")
        guard let first = words.first else { return text }
        return front + first + words.dropFirst().map { String($0).capitalizedFirst }.joined()
    }
}
