/// What is known of a call that no stub and no target has answered.
enum Standing {
    /// Nobody said that it would be made.
    case unexpected
    /// A stub asked for the default, so even a strict mock has nothing to say.
    case wanted
    /// What should have answered it could not, and has said so. Nothing is reported twice.
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
    /// - Parameter property: The call reads a property, which may have been set before, or sets it.
    func unstubbed<Arguments, R, E: Error>(
        _ invocation: Invocation, _ arguments: Arguments, _ standing: Standing, property: PropertyAccess,
        throwing: E.Type, default makeDefault: () -> R?
    ) throws(E) -> R {
        // Unwrapped before the cast, which would take the absence of a value for a `nil` that was set.
        if case .read = property, let stored = lock.locked({ invocation.member.stored }), let value = stored as? R {
            return value
        }
        var isReported = standing == .reported
        if invocation.isStrict, standing == .unexpected {
            Failures.report(unexpectedText(invocation, of: R.self), at: location)
            isReported = true
        }
        if case .write(let name) = property { store(arguments, in: name) }
        if R.self == Void.self { return unsafeBitCast((), to: R.self) }
        if let value = defaultValue(invocation, makeDefault) { return value }

        let text = missingText(invocation, of: R.self)
        if let error = UnstubbedCall(call: self.text(of: invocation), of: name) as? E {
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
        // What its author says of a type tells more than what generated code makes of it. Only with the `Bool` of an
        // initializer that can fail does generated code know better: unstubbed it succeeds.
        if R.self != Bool.self, let value = Defaults.value(of: R.self) { return value }
        guard let value = makeDefault() else { return Defaults.value(of: R.self) }
        if let mock = value as? any Mock {
            // Generated code has made it, at a line that tells nobody anything.
            mock.mockCore.location = location
            lock.locked { invocation.member.produced = value }
        } else if R.self is AnyObject.Type {
            lock.locked { invocation.member.produced = value }
        }
        return value
    }
}
