internal import MockModel
internal import MockParsing
internal import SystemPackage

// Types of modules that no mock needs. Their sources are read only when the user asks for such a type.
extension Engine {
    /// Searches the modules whose sources are not read for a type, or for the type of a mock's name.
    func explainUnreadType(_ question: String) -> EngineExplanation? {
        guard !question.contains("/") else { return nil }
        for name in [question, typeName(ofMock: question)].compactMap(\.self) {
            if let found = findUnreadType(name) { return found }
        }
        return nil
    }

    /// Returns `Cook` for `MockCook`.
    private func typeName(ofMock mock: String) -> String? {
        let ends = project.settings.name.mockName(for: "\u{0}").split(
            separator: "\u{0}", omittingEmptySubsequences: false)
        guard ends.count == 2, mock.hasPrefix(ends[0]), mock.hasSuffix(ends[1]) else { return nil }
        let name = mock.dropFirst(ends[0].count).dropLast(ends[1].count)
        return name.isEmpty ? nil : String(name)
    }

    private func findUnreadType(_ name: String) -> EngineExplanation? {
        let simpleName = Array((name.split(separator: ".").last.map(String.init) ?? name).utf8)
        for (number, module) in project.modules.enumerated() {
            let files = unreadSources(of: number)
            let found = workers.map(files.count) { [fileSystem] number -> (path: FilePath, type: TypeDeclaration)? in
                guard let bytes = try? fileSystem.file(at: files[number], limit: LocalFileSystem.largestSource).bytes,
                    bytes.holds(simpleName)
                else { return nil }
                let types = SourceParser().parse(bytes, path: files[number].string).file.types
                return types.first { $0.kind != .extension && ($0.name == name || $0.qualifiedName == name) }.map {
                    (files[number], $0)
                }
            }
            guard let (path, type) = found.lazy.compactMap(\.self).first else { continue }
            return EngineExplanation(
                name: type.qualifiedName, subject: .type,
                summary: "\(type.qualifiedName) has no mock: \(obstacle(type, in: module))",
                source: project.displayPath(of: DiskPath(path)))
        }
        return nil
    }

    /// Returns the sources of a module without mocks, of which the engine does not know all types.
    private func unreadSources(of number: Int) -> [FilePath] {
        guard !project.modules[number].isMocked else { return [] }
        let finder = SourceFinder(tree: nil, fileSystem: fileSystem, membership: sources.membership, sources: [:])
        return finder.find(in: [number], workers).flatMap(\.listing.sources).compactMap { found in
            if case .new(let path) = found.source { path.filePath } else { nil }
        }.sorted { $0.string < $1.string }
    }
}
