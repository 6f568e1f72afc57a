/// The state of one member of a mock; guarded by the mock's lock.
final class MemberState {
    let name: String
    var records: [CallRecord] = []
    /// Newest last.
    var stubs: [Stub] = []
    /// The value that a property was set to.
    var stored: Any?
    /// The object that a relaxed call made and returned; later calls return the same one.
    var produced: Any?

    init(name: String) { self.name = name }
}
