/// What a clause is for: stubbing, verifying or reading.
public protocol ClauseMode {
    /// The mode of a synchronous member that is called from outside of the actor the mock lives on.
    associatedtype Nonisolated: ClauseMode = Self
}

/// What a clause of ``given(_:)`` is for; the three modes differ in the closures they take.
public protocol StubbingMode<Target>: ClauseMode {
    /// What calls of the mock can be forwarded to.
    associatedtype Target
}

/// Stubs a mock that stays where it was made: closures may change local variables of the test.
public enum Stubbing<Target>: StubbingMode {}

/// Stubs a mock that can be called from anywhere: closures are `@Sendable`.
public enum SendableStubbing<Target>: StubbingMode {}

/// Stubs a mock that lives on the main actor: closures do, too, except those of its nonisolated members.
public enum MainActorStubbing<Target>: StubbingMode {
    /// A nonisolated member can be called from anywhere.
    public typealias Nonisolated = SendableStubbing<Target>
}

/// Checks calls: what a clause of ``verify(_:fileID:filePath:line:column:)`` is for.
public enum Verifying: ClauseMode {}

/// Reads calls: what a clause of ``calls(_:)`` is for.
public enum Recording: ClauseMode {}
