internal import MockModel

/// All decisions about one member of a mock in style `wrapper`.
struct WrapperMember {
    enum Body {
        case call(WrapperCall)
        case accessors(get: WrapperCall, set: WrapperCall?)
        case initializer(InitializerHead)
        case empty
    }

    let witness: Witness
    let place: WrapperPlace
    let body: Body

    var calls: [WrapperCall] {
        switch body {
        case .call(let call): [call]
        case .accessors(let get, let set): [get] + (set.map { [$0] } ?? [])
        case .initializer, .empty: []
        }
    }
}

/// The object that has a member's closures.
enum WrapperPlace {
    /// The mock.
    case mock
    /// An object of the mock that any thread may use: `mock.closures.$fooMock`.
    case closures
    /// An object of the mock's type: `MockFoo.statics.$fooMock`.
    case statics

    /// The name of the object, which no member of the user's has.
    func property(in scope: MemberScope) -> String {
        let name = self == .statics ? "statics" : "closures"
        return scope.nameCounts.contains(name) ? "mock\(name.capitalizedFirst)" : name
    }

    /// The prefix of the closures in code of the mock.
    func path(in scope: MemberScope) -> String { self == .mock ? "" : "\(property(in: scope))." }
}

/// A call of a closure.
struct WrapperCall {
    let signature: SignaturePlan
    /// `fooMock`; `nil` if no closure can answer the call.
    var property: String?
    /// `ThrowingMock`
    var wrapper = ""
    /// The type of the closure's argument, and of its result.
    var types = (context: "", value: "")
    /// The argument of the closure in the body of the member.
    var argument = ""
    /// ` as! T`, if the closure cannot return the type itself.
    var cast = ""
    /// The result of the closure by default; `nil` for one that the runtime makes.
    var standard: String?
    /// The call of the same member of another object, with `context` as the closure's argument.
    var forward: String?
}
