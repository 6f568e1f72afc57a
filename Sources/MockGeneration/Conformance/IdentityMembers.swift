internal import MockModel

/// The members that make a mock conform to protocols of the standard library by identity: it is equal to itself only,
/// and can be its own iterator.
/// Also the initializer that the mock needs where it cannot inherit one.
struct IdentityMembers {
    let scope: MemberScope
    let access: String
    /// The call by which an initializer of a mock without a superclass creates the rest of the mock.
    let delegation: String
    let witnesses: [Witness]

    struct Line {
        var conditions: [String] = []
        let text: String
    }

    private var resolved: ResolvedType { scope.resolved }
    private var spelling: NameSpelling { scope.spelling }

    var lines: [Line] {
        let name = resolved.mockName
        let iterators = resolved.ownIterators.map {
            Line(text: "\(access)nonisolated func \($0)() -> \(name) { self }")
        }
        if resolved.knownParents.isEmpty { return iterators + initializers }
        let text = Identifier.asLiteral(name)
        return [
            line(
                "Equatable", "==(_:_:)", of: ["Self", "Self"],
                "static func == (left: \(name), right: \(name)) -> \(spelling("Bool")) { left === right }"),
            line(
                "Hashable", "hash(into:)", of: ["Hasher"],
                "func hash(into hasher: inout \(spelling("Hasher"))) { hasher.combine(\(spelling.swift("ObjectIdentifier"))(self)) }"
            ),
            line(
                "Comparable", "<(_:_:)", of: ["Self", "Self"],
                "static func < (left: \(name), right: \(name)) -> \(spelling("Bool")) { \(spelling.swift("ObjectIdentifier"))(left) < \(spelling.swift("ObjectIdentifier"))(right) }"
            ),
            line("CustomStringConvertible", "description", "var description: \(spelling("String")) { \"\(text)\" }"),
            line(
                "CustomDebugStringConvertible", "debugDescription",
                "var debugDescription: \(spelling("String")) { \"\(text)\" }"),
            line(
                "CustomReflectable", "customMirror",
                "var customMirror: \(spelling.swift("Mirror")) { \(spelling.swift("Mirror"))(self, children: [], displayStyle: .class) }"
            ),
            line("CaseIterable", "allCases", "static var allCases: [\(name)] { [] }"),
            line(
                "Decodable", "init(from:)", of: ["Decoder"],
                "\(resolved.isActor ? "" : "convenience ")init(from decoder: any \(spelling.swift("Decoder"))) throws { \(decoded) }"
            ),
            line(
                "Encodable", "encode(to:)", of: ["Encoder"],
                "func encode(to encoder: any \(spelling.swift("Encoder"))) throws {}"),
            line("TextOutputStream", "write(_:)", of: ["String"], "func write(_ string: \(spelling("String"))) {}"),
        ].compactMap(\.self) + iterators + initializers
    }

    private var initializers: [Line] {
        [implicitInitializer, synchronousInitializer].compactMap { $0.map { Line(text: $0) } }
    }

    /// The body of `init(from:)`. A mock that inherits from a class may have no plain initializer, or be on an actor, where
    /// a nonisolated initializer cannot call it.
    private var decoded: String {
        if resolved.superclass == nil { return delegation }
        let isOnActor = resolved.globalActor != nil || resolved.superclassActor != nil || scope.isMainActorByDefault
        if !isOnActor, resolved.plainInitializer != nil || resolved.inheritsFromNSObject { return "self.init()" }
        let reason = isOnActor ? "mocks on an actor are" : "a mock whose superclass has no 'init()' is"
        return
            "throw \(spelling.swift("DecodingError")).dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: \"\(reason) not decoded\"))"
    }

    /// The initializer that asynchronous ones call in place of `init()`.
    private var synchronousInitializer: String? {
        guard witnesses.contains(where: \.callsSynchronousInitializer) else { return nil }
        let isFree = resolved.members.contains { $0.member.isAsyncInitializer && $0.member.isNonisolated }
        let isolation = isFree && resolved.hasNonisolatedInitializer ? "nonisolated " : ""
        return
            "private \(isolation)convenience init(\(InitializerHead.synchronousLabel): \(spelling("Void"))) { self.init() }"
    }

    /// An `override init()`. With the main actor as default isolation, an initializer that the compiler generates is
    /// nonisolated, and the compiler misses that when it overrides one itself.
    private var implicitInitializer: String? {
        let isImplicit = scope.isMainActorByDefault && resolved.hasImplicitInitializer && !resolved.isNonisolated
        if isImplicit || callsInheritedInitializer { return "\(access)nonisolated override init() { super.init() }" }
        guard let modifier = modifierOutsideOfDefault else { return nil }
        return "\(access)nonisolated \(modifier) init() { super.init() }"
    }

    /// The modifier of the `init()` of a mock on an actor that inherits a nonisolated one, where the main actor is the
    /// default isolation of the tests: the compiler takes the initializer that it generates for isolated.
    private var modifierOutsideOfDefault: String? {
        let actor = resolved.globalActor ?? resolved.superclassActor(defaultIsMainActor: scope.isMainActorByDefault)
        guard scope.isCompiledOnMainActor, actor == "MainActor",
            !resolved.members.contains(where: { $0.member.displayName == "init()" })
        else { return nil }
        let isImplicit = !scope.isMainActorByDefault && resolved.hasImplicitInitializer
        return resolved.nonisolatedInitializer ?? (isImplicit ? "override" : nil)
    }

    /// True if a nonisolated initializer creates a mock that is on an actor and inherits its initializer from
    /// `NSObject`.
    private var callsInheritedInitializer: Bool {
        guard resolved.globalActor != nil, resolved.inheritsFromNSObject else { return false }
        return resolved.members.contains { resolved in
            guard case .initializer = resolved.member.kind else { return false }
            return resolved.member.modifiers.contains("nonisolated")
        }
    }

    /// The line, unless the user's protocol declares the same requirement: then the user stubs it. A member with the
    /// same name but other parameter types is a different one.
    private func line(
        _ parent: String, _ requirement: String, of types: [String] = [], _ text: @autoclosure () -> String
    ) -> Line? {
        guard !resolved.isClass, resolved.knownParents.contains(parent) else { return nil }
        let stubbed = resolved.members.lazy.map(\.member).filter {
            $0.displayName == requirement && $0.hasParameterTypes(types)
        }
        if stubbed.contains(where: \.conditions.isEmpty) { return nil }
        let conditions = stubbed.map { "!(\(CodeWriter.joined($0.conditions)))" }
        // An actor's initializer is nonisolated anyway.
        let isFree = resolved.isActor && requirement.hasPrefix("init(")
        return Line(conditions: Array(conditions), text: "\(access)\(isFree ? "" : "nonisolated ")\(text())")
    }
}

extension MemberDeclaration {
    /// True if the parameters have these types.
    fileprivate func hasParameterTypes(_ types: [String]) -> Bool {
        zip(parameters, types).allSatisfy { parameter, type in
            parameter.type.contains { $0.namePath?.last == type }
        }
    }
}
