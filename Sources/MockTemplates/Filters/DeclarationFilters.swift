/// The filters for types and their members. For lists they keep the elements that they are true of.
enum DeclarationFilters {
    static func add(to all: inout [String: TemplateFilter]) {
        all.addTest("annotated") { value, arguments in
            guard let annotated = value.declaration else { return nil }
            return isAnnotated(annotated.annotations, try arguments.text(0))
        }
        for relation in ["based", "implements", "inherits"].map(PropertyName.init) {
            all.addTest(relation.text) { value, arguments in
                guard let declaration = value.declaration else { return nil }
                guard case .mapping(let parents)? = declaration.typeOfValue?.value(of: relation) else { return false }
                return try parents[arguments.text(0)] != nil
            }
        }
        addTests(to: &all)
    }

    private static func addTests(to all: inout [String: TemplateFilter]) {
        func test(_ name: String, _ test: @escaping @Sendable (any TemplateDeclaration) -> Bool?) {
            all.addTest(name) { value, _ in value.declaration.flatMap(test) }
        }
        test("extends") { _ in false }
        test("definedInExtension") { _ in false }
        test("extension") { $0 is TemplateType ? false : nil }
        for kind in ["enum", "struct", "protocol"] { test(kind) { ($0 as? TemplateType).map { $0.kind == kind } } }
        test("class") { ($0 as? TemplateType).map { $0.kind == "class" } ?? ($0 as? TemplateMethod)?.isClass }
        test("static") { ($0 as? TemplateMethod)?.isStatic ?? ($0 as? TemplateVariable)?.isStatic }
        test("instance") {
            ($0 as? TemplateMethod).map { !$0.isStatic && !$0.isClass }
                ?? ($0 as? TemplateVariable).map { !$0.isStatic }
        }
        test("initializer") { ($0 as? TemplateMethod)?.isInitializer }
        test("throws") { ($0 as? TemplateMethod)?.doesThrow ?? ($0 as? TemplateVariable)?.doesThrow }
        test("computed") { ($0 as? TemplateVariable).map { $0.isComputed && !$0.isStatic } }
        test("stored") { ($0 as? TemplateVariable).map { !$0.isComputed && !$0.isStatic } }
        test("tuple") { ($0 as? TemplateVariable)?.typeName.isTuple }
        test("optional") { ($0 as? TemplateVariable)?.typeName.isOptional }
        for level in ["open", "public", "package", "internal", "fileprivate", "private"] {
            test(level) { $0.accessLevel == level }
            test("\(level)Get") { ($0 as? TemplateVariable).map { $0.accessLevel == level } }
            test("\(level)Set") { ($0 as? TemplateVariable).map { $0.writeAccess == level } }
        }
    }

    /// - Parameter question: `key`, `outer.key` or `key = value`.
    private static func isAnnotated(_ annotations: [String: RenderValue], _ question: String) -> Bool {
        guard let equals = question.firstIndex(of: "=") else { return annotations[question] != nil }
        let path = question[..<equals].trimming(\.isWhitespace).split(separator: ".").map(String.init)
        let value = path.reduce(RenderValue.mapping(annotations)) { $0.member($1) }
        return value.text == String(question[question.index(after: equals)...].trimming(\.isWhitespace))
    }
}

extension RenderValue {
    fileprivate var declaration: (any TemplateDeclaration)? {
        if case .object(let object) = self { object.declaration } else { nil }
    }
}
