/// Selects the asynchronous one of two members with the same name and arguments.
///
/// A call tells by `await` which of both it means, and a clause by its last argument. The clauses of
/// `func read<T>(_ query: (Int) -> T) -> T` and
/// `func read<T: Sendable>(_ query: @escaping @Sendable (Int) -> T) async -> T`:
///
/// ```swift
/// given(database).read().willReturn("miso")
/// given(database).read(.any, .async).willReturn("miso")
/// ```
public enum AsyncOverload: Sendable {
    /// The member that is called with `await`.
    case async
}
