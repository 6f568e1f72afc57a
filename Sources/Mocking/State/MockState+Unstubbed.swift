extension MockState {
    /// Answers a call that no stub and no target has answered.
    ///
    /// - Parameters:
    ///   - isWanted: A stub asked for the default, so even a strict mock has nothing to say.
    ///   - property: The call reads a property, which may have been set before, or sets it.
    func unstubbed<Arguments, R, E: Error>(
        _ invocation: Invocation, _ arguments: Arguments, isWanted: Bool, property: PropertyAccess,
        throwing: E.Type, default makeDefault: () -> R?
    ) throws(E) -> R {
        // Unwrapped before the cast, which would take the absence of a value for a `nil` that was set.
        if case .read = property, let stored = lock.locked({ invocation.member.stored }), let value = stored as? R {
            return value
        }
        let isUnexpected = invocation.isStrict && !isWanted
        if isUnexpected { Failures.report(unexpectedText(invocation, of: R.self), at: location) }
        if case .write(let name) = property { store(arguments, in: name) }
        if R.self == Void.self { return unsafeBitCast((), to: R.self) }
        if let value = defaultValue(invocation, makeDefault) { return value }

        let text = missingText(invocation, of: R.self)
        // A strict mock has reported the call already, and nothing is reported twice.
        if let error = UnstubbedCall(call: self.text(of: invocation), of: name) as? E {
            if !isUnexpected { Failures.report(text, at: location) }
            throw error
        }
        guard isUnexpected else { Failures.trap(text, at: location) }
        fatalError("\(location): \(text)")
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
        if let produced = lock.locked({ invocation.member.producedMock }), let mock = produced as? R { return mock }
        if let value = makeDefault() {
            if value is any Mock { lock.locked { invocation.member.producedMock = value } }
            return value
        }
        return Defaults.value(of: R.self)
    }
}
