internal import MockModel

/// The types that a subclass puts in the place of a class's generic parameters.
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
        // Inside of a generic class its name alone means the class with the parameters that it has.
        guard name == className, !names.isEmpty else { return replacements[name] }
        return .named(name, arguments: names.map { replacements[$0] ?? .named($0) })
    }
}
