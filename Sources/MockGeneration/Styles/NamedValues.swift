package import MockModel

/// The named values of a type that is a parameter of mocked members, spelled so that any file can contain them.
package struct NamedValues {
    /// A value, with the types of its associated values.
    struct Value {
        var name: String
        /// `nil` for a static constant.
        var parameters: [Parameter]?
    }

    struct Parameter {
        var label: String?
        /// Without `Optional`.
        var type: String
        var isOptional: Bool
    }

    /// `Kitchen::Outer.Fruit`
    let type: String
    let values: [Value]
    /// The access of the matchers: that of the type, where other modules use them.
    package var access = AccessLevel.internal
    /// True if a type of an associated value comes from a module that the type's source imports.
    package let needsImports: Bool

    /// - Parameters:
    ///   - content: the type as its source declares it.
    ///   - lookup: finds the types of associated values.
    package init(of type: MatchedType, _ content: MatchableType, lookup: any DeclarationLookup) {
        self.type = "\(type.module)::\(type.qualifiedName)"
        var spelling = Spelling(type: type, content: content, lookup: lookup)
        values = content.values.compactMap { value in
            switch value {
            case .constant(let name): return type.isMainActorByDefault ? nil : Value(name: name)
            case .enumCase(let name, let parameters):
                return spelling.parameters(parameters).map { Value(name: name, parameters: $0) }
            }
        }
        needsImports = spelling.needsImports
    }
}

/// Spells types that a declaration mentions for use outside of its scope.
private struct Spelling {
    private let type: MatchedType
    private let scopes: [String: [String]]
    private let imports: [ImportDeclaration]
    private let lookup: any DeclarationLookup
    private(set) var needsImports = false
    private var isVisible = true

    init(type: MatchedType, content: MatchableType, lookup: any DeclarationLookup) {
        self.type = type
        scopes = content.scopes
        imports = content.imports
        self.lookup = lookup
    }

    /// Returns `nil` if a type cannot be spelled, or has no matcher.
    mutating func parameters(_ declared: [MatchableType.Parameter]) -> [NamedValues.Parameter]? {
        var parameters: [NamedValues.Parameter] = []
        for parameter in declared {
            var (type, isOptional) = (parameter.type, false)
            if case .optional(let wrapped) = type { (type, isOptional) = (wrapped, true) }
            guard !type.contains(where: Self.isUnfit) else { return nil }
            isVisible = true
            let spelled = spelled(type)
            guard isVisible else { return nil }
            parameters.append(
                NamedValues.Parameter(label: parameter.label, type: spelled.description, isOptional: isOptional))
        }
        return parameters
    }

    private static func isUnfit(_ type: TypeExpression) -> Bool {
        switch type {
        case .named("Self", _): true
        case .named, .member, .optional, .array, .dictionary, .any: false
        default: true
        }
    }

    private mutating func spelled(_ type: TypeExpression) -> TypeExpression {
        type.replacing { part in
            switch part {
            case .named(let name, let arguments):
                let (spelling, isProtocol) = spelled(name)
                let named = TypeExpression.named(spelling, arguments: arguments.map { spelled($0) })
                // The module of the type need not write `any`, but that of the tests may have to.
                return isProtocol ? .any(named) : named
            case .any(.named(let name, let arguments)):
                return .any(.named(spelled(name).text, arguments: arguments.map { spelled($0) }))
            default: return nil
            }
        }
    }

    /// Returns the name with its module and outer types, unless it means the same everywhere, and true for a protocol.
    private mutating func spelled(_ name: String) -> (text: String, isProtocol: Bool) {
        let all = lookup.types(named: name)
        let candidates = all.filter { $0.module == type.module && !$0.isCompiled }
        if let scope = scopes[name] {
            let found = candidates.filter { $0.declaration.enclosing == scope }
            if found.contains(where: Self.isFunction) { isVisible = false }
            let isProtocol = found.contains { $0.declaration.kind == .protocol }
            return ("\(type.module)::\((scope + [name]).joined(separator: "."))", isProtocol)
        }
        for depth in stride(from: type.names.count, through: 0, by: -1) {
            let scope = Array(type.names[..<depth])
            guard let found = candidates.first(where: { $0.declaration.enclosing == scope }) else { continue }
            if found.declaration.access < .internal || Self.isFunction(found) { isVisible = false }
            return ("\(found.module)::\(found.declaration.qualifiedName)", found.declaration.kind == .protocol)
        }
        if let scope = lookup.scope(of: name, inside: type.names, of: type.module, imports: imports) {
            return ("\(type.module)::\((scope + [name]).joined(separator: "."))", false)
        }
        if !StandardLibraryNames.contains(name) { needsImports = true }
        let isForeignProtocol = !all.isEmpty && all.allSatisfy { $0.declaration.kind == .protocol }
        return (name, isForeignProtocol || ProtocolNames.known.contains(name))
    }

    /// True for a typealias of a closure's type: the compiler (6.3.1) crashes where one is taken out of an enum.
    private static func isFunction(_ located: LocatedType) -> Bool {
        switch located.declaration.aliased?.bare {
        case .function: true
        default: false
        }
    }
}
