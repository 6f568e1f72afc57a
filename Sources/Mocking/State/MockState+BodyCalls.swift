extension MockState {
    /// Records and answers a call whose stub is a closure of the member's very type.
    ///
    /// For parameters that no tuple can hold: `inout`, closures that do not escape, values that cannot be copied.
    ///
    /// - Parameters:
    ///   - arguments: What can be recorded, with ``Unrecorded`` in the place of what cannot.
    ///   - apply: Calls a closure of the member's type with the arguments.
    ///   - forward: Does the same to another object.
    public func callBody<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, _ apply: (Body) throws(E) -> R,
        forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        try callBody(member, arguments, default: nil, apply, forward: forward)
    }

    /// Records and answers such a call whose result the library could not make by itself.
    public func callBody<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R?,
        _ apply: (Body) throws(E) -> R, forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, default: makeDefault) { (route) throws(E) in
            switch route {
            case .custom(let box): return try body(in: box, of: member, as: Body.self).map(apply)
            case .forward, .callSuper: return try pass(route, forward)
            }
        }
    }

    /// Records and answers such a call that cannot be forwarded.
    public func callBody<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        unforwardable reason: StaticString, _ apply: (Body) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, default: makeDefault) { (route) throws(E) in
            switch route {
            case .custom(let box):
                return try body(in: box, of: member, as: Body.self).map(apply)
            case .forward, .callSuper:
                reportUnforwardable(member, reason)
                return nil
            }
        }
    }

    /// Records and answers such a call of a class mock.
    public func callBody<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, super: () throws(E) -> R,
        _ apply: (Body) throws(E) -> R, forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        try answer(member, arguments, hasSuper: true, default: { nil }) { (route) throws(E) in
            switch route {
            case .custom(let box): return try body(in: box, of: member, as: Body.self).map(apply)
            case .callSuper: return try `super`()
            case .forward: return try pass(route, forward)
            }
        }
    }

    /// Records and answers such a call of an asynchronous member.
    public nonisolated(nonsending) func callBodyAsync<Arguments, R, E: Error, Body>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        _ apply: nonisolated(nonsending) (Body) async throws(E) -> R,
        forward: (Target) async throws(E) -> R
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, default: makeDefault) { (route) async throws(E) in
            switch route {
            case .custom(let box):
                guard let body = body(in: box, of: member, as: Body.self) else { return nil }
                return try await apply(body)
            case .forward, .callSuper:
                return try await passAsync(route, forward)
            }
        }
    }

    /// Records and answers a call with a result that cannot be copied: by a closure or by another object.
    public func callNoncopyable<Arguments, R: ~Copyable, E: Error, Body>(
        _ member: String, _ arguments: Arguments, _ apply: (Body) throws(E) -> R,
        forward: (Target) throws(E) -> R
    ) throws(E) -> R {
        let invocation = begin(member, arguments, returning: Unrecorded<R>.self)
        let action = invocation.chosenAction(arguments, returning: Unrecorded<R>.self)
        if case .failure(let error) = action {
            invocation.finish(throwing: error)
            throw narrowed(error, invocation, to: E.self)
        }
        guard let route = route(of: action, invocation, hasSuper: false) else {
            Failures.trap(missingText(invocation, of: R.self), at: location)
        }
        do throws(E) {
            switch route {
            case .custom(let box):
                guard let body = body(in: box, of: member, as: Body.self) else {
                    Failures.trap(missingText(invocation, of: R.self), at: location)
                }
                let result = try apply(body)
                invocation.finish(Unrecorded<R>())
                return result
            case .forward(let box):
                let result = try forward(read(box))
                invocation.finish(Unrecorded<R>())
                return result
            case .callSuper:
                Failures.trap(missingText(invocation, of: R.self), at: location)
            }
        } catch {
            invocation.finish(throwing: error)
            throw error
        }
    }

    func body<Body>(in box: AnyObject, of member: String, as type: Body.Type) -> Body? {
        if let box = box as? Box<Body> { return box.value }
        Failures.report(
            "\(name).\(member): the closure of its stub is no \(Body.self); generate the mock again",
            at: location)
        return nil
    }
}

extension Optional {
    /// `map` for closures that throw a type of error.
    func map<R, E: Error>(_ transform: (Wrapped) throws(E) -> R) throws(E) -> R? {
        guard let self else { return nil }
        return try transform(self)
    }
}

/// Stands in the record of a call for what cannot be stored: closures that do not escape, values that cannot be copied.
public struct Unrecorded<Value: ~Copyable & ~Escapable>: CustomStringConvertible {
    /// Makes a stand-in.
    public init() {}

    /// How the missing value reads in messages.
    public var description: String { "(not recorded)" }
}

/// Runs a closure whose errors are known to be of one type but not declared so.
///
/// Generated code of members with typed throws needs it for stubs that are closures of the member's own type.
public func narrowing<R: ~Copyable, E: Error>(to type: E.Type, _ body: () throws -> R) throws(E) -> R {
    do {
        return try body()
    } catch let error as E {
        throw error
    } catch {
        fatalError("a stub threw \(error), but its member can throw only \(E.self)")
    }
}

/// See ``narrowing(to:_:)-(_,()throws->R)``.
public nonisolated(nonsending) func narrowing<R: ~Copyable, E: Error>(
    to type: E.Type, _ body: nonisolated(nonsending) () async throws -> R
) async throws(E) -> R {
    do {
        return try await body()
    } catch let error as E {
        throw error
    } catch {
        fatalError("a stub threw \(error), but its member can throw only \(E.self)")
    }
}
