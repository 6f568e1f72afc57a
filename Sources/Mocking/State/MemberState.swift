/// What is known of one member of a mock; guarded by the mock's lock.
final class MemberState {
    let name: String
    var records: [CallRecord] = []
    /// Newest last.
    var stubs: [Stub] = []
    /// What a property was set to.
    var stored: Any?
    /// The object that a relaxed call made and returned, so that the next one returns the same.
    var produced: Any?

    init(name: String) { self.name = name }
}
