internal import MockModel

/// A member that the annotation of a seam lists: `data(for:)`, `data(for: URLRequest)`, `shared`.
struct SeamSelection {
    /// As the user wrote it, without spaces.
    let text: String
    let name: String
    /// The argument labels; `nil` if the text is a name alone, which means all members of that name.
    private let labels: [String]?
    /// The types of the parameters; `nil` if the text has labels only.
    private let types: [String]?

    init(_ text: String) {
        self.text = text
        guard let opening = text.firstIndex(of: "("), text.hasSuffix(")") else {
            (name, labels, types) = (text, nil, nil)
            return
        }
        name = String(text[..<opening])
        let list = text[text.index(after: opening)...].dropLast()
        if list.isEmpty || list.hasSuffix(":") {
            labels = list.split(separator: ":").map(String.init)
            types = nil
        } else {
            let parts = Self.parts(of: list).map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
            labels = parts.map { $0.count == 2 ? $0[0] : "_" }
            types = parts.map { $0.last ?? "" }
        }
    }

    /// Returns the text that means a member and no overload of it with other types: `heat(to: Int)`.
    static func text(of member: MemberDeclaration) -> String {
        let parameters = zip(member.argumentLabels, member.parameters).map { label, parameter in
            label == "_" ? "\(parameter.type.bare)" : "\(label): \(parameter.type.bare)"
        }
        return parameters.isEmpty ? member.displayName : "\(member.seamName)(\(parameters.joined(separator: ", ")))"
    }

    /// Splits at commas outside of brackets.
    private static func parts(of list: Substring) -> [Substring] {
        var (parts, depth, start) = ([Substring](), 0, list.startIndex)
        for index in list.indices {
            switch list[index] {
            case "(", "[", "<": depth += 1
            case ")", "]", ">": depth -= 1
            case "," where depth == 0:
                parts.append(list[start..<index])
                start = list.index(after: index)
            default: break
            }
        }
        return parts + [list[start...]]
    }

    /// Returns the indices of the parameters that the text mentions, if it can mean the member: parameters that it
    /// leaves out have default arguments. A name alone means all parameters.
    func parameters(of member: MemberDeclaration) -> [Int]? {
        guard member.isNamed(name) else { return nil }
        let (all, allLabels) = (member.parameters, member.argumentLabels)
        guard let labels else { return Array(all.indices) }
        var chosen: [Int] = []
        for (index, parameter) in all.enumerated() {
            let type = "\(parameter.type.bare)".filter { $0 != " " }
            let isNext =
                chosen.count < labels.count && labels[chosen.count] == allLabels[index]
                && (types.map { $0[chosen.count] == type } ?? true)
            if isNext { chosen.append(index) } else if !parameter.hasDefault { return nil }
        }
        return chosen.count == labels.count ? chosen : nil
    }
}

extension MemberDeclaration {
    /// True if the name is the member's, with or without backticks.
    func isNamed(_ name: String) -> Bool {
        seamName == name || Identifier.withoutBackticks(seamName) == Identifier.withoutBackticks(name)
    }

    /// The name before the parentheses.
    var seamName: String {
        switch kind {
        case .function(let function): function.name
        case .subscript: "subscript"
        case .initializer: "init"
        default: displayName
        }
    }
}
