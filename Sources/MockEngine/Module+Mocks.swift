internal import MockGeneration
internal import MockModel
internal import MockParsing
internal import SystemPackage

// Choosing the types of a module that get a mock, and the names and options of the mocks.
extension Module {
    /// Returns the name of the type's mock, or `nil` if it gets none.
    func mockName(of type: TypeDeclaration) -> String? {
        guard output != nil, asksForMock(type) else { return nil }
        if let name = type.annotation?.name { return name }
        let plain = Self.plain(type.name)
        let name = pattern(for: type).mockName(for: plain)
        // The mock of a raw identifier has a raw identifier, too.
        let isRaw = plain != type.name && !plain.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isRaw ? "`\(name)`" : name
    }

    private func pattern(for type: TypeDeclaration) -> NamePattern {
        guard settings.name.strip.isEmpty else { return settings.name }
        let suffixes = style(of: type).strippedSuffixes
        return suffixes.isEmpty ? settings.name : settings.name.stripping(suffixes)
    }

    /// The style of mocks whose types name no other one.
    var style: any MockStyle { settings.style.style }

    /// Returns the style that the type's annotation names, or else the module's.
    func style(of type: TypeDeclaration) -> any MockStyle {
        type.annotation?.style.flatMap(StyleChoice.init)?.style ?? style
    }

    var mockOptions: MockOptions {
        MockOptions(
            access: mockAccess, isMainActorByDefault: target.isMainActorByDefault,
            isCompiledOnMainActor: outputTarget.isMainActorByDefault,
            spellsSendability: outputTarget.languageMode == "5" && target.languageMode != "5",
            isCompiledInSwift5: outputTarget.languageMode == "5",
            leastAccess: leastAccess,
            sharingTarget: outputTarget.sharesMocks ? outputTarget.name : nil, forwards: settings.forwards,
            verifying: settings.verifying)
    }

    /// The lowest access of declarations that the mocks can use.
    var leastAccess: AccessLevel { importStyle == .plain ? .package : .internal }

    /// The types that mocks must write with `any`, whether the sources do or not.
    var existentials: TypeResolver.Existentials {
        let feature = "ExistentialAny"
        guard outputTarget.upcomingFeatures.contains(feature) else { return .asWritten }
        return target.upcomingFeatures.contains(feature) ? .ofOtherModules : .all
    }

    /// The target that the mocks are compiled in: its name, or the path of the output if the target is unknown.
    var mockTargetName: String { outputTarget.name ?? output?.path.string ?? "" }

    private var mockAccess: MockOptions.Access {
        switch access {
        // A public mock would need public imports there, and no module imports a test target.
        case .inherit where outputTarget.importsInternallyByDefault && !outputTarget.sharesMocks: .limited(.internal)
        case .inherit: .inherit
        case .internal: .limited(.internal)
        case .package: .limited(.package)
        case .public: .limited(.public)
        }
    }

    /// Returns the access level that the imports of a mock's file need; `nil` if they need none.
    ///
    /// Where imports are internal by default, a public mock needs public ones. If that is unknown, it needs them if the
    /// sources state import levels themselves, or if public mocks are configured. In a target with code of the user's, a
    /// level holds whatever the imports in that code say.
    ///
    /// - Parameter mockAccess: the modifier of the mock, followed by a space, or nothing.
    func importAccess(ofMock mockAccess: String, for imports: [ImportDeclaration]) -> AccessLevel? {
        let level: AccessLevel
        if outputTarget.sharesMocks {
            let isPublic = mockAccess == "\(AccessLevel.public.keyword) "
            guard isPublic || outputTarget.importsInternallyByDefault else { return nil }
            level = isPublic ? .public : .package
        } else if outputTarget.importsInternallyByDefault {
            level = access == .package ? .package : .public
        } else {
            guard outputTarget.name == nil, access == .public || imports.contains(where: { $0.access != nil }) else {
                return nil
            }
            level = .public
        }
        return mockAccess == "\(level.keyword) " ? level : nil
    }

    var moduleImport: FileRenderer.ModuleImport {
        switch importStyle {
        case .testable: .testable
        case .plain: .plain
        case .none: .none
        }
    }

    private func asksForMock(_ type: TypeDeclaration) -> Bool {
        // The mock of a seam is that of its protocol.
        guard type.kind != .typealias || type.annotation != nil, type.seam == nil, type.name != "AutoMockable" else {
            return false
        }
        if isReadForNames { return type.asksForMock }
        if settings.template != nil { return isSeenByTemplate(type) }
        return type.asksForMock || (settings.selection == .all && type.kind == .protocol && isVisible(type))
    }

    /// True if a template sees the type with its members: it chooses the types of its mocks itself.
    private func isSeenByTemplate(_ type: TypeDeclaration) -> Bool {
        switch type.kind {
        case .protocol: isVisible(type)
        case .class: isVisible(type) && (type.asksForMock || !type.annotations.isEmpty)
        case .struct, .enum, .actor, .typealias, .extension: false
        }
    }

    /// True if a mock can see the type. A hidden type is reported only if it asks for a mock.
    private func isVisible(_ type: TypeDeclaration) -> Bool {
        type.access >= (importStyle == .plain ? .package : .internal)
    }

    /// Reports each type that asks for a mock and has no place for one.
    func mocksWithoutTarget(in source: ParsedSource, _ path: String) -> [Diagnostic] {
        source.file.types.enumerated().filter(\.element.asksForMock).map { index, type in
            Diagnostic(
                path: path, position: source.positions.position(ofType: index), severity: .note,
                message:
                    "'\(type.name)' asks for a mock, and no test target depends on '\(target.name ?? name)' to hold it; add one to Package.swift, or give the module an output in .mockd.yml",
                code: "target-without-tests")
        }
    }

    private static func plain(_ name: String) -> String {
        name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name
    }
}
