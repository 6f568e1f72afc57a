internal import MockModel

/// What makes a mock conform to the standard library's protocols: it is equal to itself and to nothing else. And what
/// makes it at all, where it cannot inherit that.
struct IdentityMembers {
    let scope: MemberScope
    let access: String

    private var resolved: ResolvedType { scope.resolved }
    private var runtime: RuntimeSpelling { scope.runtime }

    var lines: [String] {
        if resolved.knownParents.isEmpty { return [implicitInitializer].compactMap(\.self) }
        let name = resolved.mockName
        let text = Identifier.asLiteral(name)
        return [
            line(
                "Equatable", "==(_:_:)", of: ["Self", "Self"],
                "static func == (left: \(name), right: \(name)) -> \(runtime("Bool")) { left === right }"),
            line(
                "Hashable", "hash(into:)", of: ["Hasher"],
                "func hash(into hasher: inout \(runtime("Hasher"))) { hasher.combine(\(runtime.swift("ObjectIdentifier"))(self)) }"
            ),
            line(
                "Comparable", "<(_:_:)", of: ["Self", "Self"],
                "static func < (left: \(name), right: \(name)) -> \(runtime("Bool")) { \(runtime.swift("ObjectIdentifier"))(left) < \(runtime.swift("ObjectIdentifier"))(right) }"
            ),
            line("CustomStringConvertible", "description", "var description: \(runtime("String")) { \"\(text)\" }"),
            line(
                "CustomDebugStringConvertible", "debugDescription",
                "var debugDescription: \(runtime("String")) { \"\(text)\" }"),
            line(
                "CustomReflectable", "customMirror",
                "var customMirror: \(runtime.swift("Mirror")) { \(runtime.swift("Mirror"))(self, children: [], displayStyle: .class) }"
            ),
            line("CaseIterable", "allCases", "static var allCases: [\(name)] { [] }"),
            line(
                "Decodable", "init(from:)", of: ["Decoder"],
                "\(resolved.isActor ? "" : "convenience ")init(from decoder: any \(runtime.swift("Decoder"))) throws { \(decoded) }"
            ),
            line(
                "Encodable", "encode(to:)", of: ["Encoder"],
                "func encode(to encoder: any \(runtime.swift("Encoder"))) throws {}"),
            line("TextOutputStream", "write(_:)", of: ["String"], "func write(_ string: \(runtime("String"))) {}"),
            implicitInitializer,
        ].compactMap(\.self)
    }

    /// Makes a mock from a decoder. Whatever inherits from a class has its state already, but is not always made from
    /// anywhere.
    private var decoded: String {
        if resolved.superclass == nil {
            return "self.init(mocking: \(runtime("MockState"))(\"\(Identifier.asLiteral(resolved.mockName))\"))"
        }
        let isOnActor = resolved.globalActor != nil || resolved.superclassActor != nil || scope.isMainActorByDefault
        guard isOnActor else { return "self.init()" }
        return
            "throw \(runtime.swift("DecodingError")).dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: \"mocks on an actor are not decoded\"))"
    }

    /// Where everything is on the main actor, an initializer of the compiler's is not, and the compiler does not see
    /// that when it overrides it.
    private var implicitInitializer: String? {
        let isImplicit = scope.isMainActorByDefault && resolved.hasImplicitInitializer && !resolved.isNonisolated
        guard isImplicit || callsInheritedInitializer else { return nil }
        return "\(access)nonisolated override init() { super.init() }"
    }

    /// An initializer that is on no actor makes a mock that is, and that gets its own from `NSObject`.
    private var callsInheritedInitializer: Bool {
        guard resolved.globalActor != nil, resolved.superclass == .named("NSObject") else { return false }
        return resolved.members.contains { resolved in
            guard case .initializer = resolved.member.kind else { return false }
            return resolved.member.modifiers.contains("nonisolated")
        }
    }

    /// The same requirement is the user's to stub and takes precedence; one of that name for other types is not the same.
    private func line(
        _ parent: String, _ requirement: String, of types: [String] = [], _ text: @autoclosure () -> String
    ) -> String? {
        guard !resolved.isClass, resolved.knownParents.contains(parent),
            !resolved.members.contains(where: { $0.member.displayName == requirement && $0.member.takes(types) })
        else { return nil }
        // An actor's initializer is on no actor anyway.
        let isFree = resolved.isActor && requirement.hasPrefix("init(")
        return "\(access)\(isFree ? "" : "nonisolated ")\(text())"
    }
}

extension MemberDeclaration {
    /// Whether the parameters are of these types.
    fileprivate func takes(_ types: [String]) -> Bool {
        zip(parameters, types).allSatisfy { parameter, type in
            parameter.type.contains { $0.namePath?.last == type }
        }
    }
}
