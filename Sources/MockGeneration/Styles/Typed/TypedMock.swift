internal import MockModel

/// All decisions about one mock of the style, as values; `+Text` files only print them.
struct TypedMock {
    let conformance: Conformance
    let names: TypedNames
    /// Protocols of the library that the mock adopts.
    let protocols: [String]
    /// The type of the object that calls are forwarded to: `any Cook`.
    let target: String
    let staticTarget: String
    /// `SendableStubbing`, `MainActorStubbing` or `Stubbing`.
    let stubbingMode: String
    /// In the order of the conformance's witnesses.
    let members: [MemberPlan]
    let hasStaticSide: Bool

    var spelling: NameSpelling { conformance.scope.spelling }
    /// The generic parameter of member sets.
    var mode: String { spelling.parameter(TypedStyle.mode) }
}
