internal import MockGeneration
package import SystemPackage

/// A Swift module whose sources mockd reads.
package struct Module: Hashable, Sendable {
    package enum Output: Hashable, Sendable {
        /// One file for each source file, named after it.
        case folder(FilePath)
        /// One file for all mocks.
        case file(FilePath)

        package var path: FilePath {
            switch self {
            case .folder(let path), .file(let path): path
            }
        }
    }

    /// Sources that the description leads to and that are not there at present: in a fresh clone, say. A declaration that
    /// they may have is missing, and not wrong.
    package enum Absence: String, Hashable, Sendable {
        /// The folder of the module is empty, as that of a submodule which is not fetched.
        case own
        /// Build plugins make sources of the module, and have made none so far.
        case generated
        /// Packages that the module depends on are not fetched, or targets have no folder.
        case dependencies
    }

    /// The import of the module in the file with the mocks.
    package enum ImportStyle: String, Hashable, Sendable, CaseIterable {
        /// `@testable import`
        case testable
        /// `import`
        case plain
        /// No import: the mocks are part of the module.
        case none
    }

    package enum Access: String, Hashable, Sendable, CaseIterable {
        case `internal`, `public`, package
        /// The access of the mocked type, at most.
        case inherit
    }

    /// The facts of the build description about a target; defaults if nothing describes it.
    package struct TargetFacts: Hashable, Sendable {
        package var name: String?
        /// The target's declarations are `@MainActor` unless they say otherwise.
        package var isMainActorByDefault: Bool
        /// `import` means `internal import`.
        package var importsInternallyByDefault: Bool
        package var upcomingFeatures: [String]
        /// `"5"` or `"6"`; `nil` if it is unknown.
        package var languageMode: String?
        /// The names that stand for platforms in `@available`, as `Kitchen 2.0:macOS 14.0, iOS 17.0`.
        var availabilityMacros: [String] = []
        /// True if test targets import it to share its mocks: these are as visible as the mocked types then.
        package var sharesMocks = false

        /// `nil` if nothing describes the target.
        var asyncDefault: AsyncDefault? {
            guard name != nil else { return nil }
            return upcomingFeatures.contains("NonisolatedNonsendingByDefault") ? .caller : .concurrent
        }

        /// The dialect of the target's code.
        var dialect: Dialect { Dialect(asyncDefault: asyncDefault, availabilityMacros: availabilityMacros) }

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

    /// The name as `import` spells it: `mockd_watcher` for the target `mockd-watcher`.
    package var name: String
    /// Absolute paths of files, or of folders with everything below them.
    package var sources: [FilePath]
    package var exclude: [GlobPattern]
    /// True if folders below ``sources`` that are projects of their own are left out. SwiftPM compiles them in a target
    /// like all other folders; in a list that a user wrote for a configuration they are another project's.
    package var leavesOutInnerProjects = false
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
    /// True if only the names of its types are read: mocks of other modules are compiled in it, and see these names
    /// first. If it has an output, those of its sources that ask for mocks are read as a whole.
    package var isReadForNames = false
    /// True if its types are mocked for others, and not only for itself as those of tests are.
    package var isMocked: Bool { output != nil && !isReadForNames }
    /// True if no test target depends on it: its mocks have no place, and types that ask for one are reported.
    package var lacksTests = false
    /// True if a plugin makes its mocks during a build, so they are in no file that mockd writes.
    package var hasMocksOfBuild = false
    /// True if it belongs to another package than the mocks, which cannot see what has package access there.
    package var isOfOtherPackage = false
    /// True if its declarations are written to an index: it is read although nothing imports it.
    package var isIndexed = false
    package var absences: Set<Absence> = []
    /// The declarations of a module whose sources are not read.
    package var index: ModuleIndex?

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

    /// True if `exclude` removes a file or folder from the module.
    package func excludes(_ path: FilePath, root: FilePath) -> Bool {
        exclude.contains { $0.covers(path, root: root) }
    }
}
