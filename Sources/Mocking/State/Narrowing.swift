// Support for generated members with typed throws: a closure that replaces the whole member may throw anything, but the
// member may not.
extension MockCore {
    /// Runs a stub whose errors are of one type but not declared so. Any other error ends the process: a closure of the
    /// member's own type leaves no default value to continue with.
    public func narrowing<R: ~Copyable, E: Error>(
        to type: E.Type, _ member: String, _ body: () throws -> R
    ) throws(E) -> R {
        do {
            return try body()
        } catch let error as E {
            throw error
        } catch {
            refuse(error, of: member, type)
        }
    }

    /// Runs an asynchronous stub whose errors are of one type but not declared so.
    public nonisolated(nonsending) func narrowing<R: ~Copyable, E: Error>(
        to type: E.Type, _ member: String, _ body: nonisolated(nonsending) () async throws -> R
    ) async throws(E) -> R {
        do {
            return try await body()
        } catch let error as E {
            throw error
        } catch {
            refuse(error, of: member, type)
        }
    }

    private func refuse<E: Error>(_ error: any Error, of member: String, _ type: E.Type) -> Never {
        Failures.trap("\(name).\(member): its stub threw \(error), but the call can throw only \(type)", at: location)
    }
}
