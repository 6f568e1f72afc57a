import SwiftParser
import SwiftSyntax

/// The functions, computed properties and types that a manifest declares for itself. They are collected first, because
/// code may use a declaration before it.
struct ManifestDeclarations {
    struct Function {
        struct Parameter {
            /// `nil` for `_`.
            var label: String?
            var name: String
            var defaultValue: ExprSyntax?
            var isVariadic: Bool
        }

        var parameters: [Parameter]
        var body: CodeBlockItemListSyntax

        /// True if a call with these labels can mean this function; overloads are distinguished by labels alone here.
        func accepts(_ labels: [String?]) -> Bool {
            var remaining = labels[...]
            for parameter in parameters {
                if let first = remaining.first, first == parameter.label {
                    remaining.removeFirst()
                    while parameter.isVariadic, let next = remaining.first, next == nil { remaining.removeFirst() }
                } else if parameter.defaultValue == nil, !parameter.isVariadic {
                    return false
                }
            }
            return remaining.isEmpty
        }
    }

    enum Property {
        case stored(ExprSyntax)
        case computed(CodeBlockItemListSyntax)
    }

    private(set) var functions: [String: [Function]] = [:]
    private(set) var computed: [String: CodeBlockItemListSyntax] = [:]
    private(set) var staticFunctions: [String: [Function]] = [:]
    /// Keyed by `Type.name` and by `name`: an implicit member expression does not spell its type.
    private(set) var staticProperties: [String: Property] = [:]
    private(set) var methods: [String: [Function]] = [:]
    private(set) var properties: [String: Property] = [:]
    /// Raw values of enum cases by `Type.case` and by `case`.
    private(set) var rawValues: [String: String] = [:]
    private(set) var cases: [String: [String]] = [:]
    private(set) var types: Set<String> = []

    init(_ items: CodeBlockItemListSyntax, conditions: ConditionEvaluator) {
        collect(items, conditions)
    }

    private mutating func collect(_ items: CodeBlockItemListSyntax, _ conditions: ConditionEvaluator) {
        for item in items {
            guard case .decl(let declaration) = item.item else { continue }
            if let block = declaration.as(IfConfigDeclSyntax.self) {
                if case .statements(let items)? = conditions.activeClause(of: block)?.elements {
                    collect(items, conditions)
                }
            } else if let function = declaration.as(FunctionDeclSyntax.self), let body = function.body {
                functions[function.name.text, default: []].append(Function(function, body))
            } else if let variable = declaration.as(VariableDeclSyntax.self) {
                for case (let name, .computed(let body)) in Self.bindings(of: variable) { computed[name] = body }
            } else {
                collect(type: declaration, conditions)
            }
        }
    }

    private mutating func collect(type declaration: DeclSyntax, _ conditions: ConditionEvaluator) {
        let name: String
        let members: MemberBlockItemListSyntax
        switch declaration.as(DeclSyntaxEnum.self) {
        case .structDecl(let node): (name, members) = (node.name.text, node.memberBlock.members)
        case .enumDecl(let node): (name, members) = (node.name.text, node.memberBlock.members)
        case .classDecl(let node): (name, members) = (node.name.text, node.memberBlock.members)
        case .extensionDecl(let node):
            collect(members: node.memberBlock.members, of: Self.lastName(node.extendedType), conditions)
            return
        default: return
        }
        types.insert(name)
        collect(members: members, of: name, conditions)
    }

    private mutating func collect(
        members: MemberBlockItemListSyntax, of type: String, _ conditions: ConditionEvaluator
    ) {
        for member in members {
            switch member.decl.as(DeclSyntaxEnum.self) {
            case .functionDecl(let function):
                guard let body = function.body else { continue }
                let declared = Function(function, body)
                if function.modifiers.containsStatic {
                    staticFunctions[function.name.text, default: []].append(declared)
                } else {
                    methods[function.name.text, default: []].append(declared)
                }
            case .variableDecl(let variable): collect(variable, of: type)
            case .enumCaseDecl(let declaration): collect(declaration, of: type)
            case .ifConfigDecl(let block):
                if case .decls(let members)? = conditions.activeClause(of: block)?.elements {
                    collect(members: members, of: type, conditions)
                }
            default: collect(type: member.decl, conditions)
            }
        }
    }

    private mutating func collect(_ variable: VariableDeclSyntax, of type: String) {
        for (name, property) in Self.bindings(of: variable) {
            if variable.modifiers.containsStatic {
                staticProperties[name] = property
                staticProperties["\(type).\(name)"] = property
            } else {
                properties[name] = property
            }
        }
    }

    private mutating func collect(_ declaration: EnumCaseDeclSyntax, of type: String) {
        for element in declaration.elements {
            let name = element.name.identifier?.name ?? element.name.text
            let literal = element.rawValue?.value.as(StringLiteralExprSyntax.self)
            let raw = literal?.representedLiteralValue ?? name
            rawValues[name] = raw
            rawValues["\(type).\(name)"] = raw
            cases[type, default: []].append(name)
        }
    }

    private static func bindings(of variable: VariableDeclSyntax) -> [(String, Property)] {
        variable.bindings.compactMap { binding in
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return nil }
            switch binding.accessorBlock?.accessors {
            case .getter(let body): return (name, .computed(body))
            case .accessors(let list):
                let getter = list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }
                if let body = getter?.body?.statements { return (name, .computed(body)) }
            case nil: break
            }
            return binding.initializer.map { (name, .stored($0.value)) }
        }
    }

    private static func lastName(_ type: TypeSyntax) -> String {
        if let member = type.as(MemberTypeSyntax.self) { return member.name.text }
        return type.as(IdentifierTypeSyntax.self)?.name.text ?? type.trimmedDescription
    }
}

extension ManifestDeclarations.Function {
    fileprivate init(_ function: FunctionDeclSyntax, _ body: CodeBlockSyntax) {
        parameters = function.signature.parameterClause.parameters.map { parameter in
            Parameter(
                label: parameter.firstName.tokenKind == .wildcard ? nil : parameter.firstName.text,
                name: (parameter.secondName ?? parameter.firstName).text,
                defaultValue: parameter.defaultValue?.value,
                isVariadic: parameter.ellipsis != nil)
        }
        self.body = body.statements
    }
}

extension DeclModifierListSyntax {
    fileprivate var containsStatic: Bool {
        contains { $0.name.tokenKind == .keyword(.static) || $0.name.tokenKind == .keyword(.class) }
    }
}
