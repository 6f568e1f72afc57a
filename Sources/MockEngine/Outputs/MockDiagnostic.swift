internal import MockGeneration
internal import MockModel
internal import MockParsing

/// A diagnostic about a mock.
///
/// It names the declaration and not its position: lines move more often than mocks change. The position is looked up
/// when the diagnostic is reported. Only that of a template is known before: mocks are made again when it changes.
struct MockDiagnostic: Hashable, Sendable {
    /// The display path of the file that declares the type.
    var path: String
    /// The type's `diagnosedName`.
    var type: String
    /// The `#if` conditions of the type, which distinguish it from others of its name.
    var conditions: [String]
    /// The number of the member in the type; `nil` if the diagnostic is about the type.
    var member: Int?
    var severity: Diagnostic.Severity
    var message: String
    var code: String
    /// The position in a template.
    var position: SourcePosition?
}

extension MockDiagnostic: BinaryCodable {
    func write(to writer: inout ByteWriter) {
        Diagnostic(path: path, position: position, severity: severity, message: message, code: code).write(to: &writer)
        writer.text(type)
        writer.texts(conditions)
        writer.optional(member) { $1.number($0) }
    }

    init(from reader: inout ByteReader) {
        let decoded = Diagnostic(from: &reader)
        let (type, conditions) = (reader.text(), reader.texts())
        self.init(
            path: decoded.path, type: type, conditions: conditions, member: reader.optional { $0.number() },
            severity: decoded.severity, message: decoded.message, code: decoded.code, position: decoded.position)
    }
}

extension DeclarationIndex {
    /// Turns a finding of planning into a diagnostic about the type, or about the declaration that the finding names.
    func diagnostic(_ found: PlanDiagnostic, for resolved: ResolvedType) -> MockDiagnostic {
        let isAsked = (resolved.request ?? resolved.type).declaration.asksForMock
        // A declaration of a compiled module or of the standard library has no position that the user could open.
        var origin = found.origin.flatMap { record(of: $0.path) == nil ? nil : $0 }
        // The user cannot mend what another module declares.
        if let request = resolved.request, origin?.located.module != request.module { origin = nil }
        let type = resolved.request ?? resolved.type
        let declaration = type.declaration
        return MockDiagnostic(
            path: origin?.path ?? type.path, type: origin?.type ?? declaration.diagnosedName,
            conditions: origin?.conditions ?? declaration.conditions, member: origin?.memberIndex,
            severity: isAsked || found.severity == .note ? found.severity : .warning, message: found.message,
            code: found.code)
    }

    /// Returns the diagnostics with the current positions of their declarations.
    func located(_ diagnostics: [MockDiagnostic]) -> [Diagnostic] {
        // Each file is decoded once for all of its diagnostics.
        var files: [String: PositionsByName] = [:]
        return diagnostics.map { diagnostic in
            let positions = files[diagnostic.path] ?? self.positions(in: diagnostic.path)
            files[diagnostic.path] = positions
            return Diagnostic(
                path: diagnostic.path, position: diagnostic.position ?? positions?.position(of: diagnostic),
                severity: diagnostic.severity,
                message: diagnostic.message, code: diagnostic.code)
        }
    }

    private func record(of displayPath: String) -> SourceRecord? {
        sources[path(ofSource: displayPath)]
    }

    private func positions(in displayPath: String) -> PositionsByName? {
        record(of: displayPath).map { record in
            PositionsByName(record) { decide($0, in: record.module)?.conditions }
        }
    }
}

/// The positions of the declarations of one file.
private struct PositionsByName {
    private struct Key: Hashable {
        var type: String
        var conditions: [String]
    }

    private var types: [Key: Int] = [:]
    private let positions: DeclarationPositions

    /// - Parameter conditions: returns the conditions that the flags of the module leave; `nil` if they exclude the type.
    init(_ record: SourceRecord, _ conditions: (TypeDeclaration) -> [String]?) {
        positions = record.positions.positions
        for (index, type) in record.file.file.types.enumerated() {
            guard let conditions = conditions(type) else { continue }
            let key = Key(type: type.diagnosedName, conditions: conditions)
            if types[key] == nil { types[key] = index }
        }
    }

    /// Returns `nil` if the file does not declare the type.
    func position(of diagnostic: MockDiagnostic) -> SourcePosition? {
        guard let index = types[Key(type: diagnostic.type, conditions: diagnostic.conditions)] else { return nil }
        return diagnostic.member.flatMap { positions.position(ofMember: $0, inType: index) }
            ?? positions.position(ofType: index)
    }
}

extension TypeDeclaration {
    /// The qualified name. That of an extension tells it from the type, and from one that asks for another seam.
    var diagnosedName: String {
        guard kind == .extension else { return qualifiedName }
        return "extension \(qualifiedName)\(seam.map { " as \($0)" } ?? "")"
    }
}
