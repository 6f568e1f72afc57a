internal import MockModel
internal import Stencil

// Problems in the words of the engine, at the positions of the template.
extension TemplateProblem {
    /// - Parameter error: an error of the engine's parser, or a failure of a rendering.
    init(_ error: any Error, _ source: TemplateSource) {
        switch error {
        case let problem as TemplateProblem: self = problem
        case let failure as TemplateFailure: self.init(failure.reason, failure.mark, source)
        case let error as TemplateSyntaxError:
            // The innermost tag counts, which may be in an included file.
            let token = error.token ?? error.stackTrace.last
            self.init(error.sentence, token.map(TagMark.init), source)
        default: self.init("\(error)", nil, source)
        }
    }

    private init(_ message: String, _ mark: TagMark?, _ source: TemplateSource) {
        let file = mark?.file.flatMap { source.includes[$0] } ?? source.template
        self.init(
            path: file.path, position: mark.flatMap { Self.position(of: $0.contents, in: file) }, message: message)
    }

    /// The position of the first tag with the contents: the engine's own is wrong where lines repeat.
    private static func position(of contents: String, in file: TemplateSource.File) -> SourcePosition? {
        let tags = TemplateScanner.tags(in: file.text)
        if let tag = tags.first(where: { $0.normalizedContents == contents }) { return tag.position }
        // For a filter the engine names the part of the tag.
        return tags.first { $0.normalizedContents.contains(contents) }?.position
    }
}

extension TemplateSyntaxError {
    /// The reason as a part of a sentence, without a full stop.
    fileprivate var sentence: String {
        let sentences = reason.split(separator: ". Found similar filters: ")
        if sentences.count == 2 {
            let names = sentences[1].hasSuffix(".") ? sentences[1].dropLast() : sentences[1]
            return "\(sentences[0].prefix(1).lowercased())\(sentences[0].dropFirst()); did you mean \(names)?"
        }
        let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        return reason.prefix(1).lowercased() + reason.dropFirst()
    }
}
