internal import MockModel

// `any` in front of protocols: with `ExistentialAny`, tests require it where their module, or that of a parent, does not.
extension TypeResolver {
    /// The types that get `any` where they are protocols.
    package enum Existentials: Sendable {
        case asWritten
        /// Those of other modules: the own one must write `any` itself.
        case ofOtherModules
        case all
    }

    /// Writes `any` where the type of a parameter, a result or a property is a protocol.
    mutating func markExistentials() {
        if existentials == .asWritten { return }
        for contributor in declaredContributors
        where existentials == .all || contributor.located.module != result.type.module {
            let local = localNames(seenFrom: contributor)
            let mentions = contributor.mentions
            let named = mentions.names.filter { !local.contains($0.name) && isProtocol($0.name, $0.found) }
            let paths = mentions.paths.filter { path in
                locate(path, from: contributor.located).map { isProtocol($0) } ?? false
            }
            let protocols = ProtocolNames(names: Set(named.map(\.name)), paths: Set(paths))
            if protocols.isEmpty { continue }
            for index in mentions.members where budget.spend(result.members[index].member.partCount) {
                result.members[index].member.markExistentials(protocols)
            }
        }
        if existentials != .all { return }
        result.fixedTypes = result.fixedTypes.mapValues { $0.withExistentials(protocols(in: $0, from: result.type)) }
        for (name, alias) in result.functionAliases {
            guard let found = locate(name, from: result.type) else { continue }
            let names = protocols(in: alias.target, from: found)
            result.functionAliases[name]?.target = alias.target.withExistentials(names)
        }
        for index in result.restatedAliases.indices {
            let alias = result.restatedAliases[index]
            let names = protocols(in: alias.target, from: originsOfAliases[alias.name] ?? result.type)
            result.restatedAliases[index].target = alias.target.withExistentials(names)
        }
    }

    private func protocols(in type: TypeExpression, from origin: LocatedType) -> ProtocolNames {
        let local = contributor(at: origin).map(localNames(seenFrom:)) ?? localNames
        return ProtocolNames(
            names: type.mentionedNames.filter { !local.contains($0) && isProtocol($0, locate($0, from: origin)) })
    }

    private func isProtocol(_ name: String, _ found: LocatedType?) -> Bool {
        found.map { isProtocol($0) } ?? ProtocolNames.known.contains(name)
    }

    /// True for a protocol, and for a typealias of protocols.
    private func isProtocol(_ found: LocatedType, depth: Int = 0) -> Bool {
        if found.declaration.kind == .protocol { return true }
        guard depth < 16, budget.spend(), found.declaration.kind == .typealias, let aliased = found.declaration.aliased
        else { return false }
        return aliased.composed.contains { part in
            guard let path = part.namePath, let name = path.last else { return false }
            guard let next = locate(path, from: found) else { return ProtocolNames.known.contains(name) }
            return isProtocol(next, depth: depth + 1)
        }
    }
}

/// The protocols that types mention.
struct ProtocolNames {
    /// Protocols of the standard library and Foundation that may be written without `any`.
    static let known: WordSet = [
        "Actor", "CVarArg", "Codable", "CodingKey", "CustomDebugStringConvertible", "CustomNSError",
        "CustomReflectable",
        "CustomStringConvertible", "Decodable", "Decoder", "Encodable", "Encoder", "Error", "Executor",
        "FileManagerDelegate", "LocalizedError", "NSCoding", "NSCopying", "NSMutableCopying", "NSObjectProtocol",
        "NSSecureCoding", "RandomNumberGenerator", "RecoverableError", "Sendable", "SerialExecutor",
        "SingleValueDecodingContainer", "SingleValueEncodingContainer", "StreamDelegate", "TaskExecutor",
        "TextOutputStream", "TextOutputStreamable", "URLAuthenticationChallengeSender", "URLProtocolClient",
        "URLSessionDataDelegate", "URLSessionDelegate", "URLSessionDownloadDelegate", "URLSessionStreamDelegate",
        "URLSessionTaskDelegate", "URLSessionWebSocketDelegate", "UnkeyedDecodingContainer",
        "UnkeyedEncodingContainer", "XMLParserDelegate",
    ]

    var names: Set<String>
    /// `["Outer", "Inner"]`
    var paths: Set<[String]> = []

    var isEmpty: Bool { names.isEmpty && paths.isEmpty }

    func contains(_ type: TypeExpression) -> Bool {
        switch type {
        case .named(let name, _): names.contains(name)
        case .member: type.namePath.map(paths.contains) ?? false
        case .composition(let parts): parts.contains(where: contains)
        default: false
        }
    }
}

extension MemberDeclaration {
    /// Generic parameters and their requirements name protocols without `any`.
    fileprivate mutating func markExistentials(_ protocols: ProtocolNames) {
        let hidden = genericParameterNames
        let visible =
            hidden.isEmpty
            ? protocols : ProtocolNames(names: protocols.names.subtracting(hidden), paths: protocols.paths)
        let marked = replacing { $0.withExistentials(visible) }
        switch (kind, marked.kind) {
        case (.function(let own), .function(var function)):
            (function.genericParameters, function.genericRequirements) =
                (own.genericParameters, own.genericRequirements)
            kind = .function(function)
        case (.subscript(let own), .subscript(var declaration)):
            (declaration.genericParameters, declaration.genericRequirements) =
                (own.genericParameters, own.genericRequirements)
            kind = .subscript(declaration)
        case (.initializer(let own), .initializer(var initializer)):
            (initializer.genericParameters, initializer.genericRequirements) =
                (own.genericParameters, own.genericRequirements)
            kind = .initializer(initializer)
        case (.property, .property(let property)): kind = .property(property)
        default: break
        }
    }
}

extension TypeExpression {
    /// The type with `any` in front of each protocol that is used as a type.
    fileprivate func withExistentials(_ protocols: ProtocolNames) -> TypeExpression {
        if protocols.isEmpty { return self }
        return replacing { part in
            switch part {
            case .any(let constraint): .any(constraint.withArguments { $0.withExistentials(protocols) })
            case .some(let constraint): TypeExpression.some(constraint.withArguments { $0.withExistentials(protocols) })
            case .metatype(let base) where protocols.contains(base): .any(part)
            case .protocolMetatype(let base) where protocols.contains(base): .metatype(.any(base))
            case .named, .member, .composition:
                protocols.contains(part) ? .any(part.withArguments { $0.withExistentials(protocols) }) : nil
            default: nil
            }
        }
    }

    /// The constraint with other generic arguments.
    private func withArguments(_ change: (TypeExpression) -> TypeExpression) -> TypeExpression {
        switch self {
        case .named(let name, let arguments): .named(name, arguments: arguments.map(change))
        case .member(let base, let name, let arguments): .member(of: base, name, arguments: arguments.map(change))
        case .composition(let parts): .composition(parts.map { $0.withArguments(change) })
        default: self
        }
    }
}
