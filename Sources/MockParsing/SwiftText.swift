internal import MockModel
internal import SwiftParser
internal import SwiftSyntax

/// Checks text from the user that generated code repeats: whether it is a name, a type, or neither.
///
/// Plain names are recognized by their bytes. Everything else is parsed, so the answers are the compiler's.
package enum SwiftText {
    /// Returns whether the text can name a type, with backticks where Swift requires them.
    package static func isTypeName(_ text: String) -> Bool {
        if isCapitalizedWord(text) { return text != "Self" && text != "Any" }
        // In backticks, these are a name in some places and mean something else in others.
        let isSpecial = ["`Self`", "`Any`", "`self`", "`init`", "`Type`", "`Protocol`", "`_`"].contains(text)
        guard !isSpecial, !text.hasPrefix("$"), let first = text.unicodeScalars.first, first.value > 0x20,
            !hasControls(text)
        else { return false }
        return isNameEverywhere(text)
    }

    /// Returns whether the text can mean a member: `shared`, `data(for:)`, `data(for: URLRequest)`.
    package static func isMember(_ text: Substring) -> Bool {
        let name = text.prefix { $0 != "(" }
        let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
        return isName && (name.endIndex == text.endIndex || text.hasSuffix(")"))
    }

    /// Returns whether the text can be a module's name; an import has no backticks.
    package static func isModuleName(_ text: String) -> Bool { !text.contains("`") && isTypeName(text) }

    /// Returns the modules that lines at the margin of a source import, by whatever `#if` or comment they are in.
    package static func importedModules(in source: [UInt8]) -> [String] {
        let kinds: Set<Substring> = ["class", "struct", "enum", "protocol", "func", "var", "let", "typealias"]
        return source.split(separator: UInt8(ascii: "\n")).compactMap { line -> String? in
            guard let first = line.first, "@fip".utf8.contains(first) else { return nil }
            let words = String(decoding: line, as: UTF8.self).split { " \t\r;".contains($0) }
            guard let keyword = words.firstIndex(of: "import"),
                words[..<keyword].allSatisfy({ $0.hasPrefix("@") || AccessLevel(keyword: String($0)) != nil })
            else { return nil }
            let path = words[(keyword + 1)...].first { !kinds.contains($0) }
            return path.map { String($0.prefix { $0 != "." }) }
        }
    }

    /// Returns whether the text can stand behind `#if`.
    package static func isCondition(_ text: String) -> Bool {
        guard isOneLineOfCode(text) else { return false }
        var source = "#if \(text)\n#endif\n"
        return source.withUTF8 { bytes in
            guard ShapeCheck.offence(in: Bytes(buffer: bytes)) == nil else { return false }
            let file = Parser.parse(source: bytes, maximumNestingLevel: SourceParser.maximumNestingLevel)
            return !file.hasError && file.statements.count == 1
        }
    }

    /// Returns whether the text consists of names separated by periods: `Kitchen`, `Kitchen.Oven`.
    package static func isPath(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isTypeName(String($0)) }
    }

    /// Returns whether the text is one type that can be the target of a `typealias`.
    package static func isType(_ text: String) -> Bool {
        if isCapitalizedWord(text) { return true }
        var text = text
        guard isOneLineOfCode(text) else { return false }
        return text.withUTF8 { bytes in
            guard ShapeCheck.offence(in: Bytes(buffer: bytes)) == nil else { return false }
            var parser = Parser(bytes, maximumNestingLevel: SourceParser.maximumNestingLevel)
            let type = TypeSyntax.parse(from: &parser)
            guard !type.hasError else { return false }
            return mayBeAliased(TypeReader.read(type))
        }
    }

    /// Returns whether a `typealias` may have this target: some types are valid only for parameters and results.
    private static func mayBeAliased(_ type: TypeExpression) -> Bool {
        if case .attributed(let specifiers, let attributes, _) = type {
            guard specifiers.isEmpty, !attributes.contains(where: ["@escaping", "@autoclosure"].contains) else {
                return false
            }
        }
        return !type.contains { part in
            switch part {
            case .some, .implicitlyUnwrapped, .packExpansion, .packElement, .named("_", _): true
            default: false
            }
        }
    }

    /// Returns whether the text may be repeated in the middle of a line.
    private static func isOneLineOfCode(_ text: String) -> Bool {
        !text.contains("//") && !text.contains("/*") && !text.contains(where: \.isNewline) && !hasControls(text)
    }

    /// Returns whether the text has control characters other than tabs.
    package static func hasControls(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }
    }

    /// Returns whether the text is an ASCII word that begins with a capital letter, as nearly all type and module names
    /// do.
    private static func isCapitalizedWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, first &- UInt8(ascii: "A") < 26 else { return false }
        return text.utf8.allSatisfy { $0.isWord && $0 < 0x80 && $0 != UInt8(ascii: "$") }
    }

    /// Returns whether the parser reads the text as one name wherever generated code contains a type's name.
    private static func isNameEverywhere(_ name: String) -> Bool {
        // The parser counts bytes; a name longer than any line of code is not a name.
        guard name.utf8.count <= 1024 else { return false }
        var code = """
            import \(name)
            class \(name) { static func make(_ other: \(name), _ item: \(name).Item) -> \(name) { \(name)(other) } }
            """
        return code.withUTF8 { bytes in
            guard ShapeCheck.offence(in: Bytes(buffer: bytes)) == nil else { return false }
            var parser = Parser(bytes, maximumNestingLevel: SourceParser.maximumNestingLevel)
            let file = SourceFileSyntax.parse(from: &parser)
            guard !file.hasError, file.statements.count == 2,
                let declaration = file.statements.last?.item.as(ClassDeclSyntax.self)
            else { return false }
            return declaration.name.text == name && declaration.name.tokenKind == .identifier(name)
        }
    }
}
