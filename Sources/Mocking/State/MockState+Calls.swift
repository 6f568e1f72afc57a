extension MockState {
    /// Records and answers a call of a member.
    ///
    /// The members of generated mocks call this method and its variants, with a closure that calls the same member of
    /// another object. The newest matching stub answers; otherwise the call is forwarded or returns a default value.
    ///
    /// - Parameters:
    ///   - member: The member with its labels, for example `"fetch(id:)"`; the same as in its clause.
    ///   - arguments: One argument as it is, several as a labelled tuple, none as `()`.
    ///   - forward: Calls the same member of another object.
    public func call<Arguments, R>(_ member: String, _ arguments: Arguments, _ forward: (Target) -> R) -> R {
        answer(member, arguments, default: { nil }) { pass($0, forward) }
    }

    /// Records and answers a call of a member that throws.
    ///
    /// Apart from the one above, because most members throw nothing, and without a type of error a call is cheaper to
    /// compile.
    @_disfavoredOverload
    public func call<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, _ forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, default: { nil }) { (route) throws(E) in
            try pass(route, forward)
        }
    }

    /// Records and answers a call whose result the library cannot create itself.
    public func call<Arguments, R>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R?, _ forward: (Target) -> R
    ) -> R {
        answer(member, arguments, default: makeDefault) { pass($0, forward) }
    }

    /// Records and answers a call of a member that throws and whose result the library cannot create itself.
    @_disfavoredOverload
    public func call<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R?,
        _ forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, default: makeDefault) { (route) throws(E) in
            try pass(route, forward)
        }
    }

    /// Records and answers a call that cannot be forwarded, for a stated reason: `"a Self parameter"`.
    public func call<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, throwing: E.Type = Never.self, unforwardable reason: StaticString
    ) throws(E) -> R {
        try call(member, arguments, default: nil, throwing: throwing, unforwardable: reason)
    }

    /// Records and answers a call that cannot be forwarded and whose result the library cannot create itself.
    public func call<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R?,
        throwing: E.Type = Never.self, unforwardable reason: StaticString
    ) throws(E) -> R {
        try answer(member, arguments, default: makeDefault) { (route) throws(E) in
            reportUnforwardable(member, reason)
            return nil
        }
    }

    /// Records and answers a call of a class mock, which can also call its superclass.
    public func call<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, super: () throws(E) -> R, _ forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, hasSuper: true, default: { nil }) { (route) throws(E) in
            if case .callSuper = route { return try `super`() }
            return try pass(route, forward)
        }
    }

    /// Records and answers a call of a class mock whose result the library cannot create itself.
    public func call<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R?,
        super: () throws(E) -> R, _ forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, hasSuper: true, default: makeDefault) { (route) throws(E) in
            if case .callSuper = route { return try `super`() }
            return try pass(route, forward)
        }
    }

    /// Records and answers a call with a `sending` argument, which the closure receives as its second parameter.
    public func callSending<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        _ forward: (Target, sending Arguments) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, default: makeDefault) { (route) throws(E) in
            nonisolated(unsafe) let sent = arguments  // the caller gave them away; the record only reads them
            return try pass(route) { (target) throws(E) in try forward(target, sent) }
        }
    }

    /// Records and answers a call that mutates the object it is forwarded to, if that is a struct.
    public func callMutating<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        _ forward: (inout Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, default: makeDefault) { (route) throws(E) in
            try passMutating(route, forward)
        }
    }

    /// Records and answers a read of a property; a property that was set keeps its value.
    public func get<R>(_ property: String, _ forward: (Target) -> R) -> R {
        answer(property, (), property: .read, default: { nil }) { pass($0, forward) }
    }

    /// Records and answers a read of a property whose getter throws.
    @_disfavoredOverload
    public func get<R, E: Error>(_ property: String, _ forward: (Target) throws(E) -> R) throws(E) -> R {
        try answer(property, (), property: .read, default: { nil }) { (route) throws(E) in
            try pass(route, forward)
        }
    }

    /// Records and answers a read of a property whose value the library cannot create itself.
    public func get<R>(
        _ property: String, default makeDefault: @autoclosure () -> R?, _ forward: (Target) -> R
    ) -> R {
        answer(property, (), property: .read, default: makeDefault) { pass($0, forward) }
    }

    /// Records and answers a read of a property whose getter throws and whose value the library cannot create itself.
    @_disfavoredOverload
    public func get<R, E: Error>(
        _ property: String, default makeDefault: @autoclosure () -> R?, _ forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(property, (), property: .read, default: makeDefault) { (route) throws(E) in
            try pass(route, forward)
        }
    }

    /// Records and answers a write of a property; without a stub or a target the mock stores the value.
    public func set<Value>(_ property: String, _ value: Value, _ forward: (inout Target) -> Void) {
        answer(property + " =", value, property: .write(property), default: { nil }) { route in
            passMutating(route, forward)
        }
    }

    func pass<R, E: Error>(_ route: Route, _ forward: (Target) throws(E) -> R) throws(E) -> R? {
        guard case .forward(let box) = route else { return nil }
        return try forward(read(box))
    }

    func passMutating<R, E: Error>(
        _ route: Route, _ forward: (inout Target) throws(E) -> R
    ) throws(E) -> R? {
        guard case .forward(let box) = route else { return nil }
        return try change(box, forward)
    }

    func reportUnforwardable(_ member: String, _ reason: StaticString) {
        Failures.report(unforwardableText(member, "\(reason)"), at: location)
    }

    /// Reasons are phrases such as `a Self parameter`, `an initializer` or `forwarding switched off`.
    func unforwardableText(_ member: String, _ reason: String) -> String {
        let member = "\(name).\(member)"
        guard reason.hasPrefix("a ") || reason.hasPrefix("an ") else {
            return "\(member) cannot be forwarded to another object (\(reason)); stub it"
        }
        let isKind = ["initializer", "member", "operator"].contains { reason.hasSuffix($0) }
        return "\(member) \(isKind ? "is" : "has") \(reason), so it cannot be forwarded to another object; stub it"
    }
}
