internal import MockModel

/// The changes of a pass that mocks may depend on.
struct PassChanges: Sendable {
    /// The sources with other declarations.
    private let sources: Set<DiskPath>
    /// The sources with other bytes, among those that matchers were made from.
    private let matcherSources: Set<DiskPath>
    /// The names whose answers changed.
    private let names: Set<NameKey>
    private let compiledModules: Set<String>
    /// True if every mock has looked up one of the names.
    private let isUniversal: Bool

    init(_ pass: Engine.Pass, _ index: DeclarationIndex) {
        sources = pass.touchedSources
        matcherSources = pass.changedMatcherSources
        names = Set(pass.changedNames.keys)
        compiledModules = pass.changedModules
        isUniversal = !names.isDisjoint(with: index.universalNames)
    }

    /// True if the part may be another one now: the rules of ``Engine/addDependents(_:)``, for a part of an output.
    func concern(_ part: OutputPart, of source: DiskPath) -> Bool {
        isUniversal || sources.contains(source) || part.names.contains(where: names.contains)
            || !part.compiledModules.isDisjoint(with: compiledModules)
            || part.matchers.contains { matcherSources.contains($0.source) }
    }
}
