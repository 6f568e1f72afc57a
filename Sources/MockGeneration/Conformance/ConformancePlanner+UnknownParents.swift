internal import MockModel

// Diagnostics for parents whose declaration was not found.
extension ConformancePlanner {
    /// At most this many are named one by one.
    private static let mostUnknownParents = 20

    /// Returns the diagnostics for parents that are not there at present, for mocks that are not planned here.
    package func missingParents() -> [PlanDiagnostic] {
        reportUnknownParents()
        return diagnostics.filter { [PlanDiagnostic.missingModule, PlanDiagnostic.unprintedModule].contains($0.code) }
    }

    func reportUnknownParents() {
        let parents = resolved.unknownParents
        for parent in parents.prefix(Self.mostUnknownParents) {
            report(parent.message(for: declaration), parent.reason.code ?? "unknown-parent")
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
            ? "the mock of '\(type.name)' is not made, and one that was made before stays"
            : reason.isAbsence && type.asksForMock
                ? "a mock of '\(type.name)' that was made before stays, and a new one lacks them"
                : type.lackOfRequirements
        return "requirements of '\(name)' are not known, so \(consequence); \(reason.wayOut)"
    }
}

extension CompiledAnswer.Reason {
    /// The way to make the name known.
    package var wayOut: String {
        switch self {
        case .undeclared: "declare it in the project, or import the module that does"
        case .missing(let modules):
            "name its package in Package.swift and fetch it (swift package resolve; git submodule update --init), or build it once (swift build), so that it can be found in \(Self.list(modules)), or add the sources to the project's dependencies"
        case .ungenerated(let modules):
            "build once (swift build), so that the build plugins of \(Self.list(modules)) make their sources"
        case .unreadable(let modules):
            "put the folder of swiftc on PATH, so that it can be looked up in \(Self.list(modules))"
        case .ungiven(let modules):
            "give the interface of \(Self.list(modules)) with --interface NAME=FILE, or its declarations with --dependency"
        case .unprinted(let modules):
            "swift-synthesize-interface failed to print \(Self.list(modules)), or took too long: build the module again if another compiler made it, or try again when the machine is less busy"
        }
    }

    /// True if the name may be declared in something that is not there at present; false if the name is wrong, or if its
    /// module is there and cannot be printed.
    package var isAbsence: Bool {
        switch self {
        case .undeclared, .unprinted: false
        case .missing, .ungenerated, .unreadable, .ungiven: true
        }
    }

    /// The code of a diagnostic about the name; `nil` if the name is wrong. With a code, the mock that was made before
    /// stays.
    var code: String? {
        if isTemporary { return PlanDiagnostic.unprintedModule }
        return isAbsence ? PlanDiagnostic.missingModule : nil
    }

    /// The modules that may declare the name.
    var modules: [String] {
        switch self {
        case .undeclared: []
        case .missing(let modules), .ungenerated(let modules), .unreadable(let modules), .ungiven(let modules),
            .unprinted(let modules):
            modules
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
