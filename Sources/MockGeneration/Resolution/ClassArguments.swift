internal import MockModel

/// The generic arguments that a subclass passes to its superclass.
struct ClassArguments {
    let arguments: [TypeExpression]
    /// The generic parameters.
    let names: [String]
    let replacements: [String: TypeExpression]
    private let className: String

    init(_ declaration: TypeDeclaration, _ arguments: [TypeExpression]) {
        self.arguments = arguments
        className = declaration.name
        names = declaration.genericParameters.map(\.name)
        replacements = Dictionary(zip(names, arguments)) { first, _ in first }
    }

    func replace(_ part: TypeExpression) -> TypeExpression? {
        guard case .named(let name, let inner) = part, inner.isEmpty else { return nil }
        // Inside a generic class, its name alone means the class with its own parameters.
        guard name == className, !names.isEmpty else { return replacements[name] }
        return .named(name, arguments: names.map { replacements[$0] ?? .named($0) })
    }
}
