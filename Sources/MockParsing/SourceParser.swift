package import MockModel
internal import SwiftParser
internal import SwiftSyntax

/// Reads the declarations in a file that mocks can depend on.
///
/// Parsing never fails. A file that is being edited is usually broken: then the result holds the declarations that were
/// understood, and `isBroken` means that it is incomplete. No syntax node survives the call.
package struct SourceParser: Sendable {
    /// How much of a file is parsed.
    package enum Extent: Sendable {
        /// Declarations that mocks can depend on; errors in bodies are left to the compiler.
        case declarations
        /// Only the names of types, which may hide other types.
        case names
        case everything
    }

    private let extent: Extent
    private let usedNames: WordSet
    private let readsAnnotations: Bool

    /// - Parameters:
    ///   - usedNames: names that generated code uses; a type with such a name is always read.
    ///   - readsAnnotations: true to read the annotations that templates see.
    package init(extent: Extent = .declarations, usedNames: WordSet = [], readsAnnotations: Bool = false) {
        self.extent = extent
        self.usedNames = usedNames
        self.readsAnnotations = readsAnnotations
    }

    /// False if nothing in a text asks for a mock.
    package static func mayAskForMock(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { AnnotationSpelling.mayAskForMock(Bytes(buffer: $0)) }
    }

    /// Parses a source file.
    ///
    /// - Parameters:
    ///   - bytes: the file's content; invalid UTF-8 is repaired as by the compiler.
    ///   - path: the path for diagnostics.
    package func parse(_ bytes: [UInt8], path: String) -> ParsedSource {
        var source = bytes.withUnsafeBufferPointer { buffer in
            let text = Bytes(buffer: Self.withoutByteOrderMark(buffer))
            return switch extent {
            case .declarations: parseDeclarations(text, path)
            case .names: parseNames(text, path)
            case .everything: parseEverything(text, path)
            }
        }
        if bytes.starts(with: Self.byteOrderMark) { source.moveFirstLine(by: Self.byteOrderMark.count) }
        return source
    }

    /// If the scanner is not certain or the parser reports errors, the parser reads the whole text: then the errors are
    /// those that the user would see, and the result for broken code does not depend on the scanner.
    private func parseDeclarations(_ text: Bytes, _ path: String) -> ParsedSource {
        do throws(Uncertainty) {
            let found = try DeclarationScanner.reduce(text, usedNames)
            let ignored = found.hasSkippedAnnotation ? Self.localRequests(in: text, path) : []
            guard let reduced = found.reduced else {
                // Types that other files cannot see hide nothing there.
                let visible = found.names.filter { $0.access >= .internal }
                var source = ParsedSource(names: visible.map { $0.declaration(in: text) })
                source.diagnostics += ignored
                source.typeNames = found.typeNames
                return source
            }
            guard var source = parse(reduced, of: text, path) else { return parseEverything(text, path) }
            source.diagnostics += ignored
            source.typeNames = found.typeNames
            for name in found.names where name.initializer != nil { source.addInitializer(of: name, in: text) }
            return source
        } catch {
            return parseEverything(text, path)
        }
    }

    /// Includes names that other files cannot see, because no other type of the module can have them.
    private func parseNames(_ text: Bytes, _ path: String) -> ParsedSource {
        do throws(Uncertainty) {
            let found = try DeclarationScanner.reduce(text, usedNames, for: .names)
            let (reduced, types) = (found.reduced, found.names.map { $0.declaration(in: text) })
            // A tree is needed for types in a `#if` and for annotations only.
            let isPlain = reduced?.bytes.withUnsafeBufferPointer { buffer in
                let bytes = Bytes(buffer: buffer)
                return !["#if", "ockable"].contains { bytes.contains($0, from: 0, to: buffer.count) }
            }
            guard let reduced, isPlain == false, let source = parse(reduced, of: text, path) else {
                return ParsedSource(names: types)
            }
            return source.reducedToNames(types, path)
        } catch {
            let source = parseWhole(text, path)
            return source.reducedToNames(source.namesOfTypes { $0.conditions.isEmpty }, path)
        }
    }

    private func parse(_ reduced: ReducedText, of text: Bytes, _ path: String) -> ParsedSource? {
        var builder = SourceBuilder(path: path, locator: SourceLocator(text: text, reduced: reduced))
        builder.readsAnnotations = readsAnnotations
        return reduced.bytes.withUnsafeBufferPointer { buffer in
            guard Bytes(buffer: buffer).isValidUTF8 else { return nil }
            do throws(Uncertainty) {
                return try Self.readPlain(buffer, builder)
            } catch {
                return Self.readTree(buffer, builder) {
                    Self.tooComplex(text, at: reduced.originalOffset(of: $0), path)
                }
            }
        }
    }

    /// Reads a text without a tree, if all of it is plain.
    static func readPlain(
        _ text: UnsafeBufferPointer<UInt8>, _ builder: SourceBuilder
    ) throws(Uncertainty) -> ParsedSource {
        var reader = PlainReader(Bytes(buffer: text), builder)
        try reader.read()
        return reader.builder.source
    }

    /// Reads a text by the parser's tree; `nil` if that has errors.
    static func readTree(
        _ text: UnsafeBufferPointer<UInt8>, _ builder: SourceBuilder, tooComplex: (Int) -> ParsedSource
    ) -> ParsedSource? {
        if let offence = ShapeCheck.offence(in: Bytes(buffer: text)) { return tooComplex(offence) }
        let tree = Self.tree(of: text)
        return tree.hasError ? nil : read(tree, builder)
    }

    private func parseEverything(_ text: Bytes, _ path: String) -> ParsedSource {
        DeclarationPrefilter.mayDeclareTypes(text.buffer, usedNames)
            ? parseWhole(text, path) : ParsedSource(file: .empty)
    }

    private func parseWhole(_ text: Bytes, _ path: String) -> ParsedSource {
        var repaired = String(decoding: text.buffer, as: UTF8.self)
        return repaired.withUTF8 { buffer in
            if let offence = ShapeCheck.offence(in: Bytes(buffer: buffer)) {
                return Self.tooComplex(Bytes(buffer: buffer), at: offence, path)
            }
            let tree = Self.tree(of: buffer)
            var builder = SourceBuilder(path: path, locator: SourceLocator(text: Bytes(buffer: buffer)))
            builder.readsAnnotations = readsAnnotations
            let found = tree.hasError ? SyntaxErrorReader.diagnostics(in: tree, path: path) : []
            let hasLostMembers = !found.isEmpty && MemberErrors.areConfined(in: tree)
            var source = Self.read(tree, builder, hasLostMembers: hasLostMembers)
            let errors = hasLostMembers ? [] : found
            let ignored =
                hasLostMembers
                ? SyntaxErrorReader.diagnostics(in: tree, path: path, .warning, where: MemberErrors.areIgnored) : []
            source.diagnostics = errors + ignored + source.diagnostics
            if errors.isEmpty, Bytes(buffer: buffer).contains("@mockable", from: 0, to: buffer.count) {
                source.diagnostics += LocalRequests.diagnostics(
                    in: tree, SourceLocator(text: Bytes(buffer: buffer)), path)
            }
            source.isBroken = !errors.isEmpty
            return source
        }
    }

    /// Reads the bodies of a file, too: rarely needed, and slower than all the rest.
    private static func localRequests(in text: Bytes, _ path: String) -> [Diagnostic] {
        var repaired = String(decoding: text.buffer, as: UTF8.self)
        return repaired.withUTF8 { buffer in
            let text = Bytes(buffer: buffer)
            guard ShapeCheck.offence(in: text) == nil else { return [] }
            return LocalRequests.diagnostics(in: tree(of: buffer), SourceLocator(text: text), path)
        }
    }

    /// The result for a text that would crash the parser: it is not parsed, but all other files of the project are.
    private static func tooComplex(_ text: Bytes, at offset: Int, _ path: String) -> ParsedSource {
        var locator = SourceLocator(text: text)
        let complaint = Diagnostic(
            path: path, position: locator.position(ofOffset: offset), severity: .error,
            message: "too complex to be read: split the expression or type that ends here into smaller ones",
            code: "too-complex")
        return ParsedSource(file: .empty, diagnostics: [complaint], isBroken: true)
    }

    static func tree(of text: UnsafeBufferPointer<UInt8>) -> SourceFileSyntax {
        var parser = Parser(text, maximumNestingLevel: maximumNestingLevel)
        return SourceFileSyntax.parse(from: &parser)
    }

    private static func read(
        _ tree: SourceFileSyntax, _ builder: SourceBuilder, hasLostMembers: Bool = false
    ) -> ParsedSource {
        var reader = DeclarationReader(builder, hasLostMembers: hasLostMembers)
        reader.read(tree.statements)
        return reader.builder.source
    }

    /// The parser's own default differs between debug and release builds; results must not.
    static let maximumNestingLevel = 256

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func withoutByteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes.dropFirst(bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0))
    }
}

