internal import MockModel

/// All decisions about one mock of the style, as values; `+Text` files only print them.
struct TypedMock {
    let conformance: Conformance
    let names: TypedNames
    /// All types that the mock inherits from or conforms to.
    let inheritance: [String]
    /// The type of the object that calls are forwarded to: `any Cook`.
    let target: String
    let staticTarget: String
    /// `SendableStubbing`, `MainActorStubbing` or `Stubbing`.
    let stubbingMode: String
    let members: [MemberPlan]
    /// Members that implement conformances by identity, as finished lines.
    let identityMembers: [String]

    var hasStaticSide: Bool { members.contains { $0.isStatic } }
    var spelling: NameSpelling { conformance.scope.spelling }
    /// The generic parameter of member sets.
    var mode: String { spelling.parameter(TypedStyle.mode) }
}
