extension MockState {
    /// Records and answers a call with a closure of its own type that changes the object it is forwarded to, if that
    /// is a struct.
    public func callBodyMutating<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        _ apply: (Body) throws(E) -> R, forward: (inout Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, default: makeDefault) { (route) throws(E) in
            switch route {
            case .custom(let box): return try body(in: box, of: member, as: Body.self).map(apply)
            case .forward, .callSuper: return try passMutating(route, forward)
            }
        }
    }
}
