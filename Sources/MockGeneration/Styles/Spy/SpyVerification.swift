internal import MockModel

/// The method of a spy that verifies the arguments of a member's only call, and the properties with those of the last
/// one.
struct SpyVerification {
    struct Argument {
        /// The name of the parameter.
        let name: String
        let type: TypeExpression
        /// The argument in the record of a call.
        let path: String
        /// `fooLastBowls`
        let last: String

        /// The parameter of the closure that looks at the argument.
        var matcher: String { "\(name)Matcher" }
    }

    /// `verifyFoo`
    let name: String
    /// The member, in messages.
    let member: String
    let callCount: SpyName
    let invocations: SpyName?
    let arguments: [Argument]
    /// True if there is a method with matchers of Hamcrest, too.
    let usesHamcrest: Bool
    /// Spells a name of the standard library.
    let swift: (String) -> String

    /// The verification, or `nil` for a member whose calls are not recorded.
    init?(_ answer: SpyAnswer, of witness: Witness, named name: String, usesHamcrest: Bool) {
        guard let callCount = answer.callCount else { return nil }
        self.name = "verify\(name.capitalizedFirst)"
        self.callCount = callCount
        swift = witness.scope.spelling.swift
        member = witness.nameInMessages
        invocations = answer.invocations
        let elements = answer.invocations == nil ? [] : answer.call.record?.elements ?? []
        let isTuple = elements.count > 1
        arguments = elements.filter { "\($0.type)" != "Void" && "\($0.type)" != "()" }.map { element in
            let path = !isTuple ? "" : ".\(Identifier.quoted(element.name))"
            return Argument(
                name: element.name, type: element.type, path: path,
                last: "\(name)Last\(Identifier.asPart(element.name).capitalizedFirst)")
        }
        self.usesHamcrest = usesHamcrest && !arguments.isEmpty
        let parameters = arguments.flatMap { [$0.name, $0.matcher] }
        let isPlain = arguments.allSatisfy { Identifier.asPart($0.name) == $0.name && $0.name != "self" }
        guard isPlain, Set(parameters).count == parameters.count, Set(names).count == names.count else { return nil }
    }

    /// The names of the members that this adds to the mock.
    var names: [String] { [name] + (usesHamcrest ? [hamcrestName] : []) + arguments.map(\.last) }

    /// `verifyFooUsingHamcrest`
    var hamcrestName: String { "\(name)UsingHamcrest" }
}
