internal import Stencil

/// The filters for types and their members. For lists they keep the elements that they are true of.
enum DeclarationFilters {
    static func register(in all: Extension) {
        all.registerTest("annotated") { value, arguments in
            guard let annotated = value as? any TemplateDeclaration else { return nil }
            return isAnnotated(annotated.annotations, try arguments.text(0))
        }
        for relation in ["based", "implements", "inherits"] {
            all.registerTest(relation) { value, arguments in
                guard let declaration = value as? any TemplateDeclaration else { return nil }
                let parents = declaration.typeOfValue?[dynamicMember: relation] as? [String: Any]
                return try parents?[arguments.text(0)] != nil
            }
        }
        all.registerTest("extends") { value, _ in value is any TemplateDeclaration ? false : nil }
        all.registerTest("definedInExtension") { value, _ in value is any TemplateDeclaration ? false : nil }
        all.registerTest("extension") { value, _ in value is TemplateType ? false : nil }
        for kind in ["enum", "struct", "protocol"] {
            all.registerTest(kind) { value, _ in (value as? TemplateType).map { $0.kind == kind } }
        }
        all.registerTest("class") { value, _ in
            (value as? TemplateType).map { $0.kind == "class" } ?? (value as? TemplateMethod)?.isClass
        }
        all.registerTest("static") { value, _ in
            (value as? TemplateMethod)?.isStatic ?? (value as? TemplateVariable)?.isStatic
        }
        all.registerTest("instance") { value, _ in
            (value as? TemplateMethod).map { !$0.isStatic && !$0.isClass }
                ?? (value as? TemplateVariable).map { !$0.isStatic }
        }
        all.registerTest("initializer") { value, _ in (value as? TemplateMethod)?.isInitializer }
        all.registerTest("throws") { value, _ in
            (value as? TemplateMethod)?.doesThrow ?? (value as? TemplateVariable)?.doesThrow
        }
        all.registerTest("computed") { value, _ in (value as? TemplateVariable).map { $0.isComputed && !$0.isStatic } }
        all.registerTest("stored") { value, _ in (value as? TemplateVariable).map { !$0.isComputed && !$0.isStatic } }
        all.registerTest("tuple") { value, _ in (value as? TemplateVariable)?.typeName.isTuple }
        all.registerTest("optional") { value, _ in (value as? TemplateVariable)?.typeName.isOptional }
        for level in ["open", "public", "package", "internal", "fileprivate", "private"] {
            all.registerTest(level) { value, _ in (value as? any TemplateDeclaration).map { $0.accessLevel == level } }
            all.registerTest("\(level)Get") { value, _ in (value as? TemplateVariable).map { $0.accessLevel == level } }
            all.registerTest("\(level)Set") { value, _ in (value as? TemplateVariable).map { $0.writeAccess == level } }
        }
    }

    /// - Parameter question: `key`, `outer.key` or `key = value`.
    private static func isAnnotated(_ annotations: [String: Any], _ question: String) -> Bool {
        guard let equals = question.firstIndex(of: "=") else { return annotations[question] != nil }
        let path = question[..<equals].trimming(\.isWhitespace).split(separator: ".").map(String.init)
        let value = path.reduce(annotations as Any?) { ListFilters.member($1, of: $0) }
        return templateText(of: value) == String(question[question.index(after: equals)...].trimming(\.isWhitespace))
    }
}
