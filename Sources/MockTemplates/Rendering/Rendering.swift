/// One rendering of a template: the values of its names, the text so far, and the work, which is limited.
///
/// Steps count and time does not, so a template fails everywhere or nowhere.
struct Rendering {
    /// The units that any rendering may cost, and what each type adds. A mock of ten members costs some thousand.
    private static let basis = 1_000_000
    private static let perType = 20_000
    /// The bytes of text that cost one unit.
    static let bytesPerUnit = 64
    /// The number of macros and included files that may be open at once.
    private static let deepest = 100
    /// `extends` may load a file for each template that extends another one.
    private static let mostLoads = 100

    let program: TemplateProgram
    var scope: Scope
    var output: [UInt8] = []
    var memory: MacroMemory
    /// The arguments of the calls around the present step, the innermost ones last.
    var arguments: [RenderValue] = []
    /// The loops around the present step, the innermost one last.
    var loops: [LoopState] = []
    /// The `break` or `continue` on its way to its loop.
    var jump: Jump?
    /// The blocks of the templates that extend the present one.
    var blocks: BlockStack?
    /// The texts of the blocks so far.
    var printedBlocks: [String: RenderValue] = [:]
    private var rest: Int
    private var depth = 0
    private var loads = 0

    init(_ program: TemplateProgram, types: Int) {
        self.program = program
        memory = MacroMemory(macros: program.macros)
        scope = Scope(names: program.names.count)
        rest = Self.basis + Self.perType * types
    }

    // MARK: Names

    mutating func value(of name: Int) -> RenderValue {
        let slot = scope[name]
        memory.noteRead(level: slot.level, isBound: program.names.isBound(name))
        return slot.value
    }

    mutating func set(_ name: Int, _ value: RenderValue) {
        scope.set(name, value)
        memory.noteSet(level: scope.level)
    }

    /// Runs a part of the template in a level of its own.
    mutating func inner(_ body: (inout Rendering) throws -> Void) throws {
        scope.open()
        defer { scope.close() }
        try body(&self)
    }

    // MARK: Text

    mutating func write(_ text: String) { output.append(contentsOf: text.utf8) }

    /// Runs a part of the template and returns its text, which is not printed.
    mutating func text(of body: (inout Rendering) throws -> Void) throws -> String {
        let start = output.count
        try body(&self)
        defer { output.removeSubrange(start...) }
        return String(decoding: output[start...], as: UTF8.self)
    }

    // MARK: Work

    /// Counts one step, and the text that it made.
    mutating func spend(bytes: Int = 0) throws {
        rest -= 1 + bytes / Self.bytesPerUnit
        if rest < 0 { throw TemplateFailure("the template takes too many steps; a loop or a macro in it may not end") }
    }

    /// Counts a step for each element of a list that is about to be made.
    mutating func spend(elements: Int) throws {
        guard elements <= rest else { throw TemplateFailure("a list of \(elements) elements is too long") }
        rest -= elements
    }

    /// Runs the body of a macro or an included file.
    mutating func nested(_ body: (inout Rendering) throws -> Void) throws {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw TemplateFailure(
                "macros or included files call each other more than \(Self.deepest) levels deep; the calls may not end")
        }
        try spend()
        try body(&self)
    }

    /// Counts the file that an extending template loads.
    mutating func countLoad() throws {
        loads += 1
        guard loads <= Self.mostLoads else {
            throw TemplateFailure("templates extend each other more than \(Self.mostLoads) times")
        }
    }
}