/// The result of parsing one file.
package struct ParsedSource: Sendable {
    package var file: ParsedFile
    /// The positions of `file`'s declarations. They are separate, so that a blank line does not change a `ParsedFile`.
    package var positions: DeclarationPositions
    package var diagnostics: [Diagnostic]
    /// True if the text has syntax errors: `file` is incomplete.
    package var isBroken: Bool
    /// The names of the types that the text declares, at any depth, and of those that it extends.
    package var typeNames = NameFilter.all
    /// True if `file` contains only the names and access levels of types.
    package private(set) var holdsNamesOnly = false

    package init(
        file: ParsedFile, positions: DeclarationPositions = DeclarationPositions(), diagnostics: [Diagnostic] = [],
        isBroken: Bool = false
    ) {
        self.file = file
        self.positions = positions
        self.diagnostics = diagnostics
        self.isBroken = isBroken
    }

    fileprivate init(names: [TypeDeclaration]) {
        self.init(file: ParsedFile(imports: [], types: names))
        holdsNamesOnly = true
    }

    /// Returns the names and access levels of outermost types.
    fileprivate func namesOfTypes(where isIncluded: (TypeDeclaration) -> Bool) -> [TypeDeclaration] {
        file.types.filter { $0.enclosing.isEmpty && $0.kind != .extension && isIncluded($0) }.map {
            TypeDeclaration(
                kind: $0.kind, name: $0.name, modifiers: $0.access == .internal ? [] : [$0.access.keyword],
                conditions: $0.conditions)
        }
    }

    /// - Parameter names: the types outside of `#if`.
    fileprivate func reducedToNames(_ names: [TypeDeclaration], _ path: String) -> ParsedSource {
        var source = ParsedSource(names: names + namesOfTypes { !$0.conditions.isEmpty })
        source.isBroken = isBroken
        source.diagnostics = requestsBesideMocks(path)
        return source
    }

    /// Reports the types that ask for a mock, in a target of which only the names are read.
    private func requestsBesideMocks(_ path: String) -> [Diagnostic] {
        file.types.enumerated().filter(\.element.asksForMock).map { index, type in
            Diagnostic(
                path: path, position: positions.position(ofType: index), severity: .warning,
                message:
                    "'\(type.name)' asks for a mock, and gets none in a target that holds the mocks of others; declare it in the target that is tested",
                code: "annotation-place")
        }
    }

    /// Adds the `init()` that the scanner found: the reduced text holds no members of structs and final classes.
    fileprivate mutating func addInitializer(of name: TypeName, in text: Bytes) {
        let simple = name.name(in: text)
        let index = file.types.firstIndex {
            $0.kind == name.kind && $0.enclosing.isEmpty && $0.conditions.isEmpty && $0.name == simple
        }
        if let index { file.types[index] = file.types[index].with(members: name.members) }
    }

    /// Moves positions in the first line: the compiler counts the bytes of the byte order mark, which the parser does
    /// not see.
    fileprivate mutating func moveFirstLine(by columns: Int) {
        func moved(_ position: SourcePosition) -> SourcePosition {
            SourcePosition(line: position.line, column: position.column + (position.line == 1 ? columns : 0))
        }
        positions.types = positions.types.map(moved)
        positions.members = positions.members.map { $0.map(moved) }
        for index in diagnostics.indices { diagnostics[index].position = diagnostics[index].position.map(moved) }
    }
}

/// Source positions by index: of the types of a `ParsedFile`, and of the members of each.
package struct DeclarationPositions: Hashable, Sendable {
    package var types: [SourcePosition] = []
    package var members: [[SourcePosition]] = []

    package init() {}

    package func position(ofType type: Int) -> SourcePosition? {
        types.indices.contains(type) ? types[type] : nil
    }

    package func position(ofMember member: Int, inType type: Int) -> SourcePosition? {
        guard members.indices.contains(type), members[type].indices.contains(member) else { return nil }
        return members[type][member]
    }
}
