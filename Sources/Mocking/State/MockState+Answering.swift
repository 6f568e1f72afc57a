extension MockState {
    /// Records a call and answers it.
    ///
    /// - Parameter follow: follows a route that only the member can follow; returns `nil` if it cannot.
    func answer<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, hasSuper: Bool = false, property: PropertyAccess = .none,
        default makeDefault: () -> R?, follow: (Route) throws(E) -> R?
    ) throws(E) -> R {
        let invocation = begin(member, arguments, returning: R.self)
        let action = invocation.chosenAction(arguments, returning: R.self)
        // The two most common cases avoid everything that requests metadata of generic types.
        if case .value(let box) = action {
            let value = unsafeDowncast(box, to: Box<R>.self).value
            invocation.finish(value)
            return value
        }
        if case nil = action, R.self == Void.self, case .none = property, invocation.isInert {
            let nothing = unsafeBitCast((), to: R.self)
            invocation.finish(nothing)
            return nothing
        }
        return try answer(
            invocation, arguments, action, hasSuper: hasSuper, property: property, default: makeDefault, follow: follow)
    }

    @inline(never)
    private func answer<Arguments, R, E: Error>(
        _ invocation: Invocation, _ arguments: Arguments, _ action: StubAction?, hasSuper: Bool,
        property: PropertyAccess, default makeDefault: () -> R?, follow: (Route) throws(E) -> R?
    ) throws(E) -> R {
        do throws(E) {
            let result = try outcome(
                invocation, arguments, action, hasSuper: hasSuper, property: property, default: makeDefault,
                follow: follow)
            invocation.finish(result)
            return result
        } catch {
            invocation.finish(throwing: error)
            throw error
        }
    }

    private func outcome<Arguments, R, E: Error>(
        _ invocation: Invocation, _ arguments: Arguments, _ action: StubAction?, hasSuper: Bool,
        property: PropertyAccess, default makeDefault: () -> R?, follow: (Route) throws(E) -> R?
    ) throws(E) -> R {
        switch action {
        case .value(let box):
            return unsafeDowncast(box, to: Box<R>.self).value
        case .failure(let error):
            try pass(on: error, invocation, of: R.self, as: E.self)
        case .body(let body):
            do {
                return try unsafeDowncast(body, to: SyncBody<Arguments, R>.self).run(arguments)
            } catch {
                try pass(on: error, invocation, of: R.self, as: E.self)
            }
        case .asyncBody:
            report("an asynchronous stub cannot answer a synchronous call", invocation)
        case .custom, .forward, .callSuper, .useDefault, nil:
            guard let route = route(of: action, invocation, hasSuper: hasSuper) else { break }
            if let result = try follow(route) { return result }
            return try unstubbed(
                invocation, arguments, .reported, property: property, throwing: E.self, default: makeDefault)
        }
        return try unstubbed(
            invocation, arguments, UnstubbedReason(of: action), property: property, throwing: E.self,
            default: makeDefault)
    }

    /// The route of a call for an action, or for the lack of one.
    func route(of action: StubAction?, _ invocation: Invocation, hasSuper: Bool) -> Route? {
        switch action {
        case .custom(let body):
            return .custom(body)
        case .forward(let box?):
            guard box is TargetBox<Target> else {
                report("the target of willForward(to:) is of another type", invocation)
                return nil
            }
            return .forward(box)
        case .forward(nil):
            guard let box = invocation.target else {
                report("willForward() needs a mock made with forwardingTo:", invocation)
                return nil
            }
            return .forward(box)
        case .callSuper:
            guard hasSuper else {
                report("willCallSuper() needs a superclass that implements the member", invocation)
                return nil
            }
            return .callSuper
        case nil:
            if let box = invocation.target { return .forward(box) }
            return hasSuper && invocation.callsSuper ? .callSuper : nil
        case .value, .failure, .body, .asyncBody, .useDefault:
            return nil
        }
    }

    /// Throws the error of a stub, or reports why it cannot be thrown: a stub for any types may throw anything.
    func pass<R, E: Error>(
        on error: any Error, _ invocation: Invocation, of returns: R.Type, as: E.Type
    ) throws(E) {
        if let error = error as? WrongResult {
            report(
                "a stub for whatever types returned \(error.text), but the call returns \(TypeKind.name(of: R.self))",
                invocation)
        } else if let error = error as? E {
            throw error
        } else {
            report(misfitText(error, E.self), invocation)
        }
    }

    func misfitText<E: Error>(_ error: any Error, _: E.Type) -> String {
        let limit = E.self == Never.self ? "cannot throw" : "can throw only \(E.self)"
        return "a stub for whatever types threw \(error), but the call \(limit)"
    }

    func report(_ problem: String, _ invocation: Invocation) {
        Failures.report(problemText(problem, invocation), at: location)
    }

    func problemText(_ problem: String, _ invocation: Invocation) -> String {
        "\(name): \(text(of: invocation)): \(problem)"
    }
}
