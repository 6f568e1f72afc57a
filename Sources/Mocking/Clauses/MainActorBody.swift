/// Runs main-actor closures with arguments that the compiler cannot prove to be on the main actor already.
enum MainActorBody {
    /// Runs the closure. The member is called on the main actor, because its protocol is isolated to it. A member that
    /// can be called from elsewhere has a clause of `MockMode.Nonisolated`, which accepts no such closure.
    static func run<Arguments, Returns, E: Error>(
        _ body: @escaping @MainActor (Arguments) throws(E) -> Returns, _ arguments: Arguments
    ) throws(E) -> Returns {
        MainActor.preconditionIsolated("the clause of a nonisolated member has to be one of MockMode.Nonisolated")
        let unbound = unsafeBitCast(body, to: ((Arguments) throws(E) -> Returns).self)
        return try unbound(arguments)
    }

    nonisolated(nonsending) static func run<Arguments, Returns, E: Error>(
        _ body: @escaping @MainActor (Arguments) async throws(E) -> Returns, _ arguments: Arguments
    ) async throws(E) -> Returns {
        try await hop(body, Parcel(arguments)).value
    }

    @MainActor private static func hop<Arguments, Returns, E: Error>(
        _ body: @escaping @MainActor (Arguments) async throws(E) -> Returns, _ arguments: Parcel<Arguments>
    ) async throws(E) -> Parcel<Returns> {
        Parcel(try await body(arguments.value))
    }

    private struct Parcel<Value>: @unchecked Sendable {  // the caller waits while the value is on the other side
        let value: Value

        init(_ value: Value) { self.value = value }
    }
}
