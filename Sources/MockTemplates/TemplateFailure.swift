/// The reason why a rendering ends, and the tag in which it happened.
struct TemplateFailure: Error, CustomStringConvertible {
    let reason: String
    private(set) var mark: TagMark?

    init(_ reason: String) { self.reason = reason }

    var description: String { reason }

    /// Notes the tag; the innermost one counts. A problem of an included file has its own place.
    static func noting(_ mark: TagMark?, in error: any Error) -> any Error {
        if error is TemplateProblem { return error }
        var failure = error as? TemplateFailure ?? TemplateFailure("\(error)")
        failure.mark = failure.mark ?? mark
        return failure
    }
}
