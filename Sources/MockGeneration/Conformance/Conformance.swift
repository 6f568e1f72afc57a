internal import MockModel

/// Everything that a mock of one type must declare, whatever its style.
///
/// A class, because a style's plans refer to it, and copying it would cost more than planning.
package final class Conformance {
    /// The types whose extension holds the mock, outermost first.
    package let namespace: [String]
    let namespaceAttributes: [String]
    package let conditions: [String]
    let attributes: [String]
    /// `public `, `package ` or empty.
    package let access: String
    /// `final class`, `nonisolated final class` or `actor`.
    let keyword: String
    package let name: String
    /// `<Key: Hashable, Value>` or empty.
    let genericClause: String
    /// ` where …` or empty.
    let whereClause: String
    /// The superclass and the mocked protocol. A style adds its own protocols behind them.
    let supertypes: [String]
    /// True if the mock inherits from a class and must be `Sendable`: only `@unchecked` can say so.
    let isUncheckedSendable: Bool
    /// True if the mock inherits from a class, and with it initializers that do not set what the mock adds.
    let inheritsInitializers: Bool
    /// True if a class is mocked that has an `init()` which can be called from any isolation.
    let hasNonisolatedInitializer: Bool
    /// `typealias Element = Int` and the like.
    let typealiases: [String]
    /// The names of the mock's associated types, typealiases and generic parameters.
    let typeNames: Set<String>
    /// The mocked class with its generic parameters; `nil` for a protocol.
    let classType: TypeExpression?
    /// The members that the mock must declare, in the order of the sources.
    let witnesses: [Witness]
    let scope: MemberScope
    /// True if a protocol's mock can forward calls to another object.
    let forwards: Bool
    /// The methods that verify the arguments of calls, in styles without a library.
    let verifying: VerifyingMethods

    /// Distinguishes mocks that cannot be in one file. Equal names are no conflict under different conditions.
    package var identity: String { (conditions + namespace + [name]).joined(separator: "\u{0}") }

    init(_ planner: ConformancePlanner, scope: MemberScope, witnesses: [Witness]) {
        namespace = planner.resolved.spelledNamespace
        namespaceAttributes = planner.resolved.namespaceAttributes.filter { $0.hasPrefix("@available") }
        conditions = planner.declaration.conditions
        attributes = planner.attributes
        access = planner.access
        keyword = planner.keyword
        name = scope.mockName
        genericClause = planner.genericClause
        whereClause = planner.whereClause
        supertypes = planner.supertypes
        inheritsInitializers = planner.superclass != nil
        isUncheckedSendable = inheritsInitializers && planner.resolved.isSendable
        hasNonisolatedInitializer = planner.hasNonisolatedInitializer
        typealiases = planner.typealiases
        typeNames = planner.typeNames
        classType = planner.resolved.isClass ? planner.mockedType : nil
        self.witnesses = witnesses
        self.scope = scope
        forwards = planner.options.forwards
        verifying = planner.options.verifying
    }
}
