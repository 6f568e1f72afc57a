/// The reason why a rendering ends, and the tag in which it happened.
struct TemplateFailure: Error, CustomStringConvertible {
    let reason: String
    private(set) var mark: TagMark?

    init(_ reason: String) { self.reason = reason }

    var description: String { reason }

    /// Notes the tag; the innermost one counts.
    static func noting(_ mark: TagMark?, in error: any Error) -> TemplateFailure {
        var failure = error as? TemplateFailure ?? TemplateFailure("\(error)")
        failure.mark = failure.mark ?? mark
        return failure
    }
}
