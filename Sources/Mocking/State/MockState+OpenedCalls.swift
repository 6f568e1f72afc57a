extension MockState {
    /// Records and answers a call with values of associated types that the target's type does not expose.
    ///
    /// With several targets, the newest one whose associated types equal the mock's answers.
    ///
    /// - Parameters:
    ///   - member: The member with its labels; the same as in its clause.
    ///   - arguments: One argument as it is, several as a labelled tuple, none as `()`.
    ///   - makeDefault: The value of an unstubbed call, if the library cannot create one.
    ///   - forward: Calls the same member of another object; returns `nil` if that has other associated types.
    public func callOpened<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        _ forward: (inout Target) throws(E) -> R?
    ) throws(E) -> R {
        try answer(member, arguments, default: makeDefault) { (route) throws(E) in
            guard case .forward(let box) = route else { return nil }
            for box in [box] + targets(before: box) {
                if let result = try change(box, forward) { return result }
            }
            reportMisfit(member, box)
            return nil
        }
    }

    /// Records and answers such a call of an asynchronous member.
    public nonisolated(nonsending) func callOpenedAsync<Arguments, R, E: Error>(
        _ member: String, _ arguments: Arguments, default makeDefault: @autoclosure () -> R? = nil,
        _ forward: (inout Target) async throws(E) -> R?
    ) async throws(E) -> R {
        try await answerAsync(member, arguments, default: makeDefault) { (route) async throws(E) in
            guard case .forward(let box) = route else { return nil }
            for box in [box] + targets(before: box) {
                if let result = try await changeAsync(box, forward) { return result }
            }
            reportMisfit(member, box)
            return nil
        }
    }

    /// Casts a value of an associated type to the other object's type; returns `nil` if the types differ.
    public func cast<Value, Other>(_ value: Value) -> Other? {
        // `nil` and an empty collection could be cast to any other such type.
        guard Value.self == Other.self || !MockDescription.isEmpty(value) else { return nil }
        return value as? Other
    }

    private func reportMisfit(_ member: String, _ box: AnyObject) {
        let target = type(of: read(box) as Any)
        Failures.report(
            "\(name).\(member) cannot be forwarded to \(target), which has other associated types; stub it",
            at: location)
    }
}
