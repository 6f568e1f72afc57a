internal import MockGeneration
internal import MockModel
internal import Stencil

/// A type of the project as a template sees it.
final class TemplateType: TemplateDeclaration, CustomStringConvertible {
    /// A member with the place of its declaration.
    struct Member {
        var declaration: MemberDeclaration
        var located: LocatedType
        var index: Int
    }

    /// The number of levels of parents that are followed; a cycle is an error in the user's source.
    private static let deepest = 100

    let located: LocatedType
    private let scope: TemplateScope
    private let ownMembers: [Member]
    private let allMembers: [Member]

    /// - Parameter members: the own and the inherited members; `nil` if only the own ones are known.
    init(_ located: LocatedType, members: [Member]?, _ scope: TemplateScope) {
        self.located = located
        self.scope = scope
        let declared = located.declaration.members.enumerated().map {
            Member(declaration: $0.element, located: located, index: $0.offset)
        }
        ownMembers = members?.filter { $0.located === located } ?? declared
        allMembers = members ?? declared
    }

    private var declaration: TypeDeclaration { located.declaration }
    var description: String { declaration.qualifiedName }
    var kind: String { declaration.kind.rawValue }
    var accessLevel: String { declaration.access.keyword }
    var typeOfValue: TemplateType? { self }

    private(set) lazy var annotations: [String: Any] = {
        let written = declaration.annotations?.type.mapValues(\.any) ?? [:]
        return written.isEmpty && declaration.annotation != nil ? ["mockable": true] : written
    }()

    // MARK: Members

    private(set) lazy var allMethods = methods(allMembers)
    private(set) lazy var methods = methods(ownMembers)
    private(set) lazy var allVariables = variables(allMembers)
    private(set) lazy var variables = variables(ownMembers)

    private func methods(_ members: [Member]) -> [TemplateMethod] {
        members.compactMap { TemplateMethod($0, scope) }
    }

    private func variables(_ members: [Member]) -> [TemplateVariable] {
        members.compactMap { TemplateVariable($0, scope) }
    }

    private func subscripts(_ members: [Member]) -> [TemplateSubscript] {
        members.compactMap { TemplateSubscript($0, scope) }
    }

    private var associatedTypes: [String: Any] {
        var types: [String: Any] = [:]
        for member in allMembers {
            guard case .associatedType(let declared) = member.declaration.kind else { continue }
            types[declared.name] = TemplateRequirement.object(declared, scope, member.located)
        }
        return types
    }

    // MARK: Parents

    /// A parent by its name, with its declaration if the project has it.
    private struct Parent {
        var name: String
        var located: LocatedType?
    }

    private(set) lazy var based: [String: Any] = parents(where: { _ in true })
    private(set) lazy var implements: [String: Any] = parents { $0?.declaration.kind == .protocol }
    private(set) lazy var inherits: [String: Any] = parents { $0?.declaration.kind == .class }

    private func parents(where isIncluded: (LocatedType?) -> Bool) -> [String: Any] {
        var result: [String: Any] = [:]
        for parent in allParents where isIncluded(parent.located) {
            // A parent of another module is known by its name only.
            result[parent.name] = parent.located.map(scope.type) ?? parent.name
        }
        return result
    }

    private lazy var allParents: [Parent] = {
        var parents: [Parent] = []
        var names: Set<String> = []
        collectParents(of: located, &parents, &names, depth: 0)
        return parents
    }()

    private func collectParents(
        of located: LocatedType, _ parents: inout [Parent], _ names: inout Set<String>, depth: Int
    ) {
        guard depth < Self.deepest else { return }
        for inherited in located.declaration.inherited.flatMap(\.parts) {
            guard let path = inherited.plainPath, names.insert(path.joined(separator: ".")).inserted else { continue }
            let found = scope.located(inherited, from: located)
            parents.append(Parent(name: path.joined(separator: "."), located: found))
            if let found { collectParents(of: found, &parents, &names, depth: depth + 1) }
            for target in scope.target(of: inherited, from: located)?.parts ?? [] {
                guard let path = target.plainPath, names.insert(path.joined(separator: ".")).inserted else { continue }
                let found = scope.located(target, from: located)
                parents.append(Parent(name: path.joined(separator: "."), located: found))
                if let found { collectParents(of: found, &parents, &names, depth: depth + 1) }
            }
        }
    }

    // MARK: Properties

    subscript(dynamicMember member: String) -> Any? {
        switch member {
        case "name", "globalName": declaration.qualifiedName
        case "localName": declaration.name
        case "kind": kind
        case "accessLevel": accessLevel
        case "annotations": annotations
        case "module": located.module
        case "imports": located.imports.map { TemplateObject(["name": $0.path, "description": "import \($0.path)"]) }
        case "path": located.path
        case "attributes": TemplateAttribute.byName(declaration.attributes)
        case "modifiers": declaration.modifiers.map { TemplateObject(["name": $0]) }
        case "isExtension": false
        case "isGeneric": !declaration.genericParameters.isEmpty
        case "isFinal": declaration.modifiers.contains("final")
        case "genericRequirements":
            declaration.genericRequirements.map { TemplateRequirement.object($0, scope, located) }
        case "parentName": declaration.enclosing.isEmpty ? nil : declaration.enclosing.joined(separator: ".")
        case "based": based
        case "implements": implements
        case "inherits": inherits
        case "inheritedTypes": declaration.inherited.map(\.description)
        case "supertype": supertype
        case "rawTypeName": kind == "enum" ? declaration.inherited.first.map { name($0) } : nil
        default: members(member)
        }
    }

    private var supertype: TemplateType? {
        let parent = declaration.inherited.first.flatMap { scope.located($0, from: located) }
        return parent.flatMap { $0.declaration.kind == .class ? scope.type($0) : nil }
    }

    private func name(_ type: TypeExpression) -> TemplateTypeName { TemplateTypeName(type, scope, located) }

    private func members(_ member: String) -> Any? {
        switch member {
        case "allMethods": allMethods
        case "methods", "rawMethods": methods
        case "staticMethods": methods.filter(\.isStatic)
        case "classMethods": methods.filter(\.isClass)
        case "instanceMethods": methods.filter { !$0.isStatic && !$0.isClass }
        case "initializers": methods.filter(\.isInitializer)
        case "allVariables": allVariables
        case "variables", "rawVariables": variables
        case "instanceVariables": variables.filter { !$0.isStatic }
        case "staticVariables": variables.filter(\.isStatic)
        case "computedVariables": variables.filter { $0.isComputed && !$0.isStatic }
        case "storedVariables": variables.filter { !$0.isComputed && !$0.isStatic }
        case "allSubscripts": subscripts(allMembers)
        case "subscripts", "rawSubscripts": subscripts(ownMembers)
        case "associatedTypes": associatedTypes
        default: nil
        }
    }
}

extension TypeExpression {
    /// The members of a composition, or the type itself.
    fileprivate var parts: [TypeExpression] {
        switch self {
        case .composition(let parts): parts
        case .attributed(_, _, let base), .any(let base): base.parts
        default: [self]
        }
    }
}
