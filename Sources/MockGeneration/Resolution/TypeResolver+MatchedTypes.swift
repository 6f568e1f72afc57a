internal import MockModel

// Types whose values have names, so that a matcher can be written by such a name: enums, and other modules' types with
// static constants.
extension TypeResolver {
    /// Notes a type of a signature if its values may have names.
    ///
    /// A file without protocols and classes is read for the names of its outermost types only. Their members are read
    /// when the matchers are made.
    ///
    /// - Parameter path: the type as the signature spells it.
    mutating func noteMatchedType(_ path: [String], _ found: LocatedType?) {
        guard let type = found.flatMap(matchedType) ?? (found == nil ? nestedType(path) : nil),
            result.members.contains(where: { $0.member.matches(path) }), !result.matchedTypes.contains(type)
        else { return }
        result.matchedTypes.append(type)
    }

    private func matchedType(_ found: LocatedType) -> MatchedType? {
        let declaration = found.declaration
        switch declaration.kind {
        case .enum: break
        case .struct where found.module != result.type.module: break
        default: return nil
        }
        guard !found.isCompiled, found.module != Self.standardModule, declaration.conditions.isEmpty,
            declaration.access >= (found.module == result.type.module ? .internal : found.leastAccessElsewhere)
        else { return nil }
        return MatchedType(
            module: found.module, path: found.path, names: declaration.enclosing + [declaration.name],
            leastAccessElsewhere: found.leastAccessElsewhere,
            isMainActorByDefault: found.isMainActorByDefault)
    }

    /// Returns a type that an outermost one may contain.
    private func nestedType(_ path: [String]) -> MatchedType? {
        guard path.count > 1, let outer = locate(path[0], from: result.type), outer.declaration.enclosing.isEmpty,
            !outer.isCompiled,
            outer.declaration.access
                >= (outer.module == result.type.module ? .internal : outer.leastAccessElsewhere)
        else { return nil }
        return MatchedType(
            module: outer.module, path: outer.path, names: path,
            leastAccessElsewhere: outer.leastAccessElsewhere, isMainActorByDefault: outer.isMainActorByDefault)
    }
}

extension MemberDeclaration {
    /// True if a parameter, or a value that is set, is of that type or contains such values.
    fileprivate func matches(_ path: [String]) -> Bool {
        func isMatched(_ parameters: [ParameterDeclaration]) -> Bool { parameters.contains { $0.type.holds(path) } }
        switch kind {
        case .function(let function): return isMatched(function.parameters)
        case .initializer(let initializer): return isMatched(initializer.parameters)
        case .property(let property): return property.accessors.hasSetter && property.type?.holds(path) == true
        case .subscript(let declaration):
            return isMatched(declaration.parameters)
                || declaration.accessors.hasSetter && declaration.result.holds(path)
        case .associatedType, .typealias, .other: return false
        }
    }
}

extension TypeExpression {
    /// True if values of the type with this name are in values of the type; those that closures exchange are not.
    fileprivate func holds(_ path: [String]) -> Bool {
        switch self {
        case .named(let name, let arguments):
            return arguments.isEmpty ? path.count == 1 && path[0] == name : arguments.contains { $0.holds(path) }
        case .member: return namePath == path
        case .optional(let inner), .implicitlyUnwrapped(let inner), .array(let inner), .attributed(_, _, let inner):
            return inner.holds(path)
        case .dictionary(let key, let value): return key.holds(path) || value.holds(path)
        case .tuple(let elements): return elements.contains { $0.type.holds(path) }
        default: return false
        }
    }
}
