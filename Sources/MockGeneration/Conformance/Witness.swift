internal import MockModel

/// A member that the mock must declare: its head, and what a style needs to know to write its body.
///
/// A class, because every part of a style's plan refers to it.
final class Witness {
    /// The scope inside the member.
    let scope: MemberScope
    let member: MemberDeclaration
    /// `public `, `package ` or empty.
    let access: String
    let head: WitnessHead
    /// The parameter of the setter; `nil` for a member without one.
    let newValue: ParameterPlan?
    let origin: MemberOrigin
    /// True if the superclass declares the member, too.
    let isOverride: Bool
    /// True if two protocols require the member with different effects or on different actors: a call on another
    /// object would be ambiguous.
    let isNarrowed: Bool
    /// See ``ResolvedMember/isImplied``.
    let isImplied: Bool
    /// True if the witness is nonisolated while other implementations are isolated to an actor that is not the mock's.
    let isOnOtherActor: Bool
    /// True if the member runs on any thread, which may differ from the default of the mock's module.
    let isConcurrent: Bool

    init(_ resolved: ResolvedMember, scope: MemberScope, access: String, head: WitnessHead, newValue: ParameterPlan?) {
        self.scope = scope
        self.access = access
        self.head = head
        self.newValue = newValue
        member = resolved.member
        origin = resolved.origin
        isOverride = resolved.isOverride
        isNarrowed = resolved.isNarrowed
        isImplied = resolved.isImplied
        isOnOtherActor = resolved.isOnOtherActor
        isConcurrent = resolved.isConcurrent
    }

    /// True if an attribute of the requirement may be a result builder: it would transform a body without a `return`.
    var mayBuild: Bool { member.attributes.contains { $0.dropFirst().first?.isUppercase ?? false } }
    var conditions: [String] { member.conditions }
    var callsSynchronousInitializer: Bool {
        if case .initializer(let initializer) = head.kind { initializer.callsSynchronousInitializer } else { false }
    }
    var signature: SignaturePlan { head.signature }
    /// True if the standard library declares the requirement.
    var isStandard: Bool { origin.isBuiltIn }
}
