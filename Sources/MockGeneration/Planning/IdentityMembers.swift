internal import MockModel

/// What makes a mock conform to the standard library's protocols: it is equal to itself and to nothing else. And what
/// makes it at all, where it cannot inherit that.
struct IdentityMembers {
    let resolved: ResolvedType
    let access: String
    let runtime: RuntimeSpelling
    let isMainActorByDefault: Bool

    var lines: [String] {
        let name = resolved.mockName
        return [
            line(
                "Equatable", "==(_:_:)",
                "static func == (left: \(name), right: \(name)) -> \(runtime("Bool")) { left === right }"),
            line(
                "Hashable", "hash(into:)",
                "func hash(into hasher: inout \(runtime("Hasher"))) { hasher.combine(\(runtime.swift("ObjectIdentifier"))(self)) }"
            ),
            line(
                "Comparable", "<(_:_:)",
                "static func < (left: \(name), right: \(name)) -> \(runtime("Bool")) { \(runtime.swift("ObjectIdentifier"))(left) < \(runtime.swift("ObjectIdentifier"))(right) }"
            ),
            line("CustomStringConvertible", "description", "var description: \(runtime("String")) { \"\(name)\" }"),
            line(
                "CustomDebugStringConvertible", "debugDescription",
                "var debugDescription: \(runtime("String")) { \"\(name)\" }"),
            line(
                "CustomReflectable", "customMirror",
                "var customMirror: \(runtime.swift("Mirror")) { \(runtime.swift("Mirror"))(self, children: [], displayStyle: .class) }"
            ),
            line("CaseIterable", "allCases", "static var allCases: [\(name)] { [] }"),
            line(
                "Decodable", "init(from:)",
                "\(resolved.isActor ? "" : "convenience ")init(from decoder: any \(runtime.swift("Decoder"))) throws { self.init(mocking: \(runtime("MockState"))(\"\(name)\")) }"
            ),
            line("Encodable", "encode(to:)", "func encode(to encoder: any \(runtime.swift("Encoder"))) throws {}"),
            line("TextOutputStream", "write(_:)", "func write(_ string: \(runtime("String"))) {}"),
            implicitInitializer,
        ].compactMap(\.self)
    }

    /// Where everything is on the main actor, an initializer of the compiler's is not, and the compiler does not see
    /// that when it overrides it.
    private var implicitInitializer: String? {
        guard isMainActorByDefault, resolved.hasImplicitInitializer, !resolved.isNonisolated else { return nil }
        return "\(access)nonisolated override init() { super.init() }"
    }

    /// A requirement of the same name is the user's to stub and takes precedence.
    private func line(_ parent: String, _ requirement: String, _ text: @autoclosure () -> String) -> String? {
        guard !resolved.isClass, resolved.knownParents.contains(parent),
            !resolved.members.contains(where: { $0.member.displayName == requirement })
        else { return nil }
        // An actor's initializer is on no actor anyway.
        let isFree = resolved.isActor && requirement.hasPrefix("init(")
        return "\(access)\(isFree ? "" : "nonisolated ")\(text())"
    }
}
