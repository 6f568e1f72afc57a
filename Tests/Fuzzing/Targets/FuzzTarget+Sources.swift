import MockModel
@testable import MockParsing

extension FuzzTarget {
    /// The text that the scanner keeps of a file has the declarations of the whole file.
    static let scanner = FuzzTarget(name: "scanner") { bytes in
        guard let difference = Agreement(bytes).difference else { return misplaced(in: bytes) }
        // The parser reports no errors in a region for another version of the language. As an ordinary region, the same
        // text is known to be damaged.
        let text = String(decoding: bytes, as: UTF8.self)
        let ordinary = text.replacing("swift", with: "other").replacing("compiler", with: "other")
        guard ordinary != text, Agreement(Array(ordinary.utf8)).difference == nil else { return difference }
        return nil
    }

    /// The plain reader reads the same declarations as the parser.
    static let plainReader = FuzzTarget(name: "plain") { bytes in
        for agreement in [PlainAgreement(ofFile: bytes), PlainAgreement(of: String(decoding: bytes, as: UTF8.self))] {
            if case .different(let what) = agreement { return what }
        }
        return nil
    }

    /// A mock parses if its source does, with any comment above the source.
    static let annotation = FuzzTarget(name: "annotation") { bytes in
        let comment = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { "/// \($0)\n" }.joined()
        let source = """
            \(comment)protocol Cook<Dish>: AnyObject {
                associatedtype Dish
                associatedtype T: Hashable
                func ramen(_ dish: Dish, bowls: T) async throws -> Bool
            }

            """
        return brokenMock(of: source)
    }

    /// A mock parses if its source does.
    static let mocks = FuzzTarget(name: "mocks") { brokenMock(of: String(decoding: $0, as: UTF8.self)) }

    /// An interface with any lines returns only types of the requested names. Shortening a shortened interface gives
    /// the same only for lines as the toolchain prints them, so that is not checked.
    static let interface = FuzzTarget(name: "interface") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let interface = ModuleInterface(text)
        _ = ModuleInterface(interface.text)
        for word in Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }).prefix(20)
        where interface.types(named: String(word)).contains(where: { $0.name != word }) {
            return "not \(word)"
        }
        return nil
    }

    /// Returns a description of a position outside the text, or `nil`.
    private static func misplaced(in bytes: [UInt8]) -> String? {
        let source = SourceParser().parse(bytes, path: "File.swift")
        if source.positions.types.count != source.file.types.count, !source.positions.types.isEmpty {
            return "positions of other types"
        }
        let lengths = Lines(bytes)
        let positions = source.positions.types + source.positions.members.joined()
        if let outside = (positions + source.diagnostics.compactMap(\.position)).first(where: { !lengths.contain($0) })
        {
            return "no such place: \(outside)"
        }
        return nil
    }

    private static func brokenMock(of text: String) -> String? {
        let fixture = Fixture(["Source.swift": text])
        guard !fixture.files.contains(where: \.parsed.isBroken) else { return nil }
        let generated = fixture.generate("Source.swift")
        let read = SourceParser(extent: .everything).parse(Array(generated.utf8), path: "Source.mocks.swift")
        guard read.isBroken else { return nil }
        return "\(read.diagnostics.map(\.description).joined(separator: "\n"))\n\(generated)"
    }
}
