import MockModel
@testable import MockParsing

/// What the plain reader makes of a text, and what the parser's tree of the same text says.
enum PlainAgreement: Equatable {
    /// The plain reader does not get to see the text: nothing in it concerns mocks, or the scanner is not certain.
    case notAsked
    /// The plain reader leaves the text to the parser; the rest of the line where it stopped.
    case handedBack(Uncertainty, String)
    case same
    case different(String)

    init(_ bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer { buffer in
            let text = Bytes(buffer: buffer)
            guard let reduced = try? DeclarationScanner.reduce(text),
                String(validating: reduced.bytes, as: UTF8.self) != nil
            else { return .notAsked }
            return Self.compare(reduced, text)
        }
    }

    private static func compare(_ reduced: ReducedText, _ text: Bytes) -> PlainAgreement {
        let builder = SourceBuilder(path: "File.swift", locator: SourceLocator(text: text, reduced: reduced))
        return reduced.bytes.withUnsafeBufferPointer { buffer in
            var reader = PlainReader(Bytes(buffer: buffer), builder)
            do throws(Uncertainty) {
                try reader.read()
            } catch {
                let start = reader.tokens.previous.start
                let end = reader.tokens.text.endOfLine(from: max(start, reader.token.end))
                return .handedBack(error, reader.tokens.string(start, end))
            }
            let plain = reader.builder.source
            guard let tree = SourceParser.readTree(buffer, builder, tooComplex: tooComplex) else {
                return .different("the parser finds errors")
            }
            return difference(plain, tree).map { .different($0) } ?? .same
        }
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
