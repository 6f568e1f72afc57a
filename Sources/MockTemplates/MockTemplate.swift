package import MockGeneration
package import MockModel
internal import Stencil
internal import Synchronization

/// A template written for Sourcery, which prints the mocks of a module.
///
/// Two templates are equal if they have the same text, the same included files and the same arguments.
package final class MockTemplate: Sendable {
    package let source: TemplateSource
    /// The lines of the texts between tags, once a rendering was no Swift.
    private let texts = Mutex<[(text: String, position: SourcePosition)]?>(nil)
    private let prepared = Mutex<Result<PreparedTemplate, TemplateProblem>?>(nil)

    package init(_ source: TemplateSource) { self.source = source }

    /// Renders the template.
    ///
    /// - Parameters:
    ///   - types: the types that it sees, in the order of the sources.
    ///   - lookup: finds the types that members mention.
    /// - Returns: The text, which need not be Swift.
    package func render(_ types: [TemplateInput], _ lookup: any DeclarationLookup) throws(TemplateProblem) -> String {
        try template().render(types, lookup)
    }

    /// Returns the position of the text in the template that a line of the output most likely comes from.
    package func position(ofOutput line: String) -> SourcePosition? {
        let texts = texts.withLock { texts in
            if let texts { return texts }
            let found = TemplateScanner.texts(in: source.template.text)
            texts = found
            return found
        }
        let candidates = texts.filter { line.containsText($0.text) }
        return candidates.max { $0.text.count < $1.text.count }?.position
    }

    /// The template is parsed at its first use, and once.
    private func template() throws(TemplateProblem) -> PreparedTemplate {
        try prepared.withLock { prepared in
            if let prepared { return prepared }
            let result = Result { () throws(TemplateProblem) in try PreparedTemplate(source) }
            prepared = result
            return result
        }.get()
    }
}

extension MockTemplate: Hashable {
    package static func == (left: MockTemplate, right: MockTemplate) -> Bool {
        left === right || left.source == right.source
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// A type that a template sees.
package enum TemplateInput: Sendable {
    /// A protocol or a class with everything that it inherits.
    case resolved(ResolvedType)
    /// A type of which only the declaration is known.
    case declared(LocatedType)
}
