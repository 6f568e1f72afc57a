internal import MockGeneration
internal import MockModel

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

    private(set) lazy var annotations: [String: RenderValue] = {
        let written = declaration.annotations.mapValues { RenderValue($0) }
        return written.isEmpty && declaration.annotation != nil ? ["mockable": .flag(true)] : written
    }()

    // MARK: Members

    private(set) lazy var allMethods = methods(allMembers)
    private(set) lazy var methods = methods(ownMembers)
    private(set) lazy var allVariables = variables(allMembers)
    private(set) lazy var variables = variables(ownMembers)
    private lazy var listedMethods = RenderValue(allMethods)
    private lazy var listedVariables = RenderValue(allVariables)

    /// Lets go of members and of other types.
    func forget() {
        (allMethods, methods, allVariables, variables) = ([], [], [], [])
        (listedMethods, listedVariables) = (.none, .none)
        (based, implements, inherits) = ([:], [:], [:])
        allParents = []
    }

    private func methods(_ members: [Member]) -> [TemplateMethod] {
        members.compactMap { TemplateMethod($0, scope) }
    }

    private func variables(_ members: [Member]) -> [TemplateVariable] {
        members.compactMap { TemplateVariable($0, scope) }
    }

    private func subscripts(_ members: [Member]) -> [TemplateSubscript] {
        members.compactMap { TemplateSubscript($0, scope) }
    }

    private var associatedTypes: [String: RenderValue] {
        var types: [String: RenderValue] = [:]
        for member in allMembers {
            guard case .associatedType(let declared) = member.declaration.kind else { continue }
            types[declared.name] = .object(TemplateRequirement.object(declared, scope, member.located))
        }
        return types
    }

    // MARK: Parents

    /// A parent by its name, with its declaration if the project has it.
    private struct Parent {
        var name: String
        var located: LocatedType?
    }

    private(set) lazy var based: [String: RenderValue] = parents(where: { _ in true })
    private(set) lazy var implements: [String: RenderValue] = parents { $0?.declaration.kind == .protocol }
    private(set) lazy var inherits: [String: RenderValue] = parents { $0?.declaration.kind == .class }

    private func parents(where isIncluded: (LocatedType?) -> Bool) -> [String: RenderValue] {
        var result: [String: RenderValue] = [:]
        for parent in allParents where isIncluded(parent.located) {
            // A parent of another module is known by its name only.
            result[parent.name] = parent.located.map { .object(scope.type($0)) } ?? .text(parent.name)
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

    func value(of property: PropertyName) -> RenderValue {
        switch property.known {
        case .name, .globalName: RenderValue(declaration.qualifiedName)
        case .localName: RenderValue(declaration.name)
        case .kind: RenderValue(kind)
        case .accessLevel: RenderValue(accessLevel)
        case .annotations: RenderValue(annotations)
        case .module: RenderValue(located.module)
        case .imports:
            RenderValue(
                located.imports.map {
                    TemplateObject(["name": .text($0.path), "description": .text("import \($0.path)")])
                })
        case .path: RenderValue(located.path)
        case .attributes: RenderValue(TemplateAttribute.byName(declaration.attributes))
        case .modifiers: RenderValue(declaration.modifiers.map { TemplateObject(["name": .text($0)]) })
        case .isExtension: RenderValue(false)
        case .isGeneric: RenderValue(!declaration.genericParameters.isEmpty)
        case .isFinal: RenderValue(declaration.modifiers.contains("final"))
        case .genericRequirements:
            RenderValue(declaration.genericRequirements.map { TemplateRequirement.object($0, scope, located) })
        case .parentName:
            declaration.enclosing.isEmpty ? .none : .text(declaration.enclosing.joined(separator: "."))
        case .based: RenderValue(based)
        case .implements: RenderValue(implements)
        case .inherits: RenderValue(inherits)
        case .inheritedTypes: .list(declaration.inherited.map { .text($0.description) })
        case .supertype: RenderValue(supertype)
        case .rawTypeName: kind == "enum" ? RenderValue(declaration.inherited.first.map(name)) : .none
        default: members(property)
        }
    }

    private var supertype: TemplateType? {
        let parent = declaration.inherited.first.flatMap { scope.located($0, from: located) }
        return parent.flatMap { $0.declaration.kind == .class ? scope.type($0) : nil }
    }

    private func name(_ type: TypeExpression) -> TemplateTypeName { scope.name(type, in: located) }

    private func members(_ member: PropertyName) -> RenderValue {
        switch member.known {
        case .allMethods: listedMethods
        case .methods, .rawMethods: RenderValue(methods)
        case .staticMethods: RenderValue(methods.filter(\.isStatic))
        case .classMethods: RenderValue(methods.filter(\.isClass))
        case .instanceMethods: RenderValue(methods.filter { !$0.isStatic && !$0.isClass })
        case .initializers: RenderValue(methods.filter(\.isInitializer))
        case .allVariables: listedVariables
        case .variables, .rawVariables: RenderValue(variables)
        case .instanceVariables: RenderValue(variables.filter { !$0.isStatic })
        case .staticVariables: RenderValue(variables.filter(\.isStatic))
        case .computedVariables: RenderValue(variables.filter { $0.isComputed && !$0.isStatic })
        case .storedVariables: RenderValue(variables.filter { !$0.isComputed && !$0.isStatic })
        case .allSubscripts: RenderValue(subscripts(allMembers))
        case .subscripts, .rawSubscripts: RenderValue(subscripts(ownMembers))
        case .associatedTypes: RenderValue(associatedTypes)
        default: .none
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
