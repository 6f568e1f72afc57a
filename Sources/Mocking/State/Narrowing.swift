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

/// Runs an asynchronous closure whose errors are known to be of one type but not declared so.
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
