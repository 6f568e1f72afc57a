/// What a clause of ``given(_:)`` is for; the three modes differ in the closures they take.
public protocol StubbingMode<Target> {
    /// What calls of the mock can be forwarded to.
    associatedtype Target
}

/// Stubs a mock that stays where it was made: closures may change local variables of the test.
public enum Stubbing<Target>: StubbingMode {}

/// Stubs a mock that can be called from anywhere: closures are `@Sendable`.
public enum SendableStubbing<Target>: StubbingMode {}

/// Stubs a mock that lives on the main actor: closures do, too.
public enum MainActorStubbing<Target>: StubbingMode {}

/// Checks calls: what a clause of ``verify(_:)`` is for.
public enum Verifying {}

/// Reads calls: what a clause of ``calls(_:)`` is for.
public enum Recording {}
