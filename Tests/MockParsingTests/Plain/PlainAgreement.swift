import MockModel
@testable import MockParsing

/// The result of the plain reader for a text, compared with the parser's tree of the same text.
enum PlainAgreement: Equatable {
    /// The plain reader does not read the text: nothing in it concerns mocks, or the scanner is not certain.
    case notAsked
    /// The plain reader leaves the text to the parser. Holds the rest of the line where it stopped.
    case handedBack(Uncertainty, String)
    case same
    case different(String)

    var isHandedBack: Bool {
        if case .handedBack = self { true } else { false }
    }

    /// Compares the reduced text of a file.
    init(ofFile bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer { buffer in
            let text = Bytes(buffer: buffer)
            guard let reduced = try? DeclarationScanner.reduce(text).reduced,
                String(validating: reduced.bytes, as: UTF8.self) != nil
            else { return .notAsked }
            let locator = SourceLocator(text: text, reduced: reduced)
            return reduced.bytes.withUnsafeBufferPointer { Self.compare($0, locator) }
        }
    }

    /// Compares a text as it is, even if the scanner would reduce it.
    init(of text: String) {
        self = Array(text.utf8).withUnsafeBufferPointer { buffer in
            Self.compare(buffer, SourceLocator(text: Bytes(buffer: buffer)))
        }
    }

    private static func compare(_ text: UnsafeBufferPointer<UInt8>, _ locator: SourceLocator) -> PlainAgreement {
        let builder = SourceBuilder(path: "File.swift", locator: locator)
        var reader = PlainReader(Bytes(buffer: text), builder)
        do throws(Uncertainty) {
            try reader.read()
        } catch {
            return .handedBack(error, Self.place(reader.tokens))
        }
        guard let tree = SourceParser.readTree(text, builder, tooComplex: tooComplex) else {
            return .different("the parser finds errors")
        }
        return difference(reader.builder.source, tree).map { .different($0) } ?? .same
    }

    /// The token before the unexpected one, and the rest of its line.
    private static func place(_ tokens: PlainTokens) -> String {
        let start = tokens.token.start
        return tokens.string(tokens.previous.start, min(tokens.previous.end, tokens.previous.start + 30)) + " ⏵ "
            + tokens.string(start, tokens.text.endOfLine(from: start))
    }

    private static func tooComplex(_ offset: Int) -> ParsedSource {
        ParsedSource(file: .empty, isBroken: true)
    }

    private static func difference(_ plain: ParsedSource, _ tree: ParsedSource) -> String? {
        if plain.isBroken != tree.isBroken { return "too complex for the parser" }
        if plain.file.imports != tree.file.imports { return "imports: \(plain.file.imports), \(tree.file.imports)" }
        for (own, other) in zip(plain.file.types, tree.file.types) where own != other { return "\(own)\n\n\(other)" }
        if plain.file != tree.file { return "\(plain.file.types.count) types, \(tree.file.types.count)" }
        if plain.positions != tree.positions { return "positions: \(plain.positions), \(tree.positions)" }
        return plain.diagnostics == tree.diagnostics ? nil : "diagnostics: \(plain.diagnostics), \(tree.diagnostics)"
    }
}
