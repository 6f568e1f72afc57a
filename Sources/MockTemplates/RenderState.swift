/// The work of one rendering, which is limited: steps count and time does not, so a template fails everywhere or
/// nowhere.
final class RenderState {
    /// The name under which tags find the state; no template can spell it.
    static let key = "mockd state"
    /// The units that any rendering may cost, and what each type adds. A mock of ten members costs some thousand.
    private static let basis = 1_000_000
    private static let perType = 20_000
    /// The bytes of text that cost one unit.
    private static let bytesPerUnit = 64
    /// The number of macros and included files that may be open at once.
    static let deepest = 100

    private var rest: Int
    private(set) var depth = 0

    init(types: Int) { rest = Self.basis + Self.perType * types }

    /// Counts one step, and the text that it made.
    func spend(bytes: Int = 0) throws {
        rest -= 1 + bytes / Self.bytesPerUnit
        if rest < 0 {
            throw templateFailure("the template takes too many steps; a loop or a macro in it may not end")
        }
    }

    /// Counts a step for each element of a list that is about to be made.
    func spend(elements: Int) throws {
        guard elements <= rest else { throw templateFailure("a list of \(elements) elements is too long") }
        rest -= elements
    }

    /// Runs the body of a macro or an included file.
    func nested<Result>(_ body: () throws -> Result) throws -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw templateFailure(
                "macros or included files call each other more than \(Self.deepest) levels deep; the calls may not end")
        }
        try spend()
        return try body()
    }
}
