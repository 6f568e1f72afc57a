internal import MockModel

// Diagnostics for parents whose declaration was not found.
extension ConformancePlanner {
    /// At most this many are named one by one.
    private static let mostUnknownParents = 20

    func reportUnknownParents() {
        let parents = resolved.unknownParents
        for parent in parents.prefix(Self.mostUnknownParents) {
            let code = parent.reason.isTemporary ? PlanDiagnostic.unprintedModule : "unknown-parent"
            report(parent.message(for: declaration), code)
        }
        let others = parents.count - Self.mostUnknownParents
        if others > 0 {
            report(
                "requirements of \(others) more parents are not known, so \(declaration.lackOfRequirements); declare them in the project, or import the modules that do",
                "unknown-parent")
        }
    }
}

extension UnknownParent {
    /// The message: which declaration is missing, and how to fix it.
    fileprivate func message(for type: TypeDeclaration) -> String {
        let consequence =
            reason.isTemporary
            ? "the mock of '\(type.name)' is not made, and one that was made before stays" : type.lackOfRequirements
        return "requirements of '\(name)' are not known, so \(consequence); \(reason.wayOut)"
    }
}

extension CompiledAnswer.Reason {
    /// The way to make the name known.
    var wayOut: String {
        switch self {
        case .undeclared: "declare it in the project, or import the module that does"
        case .missing(let modules):
            "name its package in Package.swift and fetch it (swift package resolve), or build it once, so that it can be found in \(Self.list(modules)), or add the sources to the project's dependencies"
        case .unreadable(let modules):
            "put the folder of swiftc on PATH, so that it can be looked up in \(Self.list(modules))"
        case .ungiven(let modules):
            "give the interface of \(Self.list(modules)) with --interface NAME=FILE, or its declarations with --dependency"
        case .unprinted(let modules):
            "swift-synthesize-interface failed to print \(Self.list(modules)), or took too long: build the module again if another compiler made it, or try again when the machine is less busy"
        }
    }

    /// The modules that may declare the name.
    var modules: [String] {
        switch self {
        case .undeclared: []
        case .missing(let modules), .unreadable(let modules), .ungiven(let modules), .unprinted(let modules): modules
        }
    }

    private static func list(_ modules: [String]) -> String {
        modules.map { "'\($0)'" }.joined(separator: " or ")
    }
}

extension TypeDeclaration {
    /// The consequence of unknown requirements. A type with an annotation gets a mock that may lack members; others get
    /// none.
    fileprivate var lackOfRequirements: String {
        asksForMock ? "the mock of '\(name)' lacks them" : "'\(name)' is not mocked"
    }
}
