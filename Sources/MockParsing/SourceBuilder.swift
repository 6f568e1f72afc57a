internal import MockModel

/// Collects what the readers find in a file, and knows which types and `#if`s they are in.
struct SourceBuilder {
    private var file = ParsedFile()
    /// The members of each type, which are found after it.
    private var members: [[MemberDeclaration]] = []
    private var positions = DeclarationPositions()
    private var diagnostics: [Diagnostic] = []

    private let path: String
    private var locator: SourceLocator
    /// The types around, outermost first.
    private(set) var enclosing: [String] = []
    /// The conditions around, outermost first.
    var conditions: [String] = []
    private var access = Access()

    /// The level that a declaration has without one of its own, and the widest that it can have.
    struct Access {
        fileprivate var implied: String?
        fileprivate var limit: String?
    }

    init(path: String, locator: SourceLocator) {
        self.path = path
        self.locator = locator
    }

    var source: ParsedSource {
        var file = file
        for (index, members) in members.enumerated() where !members.isEmpty {
            file.types[index] = file.types[index].with(members: members)
        }
        return ParsedSource(file: file, positions: positions, diagnostics: diagnostics)
    }

    // MARK: Declarations

    mutating func add(_ declaration: ImportDeclaration) {
        file.imports.append(declaration)
    }

    /// Adds a type whose name stands at an offset; gives its index, under which members are added.
    @discardableResult
    mutating func add(_ declaration: TypeDeclaration, at offset: Int) -> Int {
        if !declaration.attributes.isEmpty { reportAnnotatingAttribute(of: declaration, at: offset) }
        file.types.append(declaration)
        members.append([])
        positions.types.append(locator.position(ofOffset: offset))
        positions.members.append([])
        return file.types.count - 1
    }

    mutating func add(_ member: MemberDeclaration, at offset: Int, toType index: Int) {
        members[index].append(member)
        positions.members[index].append(locator.position(ofOffset: offset))
    }

    // MARK: Nesting

    /// Enters a type or an extension.
    ///
    /// - Parameters:
    ///   - names: the type's name; of an extension all parts of the extended type's.
    ///   - implied: the level that members have without one of their own.
    ///   - limit: the level of the type; whatever is in a hidden type is hidden with it.
    /// - Returns: what `leave` has to be given.
    mutating func enter(_ names: [String], implied: String? = nil, limit: String?) -> Access {
        let outer = access
        access = Access(implied: implied, limit: outer.limit ?? limit.flatMap(Self.hidden))
        enclosing += names
        return outer
    }

    mutating func leave(_ names: [String], to outer: Access) {
        enclosing.removeLast(names.count)
        access = outer
    }

    private static func hidden(_ level: String) -> String? {
        AccessLevel(keyword: level).map { $0 < .internal } == true ? level : nil
    }

    static func level(of modifiers: [String]) -> String? {
        modifiers.first { AccessLevel(keyword: $0) != nil }
    }

    /// The modifiers as they would have to be written outside of the enclosing type or extension.
    func modifiers(_ written: [String]) -> [String] {
        let level = Self.level(of: written)
        guard let effective = access.limit ?? level ?? access.implied, effective != level else { return written }
        return [effective] + written.filter { $0 != level }
    }

    // MARK: Annotations

    /// What the comments above a declaration ask for; what they ask in vain is said where it stands.
    mutating func annotation(in comments: CommentLines) -> MockAnnotation? {
        let found = AnnotationReader.read(comments)
        for problem in found.problems {
            diagnostics.append(
                Diagnostic(
                    path: path, position: locator.position(ofOffset: problem.offset), severity: problem.severity,
                    message: problem.message, code: problem.code))
        }
        return found.annotation
    }

    /// `@Mockable` is the macro of a library of that name, and otherwise a comment without its slashes.
    private mutating func reportAnnotatingAttribute(of declaration: TypeDeclaration, at offset: Int) {
        guard declaration.kind == .protocol || declaration.kind == .class, !declaration.asksForMock,
            let attribute = declaration.attributes.first(where: { attribute in
                AnnotationSpelling.isAnnotation(attribute.utf8.dropFirst().prefix { $0 != UInt8(ascii: "(") })
            }),
            !file.imports.contains(where: { $0.module == "Mockable" })
        else { return }
        diagnostics.append(
            Diagnostic(
                path: path, position: locator.position(ofOffset: offset), severity: .warning,
                message:
                    "the attribute '\(attribute)' of '\(declaration.name)' asks for no mock, because mockd reads comments; write '/// @mockable'",
                code: "annotation-spelling"))
    }
}
