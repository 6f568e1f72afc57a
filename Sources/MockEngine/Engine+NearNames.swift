internal import MockGeneration
internal import MockModel

// Names for questions about nothing that is known.
extension Engine {
    /// Returns the type, mock or file whose name is nearly that of a question that ``explain(_:)`` cannot answer.
    package func nearestName(to question: String) -> String? {
        if question.contains("/") || question.hasSuffix(".swift") {
            let paths = Array(sources.records.keys) + outputs.records.keys + outputs.matcherFiles.keys
            let names = paths.sorted().map(project.displayPath)
            return closest(to: project.displayPath(of: project.absolutePath(of: question)), among: names)
        }
        let own = sources.records.filter { !sources.isReadForNames($0.value.module) }.keys.sorted()
        let types = own.lazy.flatMap(sources.index.located)
        let names = types.flatMap { [$0.declaration.qualifiedName, $0.mockName].compactMap(\.self) }
        return closest(to: question, among: names)
    }
}
