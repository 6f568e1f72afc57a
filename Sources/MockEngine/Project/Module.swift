internal import MockGeneration
package import SystemPackage

/// A Swift module whose sources mockd reads.
package struct Module: Hashable, Sendable {
    package enum Output: Hashable, Sendable {
        /// One file a source file, named after it.
        case folder(FilePath)
        /// Everything in this file.
        case file(FilePath)

        package var path: FilePath {
            switch self {
            case .folder(let path), .file(let path): path
            }
        }
    }

    /// How the file with the mocks sees the module.
    package enum ImportStyle: String, Hashable, Sendable, CaseIterable {
        /// `@testable import`
        case testable
        /// `import`
        case plain
        /// Not at all: the mocks are part of the module.
        case none
    }

    package enum Access: String, Hashable, Sendable, CaseIterable {
        case `internal`, `public`, package
        /// As the mocked type, at most.
        case inherit
    }

    /// What the build description says about a target; the defaults where nothing describes it.
    package struct TargetFacts: Hashable, Sendable {
        package var name: String?
        /// The target's declarations are `@MainActor` unless they say otherwise.
        package var isMainActorByDefault: Bool
        /// `import` means `internal import`.
        package var importsInternallyByDefault: Bool
        package var upcomingFeatures: [String]
        /// `"5"` or `"6"`; `nil` if nobody says.
        package var languageMode: String?

        /// `nil` where nobody describes the target.
        var asyncDefault: AsyncDefault? {
            guard name != nil else { return nil }
            return upcomingFeatures.contains("NonisolatedNonsendingByDefault") ? .caller : .concurrent
        }

        package init(
            name: String? = nil, isMainActorByDefault: Bool = false, importsInternallyByDefault: Bool = false,
            upcomingFeatures: [String] = [], languageMode: String? = nil
        ) {
            self.name = name
            self.isMainActorByDefault = isMainActorByDefault
            self.importsInternallyByDefault = importsInternallyByDefault
            self.upcomingFeatures = upcomingFeatures
            self.languageMode = languageMode
        }
    }

    /// As `import` spells it: `mockd_watcher`, where the target is called `mockd-watcher`.
    package var name: String
    /// Absolute; files, or folders of which everything below counts.
    package var sources: [FilePath]
    package var exclude: [GlobPattern]
    /// `nil` for modules that are read for parents and types and never mocked.
    package var output: Output?
    package var settings: MockSettings
    package var importStyle: ImportStyle
    /// Modules that each generated file imports in addition to what its source imports.
    package var imports: [String]
    package var access: Access
    /// Names of modules that the sources of this one can see, whether or not the project has their sources.
    package var dependencies: [String]
    /// Compilation conditions that hold in `#if`.
    package var defines: Set<String>
    /// The target of the module itself.
    package var target: TargetFacts
    /// The target that the mocks are compiled in. Modules with an equal target share one space of file names.
    package var outputTarget: TargetFacts
    /// Nothing but the names of its types counts: mocks of others are compiled in this module, and see them first.
    package var isReadForNames = false
    /// No test target depends on it, so its mocks have no place; those who ask for some are told.
    package var lacksTests = false

    package init(
        name: String, sources: [FilePath], exclude: [GlobPattern] = [], output: Output? = nil,
        settings: MockSettings = MockSettings(), importStyle: ImportStyle = .testable, imports: [String] = [],
        access: Access = .inherit, dependencies: [String] = [], defines: Set<String> = [],
        target: TargetFacts = TargetFacts(), outputTarget: TargetFacts = TargetFacts()
    ) {
        self.name = name
        self.sources = sources
        self.exclude = exclude
        self.output = output
        self.settings = settings
        self.importStyle = importStyle
        self.imports = imports
        self.access = access
        self.dependencies = dependencies
        self.defines = defines
        self.target = target
        self.outputTarget = outputTarget
    }

    /// Whether `exclude` takes a file or folder out of the module.
    package func excludes(_ path: FilePath, root: FilePath) -> Bool {
        exclude.contains { $0.covers(path, root: root) }
    }
}
