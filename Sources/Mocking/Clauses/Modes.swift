/// The mode of a clause: stubbing, verifying or reading.
public protocol ClauseMode {
    /// The mode of a synchronous nonisolated member of a mock that is on an actor.
    associatedtype Nonisolated: ClauseMode = Self
}

/// The mode of a ``given(_:)`` clause; the three modes differ in the closures they accept.
public protocol StubbingMode<Target>: ClauseMode {
    /// The type of the object that the mock can forward calls to.
    associatedtype Target
}

/// Stubs a mock that stays in one isolation domain: closures may change local variables of the test.
public enum Stubbing<Target>: StubbingMode {}

/// Stubs a mock that can be called from any actor or thread: closures are `@Sendable`.
public enum SendableStubbing<Target>: StubbingMode {}

/// Stubs a mock on the main actor: closures are on it, too, except those of its nonisolated members.
public enum MainActorStubbing<Target>: StubbingMode {
    /// A nonisolated member can be called from anywhere.
    public typealias Nonisolated = SendableStubbing<Target>
}

/// The mode of a ``verify(_:fileID:filePath:line:column:)`` clause, which verifies calls.
public enum Verifying: ClauseMode {}

/// The mode of a ``calls(_:)`` clause, which reads calls.
public enum Recording: ClauseMode {}
