import MockModel
@testable import MockParsing

/// The results of the scanner and the parser for the same text.
struct Agreement {
    let scanned: ParsedSource
    let whole: ParsedSource

    init(_ bytes: [UInt8]) {
        scanned = SourceParser().parse(bytes, path: "File.swift")
        whole = SourceParser(extent: .everything).parse(bytes, path: "File.swift")
    }

    /// The unexpected difference; `nil` if there is none.
    ///
    /// Two differences are allowed. The scanner does not detect errors in cut text, so its result may be complete where
    /// the parser's is not. And for a file that no mock can depend on, the scanner keeps only names.
    var difference: String? {
        if whole.isBroken, !scanned.isBroken { return nil }
        if scanned.holdsNamesOnly, !Self.concernsMocks(whole.file) {
            let (found, all) = (Self.names(scanned.file), Self.names(whole.file))
            return found == all || whole.file == .empty ? nil : "names: \(found) instead of \(all)"
        }
        if scanned.file.imports != whole.file.imports { return "imports" }
        if Self.withoutInitializers(scanned.file) != whole.file {
            return
                "types: \(scanned.file.types.map(\.qualifiedName)) instead of \(whole.file.types.map(\.qualifiedName))"
        }
        if scanned.positions != whole.positions { return "positions" }
        return scanned.diagnostics == whole.diagnostics ? nil : "diagnostics: \(scanned.diagnostics)"
    }

    /// Only the scanner finds out that a struct or a final class has an `init()`, and it may say nothing.
    private static func withoutInitializers(_ file: ParsedFile) -> ParsedFile {
        ParsedFile(
            imports: file.imports,
            types: file.types.map { type in
                let isScanned = type.kind == .struct || type.kind == .class && type.modifiers.contains("final")
                return isScanned ? type.with(members: []) : type
            })
    }

    /// The types that may hide others, with their access levels.
    private static func names(_ file: ParsedFile) -> [String] {
        file.types.filter {
            $0.kind != .extension && $0.enclosing.isEmpty && $0.conditions.isEmpty && $0.access >= .internal
        }
        .map { "\($0.access.keyword) \($0.kind) \($0.name)" }
    }

    private static func concernsMocks(_ file: ParsedFile) -> Bool {
        file.types.contains { type in
            switch type.kind {
            case .protocol, .typealias, .extension: true
            case .class: type.annotation != nil || !type.modifiers.contains("final")
            case .struct, .enum, .actor:
                type.annotation != nil || type.attributes.contains("@globalActor")
                    || type.inherited.contains { if case .suppressed = $0 { true } else { false } }
            }
        }
    }
}

/// The named values of the types of a text, read from what the scanner leaves of it and from the whole.
struct ValueAgreement {
    /// `nil` if the whole text cannot be read.
    let difference: String?

    init(_ bytes: [UInt8], leastAccess: AccessLevel = .internal) {
        let read = MatchableTypeReader.read(bytes, leastAccess: leastAccess)
        let whole = bytes.withUnsafeBufferPointer { MatchableTypeReader.readTree(of: $0, leastAccess) }
        difference = whole == nil || read == whole ? nil : "\(read as Any) instead of \(whole as Any)"
    }

    /// True if the scanner leaves less than the whole text.
    static func isReduced(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { (try? DeclarationScanner.reduce(Bytes(buffer: $0), for: .values)) != nil }
    }
}

/// The result of the scanner alone.
enum Reduction: Equatable {
    case text(String)
    case nothingOfInterest
    case uncertain(Uncertainty)

    init(_ text: String) {
        var text = text
        self = text.withUTF8 { buffer in
            do throws(Uncertainty) {
                let reduced = try DeclarationScanner.reduce(Bytes(buffer: buffer), ["Result"]).reduced
                return reduced.map { .text(String(decoding: $0.bytes, as: UTF8.self)) } ?? .nothingOfInterest
            } catch {
                return .uncertain(error)
            }
        }
    }
}

/// A small generator of random numbers, determined by a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
