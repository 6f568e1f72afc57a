internal import MockGeneration
internal import MockModel
internal import MockParsing

// Types that get no mock: what a seam of them could have.
extension Engine {
    /// Adds what a seam of the type could have, or explains a type that no source of the project declares.
    ///
    /// - Parameter known: the explanation so far.
    func explainPossibleSeam(_ name: String, _ known: EngineExplanation?) -> EngineExplanation? {
        let names = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard known.map(\.lacksMock) ?? true, names.allSatisfy(SwiftText.isTypeName) else { return known }
        let modules = project.modules.indices.filter { project.modules[$0].isMocked }
        for module in modules {
            // The name may begin with that of its module.
            for path in [names, Array(names.dropFirst())] where !path.isEmpty {
                var maker = SeamMaker(updater(), module: module)
                guard let offer = maker.offer(for: path, imports: imports(in: module)) else { continue }
                return explanation(of: offer, path.joined(separator: "."), known)
            }
        }
        return known
    }

    /// Returns everything that the sources of a module import.
    private func imports(in module: Int) -> [ImportDeclaration] {
        let modules = sources.records.filter { $0.value.module == module }.flatMap { path, record -> [String] in
            // A source that asks for no mock is known by the names of its types, and nothing else.
            let known = record.file.imports.map(\.module)
            guard known.isEmpty else { return known }
            let file = try? fileSystem.file(at: path.filePath, limit: LocalFileSystem.largestSource)
            return file.map { SwiftText.importedModules(in: $0.bytes) } ?? []
        }
        return Set(modules).sorted().map { ImportDeclaration(path: $0) }
    }

    private func explanation(
        of offer: SeamMaker.Offer, _ name: String, _ known: EngineExplanation?
    ) -> EngineExplanation {
        let annotation = "above extension \(name) {}"
        var explanation =
            known
            ?? EngineExplanation(
                name: name, subject: .type,
                summary:
                    "\(name) of \(offer.module) has no mock: nothing asks for one; write /// @mockable \(annotation)",
                source: nil)
        guard offer.needsSeam else { return explanation }
        if known == nil {
            explanation.summary =
                "\(name) of \(offer.module) has no mock: it is \(offer.kind.withArticle), so ask for a seam: "
                + "/// @mockable(seam: …) \(annotation), or 'seams:' in .mockd.yml"
        }
        if let known, !known.hasSeam, offer.obstacle == nil {
            explanation.details.append("a seam of it is asked for by /// @mockable(seam: …) \(annotation)")
        }
        explanation.details += offer.requirements.map { "a seam can have: \($0)" }
        explanation.details += offer.inherited.map { "a seam can have, if 'members:' names it: \($0)" }
        explanation.details += offer.reasons.map { "a seam cannot have: \($0)" }
        if let obstacle = offer.obstacle {
            let condition = offer.inherited.isEmpty ? "" : "without 'members:' "
            explanation.details.append("\(condition)a seam is not possible: \(obstacle)")
        }
        return explanation
    }
}

extension EngineExplanation {
    /// True if it is about a type without a mock of its own: a seam of it may be there already, and have more members.
    fileprivate var lacksMock: Bool {
        subject == .type && (summary.contains(" has no mock: ") || hasSeam)
    }

    fileprivate var hasSeam: Bool { summary.contains(" has the seam ") }
}
