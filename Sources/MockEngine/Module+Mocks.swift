internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

// Which types of a module get a mock, and what it is called and looks like.
extension Module {
    /// The name of the type's mock, or `nil` when it gets none.
    func mockName(of type: TypeDeclaration) -> String? {
        guard output != nil, asksForMock(type) else { return nil }
        if let name = type.annotation?.name { return name }
        let plain = Self.plain(type.name)
        let name = settings.name.mockName(for: plain)
        // A raw identifier stays one.
        let isRaw = plain != type.name && !plain.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isRaw ? "`\(name)`" : name
    }

    var mockOptions: MockOptions {
        MockOptions(
            access: mockAccess, isMainActorByDefault: target.isMainActorByDefault,
            isCompiledOnMainActor: outputTarget.isMainActorByDefault,
            leastAccess: importStyle == .plain ? .package : .internal, forwards: settings.forwards)
    }

    /// What the mocks are compiled in, as far as anybody knows: its name, or else the path of the output.
    var placeOfMocks: String { outputTarget.name ?? output?.path.string ?? "" }

    private var mockAccess: MockOptions.Access {
        switch access {
        // What is public must be made of publicly imported modules, and nobody imports a test target anyway.
        case .inherit where outputTarget.importsInternallyByDefault: .limited(.internal)
        case .inherit: .inherit
        case .internal: .limited(.internal)
        case .package: .limited(.package)
        case .public: .limited(.public)
        }
    }

    /// The level that imports need to be of use in a mock of that level; `nil` where they need none.
    ///
    /// Where imports are internal by default, a public mock asks for public ones. Where nobody knows, it does so if the
    /// sources write levels themselves, or if public mocks were asked for.
    func importAccess(for imports: [ImportDeclaration]) -> AccessLevel? {
        if outputTarget.importsInternallyByDefault { return access == .package ? .package : .public }
        guard outputTarget.name == nil else { return nil }
        return access == .public || imports.contains { $0.access != nil } ? .public : nil
    }

    var moduleImport: FileRenderer.ModuleImport {
        switch importStyle {
        case .testable: .testable
        case .plain: .plain
        case .none: .none
        }
    }

    private func asksForMock(_ type: TypeDeclaration) -> Bool {
        guard type.kind != .typealias, type.name != "AutoMockable" else { return false }
        return type.asksForMock || (settings.selection == .all && type.kind == .protocol && isVisible(type))
    }

    /// Whether a mock sees the type. Of those that it does not, only those are worth a word that ask for one.
    private func isVisible(_ type: TypeDeclaration) -> Bool {
        type.access >= (importStyle == .plain ? .package : .internal)
    }

    /// Says of each type that asks for a mock that there is no place for it.
    func unplacedMocks(in source: ParsedSource, _ path: String) -> [Diagnostic] {
        source.file.types.enumerated().filter(\.element.asksForMock).map { place, type in
            Diagnostic(
                path: path, position: source.positions.position(ofType: place), severity: .note,
                message:
                    "'\(type.name)' asks for a mock, and no test target depends on '\(target.name ?? name)' to hold it; add one to Package.swift, or give the module an output in .mockd.yml",
                code: "target-without-tests")
        }
    }

    private static func plain(_ name: String) -> String {
        name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name
    }
}
