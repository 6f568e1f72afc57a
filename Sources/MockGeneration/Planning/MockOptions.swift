package import MockModel

/// How the mocks of one module are to look.
package struct MockOptions: Hashable, Sendable {
    package enum Access: Hashable, Sendable {
        /// As the mocked type, `public` at most.
        case inherit
        /// As the mocked type, and no wider than this.
        case limited(AccessLevel)
    }

    package var access: Access
    /// What the mocked module declares is `@MainActor` unless it says otherwise.
    package var isMainActorByDefault: Bool
    /// The same of the module that the mocks are compiled in.
    package var isCompiledOnMainActor: Bool
    /// What is not as widely visible as this no mock can see: what is internal needs an import that is testable.
    package var leastAccess: AccessLevel
    /// Calls of a protocol's mock can be passed on to another object.
    package var forwards: Bool

    package init(
        access: Access = .inherit, isMainActorByDefault: Bool = false, isCompiledOnMainActor: Bool = false,
        leastAccess: AccessLevel = .internal, forwards: Bool = true
    ) {
        self.access = access
        self.isMainActorByDefault = isMainActorByDefault
        self.isCompiledOnMainActor = isCompiledOnMainActor
        self.leastAccess = leastAccess
        self.forwards = forwards
    }
}
