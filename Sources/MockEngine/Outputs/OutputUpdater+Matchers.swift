internal import MockGeneration
internal import MockModel
internal import MockParsing

// Matchers for the named values of types that are parameters of an output's mocks.
extension OutputUpdater {
    /// - Parameter earlier: The output's matchers so far, which stay while a source is broken.
    func matchers(
        for types: [MatchedType], in module: Module, _ lookup: RecordingLookup, earlier: [TypeMatchers]
    ) -> [TypeMatchers] {
        types.map { type in
            let source = index.path(ofSource: type.path)
            var matchers = TypeMatchers(
                module: type.module, type: type.qualifiedName, source: source, imports: [], text: "")
            let isOwn = type.module == module.name && module.importStyle != .plain
            let least = isOwn ? AccessLevel.internal : type.leastAccessElsewhere
            guard let content = read(type, source, least) else {
                return earlier.first { $0.key == matchers.key } ?? matchers
            }
            var named = NamedValues(of: type, content, lookup: lookup)
            // A level for the imports of the types in the values is not known, and some might not need one.
            let isShared = module.outputTarget.sharesMocks
            if isShared, !(named.needsImports && module.outputTarget.importsInternallyByDefault) {
                named.access = content.access
                matchers.access = "\(content.access.keyword) "
            }
            matchers.library = module.style.names.module ?? ""
            matchers.text = module.style.matchers(of: named).map { String(decoding: $0, as: UTF8.self) } ?? ""
            if named.needsImports { matchers.imports = content.imports }
            return matchers
        }
    }

    /// Returns the conformances that the mock of a type relies on.
    func conformances(for resolved: ResolvedType, in module: Module, source: DiskPath) -> [TypeMatchers] {
        guard !resolved.plainTypes.isEmpty, module.settings.template == nil else { return [] }
        let style = module.style(of: resolved.declaration)
        return style.conformances(for: resolved, leastAccess: module.leastAccess).map {
            TypeMatchers($0, module: module, library: style.names.module ?? "", source: source)
        }
    }

    /// Reads the source of a type; `nil` if it cannot be read or understood, or if an index takes its place: the run
    /// that makes the mocks of that module declares the names of its values.
    private func read(_ type: MatchedType, _ source: DiskPath, _ least: AccessLevel) -> MatchableType? {
        guard !index.project.isIndex(type.module) else { return nil }
        let types = answers.matchableTypes(in: source, least) {
            let bytes = try? fileSystem.file(at: source.filePath, limit: LocalFileSystem.largestSource).bytes
            return bytes.flatMap { MatchableTypeReader.read($0, leastAccess: least) }
        }
        return types?[type.names]
    }
}

extension OutputUpdater {
    /// The matchers that a single file for all mocks of a module declares itself.
    func matchersInside(_ record: OutputRecord) -> [TypeMatchers] {
        guard !record.matchers.isEmpty, case .file = index.project.modules[record.module].output else { return [] }
        return record.matchers.matchers.filter {
            !$0.text.isEmpty && index.project.isMatcherInside($0, of: record.module)
        }
    }
}
