internal import MockModel

/// Collects the declarations of a file, and tracks the types and `#if`s around the current position.
struct SourceBuilder {
    private var file = ParsedFile()
    /// The members of each type; they are read after the type is added.
    private var members: [[MemberDeclaration]] = []
    private var positions = DeclarationPositions()
    private var diagnostics: [Diagnostic] = []

    private let path: String
    private var locator: SourceLocator
    /// The enclosing types, outermost first.
    private(set) var enclosing: [String] = []
    /// The enclosing conditions, outermost first.
    var conditions: [String] = []
    /// True to read the annotations that templates see.
    var readsAnnotations = false
    private var access = Access()
    /// The `@_spi(…)` attributes of the extensions around the declaration, which hold for everything in them. The depth is
    /// that of their members.
    private var interfaceGroups: [(attributes: [String], depth: Int)] = []
    /// The conformances of types by extensions that matter to mocks, with the conditions around them. Such an extension is in
    /// the file of its type; one that is `@unchecked Sendable` need not be, and is not noted in another file.
    private var conformances: [[String]: [(type: TypeExpression, conditions: [String])]] = [:]

    /// The access level that a declaration has without a modifier, and the widest that it can have.
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
        guard !conformances.isEmpty else {
            return ParsedSource(file: file, positions: positions, diagnostics: diagnostics)
        }
        for (index, type) in file.types.enumerated() where type.kind != .extension {
            let added = conformances[type.enclosing + [type.name]]?.filter {
                type.conditions.starts(with: $0.conditions)
            }
            guard let added, !added.isEmpty else { continue }
            file.types[index] = type.with(inherited: type.inherited + added.map(\.type))
        }
        return ParsedSource(file: file, positions: positions, diagnostics: diagnostics)
    }

    /// Returns the annotations that templates see.
    func annotations(in comments: CommentLines) -> [String: TemplateValue] {
        readsAnnotations && !comments.lines.isEmpty ? CommentAnnotations.read(AnnotationReader.lines(comments)) : [:]
    }

    // MARK: Declarations

    mutating func add(_ declaration: ImportDeclaration) {
        file.imports.append(declaration)
    }

    /// Adds a type whose name is at the offset; returns its index, under which members are added.
    @discardableResult
    mutating func add(_ declaration: TypeDeclaration, at offset: Int) -> Int {
        if !declaration.attributes.isEmpty { reportAnnotatingAttribute(of: declaration, at: offset) }
        file.types.append(
            interfaceGroups.isEmpty
                ? declaration
                : declaration.with(attributes: declaration.attributes + interfaceGroups.flatMap(\.attributes)))
        members.append([])
        positions.types.append(locator.position(ofOffset: offset))
        positions.members.append([])
        return file.types.count - 1
    }

    mutating func add(_ member: MemberDeclaration, at offset: Int, toType index: Int) {
        members[index].append(member)
        positions.members[index].append(locator.position(ofOffset: offset))
    }

    /// Notes what an extension of a type conforms to, as far as it matters to mocks: a type can be copied, under conditions
    /// or without, and a subclass restates that it is `@unchecked Sendable`.
    ///
    /// - Parameter attributes: those of the extension; an unavailable conformance is none.
    mutating func noteConformances(of names: [String], to inherited: [TypeExpression], _ attributes: [String]) {
        if attributes.contains(where: { $0.hasPrefix("@available(*, unavailable") }) { return }
        for parent in inherited {
            guard let name = parent.bare.namePath?.last else { continue }
            if name == "Copyable" {
                conformances[enclosing + names, default: []].append((.named(name), []))
            } else if name == "Sendable" {
                conformances[enclosing + names, default: []].append((parent, conditions))
            }
        }
    }

    // MARK: Nesting

    /// Enters a type or an extension.
    ///
    /// - Parameters:
    ///   - names: the type's name; for an extension, all parts of the extended type's name.
    ///   - implied: the access level of members without a modifier.
    ///   - limit: the type's access level; the declarations in a type are never wider.
    ///   - attributes: those of an extension.
    /// - Returns: the value to pass to `leave`.
    mutating func enter(
        _ names: [String], implied: String? = nil, limit: String?, attributes: [String] = []
    ) -> Access {
        let outer = access
        access = Access(implied: implied, limit: outer.limit ?? limit.flatMap(Self.hidden))
        enclosing += names
        if !attributes.isEmpty {
            let groups = attributes.filter { $0.hasPrefix("@_spi(") }
            if !groups.isEmpty { interfaceGroups.append((groups, enclosing.count)) }
        }
        return outer
    }

    mutating func leave(_ names: [String], to outer: Access) {
        if let innermost = interfaceGroups.last, innermost.depth == enclosing.count { interfaceGroups.removeLast() }
        enclosing.removeLast(names.count)
        access = outer
    }

    private static func hidden(_ level: String) -> String? {
        AccessLevel(keyword: level).map { $0 < .internal } == true ? level : nil
    }

    static func level(of modifiers: [String]) -> String? {
        modifiers.first { AccessLevel(keyword: $0) != nil }
    }

    /// The modifiers as they would be written outside the enclosing type or extension.
    func modifiers(_ written: [String]) -> [String] {
        let level = Self.level(of: written)
        guard let effective = access.limit ?? level ?? access.implied, effective != level else { return written }
        return [effective] + written.filter { $0 != level }
    }

    // MARK: Annotations

    /// The annotation in the comments above a type. Misspelled or misplaced ones are reported at their position.
    mutating func annotation(in comments: CommentLines) -> MockAnnotation? {
        var annotation = annotationOfAnyKind(in: comments)
        guard let seam = annotation?.seam, let line = comments.lines.first(where: { $0.text.contains("seam") }) else {
            return annotation
        }
        diagnostics.append(
            Diagnostic(
                path: path, position: locator.position(ofOffset: line.offset(of: line.text[...])), severity: .warning,
                message:
                    "'seam: \(seam)' is ignored above a declaration; write it above an extension of the type that the protocol is made of",
                code: "annotation-seam"))
        annotation?.seam = nil
        annotation?.members = []
        return annotation
    }

    /// The annotation in the comments above a typealias: it asks for a mock of what a composition of protocols requires.
    /// One above any other typealias is reported.
    mutating func annotation(
        in comments: CommentLines, ofTypealiasTo target: TypeExpression, _ generics: [GenericParameter], at offset: Int
    ) -> MockAnnotation? {
        if case .composition = target, generics.isEmpty { return annotation(in: comments) }
        let kind = generics.isEmpty ? "a typealias of one type" : "a generic typealias"
        reportAnnotation(in: comments, above: kind, at: offset)
        return nil
    }

    private mutating func annotationOfAnyKind(in comments: CommentLines) -> MockAnnotation? {
        let found = AnnotationReader.read(comments)
        for problem in found.problems {
            diagnostics.append(
                Diagnostic(
                    path: path, position: locator.position(ofOffset: problem.offset), severity: problem.severity,
                    message: problem.message, code: problem.code))
        }
        return found.annotation
    }

    /// Adds the request of an annotation above an extension: it asks for a mock of the extended type.
    ///
    /// - Parameters:
    ///   - names: all parts of the extended type's name.
    ///   - isPlain: false if the extension has conformances, generic arguments or a `where` clause.
    mutating func addRequest(
        of names: [String], isPlain: @autoclosure () -> Bool, attributes: [String], modifiers: [String],
        in comments: CommentLines,
        at offset: Int
    ) {
        guard AnnotationReader.read(comments).annotation != nil else { return }
        guard isPlain(), let name = names.last else {
            return reportAnnotation(
                in: comments, above: "an extension with conformances or conditions", at: offset,
                "write it above a protocol or a class, or above an extension without them, with 'seam:' for a type of another kind"
            )
        }
        add(
            TypeDeclaration(
                kind: .extension, name: name, enclosing: Array(names.dropLast()), attributes: attributes,
                modifiers: modifiers, conditions: conditions, annotation: annotationOfAnyKind(in: comments)),
            at: offset)
    }

    /// Reports an annotation above a declaration that cannot have a mock.
    ///
    /// - Parameter kind: the declaration with its article: `a generic typealias`.
    mutating func reportAnnotation(
        in comments: CommentLines, above kind: String, at offset: Int,
        _ wayOut: String = "write it above a protocol"
    ) {
        guard AnnotationReader.read(comments).annotation != nil else { return }
        diagnostics.append(
            Diagnostic(
                path: path, position: locator.position(ofOffset: offset), severity: .warning,
                message: "\(kind) gets no mock, so the annotation above it is ignored; \(wayOut)",
                code: "annotation-place"))
    }

    /// Reports `@Mockable`: it is the macro of a library of that name, or an annotation that lacks the comment slashes.
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
