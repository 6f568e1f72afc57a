package import MockModel

/// A protocol with members of a type, and the conformance of the type.
package struct Seam: Sendable {
    /// The type as the extension spells it.
    let typeName: String
    let superclasses: [String]
    let kind: TypeDeclaration.Kind
    let declaration: TypeDeclaration
    let typealiases: [String]
    private(set) var members: [SeamMember]
    package let imports: [ImportDeclaration]

    package var isEmpty: Bool { members.isEmpty }

    /// The requirements of the protocol, as they are written.
    package var requirements: [String] {
        members.map { member in
            var code = CodeWriter()
            code.line { member.requirement.writeRequirement(to: &$0) }
            return String(decoding: code.bytes.dropLast(), as: UTF8.self)
        }
    }

    package var access: AccessLevel { declaration.access }

    /// Returns the seam without the forwarders that a superclass has for a seam of its own: the type inherits them, and
    /// cannot override them in an extension.
    package func inheritingForwarders(of seams: [Seam]) -> Seam {
        if superclasses.isEmpty { return self }
        let inherited = seams.filter { superclasses.contains($0.typeName) }.flatMap(\.members)
            .filter { $0.forwarded != nil }.map { MemberSignature($0.requirement, hasResult: false) }
        if inherited.isEmpty { return self }
        var seam = self
        for index in members.indices
        where inherited.contains(MemberSignature(members[index].requirement, hasResult: false)) {
            seam.members[index].forwarded = nil
        }
        return seam
    }
}

extension Seam {
    /// The protocol, which asks for a mock, and the extension of the type.
    package var text: [UInt8] {
        var code = CodeWriter(capacity: 4096)
        code.blank()
        code.conditional(declaration.conditions) { code in
            writeProtocol(to: &code)
            code.blank()
            for attribute in declaration.availability { code.line(attribute) }
            let forwarders = members.filter { $0.forwarded != nil }
            if forwarders.isEmpty, typealiases.isEmpty {
                code.line("extension \(typeName): \(declaration.name) {}")
            } else {
                code.block("extension \(typeName): \(declaration.name)") { code in
                    for alias in typealiases { code.line("\(accessText)typealias \(alias)") }
                    for (number, member) in forwarders.enumerated() {
                        if number > 0 || !typealiases.isEmpty { code.blank() }
                        code.conditional(member.requirement.conditions) {
                            member.writeForwarder(accessText, of: kind, to: &$0)
                        }
                    }
                }
            }
        }
        return code.bytes
    }

    private var accessText: String { access > .internal ? "\(min(access, .public).keyword) " : "" }

    private func writeProtocol(to code: inout CodeWriter) {
        code.line("/// Members of `\(typeName)`, which conforms to it.")
        code.line("///")
        code.line("/// \((declaration.annotation ?? MockAnnotation()).ofSeam)")
        for attribute in declaration.attributes { code.line(attribute) }
        let primary = declaration.primaryAssociatedTypes
        let parameters = primary.isEmpty ? "" : "<\(primary.joined(separator: ", "))>"
        let parents = declaration.inherited.map(\.description).joined(separator: ", ")
        let conditions = declaration.genericRequirements.map(\.description).joined(separator: ", ")
        let head =
            "\(accessText)protocol \(declaration.name)\(parameters)\(parents.isEmpty ? "" : ": \(parents)")\(conditions.isEmpty ? "" : " where \(conditions)")"
        code.block(head) { code in
            for member in members {
                code.conditional(member.requirement.conditions) { code in
                    code.line { member.requirement.writeRequirement(to: &$0) }
                }
            }
        }
    }
}

extension SeamMember {
    /// Writes the member that the type conforms with. It is disfavored, so that the call in it, and all calls elsewhere,
    /// mean the type's own member with its default arguments.
    fileprivate func writeForwarder(
        _ access: String, of kind: TypeDeclaration.Kind, to code: inout CodeWriter
    ) {
        let disfavored = "@_disfavoredOverload"
        for attribute in requirement.attributes where attribute != disfavored { code.line(attribute) }
        code.line(disfavored)
        var member = requirement
        member.attributes = []
        // An actor's own member is not async, and a call in an async one would mean the forwarder.
        if let forwarded { member.setEffects(forwarded) }
        code.block { code in
            code += access
            if member.isInitializer, kind == .class { code += "convenience " }
            member.writeRequirement(to: &code)
        } _: { code in
            code.line { writeCall(to: &$0) }
        }
    }

    private func writeCall(to code: inout CodeWriter) {
        let effects = forwarded ?? .none
        if effects.throwing != .never { code += "try " }
        if effects.isAsync { code += "await " }
        code += "self."
        code += requirement.seamName
        code += "("
        code.list(requirement.parameters) { parameter, code in
            if parameter.label != "_" {
                code += parameter.label
                code += ": "
            }
            if parameter.type.specifiers.contains("inout") { code += "&" }
            code += Identifier.asLocal(parameter.internalName)
            if parameter.type.isAutoclosure { code += "()" }
        }
        code += ")"
    }
}

extension TypeExpression {
    fileprivate var isAutoclosure: Bool {
        if case .attributed(_, let attributes, _) = self { attributes.contains("@autoclosure") } else { false }
    }
}
