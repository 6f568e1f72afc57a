internal import MockModel

/// The name of a property that a spy adds to the mock: the name of a member and a word, `foo` and `CallCount`.
///
/// In two parts, because most such names are too long to be a `String` without memory of its own, and each is needed where
/// it is printed only.
struct SpyName: CodePrintable {
    let start: String
    let end: String

    init(_ start: String, _ end: String) {
        self.start = start
        self.end = end
    }

    var description: String { start + end }

    func write(to code: inout CodeWriter) {
        code += start
        code += end
    }
}
