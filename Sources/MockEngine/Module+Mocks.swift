internal import MockGeneration
internal import MockModel

// Which types of a module get a mock, and what it is called and looks like.
extension Module {
    /// The name of the type's mock, or `nil` when it gets none.
    func mockName(of type: TypeDeclaration) -> String? {
        guard output != nil, asksForMock(type) else { return nil }
        if let name = type.annotation?.name { return name }
        return settings.name.mockName(for: Self.plain(type.name))
    }

    /// Somebody asked for this very mock. What is mocked only because everything is may be skipped with a warning.
    static func isMockedByRequest(_ type: TypeDeclaration) -> Bool {
        type.annotation != nil || type.inherited.contains { $0 == .named("AutoMockable") }
    }

    var mockOptions: MockOptions {
        MockOptions(access: mockAccess, isMainActorByDefault: target.isMainActorByDefault)
    }

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

    var moduleImport: FileRenderer.ModuleImport {
        switch importStyle {
        case .testable: .testable
        case .plain: .plain
        case .none: .none
        }
    }

    private func asksForMock(_ type: TypeDeclaration) -> Bool {
        guard type.kind != .typealias, type.name != "AutoMockable" else { return false }
        return Self.isMockedByRequest(type) || (settings.selection == .all && type.kind == .protocol)
    }

    private static func plain(_ name: String) -> String {
        name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name
    }
}
