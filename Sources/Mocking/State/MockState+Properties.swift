extension MockState {
    /// Records and answers a read of a property that cannot be forwarded; a property that was set keeps its value.
    public func get<R, E: Error>(
        _ property: String, default makeDefault: @autoclosure () -> R? = nil, throwing: E.Type = Never.self,
        unforwardable reason: StaticString
    ) throws(E) -> R {
        try answer(property, (), property: .read, default: makeDefault) { (route) throws(E) in
            reportUnforwardable(property, reason)
            return nil
        }
    }

    /// Records and answers a write of a property that cannot be forwarded; without a stub the mock stores the value.
    public func set<Value>(_ property: String, _ value: Value, unforwardable reason: StaticString) {
        answer(property + " =", value, property: .write(property), default: { nil }) { (_) -> Void? in
            reportUnforwardable(property, reason)
            return nil
        }
    }

    /// Records and answers a read of a property of a class mock; a property that was set keeps its value.
    public func get<R, E: Error>(
        _ property: String, default makeDefault: @autoclosure () -> R? = nil, super: () throws(E) -> R,
        _ forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(property, (), hasSuper: true, property: .read, default: makeDefault) { (route) throws(E) in
            if case .callSuper = route { return try `super`() }
            return try pass(route, forward)
        }
    }

    /// Records and answers a write of a property of a class mock; without a stub or a target the mock stores the value.
    public func set<Value>(
        _ property: String, _ value: Value, super: () -> Void, _ forward: (inout Target) -> Void
    ) {
        answer(property + " =", value, hasSuper: true, property: .write(property), default: { nil }) { route in
            if case .callSuper = route { return `super`() }
            return passMutating(route, forward)
        }
    }
}
