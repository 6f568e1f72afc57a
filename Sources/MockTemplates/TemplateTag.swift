internal import MockModel

/// A tag of a template: `{% … %}` or `{{ … }}`.
struct TemplateTag: Hashable {
    enum Kind: Hashable {
        case block, variable
    }

    var kind: Kind
    /// The text between the braces, without the marks for white space.
    var contents: Substring
    var position: SourcePosition

    /// The first word, which names the tag; behind the label of a labelled loop.
    var name: Substring {
        let words = contents.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        guard let first = words.first else { return "" }
        return first.hasSuffix(":") && words.count > 1 ? words[1] : first
    }

    /// The file that the tag includes; `nil` if it includes none or computes the name.
    var includedName: String? {
        guard kind == .block, ["include", "import", "extends"].contains(name) else { return nil }
        let words = contents.split(whereSeparator: \.isWhitespace)
        guard words.count > 1, let quote = words[1].first, quote == "\"" || quote == "'", words[1].count > 2,
            words[1].last == quote
        else { return nil }
        return String(words[1].dropFirst().dropLast())
    }

    /// The contents as the engine shows them in its errors.
    var normalizedContents: String {
        contents.split(separator: "\n").map { $0.trimming { $0 == " " } }.joined(separator: " ")
    }
}

extension Substring {
    func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
        var text = self
        while let first = text.first, isTrimmed(first) { text.removeFirst() }
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
