package import MockModel

/// The options for the mocks of one module.
package struct MockOptions: Hashable, Sendable {
    package enum Access: Hashable, Sendable {
        /// The access of the mocked type, at most `public`.
        case inherit
        /// The access of the mocked type, but at most this level.
        case limited(AccessLevel)
    }

    package var access: Access
    /// True if declarations of the mocked module are `@MainActor` by default.
    package var isMainActorByDefault: Bool
    /// True if declarations of the module that compiles the mocks are `@MainActor` by default.
    package var isCompiledOnMainActor: Bool
    /// True if the mocks are compiled in Swift 5 and the mocked module in Swift 6.
    package var spellsSendability: Bool
    package var isCompiledInSwift5: Bool
    /// The lowest access level that mocks can see: they can use internal declarations only through a testable import.
    package var leastAccess: AccessLevel
    /// The target that test targets import for its mocks; `nil` if the mocks are in another one.
    package var sharingTarget: String?
    /// True if a protocol's mock can forward calls to another object.
    package var forwards: Bool
    /// The methods of a mock without a library that verify the arguments of its calls.
    package var verifying: VerifyingMethods

    package init(
        access: Access = .inherit, isMainActorByDefault: Bool = false, isCompiledOnMainActor: Bool = false,
        spellsSendability: Bool = false, isCompiledInSwift5: Bool = false, leastAccess: AccessLevel = .internal,
        sharingTarget: String? = nil,
        forwards: Bool = true, verifying: VerifyingMethods = .none
    ) {
        self.access = access
        self.isMainActorByDefault = isMainActorByDefault
        self.isCompiledOnMainActor = isCompiledOnMainActor
        self.spellsSendability = spellsSendability
        self.isCompiledInSwift5 = isCompiledInSwift5
        self.leastAccess = leastAccess
        self.sharingTarget = sharingTarget
        self.forwards = forwards
        self.verifying = verifying
    }
}
