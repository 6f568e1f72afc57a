/// The status of a call that no stub and no target has answered.
enum UnstubbedReason {
    /// The call is unexpected: a strict mock reports it.
    case unexpected
    /// A stub requested the default value, so even a strict mock does not report the call.
    case wanted
    /// The stub or target failed to answer and has reported why. Nothing is reported twice.
    case reported

    init(of action: StubAction?) {
        switch action {
        case nil: self = .unexpected
        case .useDefault: self = .wanted
        default: self = .reported
        }
    }
}

extension MockState {
    /// Answers a call that no stub and no target has answered.
    ///
    /// - Parameter property: The property that the call reads or sets, if any.
    func unstubbed<Arguments, R, E: Error>(
        _ invocation: Invocation, _ arguments: Arguments, _ reason: UnstubbedReason, property: PropertyAccess,
        throwing: E.Type, default makeDefault: () -> R?
    ) throws(E) -> R {
        // Unwrapped before the cast, which would otherwise confuse a missing value with a `nil` that was set.
        if case .read = property, let stored = lock.locked({ invocation.member.stored }), let value = stored as? R {
            return value
        }
        var isReported = reason == .reported
        if invocation.isStrict, reason == .unexpected {
            Failures.report(unexpectedText(invocation, of: R.self), at: location)
            isReported = true
        }
        if case .write(let name) = property { store(arguments, in: name) }
        if R.self == Void.self { return unsafeBitCast((), to: R.self) }
        if let value = defaultValue(invocation, makeDefault) { return value }

        let text = missingText(invocation, of: R.self, isWanted: reason == .wanted)
        if let error = UnstubbedCall(member: invocation.member.name, of: name) as? E {
            if !isReported { Failures.report(text, at: location) }
            throw error
        }
        guard isReported else { Failures.trap(text, at: location) }
        Failures.end(text, at: location)
    }

    private func store<Value>(_ value: Value, in property: String) {
        let old = lock.locked {
            let state = member(property)
            defer { state.stored = value }
            return state.stored
        }
        _ = old
    }

    private func defaultValue<R>(_ invocation: Invocation, _ makeDefault: () -> R?) -> R? {
        if let value = defaults.value(of: R.self) ?? Defaults.shared.value(of: R.self) { return value }
        if let produced = lock.locked({ invocation.member.produced }), let object = produced as? R { return object }
        // A `DefaultValue` conformance comes before the value that generated code makes. The exception is the `Bool` of a
        // failable initializer: unstubbed it succeeds.
        if R.self != Bool.self, let value = Defaults.value(of: R.self) { return value }
        guard let value = makeDefault() else { return Defaults.value(of: R.self) }
        if let mock = value as? any Mock {
            // Generated code has created the mock, at a line that does not help the user.
            mock.mockCore.location = location
            lock.locked { invocation.member.produced = value }
        } else if R.self is AnyObject.Type {
            lock.locked { invocation.member.produced = value }
        }
        return value
    }
}
